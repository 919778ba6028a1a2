/* SPDX-License-Identifier: MIT */
/*
 * Mixes of q16 entries; skin_q16.S tells the rest.
 *
 * void pelt_kernel_mix_q16(mixes r0, heads r1, count r2, palette r3, influences)
 *
 *   r0       next mix
 *   r1, r2, r3, r4   entries of the 1st to 4th influence, walking
 *   r5, r6   weights; with two influences r5 = 1, r6 = 2
 *   stack    next head, end of the heads, palette
 */
#include "../select.h"

#if defined(PELT_MIX_Q16) && PELT_MIX_Q16 == PELT_IN_M4
#include "kernel.inc"

/* Elements e to e + 2 of \n entries. The 3x3 starts at half the influences; \t, where it is one of
 * these, is of the translation and starts \more higher. */
.macro mix_group n, more, t=0
    .if \n == 4
    mov lr, #2
    .else
    mov lr, #1
    .endif
    ldm r1!, {r7-r9}
    smlawb r7, r7, r5, lr
    smlawb r8, r8, r5, lr
    smlawb r9, r9, r5, lr
    ldm r2!, {r10-r12}
    smlawt r7, r10, r5, r7
    smlawt r8, r11, r5, r8
    smlawt r9, r12, r5, r9
    ldm r3!, {r10-r12}
    smlawb r7, r10, r6, r7
    smlawb r8, r11, r6, r8
    smlawb r9, r12, r6, r9
    .if \n == 4
    ldm r4!, {r10-r12}
    smlawt r7, r10, r6, r7
    smlawt r8, r11, r6, r8
    smlawt r9, r12, r6, r9
    .endif
    .if \t > 0
    add r\t, r\t, #\more
    .endif
    stm r0!, {r7-r9}
.endm

.macro mix_entries n, more
    ldm sp, {r9-r11}
    ldm r9!, {r1, r3, r5, r6}
    str r9, [sp]
    entries r1, r2, r1, r11
    .if \n == 4
    entries r3, r4, r3, r11
    .else
    entry r3, r3, r11
    .endif
    mix_group \n, \more
    mix_group \n, \more, 7
    mix_group \n, \more, 8
    mix_group \n, \more, 9
    ldm sp, {r9, r10}
    cmp r9, r10
.endm

kernel_begin pelt_kernel_mix_q16
    ldr r12, [sp]
    push {r4-r11, lr}
    sub sp, sp, #12
    cmp r12, #2
    ite eq
    addeq r2, r1, r2, lsl #3        @ heads of 8 bytes
    addne r2, r1, r2, lsl #4        @ or of 16
    stm sp, {r1-r3}
    beq 2f
    cmp r12, #3
    beq 3f

4:  mix_entries 4, 1
    bne 4b
    b 5f

3:  mix_entries 3, 2
    bne 3b
    b 5f

2:  mov r5, #1
    mov r6, #2
1:  ldm sp, {r9-r11}
    ldm r9!, {r1, r4}
    cmp r9, r10
    str r9, [sp]
    entries r1, r2, r1, r11
    .rept 3
    ldm r1!, {r7-r10}
    smlawb r7, r7, r4, r5
    smlawb r8, r8, r4, r5
    smlawb r9, r9, r4, r5
    smlawb r10, r10, r4, r6
    ldm r2!, {r3, r11, r12, lr}
    smlawt r7, r3, r4, r7
    smlawt r8, r11, r4, r8
    smlawt r9, r12, r4, r9
    smlawt r10, lr, r4, r10
    stm r0!, {r7-r10}
    .endr
    bne 1b                          @ nothing since the comparison sets flags
5:  add sp, sp, #12
    pop {r4-r11, pc}
kernel_end pelt_kernel_mix_q16

#endif
