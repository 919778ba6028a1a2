/* SPDX-License-Identifier: MIT */
/* Skinning in q16 for Armv6-M, two to four influences; src/kernel/exact.c is the specification.
 *
 * A row is mixed entry by entry, then applied:
 *   r0-r3    a row; at last the matrix row and the position's element
 *   r4       upper half of an element
 *   r5       entry; then scratch
 *   r6       weight; then the normal's element
 *   r7       walks through entries and weights
 *   r8-r11   sums
 *   r12      palette
 *   lr       output of the next vertex
 * Stack: entry and weight of each influence; six coordinates; next record, end of the output. */
#include "../select.h"

#if defined(PELT_SKIN_Q16) && PELT_SKIN_Q16 == PELT_IN_M0
#include "kernel.inc"

/* Entry and weight, then row \row of the entry times the weight. */
.macro weigh_row row
    ldm     r7!, {r5, r6}
.ifc \row, loop
    add     r5, r12
.else
    when \row, adds r5, #16 * \row
.endif
    ldm     r5!, {r0-r3}
.irp e, 0, 1, 2, 3
    halves  r\e, r4
    weigh   r\e, r4, r6
.endr
.endm

/* With the values that sums start from: \start for the 3x3, \start_t for the translation. */
.macro last_row row, start, start_t
    weigh_row \row
    add     r0, r8
    adds    r0, #\start
    add     r1, r9
    adds    r1, #\start
    add     r2, r10
    adds    r2, #\start
    add     r3, r11
    adds    r3, #\start_t
.endm

/* Position to r3, normal to r6, their place to r5. \at is where the coordinates are on the stack. */
.macro transform at
    apply_element r3, r0, r4, \at, \at + 12, 1
    apply_element r3, r1, r4, \at + 4, \at + 16
    apply_element r3, r2, r4, \at + 8, \at + 20
    mov     r5, lr
.endm

/* Offsets and weights of two influences (\single: of the first) as entries and weights to the stack
 * at r5, to its start if \first. */
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
    when \first, mov r5, sp
    stm     r5!, {r0-r3}
.endif
.endm

/* Coordinates of the record at r7 to the stack at r5; \at as in transform. */
.macro store_coordinates at
    ldm     r7!, {r1, r3, r6}
    str     r7, [sp, #\at + 24]
    signed  r0, r1, r1
    signed  r2, r3, r3
    signed  r4, r6, r6
    stm     r5!, {r0-r4, r6}
.endm

/* r7 is the next record then. */
.macro loop_begin at
    sub     sp, #\at + 32
    mov     r12, r3
    mov     lr, r0
    find_end r2
    str     r2, [sp, #\at + 28]
    mov     r7, r1
.endm

/* Offsets and weights of the record or head at r7 to the stack. */
.macro open_influences n
.if \n == 2
    ldm     r7!, {r4, r6}
    store_influences r4, r6, 1
.else
    ldm     r7!, {r3-r6}
    store_influences r3, r5, 1
    store_influences r4, r6, 0, (4 - \n)
.endif
.endm

.macro skin_kernel name, n
skin_begin \name
    loop_begin 8 * \n
1:  open_influences \n
    store_coordinates 8 * \n
.irp row, 0, 1, 2
    first_row \row
    when \n > 2, next_row \row
    when \n > 3, next_row \row
    last_row \row, \n / 2, (\n + 3) / 2
    transform 8 * \n
    str     r3, [r5, #4 * \row]
    str     r6, [r5, #4 * \row + 12]
.endr
    many_end 8 * \n, r5, r7, r4, 8 * \n + 32
skin_end \name
.endm

skin_kernel pelt_kernel_2_q16, 2
skin_kernel pelt_kernel_3_q16, 3
skin_kernel pelt_kernel_4_q16, 4

/// Positions alone ///////////////////////////////////////////////////////////////////////////////
/* r12 is the palette until a vertex' entries are known, then where a row is in an entry. On the stack
 * there are three coordinates, next record, end of the records, stride less 12 and palette. */
.macro positions_kernel name, n, bytes
positions_begin \name, 8 * \n + 28
    mov     lr, r0
    records_end r4, \bytes
    words   str, sp, 8 * \n + 16, r4, r1, r6
    mov     r7, r2
1:  ldr     r0, [sp, #8 * \n + 24]
    mov     r12, r0
    open_influences \n
    ldm     r7!, {r1, r3}
    adds    r7, #4
    str     r7, [sp, #8 * \n + 12]
    signed  r0, r1, r1
    sxth    r2, r3
    stm     r5!, {r0-r2}
    movs    r0, #0
    mov     r12, r0
2:  first_row loop
    when \n > 2, next_row loop
    when \n > 3, next_row loop
    last_row loop, \n / 2, (\n + 3) / 2
    element_alone r3, r0, r4, 8 * \n
    element_alone r3, r1, r4, 8 * \n + 4
    element_alone r3, r2, r4, 8 * \n + 8
    mov     r5, lr
    stm     r5!, {r3}
    mov     lr, r5
    mov     r4, r12
    adds    r4, #16
    mov     r12, r4
    cmp     r4, #48
    when \n < 3, bne 2b
    when \n > 2, again 2b
    ldr     r4, [sp, #8 * \n + 20]
    add     lr, r4
    words   ldr, sp, 8 * \n + 12, r7, r4
    cmp     r7, r4
    again
skin_end \name, 8 * \n + 28
.endm

positions_kernel pelt_kernel_positions_2_q16, 2, 20
positions_kernel pelt_kernel_positions_3_q16, 3, 28
positions_kernel pelt_kernel_positions_4_q16, 4, 28

#endif
