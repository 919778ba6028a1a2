/* SPDX-License-Identifier: MIT */
/* Skinning in q16 for Armv6-M of runs whose records share their joints, two to four influences.
 *
 * The entries are taken apart once, into a copy on the stack in the order in which it is used: row
 * 0 of the first entry, of the second ..., row 1 ...; of each element the lower, then the upper
 * half.
 *
 *   r7       walks through the copy
 *   r0-r6    halves of elements; weight; see the macros
 *   r8-r11   sums
 *   r12      next record
 *   lr       output of the next vertex
 * Stack: four weights, six coordinates, end of the output, copy. */
#include "../select.h"

#if defined(PELT_SKIN_Q16) && PELT_SKIN_Q16 == PELT_IN_M0
#include "kernel.inc"

#define COORDINATES 16
#define END 40
#define COPY 44

/* The first two elements of the next row times its weight, to r0 and r2. */
.macro set_halves weight
    ldr     r6, [sp, #4 * \weight]
    ldm     r7!, {r0-r3}
    weigh   r0, r1, r6
    weigh   r2, r3, r6
.endm

/* All four by \op, MOV or ADD, to the sums. */
.macro set_row weight, op
    set_halves \weight
    \op     r8, r0
    \op     r9, r2
    ldm     r7!, {r0-r3}
    weigh   r0, r1, r6
    weigh   r2, r3, r6
    \op     r10, r0
    \op     r11, r2
.endm

/* The sums of all rows but the last. */
.macro set_first_rows n
    set_row 0, mov
    when \n > 2, set_row 1, add
    when \n > 3, set_row 2, add
.endm

/* The matrix row to r0 r2 r1 (in this order), the position's element to r4. Sums start from \start
 * in the 3x3, \start_t in the translation. */
.macro set_last_row weight, start, start_t
    set_halves \weight
    ldm     r7!, {r1, r3-r5}
    weigh   r1, r3, r6
    weigh   r4, r5, r6
    add     r0, r8
    adds    r0, #\start
    add     r2, r9
    adds    r2, #\start
    add     r1, r10
    adds    r1, #\start
    add     r4, r11
    adds    r4, #\start_t
.endm

/* Position to r4, normal to r6. */
.macro set_transform row
    apply_element r4, r0, r3, COORDINATES, COORDINATES + 12, 1
    apply_element r4, r2, r3, COORDINATES + 4, COORDINATES + 16
    apply_element r4, r1, r3, COORDINATES + 8, COORDINATES + 20
    mov     r5, lr
    str     r4, [r5, #4 * \row]
    str     r6, [r5, #4 * \row + 12]
.endm

/* Row at \from to the copy at r7. */
.macro copy_row from
    ldm     \from!, {r0-r3}
    mov     r9, r2
    mov     r10, r3
    asrs    r3, r1, #16
    uxth    r2, r1
    asrs    r1, r0, #16
    uxth    r0, r0
    stm     r7!, {r0-r3}
    mov     r0, r9
    mov     r2, r10
    asrs    r1, r0, #16
    uxth    r0, r0
    asrs    r3, r2, #16
    uxth    r2, r2
    stm     r7!, {r0-r3}
.endm

/* \to = the entry of influence \i: the palette is at r3, the offsets are at r1. */
.macro low_entry to, i
    ldrh    \to, [r1, #2 * \i]
    adds    \to, r3, \to
.endm

/* By way of r0. */
.macro exchange a, b
    mov     r0, \a
    mov     \a, \b
    mov     \b, r0
.endm

.macro set_begin n
    sub     sp, #COPY + 96 * \n
    mov     lr, r0
    mov     r12, r1
    find_end r2
    str     r2, [sp, #END]
    ldr     r1, [sp, #COPY + 96 * \n + 36]
    copy_entries \n
.endm

/* Entries are at r4, r5, r6; the fourth at r11 or, for the time of its copy, at r6. r8 is the end
 * of the copy. */
.macro copy_entries n
    low_entry r4, 0
    low_entry r5, 1
    when \n > 2, low_entry r6, 2
.if \n == 4
    low_entry r0, 3
    mov     r11, r0
.endif
    add     r7, sp, #COPY + 96 * \n
    mov     r8, r7
    add     r7, sp, #COPY
3:  copy_row r4
    copy_row r5
    when \n > 2, copy_row r6
.if \n == 4
    exchange r6, r11
    copy_row r6
    exchange r6, r11
.endif
    cmp     r7, r8
    bne     3b
.endm

/* Weights of the record at r12 to the stack at r7, its coordinates to r4-r6; on to the next. */
.macro open_weights n
    mov     r7, r12
    when \n < 3, ldm r7!, {r2, r4-r6}
    when \n > 2, ldm r7!, {r2-r6}
    mov     r12, r7
    mov     r7, sp
    uxth    r0, r2
    lsrs    r1, r2, #16
.if \n == 2
    stm     r7!, {r0, r1}
    adds    r7, #8
.else
    uxth    r2, r3
    lsrs    r3, r3, #16
    stm     r7!, {r0-r3}
.endif
.endm

/* Weights and coordinates to the stack; then r7 = copy. */
.macro open_record n
    open_weights \n
    signed  r0, r1, r4
    signed  r2, r3, r5
    signed  r4, r5, r6
    stm     r7!, {r0-r5}
    adds    r7, #COPY - END
.endm

.macro set_end n
    adds    r5, #24
    mov     lr, r5
    ldr     r4, [sp, #END]
    cmp     r5, r4
    again
    add     sp, #COPY + 96 * \n
.endm

.macro set_kernel name, n
skin_begin \name
    set_begin \n
1:  open_record \n
.irp row, 0, 1, 2
    set_first_rows \n
    set_last_row (\n - 1), \n / 2, (\n + 3) / 2
    set_transform \row
.endr
    set_end \n
skin_end \name
.endm

set_kernel pelt_kernel_set_2_q16, 2
set_kernel pelt_kernel_set_3_q16, 3
set_kernel pelt_kernel_set_4_q16, 4

/// Positions alone ///////////////////////////////////////////////////////////////////////////////
/* Three coordinates are on the stack, and at STRIDE the stride less 12. END is the records'. */
#define STRIDE 28

.macro positions_set_kernel name, n, bytes
positions_begin \name, COPY + 96 * \n
    mov     lr, r0
    mov     r12, r2
    records_end r4, \bytes
    str     r4, [sp, #END]
    str     r1, [sp, #STRIDE]
    mov     r1, r5
    mov     r3, r6
    copy_entries \n
1:  open_weights \n
    sxth    r0, r4
    asrs    r1, r4, #16
    sxth    r2, r5
    stm     r7!, {r0-r2}
    adds    r7, #COPY - STRIDE
2:  set_first_rows \n
    set_last_row (\n - 1), \n / 2, (\n + 3) / 2
    element_alone r4, r0, r3, COORDINATES
    element_alone r4, r2, r3, COORDINATES + 4
    element_alone r4, r1, r3, COORDINATES + 8
    mov     r5, lr
    stm     r5!, {r4}
    mov     lr, r5
    add     r4, sp, #COPY + 96 * \n
    cmp     r7, r4
    when \n < 3, bne 2b
    when \n > 2, again 2b
    ldr     r4, [sp, #STRIDE]
    add     lr, r4
    ldr     r4, [sp, #END]
    cmp     r12, r4
    again
skin_end \name, COPY + 96 * \n
.endm

positions_set_kernel pelt_kernel_positions_set_2_q16, 2, 16
positions_set_kernel pelt_kernel_positions_set_3_q16, 3, 20
positions_set_kernel pelt_kernel_positions_set_4_q16, 4, 20

#endif
