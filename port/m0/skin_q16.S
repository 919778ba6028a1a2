/* SPDX-License-Identifier: MIT */
/*
 * Skinning in q16 for Armv6-M, two to four influences; src/kernel_q16.c is the specification.
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

/* From r0-r3 as kernel_begin leaves them; r7 is the next record then. */
.macro loop_begin at
    sub     sp, #\at + 32
    mov     r12, r2
    mov     lr, r0
    lsls    r4, r1, #1
    adds    r1, r4, r1
    lsls    r1, r1, #3              /* six words a vertex */
    add     r1, lr
    str     r1, [sp, #\at + 28]
    mov     r7, r3
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

kernel_begin pelt_kernel_2_q16, pelt_strided_2_q16
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

kernel_begin pelt_kernel_3_q16, pelt_strided_3_q16
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

kernel_begin pelt_kernel_4_q16, pelt_strided_4_q16
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
