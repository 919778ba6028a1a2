/* SPDX-License-Identifier: MIT */
/*
 * Skinning in q16 of runs whose records share their joints, two to four influences, for this port
 * and port/arm9; skin_q16.S tells the rest.
 *
 * The offsets come once, as the fifth argument. The entries are copied to the stack in the order in
 * which they are used, so that one pointer walks through all of them:
 *   two             row 0 of both entries, row 1 ...
 *   three and four  row 0 of the first entry, start of the 3x3's sums, start of the translation's,
 *                   row 0 of the other entries; row 1 ...
 * after which comes the end of the records.
 *
 *   r0       output of the next vertex, less 4
 *   r1       record
 *   r2       walks over the stack
 *   r4, r5   weights; with two influences r5 = 2
 *   lr       1
 *   r3, r6-r12   rows, p0-p2
 */
#include "../select.h"

#if defined(PELT_SETS_Q16) && PELT_SETS_Q16 == PELT_IN_M4
#include "kernel.inc"

/* r5: the offsets. */
.macro set_begin name
kernel_begin \name
    push {r4-r11, lr}
    ldr r5, [sp, #36]
    mov lr, r3
    sub r0, r0, #4
.endm

.macro copy_row from
    ldm \from!, {r8-r11}
    stm r2!, {r8-r11}
.endm

/* Sums in r3 r6 r7 r8: position to r8, normal to r3. The record is done with at the \last. */
.macro set_transform last
    .if \last
    ldm r1!, {r9-r11}
    .else
    ldm r1, {r9-r11}
    .endif
    smlawb r8, r3, r9, r8
    smlawt r3, r3, r10, lr
    smlawt r8, r6, r9, r8
    smlawb r3, r6, r11, r3
    smlawb r8, r7, r10, r8
    smlawt r3, r7, r11, r3
.endm

.macro set_mix half, weight
    ldm r2!, {r9-r12}
    smlaw\half r3, r9, \weight, r3
    smlaw\half r6, r10, \weight, r6
    smlaw\half r7, r11, \weight, r7
    smlaw\half r8, r12, \weight, r8
.endm

.macro set_row influences, last
    .if \influences == 2
    ldm r2!, {r3, r6-r12}
    smlawb r3, r3, r4, lr
    smlawb r6, r6, r4, lr
    smlawb r7, r7, r4, lr
    smlawb r8, r8, r4, r5
    smlawt r3, r9, r4, r3
    smlawt r6, r10, r4, r6
    smlawt r7, r11, r4, r7
    smlawt r8, r12, r4, r8
    .else
    ldm r2!, {r3, r6-r10}
    smlawb r3, r3, r4, r9
    smlawb r6, r6, r4, r9
    smlawb r7, r7, r4, r9
    smlawb r8, r8, r4, r10
    set_mix t, r4
    set_mix b, r5
    .endif
    .if \influences == 4
    set_mix t, r5
    .endif
    set_transform \last
.endm

/* \header: what a record has before its coordinates, the weights in r4 and r5. */
.macro set_loop influences, header:vararg
1:  ldm r1!, {\header}
    mov r2, sp
    set_row \influences, 0
    str r8, [r0, #4]
    str r3, [r0, #16]
    set_row \influences, 0
    str r8, [r0, #8]
    str r3, [r0, #20]
    set_row \influences, 1
    str r8, [r0, #12]
    ldr r2, [r2]
    str r3, [r0, #24]!
    cmp r1, r2
    bne 1b
.endm

set_begin pelt_kernel_set_2_q16
    add r12, r1, r2, lsl #4         @ records of 16 bytes
    ldr r3, [r5]
    entries r3, r4, r3, lr
    sub sp, sp, #100
    mov r2, sp
    .rept 3
    copy_row r3
    copy_row r4
    .endr
    str r12, [r2]
    mov r5, #2
    mov lr, #1
    set_loop 2, r4
    add sp, sp, #100
    pop {r4-r11, pc}
kernel_end pelt_kernel_set_2_q16

.macro set_many name, influences, bytes
set_begin \name
    add r12, r2, r2, lsl #2         @ records of 20 bytes
    add r12, r1, r12, lsl #2
    ldm r5, {r3, r5}
    entries r3, r4, r3, lr
    .if \influences == 4
    entries r5, r6, r5, lr
    .else
    entry r5, r5, lr
    .endif
    sub sp, sp, #\bytes
    mov r2, sp
    mov r7, #\influences / 2
    mov lr, #3
    .rept 3
    copy_row r3
    stm r2!, {r7, lr}
    copy_row r4
    copy_row r5
    .if \influences == 4
    copy_row r6
    .endif
    .endr
    str r12, [r2]
    mov lr, #1
    set_loop \influences, r4, r5
    add sp, sp, #\bytes
    pop {r4-r11, pc}
kernel_end \name
.endm

set_many pelt_kernel_set_3_q16, 3, 172
set_many pelt_kernel_set_4_q16, 4, 220

#endif
