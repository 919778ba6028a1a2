/* SPDX-License-Identifier: MIT */
/*
 * Skinning in q16 for Armv6-M, two to four influences, and mixes of entries; src/kernel_q16.c is the
 * specification.
 *
 * A row is blended entry by entry, then applied:
 *   r0-r3    a row; at last the matrix row and the position's element
 *   r4       upper half of an element
 *   r5       entry; then scratch
 *   r6       weight; then the normal's element
 *   r7       walks through entries and weights
 *   r8-r11   sums
 *   r12      palette
 *   lr       output of the next vertex
 * Stack: entry and weight of each influence; six coordinates; next record, end of the output.
 */
#include "../select.h"

#if defined(PELT_SKIN_Q16) && PELT_SKIN_Q16 == PELT_IN_M0
#include "kernel.inc"

.macro coordinate to, offset
    ldr     \to, [sp, #\offset]
.endm

/* Entry and weight, then row \row of the entry. */
.macro load_row row
    ldm     r7!, {r5, r6}
.if \row
    adds    r5, #16 * \row
.endif
    ldm     r5!, {r0-r3}
.endm

.macro first_row row
    mov     r7, sp
    load_row \row
.irp e, 0, 1, 2, 3
    halves  r\e, r4
    weigh   r\e, r4, r6
.endr
    mov     r8, r0
    mov     r9, r1
    mov     r10, r2
    mov     r11, r3
.endm

.macro next_row row
    load_row \row
.irp e, 0, 1, 2, 3
    halves  r\e, r4
    weigh   r\e, r4, r6
.endr
    add     r8, r0
    add     r9, r1
    add     r10, r2
    add     r11, r3
.endm

/* With the values that sums start from: \start for the 3x3, \start_t for the translation. */
.macro last_row row, start, start_t
    load_row \row
.irp e, 0, 1, 2, 3
    halves  r\e, r4
    weigh   r\e, r4, r6
.endr
    add     r0, r8
    adds    r0, #\start
    add     r1, r9
    adds    r1, #\start
    add     r2, r10
    adds    r2, #\start
    add     r3, r11
    adds    r3, #\start_t
.endm

/* Position to r3, normal to r6, their place to r5. \at: of the coordinates on the stack. */
.macro transform at
    halves  r0, r4
    apply   r3, r0, r4, \at, \at + 12, 1
    halves  r1, r4
    apply   r3, r1, r4, \at + 4, \at + 16
    halves  r2, r4
    apply   r3, r2, r4, \at + 8, \at + 20
    mov     r5, lr
.endm

/*
 * Offsets and weights of two influences (\single: of the first) as entries and weights to the stack
 * at r5, to its start if \first.
 */
.macro store_influences offsets, weights, first=0, single=0
    uxth    r0, \offsets
    add     r0, r12
    uxth    r1, \weights
.if \single
    stm     r5!, {r0, r1}
.else
    lsrs    r2, \offsets, #16
    add     r2, r12
    lsrs    r3, \weights, #16
.if \first
    mov     r5, sp
.endif
    stm     r5!, {r0-r3}
.endif
.endm

/* Coordinates of the record at r7 to the stack at r5; \at as in transform. */
.macro store_coordinates at
    ldm     r7!, {r1, r3, r6}
    str     r7, [sp, #\at + 24]
    sxth    r0, r1
    asrs    r1, r1, #16
    sxth    r2, r3
    asrs    r3, r3, #16
    sxth    r4, r6
    asrs    r6, r6, #16
    stm     r5!, {r0-r4, r6}
.endm

/* r7 is the next record then. */
.macro loop_begin at
    sub     sp, #\at + 32
    mov     r12, r3
    mov     lr, r0
    lsls    r4, r2, #1
    adds    r2, r4, r2
    lsls    r2, r2, #3              /* six words a vertex */
    add     r2, lr
    str     r2, [sp, #\at + 28]
    mov     r7, r1
.endm

.macro loop_end at
    adds    r5, #24
    mov     lr, r5
    ldr     r4, [sp, #\at + 28]
    cmp     r5, r4
    beq     2f
    ldr     r7, [sp, #\at + 24]
    b       1b
2:  add     sp, #\at + 32
.endm

.macro store_row row
    str     r3, [r5, #4 * \row]
    str     r6, [r5, #4 * \row + 12]
.endm

kernel_begin pelt_kernel_2_q16
    loop_begin 16
1:  ldm     r7!, {r4, r6}
    store_influences r4, r6, 1
    store_coordinates 16
.irp row, 0, 1, 2
    first_row \row
    last_row \row, 1, 2
    transform 16
    store_row \row
.endr
    loop_end 16
kernel_end pelt_kernel_2_q16

kernel_begin pelt_kernel_3_q16
    loop_begin 24
1:  ldm     r7!, {r3-r6}
    store_influences r3, r5, 1
    store_influences r4, r6, 0, 1
    store_coordinates 24
.irp row, 0, 1, 2
    first_row \row
    next_row \row
    last_row \row, 1, 3
    transform 24
    store_row \row
.endr
    loop_end 24
kernel_end pelt_kernel_3_q16

kernel_begin pelt_kernel_4_q16
    loop_begin 32
1:  ldm     r7!, {r3-r6}
    store_influences r3, r5, 1
    store_influences r4, r6
    store_coordinates 32
.irp row, 0, 1, 2
    first_row \row
    next_row \row
    next_row \row
    last_row \row, 2, 3
    transform 32
    store_row \row
.endr
    loop_end 32
kernel_end pelt_kernel_4_q16

/// Mixes of entries /////////////////////////////////////////////////////////////////////////////
/*
 * void pelt_kernel_mix_q16(mixes r0, heads r1, count r2, palette r3, influences)
 * Rows as above; lr is the next mix. Stack: entries and weights; next head, end of the heads.
 */

/* From the arguments as they came: heads of 2^\shift bytes to r7 and their end to the stack. */
.macro mix_heads shift, at
    sub     sp, #\at + 8
    lsls    r2, r2, #\shift
    adds    r2, r2, r1
    str     r2, [sp, #\at + 4]
    mov     r7, r1
.endm

.macro mix_row row, n
    first_row \row
.if \n > 2
    next_row \row
.endif
.if \n > 3
    next_row \row
.endif
    last_row \row, \n / 2, (\n + 3) / 2
    mov     r5, lr
    stm     r5!, {r0-r3}
    mov     lr, r5
.endm

.macro mix_end n, at
.irp row, 0, 1, 2
    mix_row \row, \n
.endr
    ldr     r7, [sp, #\at]
    ldr     r4, [sp, #\at + 4]
    cmp     r7, r4
    beq     2f
    b       1b
2:  add     sp, #\at + 8
.endm

    .balign 4
    .global pelt_kernel_mix_q16
    .type pelt_kernel_mix_q16, %function
    .thumb_func
pelt_kernel_mix_q16:
    push    {r4-r7, lr}
    mov     r4, r8
    mov     r5, r9
    mov     r6, r10
    mov     r7, r11
    push    {r4-r7}
    mov     r12, r3
    mov     lr, r0
    ldr     r4, [sp, #36]
    cmp     r4, #2
    beq     2f
    cmp     r4, #3
    beq     3f
    b       4f
3:  b       5f

2:  mix_heads 3, 16
1:  ldm     r7!, {r4, r6}
    str     r7, [sp, #16]
    store_influences r4, r6, 1
    mix_end 2, 16
    b       6f

4:  mix_heads 4, 32
1:  ldm     r7!, {r3-r6}
    str     r7, [sp, #32]
    store_influences r3, r5, 1
    store_influences r4, r6
    mix_end 4, 32
    b       6f

5:  mix_heads 4, 24
1:  ldm     r7!, {r3-r6}
    str     r7, [sp, #24]
    store_influences r3, r5, 1
    store_influences r4, r6, 0, 1
    mix_end 3, 24
6:
kernel_end pelt_kernel_mix_q16

#endif
