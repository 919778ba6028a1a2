/* SPDX-License-Identifier: MIT */
/* Skinning in q16 for Armv6-M, one influence; src/kernel/exact.c is the specification.
 *
 *   r8-r10   position x, y, z
 *   r11, r12, lr   normal */
#include "../select.h"

#if defined(PELT_SKIN_Q16) && PELT_SKIN_Q16 == PELT_IN_M0
#include "kernel.inc"

    .purgem coordinate
.macro coordinate to, from
    mov     \to, \from
.endm

/* Words of a record: coordinates to their registers. */
.macro open_record a, b, c, d, scratch
    asrs    \a, \a, #16
    mov     r8, \a
    signed_to r9, r10, \b, \scratch
    signed_to r11, r12, \c, \scratch
    sxth    \d, \d
    mov     lr, \d
.endm

/* Records of any joints.
 *   r7       entry
 *   r0-r2, r3   a row; r3 ends as the position's element, r6 as the normal's
 *   r4, r5   scratch
 * Stack: output of the next vertex, its end; next record, palette. */
.macro rigid_row row
    ldm     r7!, {r0-r3}
    apply_element r3, r0, r4, r8, r11, 1
    apply_element r3, r1, r4, r9, r12
    apply_element r3, r2, r4, r10, lr
    adds    r3, #2
    asrs    r3, r3, #1
    ldr     r5, [sp]
    str     r3, [r5, #4 * \row]
    str     r6, [r5, #4 * \row + 12]
.endm

skin_begin pelt_kernel_1_q16, 16
    find_end r2
    words   str, sp, 0, r0, r2
    str     r3, [sp, #12]
    mov     r6, r1

1:  ldm     r6!, {r0-r3}
    str     r6, [sp, #8]
    ldr     r7, [sp, #12]
    uxth    r4, r0
    adds    r7, r7, r4
    open_record r0, r1, r2, r3, r4
    all rigid_row, 0, 1, 2
    adds    r5, #24
    str     r5, [sp]
    ldr     r6, [sp, #4]
    cmp     r5, r6
    beq     2f
    ldr     r6, [sp, #8]
    b       1b
2:  add     sp, #16
skin_end pelt_kernel_1_q16

/* Records of one joint: the entry is taken apart once. On the stack, per row: upper and lower half
 * of the first element, translation plus 2, halves of the others.
 *   r0       output of the next vertex
 *   r1-r3    halves of an element, position
 *   r4       next record
 *   r5       scratch
 *   r6       normal
 *   r7       walks through the entry
 * Stack: entry; end of the output. */
.macro set_row row
    ldm     r7!, {r1-r3}
    apply   r3, r2, r1, r8, r11, 1
    ldm     r7!, {r1, r2}
    apply   r3, r2, r1, r9, r12
    ldm     r7!, {r1, r2}
    apply   r3, r2, r1, r10, lr
    asrs    r3, r3, #1
    str     r3, [r0, #4 * \row]
    str     r6, [r0, #4 * \row + 12]
.endm

/* Words of a record without offset: coordinates to their registers. */
.macro open_set a, b, c, scratch
    signed_to r8, r9, \a, \scratch
    signed_to r10, r11, \b, \scratch
    signed_to r12, lr, \c, \scratch
.endm

/* The entry at r7 to the stack; r0-r6 and r12 are lost. */
.macro copy_entry
    mov     r6, sp
    movs    r5, #3
1:  ldm     r7!, {r1-r4}
    adds    r4, #2
    mov     r12, r3
    mov     r3, r4
    mov     r4, r2
    uxth    r2, r1
    asrs    r1, r1, #16
    stm     r6!, {r1-r3}
    asrs    r0, r4, #16
    uxth    r1, r4
    stm     r6!, {r0, r1}
    mov     r3, r12
    asrs    r0, r3, #16
    uxth    r1, r3
    stm     r6!, {r0, r1}
    subs    r5, #1
    bne     1b
.endm

skin_begin pelt_kernel_set_1_q16, 88
    find_end r2
    str     r2, [sp, #84]
    mov     r8, r0
    mov     r9, r1
    ldr     r0, [sp, #88 + 36]
    ldrh    r0, [r0]
    adds    r7, r3, r0
    copy_entry
    mov     r0, r8
    mov     r4, r9

1:  ldm     r4!, {r1-r3}
    open_set r1, r2, r3, r6
    mov     r7, sp
    all set_row, 0, 1, 2
    adds    r0, #24
    ldr     r5, [sp, #84]
    cmp     r0, r5
    again
skin_end pelt_kernel_set_1_q16, 88

/// Positions alone ///////////////////////////////////////////////////////////////////////////////
/* Records of any joints.
 *   r0-r3    a row; r3 ends as the position
 *   r4, r5   scratch
 *   r6       output
 *   r7       entry
 *   r8-r10   position
 *   r11, r12 palette, next record
 *   lr       end of the records
 * Stack: stride less 12. */
.macro alone_row
    ldm     r7!, {r0-r3}
    element_alone r3, r0, r4, r8
    element_alone r3, r1, r4, r9
    element_alone r3, r2, r4, r10
    adds    r3, #2
    asrs    r3, r3, #1
    stm     r6!, {r3}
.endm

positions_begin pelt_kernel_positions_1_q16, 4
    records_end r4, 16
    mov     lr, r4
    mov     r11, r6
    mov     r12, r2
    str     r1, [sp]
    mov     r6, r0
1:  mov     r7, r12
    ldm     r7!, {r0, r1}
    adds    r7, #8
    mov     r12, r7
    uxth    r7, r0
    add     r7, r11
    asrs    r0, r0, #16
    mov     r8, r0
    signed_to r9, r10, r1, r0
    alone_row
    alone_row
    alone_row
    ldr     r4, [sp]
    adds    r6, r6, r4
    cmp     r12, lr
    bne     1b
skin_end pelt_kernel_positions_1_q16, 4

/* Records of one joint; the copy of the entry as above.
 *   r0       output
 *   r1-r3    halves of an element, position
 *   r4       next record
 *   r5, r6   scratch
 *   r7       walks through the entry
 *   r11, r12 stride less 12, end of the records */
.macro alone_set_row
    ldm     r7!, {r1-r3}
    apply_alone r3, r2, r1, r8
    ldm     r7!, {r1, r2}
    apply_alone r3, r2, r1, r9
    ldm     r7!, {r1, r2}
    apply_alone r3, r2, r1, r10
    asrs    r3, r3, #1
    stm     r0!, {r3}
.endm

positions_begin pelt_kernel_positions_set_1_q16, 84
    ldrh    r4, [r5]
    adds    r7, r6, r4
    records_end r4, 12
    mov     r8, r0
    mov     r9, r2
    mov     r10, r4
    mov     r11, r1
    copy_entry
    mov     r12, r10
    mov     r0, r8
    mov     r4, r9
1:  ldm     r4!, {r1-r3}
    signed_to r8, r9, r1, r3
    sxth    r2, r2
    mov     r10, r2
    mov     r7, sp
    alone_set_row
    alone_set_row
    alone_set_row
    add     r0, r11
    cmp     r4, r12
    bne     1b
skin_end pelt_kernel_positions_set_1_q16, 84

#endif
