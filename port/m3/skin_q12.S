/* SPDX-License-Identifier: MIT */
/*
 * Skinning in q12 for Armv7-M; src/kernel/lean.c is the specification. Every product is
 * one MUL or MLA.
 *
 * With several influences the rows' results wait on the stack, so that a vertex's six words are
 * written by one STM and no register holds the output meanwhile.
 */
#include "../select.h"

#if defined(PELT_SKIN_Q12) && PELT_SKIN_Q12 == PELT_IN_M3
#include "q12.inc"

/// One influence ////////////////////////////////////////////////////////////////////////////////
/*
 *   r0       output of the next vertex, less 8
 *   r1       entry
 *   r3       next record
 *   r4-r6    position
 *   r7-r9    normal
 *   r10-r12, lr  a row; lr ends as the position's element, r2 as the normal's
 * Stack: palette, end of the records.
 */

.macro lean_row
    ldm     r1!, {r10-r12, lr}
    mul     r2, r10, r7
    mla     r2, r11, r8, r2
    mla     r2, r12, r9, r2
    mul     r10, r10, r4
    mla     r10, r11, r5, r10
    mla     r10, r12, r6, r10
    add     lr, lr, r10, asr #position_shift
.endm

enter pelt_kernel_1_q12
    add     r2, r2, r2, lsl #1
    add     r12, r1, r2, lsl #2     /* records of 12 bytes */
    mov     r2, r3
    mov     r3, r1
    push    {r2, r12}
    sub     r0, r0, #8
    b       2f

1:  ldm     r3!, {r4, r6, r9}
    uxth    r5, r4
    add     r1, r1, r5
    asr     r4, r4, #16
    halves  r5, r6, r6
    open_normal r7, r8, r9
    lean_row
    str     lr, [r0, #8]
    str     r2, [r0, #20]
    lean_row
    ldm     r1, {r1, r10-r12}       /* r2 and lr wait for their neighbours */
    mul     r4, r1, r4
    mla     r4, r10, r5, r4
    mla     r4, r11, r6, r4
    add     r12, r12, r4, asr #position_shift
    mul     r7, r1, r7
    mla     r7, r10, r8, r7
    mla     r7, r11, r9, r7
    strd    lr, r12, [r0, #12]
    strd    r2, r7, [r0, #24]!
2:  ldrd    r1, r2, [sp]
    cmp     r2, r3
    bne     1b
leave pelt_kernel_1_q12, 8

/// Several influences ///////////////////////////////////////////////////////////////////////////
/*
 *   r0, r1, r2, r3   entries
 *   r4, lr   weights
 *   r5-r8    a mixed row
 *   r9-r12   a row of another entry
 * and while a vertex begins
 *   r10, r11 output, next record
 *   r12, lr  palette, end of the records
 * The row is applied to coordinates in r4, r9-r12, lr, where position and normal stay. These wait on
 * the stack, so that one STM writes a vertex and no register holds the output.
 * Stack: coordinates and weights; position x, y, normal x, y; output, next record, palette, end of
 * the records.
 */

.macro several_begin words
    push    {r4-r11, lr}
    mov     r10, r0
    mov     r11, r1
    mov     r12, r3
    .if \words == 4
    add     r3, r1, r2, lsl #4
    .else
    rsb     r3, r2, r2, lsl #3
    add     r3, r1, r3, lsl #2
    .endif
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

/* Two: r2 is the second entry's weight, coordinates r3, r4, r10-r12, lr. */
.macro lerp a, b
    sub     \b, \b, \a
    mul     \b, \b, r2
    add     \a, \a, \b, asr #weight_bits
.endm

.macro two_row
    ldm     r0!, {r5-r8}
    ldm     r1!, {r10-r12, lr}
    lerp    r5, r10
    lerp    r6, r11
    lerp    r7, r12
    lerp    r8, lr
.endm

kernel_begin pelt_kernel_2_q12
    several_begin 4

1:  ldm     r11!, {r1, r4, r7, lr}
    strd    r10, r11, [sp, #16]
    entry   r0, r1, r12
    add     r1, r12, r1, lsr #16
    lsr     r2, r7, #16
    halves  r3, r4, r4
    sxth    r10, r7
    open_normal r11, r12, lr
    push    {r3, r4, r10-r12, lr}
    two_row
    ldm     sp, {r3, r4, r10-r12, lr}
    apply   r3, r11, r3, r4, r10, r11, r12, lr
    str     r3, [sp, #24]
    str     r11, [sp, #32]
    two_row
    ldm     sp, {r3, r4, r10-r12, lr}
    apply   r3, r11, r3, r4, r10, r11, r12, lr
    str     r3, [sp, #28]
    str     r11, [sp, #36]
    two_row
    pop     {r3, r4, r10-r12, lr}
    apply   r2, r5, r3, r4, r10, r11, r12, lr
    several_end
kernel_end pelt_kernel_2_q12

/*
 * Three and four: the first influence comes last: sums of translations are right modulo 2^32 only,
 * and what they differ by from the first entry's is what may be shifted.
 */
.macro weigh_last weight
    weigh_next \weight
    sub     r8, r8, r12, lsl #weight_bits
    each    asr, #weight_bits, r5, r6, r7
    add     r8, r12, r8, asr #weight_bits
.endm

/* The last row, in r5-r8: coordinates and weights to r0-r4, r9, all \words taken from the stack. */
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
    several_begin 7

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
    several_begin 7

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
