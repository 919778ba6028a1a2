/* SPDX-License-Identifier: MIT */
/*
 * Mixes of q16 entries; skin_q16.S and kernel.inc tell the rest.
 *
 * void pelt_kernel_mix_q16(mixes r0, heads r1, count r2, palette r3, influences)
 *
 *   r0       a weight, in the upper half
 *   r1-r4    entries, walking
 *   r5-r8    sums of a row
 *   r9-r12   a row; lr: low words
 * Stack: weights; next mix, next head, end of the heads, palette.
 */
#include "../select.h"

#if defined(PELT_MIX_Q16) && PELT_MIX_Q16 == PELT_IN_M3
#include "kernel.inc"

.macro next_entry from, weight, op, op_t
    ldm     \from!, {r9-r12}
    ldr     r0, [sp, #\weight]
    next_row r0, \op, \op_t
.endm

/* The 3x3 starts at half the influences, 1 or 2, the translation at 2 or 3: by the carry, which is
 * 1, and what is missing at the end. */
.macro mix_row n
    ldm     r1!, {r5-r8}
    ldr     r0, [sp]
    first_row r0
    .if \n == 2
    next_entry r2, 4, adc, adc
    add     r8, r8, #1
    .elseif \n == 3
    next_entry r2, 4, adc, adc
    next_entry r3, 8, add, adc
    add     r8, r8, #1
    .else
    next_entry r2, 4, adc, adc
    next_entry r3, 8, adc, adc
    next_entry r4, 12, add, adc
    .endif
    ldr     r9, [sp, #16]
    stm     r9!, {r5-r8}
    str     r9, [sp, #16]
.endm

.macro mix_entries n
    ldrd    r9, r10, [sp, #20]
    ldr     r11, [sp, #28]
    .if \n == 2
    ldm     r9!, {r2, r6}
    .else
    ldm     r9!, {r2, r4, r6, r8}
    .endif
    str     r9, [sp, #20]
    split   r5, r6
    entry   r1, r2, r11
    add     r2, r11, r2, lsr #16
    .if \n > 2
    split   r7, r8
    entry   r3, r4, r11
    add     r4, r11, r4, lsr #16
    .endif
    stm     sp, {r5-r8}
    mix_row \n
    mix_row \n
    mix_row \n
    ldrd    r9, r10, [sp, #20]
    cmp     r10, r9
.endm

kernel_begin pelt_kernel_mix_q16
    ldr     r12, [sp]
    push    {r4-r11, lr}
    sub     sp, sp, #36
    cmp     r12, #2
    ite     eq
    addeq   r2, r1, r2, lsl #3      /* heads of 8 bytes */
    addne   r2, r1, r2, lsl #4      /* or of 16 */
    add     r4, sp, #16
    stm     r4, {r0-r3}
    mov     r4, r12
    cmp     r12, #3
    beq     3f
    cmp     r4, #4                  /* the carry is 0 with two */
    beq     4f
    cmp     r4, r4
2:  mix_entries 2
    bne     2b
    b       5f
3:  mix_entries 3
    bne     3b
    b       5f
4:  mix_entries 4
    bne     4b
5:  add     sp, sp, #36
    pop     {r4-r11, pc}
kernel_end pelt_kernel_mix_q16

#endif
