/* SPDX-License-Identifier: MIT */
/* Skinning in q12 for Armv7-M; src/kernel/lean.c is the specification. Every product is one MUL or
 * MLA.
 *
 * With several influences the rows' results wait on the stack, so that one STM writes a vertex's
 * six words and no register holds the output meanwhile. */
#include "../select.h"

#if defined(PELT_SKIN_Q12) && PELT_SKIN_Q12 == PELT_IN_M3
#include "kernel.inc"

    .set weight_bits, 14
    .set position_shift, 14

/// Mixing: a row of one entry after another into the sums r5-r8 //////////////////////////////////

/* The row in the sums times \weight. */
.macro weigh_first weight
    each    mul, \weight, r5, r6, r7, r8
.endm

/* Adds the row in r9-r12 times \weight. */
.macro weigh_next weight
    mla     r5, r9, \weight, r5
    mla     r6, r10, \weight, r6
    mla     r7, r11, \weight, r7
    mla     r8, r12, \weight, r8
.endm

/// Transforming //////////////////////////////////////////////////////////////////////////////////

/* Matrix row r5-r7, translation r8; the coordinates are lost. */
.macro apply position, normal, x, y, z, nx, ny, nz
    mul     \x, r5, \x
    mla     \x, r6, \y, \x
    mla     \x, r7, \z, \x
    add     \position, r8, \x, asr #position_shift
    mul     \nx, r5, \nx
    mla     \nx, r6, \ny, \nx
    mla     \normal, r7, \nz, \nx
.endm

/* Coordinates are the first six words of the stack; r4, r9-r12 and lr are lost. */
.macro apply_stacked
    ldm     sp, {r4, r9-r12, lr}
    apply   r4, r11, r4, r9, r10, r11, r12, lr
.endm

/* Transforms by a row that is not the last; results go to \at and eight behind, \words deep in
 * the stack. */
.macro many_transform words, at
    apply_stacked
    str     r4, [sp, #4 * \words + \at]
    str     r11, [sp, #4 * \words + \at + 8]
.endm

/// Records ///////////////////////////////////////////////////////////////////////////////////////

/* The sign-extended halves of \word, which may be \high. */
.macro halves low, high, word
    sxth    \low, \word
    asr     \high, \word, #16
.endm

/* Unpacks the normal from its word in \z. */
.macro open_normal x, y, z
    sxtb    \x, \z
    sbfx    \y, \z, #8, #8
    asr     \z, \z, #24
.endm

/// Several influences ///////////////////////////////////////////////////////////////////////////
/*   r0, r1, r2, r3   entries
 *   r4, lr   weights
 *   r5-r8    a mixed row
 *   r9-r12   a row of another entry
 * and while a vertex begins
 *   r10, r11 output, next record
 *   r12, lr  palette, end of the records
 * The row is applied to coordinates in r4, r9-r12, lr, where position and normal stay. These wait on
 * the stack, so that one STM writes a vertex and no register holds the output.
 * Stack: coordinates and weights; position x, y, normal x, y; output, next record, palette, end of
 * the records. */

.macro several_begin
    push    {r4-r11, lr}
    mov     r10, r0
    mov     r11, r1
    mov     r12, r3
    rsb     r3, r2, r2, lsl #3      /* records of 28 bytes */
    add     r3, r1, r3, lsl #2
    mov     r2, r12
    push    {r0-r3}
    sub     sp, sp, #16
.endm

/* Position z and normal z are in r2 and r5. */
.macro several_end
    ldm     sp, {r0, r1, r3, r4, r10-r12, lr}
    stm     r10!, {r0-r5}
    cmp     lr, r11
    bne     1b
    add     sp, sp, #32
    pop     {r4-r11, pc}
.endm

/// Two influences, runs of one joint set //////////////////////////////////////////////////////////
/* The first entry and the differences of the other from it are copied to the stack once, row by row
 * in the order of use: that saves a subtraction for each element.
 *
 *   r0       output of the next vertex, less 4
 *   r1       next record
 *   r2       walks through the copy: a row of the first entry, one of differences
 *   r3       weight
 *   r5-r8    a row
 *   r9-r12   differences
 * The row is applied to coordinates in r4, r9-r12, lr.
 * Stack: coordinates; output, records, their end; copy. */

.macro set_two_row at, back
    ldm     r2!, {r5-r12}
    each    mul, r3, r9, r10, r11, r12
    add     r5, r5, r9, asr #weight_bits
    add     r6, r6, r10, asr #weight_bits
    add     r7, r7, r11, asr #weight_bits
    add     r8, r8, r12, asr #weight_bits
    apply_stacked
    str     r4, [r0, #\at]
    str     r11, [r0, #\at + 12]\back
.endm

enter pelt_kernel_set_2_q12
    ldr     r6, [sp, #36]
    sub     sp, sp, #96
    mov     r8, sp
    add     r12, r2, r2, lsl #1     /* records of 12 bytes */
    add     r12, r1, r12, lsl #2
    sub     r0, r0, #4
    push    {r0, r1, r12}
    set_entry r4, 0, r6
    set_entry r5, 1, r6
    mov     r1, r8
    .rept 3
    ldm     r4!, {r8-r11}
    stm     r1!, {r8-r11}
    ldm     r5!, {r2, r3, r12, lr}
    sub     r2, r2, r8
    sub     r3, r3, r9
    sub     r12, r12, r10
    sub     lr, lr, r11
    stm     r1!, {r2, r3, r12, lr}
    .endr
    ldrd    r0, r1, [sp]
    sub     sp, sp, #24

1:  ldm     r1!, {r5, r6, r9}
    lsr     r3, r6, #16
    halves  r4, r5, r5
    sxth    r6, r6
    open_normal r7, r8, r9
    stm     sp, {r4-r9}
    add     r2, sp, #36
    all set_two_row, 4, 8
    set_two_row 12, !
    ldr     r12, [sp, #32]
    cmp     r12, r1
    bne     1b
leave pelt_kernel_set_2_q12, 132

/// Three and four influences ////////////////////////////////////////////////////////////////////
/* Three and four: the first influence comes last, as sums of translations are right only modulo
 * 2^32, and only their differences from the first entry's may be shifted. */
.macro weigh_last weight
    weigh_next \weight
    sub     r8, r8, r12, lsl #weight_bits
    each    asr, #weight_bits, r5, r6, r7
    add     r8, r12, r8, asr #weight_bits
.endm

/* The last row, in r5-r8: reads coordinates and weights to r0-r4, r9, and removes \words from
 * the stack. */
.macro many_end words
    .if \words == 8
    pop     {r0-r4, r9-r11}
    .else
    pop     {r0-r4, r9-r12, lr}
    .endif
    apply r2, r5, r0, r1, r2, r3, r4, r9
    several_end
.endm

/* Three: r3 is the first weight, r0, r2, r1 are the entries. */
.macro three_row
    ldrd    r4, lr, [sp, #24]
    ldm     r2!, {r5-r8}
    weigh_first r4
    ldm     r1!, {r9-r12}
    weigh_next lr
    ldm     r0!, {r9-r12}
    weigh_last r3
.endm

kernel_begin pelt_kernel_3_q12
    several_begin

1:  ldm     r11!, {r0-r3, r5, r6, r9}
    strd    r10, r11, [sp, #16]
    lsr     r10, r2, #16
    mov     r11, r3                 /* the fourth is 0 */
    uxth    r3, r2
    add     r2, r12, r0, lsr #16
    entry   r0, r0, r12
    entry   r1, r1, r12
    halves  r4, r5, r5
    open_normal r7, r8, r9
    push    {r4-r11}
    three_row
    many_transform 8, 0
    three_row
    many_transform 8, 4
    three_row
    many_end 8
kernel_end pelt_kernel_3_q12

/* Four. */
.macro four_row
    ldrd    r4, lr, [sp, #32]
    ldm     r2!, {r5-r8}
    weigh_first r4
    ldm     r3!, {r9-r12}
    weigh_next lr
    ldrd    r4, lr, [sp, #24]
    ldm     r1!, {r9-r12}
    weigh_next lr
    ldm     r0!, {r9-r12}
    weigh_last r4
.endm

kernel_begin pelt_kernel_4_q12
    several_begin

1:  ldm     r11!, {r0, r2-r6, r9}
    strd    r10, r11, [sp, #16]
    uxth    r10, r3
    lsr     r11, r3, #16
    add     r1, r12, r0, lsr #16
    entry   r0, r0, r12
    add     r3, r12, r2, lsr #16
    entry   r2, r2, r12
    uxth    r12, r4
    lsr     lr, r4, #16
    halves  r4, r5, r5
    open_normal r7, r8, r9
    push    {r4-r12, lr}
    four_row
    many_transform 10, 0
    four_row
    many_transform 10, 4
    four_row
    many_end 10
kernel_end pelt_kernel_4_q12

#endif
