/* SPDX-License-Identifier: MIT */
/*
 * Skinning in q12 of runs whose records share their joints, for Armv7-M, two to four influences.
 *
 * The first entry and the differences of the others from it are copied to the stack once, row by
 * row in the order of use. That saves a multiplication or subtraction an element, and leaves
 * registers for the weights.
 */
#include "../select.h"

#if defined(PELT_SKIN_Q12) && PELT_SKIN_Q12 == PELT_IN_M3
#include "q12.inc"

/*
 * r4 and r5, then r6 and r7: the entries. On the stack: output less \back, records, their end. r1 is
 * the copy.
 */
.macro set_begin name, influences, record_words, back
enter \name
    ldr     r6, [sp, #36]
    sub     sp, sp, #48 * \influences
    mov     r8, sp
    .if \record_words == 3
    add     r12, r2, r2, lsl #1
    .else
    add     r12, r2, r2, lsl #2
    .endif
    add     r12, r1, r12, lsl #2
    when \back, sub r0, r0, #\back
    push    {r0, r1, r12}
    set_entry r4, 0, r6
    set_entry r5, 1, r6
    when \influences > 3, set_entry r7, 3, r6
    when \influences > 2, set_entry r6, 2, r6
    mov     r1, r8
.endm

/* A row of differences to the copy at r1, from the row in r8-r11. */
.macro copy_difference entry
    ldm     \entry!, {r2, r3, r12, lr}
    sub     r2, r2, r8
    sub     r3, r3, r9
    sub     r12, r12, r10
    sub     lr, lr, r11
    stm     r1!, {r2, r3, r12, lr}
.endm

/// Two influences ///////////////////////////////////////////////////////////////////////////////
/*
 *   r0       output of the next vertex, less 4
 *   r1       next record
 *   r2       walks through the copy: a row of the first entry, one of differences
 *   r3       weight
 *   r5-r8    a row
 *   r9-r12   differences
 * The row is applied to coordinates in r4, r9-r12, lr.
 * Stack: coordinates; output, records, their end; copy.
 */

.macro set_two_row
    ldm     r2!, {r5-r12}
    each    mul, r3, r9, r10, r11, r12
    add     r5, r5, r9, asr #weight_bits
    add     r6, r6, r10, asr #weight_bits
    add     r7, r7, r11, asr #weight_bits
    add     r8, r8, r12, asr #weight_bits
    apply_stacked
.endm

set_begin pelt_kernel_set_2_q12, 2, 3, 4
    .rept 3
    ldm     r4!, {r8-r11}
    stm     r1!, {r8-r11}
    copy_difference r5
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
    set_two_row
    str     r4, [r0, #4]
    str     r11, [r0, #16]
    set_two_row
    str     r4, [r0, #8]
    str     r11, [r0, #20]
    set_two_row
    str     r4, [r0, #12]
    str     r11, [r0, #24]!
    ldr     r12, [sp, #32]
    cmp     r12, r1
    bne     1b
leave pelt_kernel_set_2_q12, 132

/// Three and four influences ////////////////////////////////////////////////////////////////////
/*
 *   r0       walks through the copy: rows of differences, one of the first entry
 *   r1-r3    weights of the second influence and on; with three r1, r3
 *   r5-r8    sums
 *   r9-r12   a row of the copy
 * The row is applied to coordinates in r4, r9-r12, lr. Between vertices r10 is the output, r11 the
 * next record, r12 the end of the records.
 * Stack: coordinates; position x, y, normal x, y; output, next record, end of the records; copy.
 */

.macro set_many_row influences
    ldm     r0!, {r5-r8}
    weigh_first r1
    .if \influences == 4
    ldm     r0!, {r9-r12}
    weigh_next r2
    .endif
    ldm     r0!, {r9-r12}
    weigh_next r3
    ldm     r0!, {r9-r12}
    add     r5, r9, r5, asr #weight_bits
    add     r6, r10, r6, asr #weight_bits
    add     r7, r11, r7, asr #weight_bits
    add     r8, r12, r8, asr #weight_bits
.endm

.macro set_many name, influences
set_begin \name, \influences, 5, 0
    .rept 3
    ldm     r4!, {r8-r11}
    copy_difference r5
    copy_difference r6
    when \influences > 3, copy_difference r7
    stm     r1!, {r8-r11}
    .endr
    ldm     sp, {r10-r12}
    sub     sp, sp, #16

1:  ldm     r11!, {r2, r3, r5, r6, r9}
    strd    r10, r11, [sp, #16]
    lsr     r1, r2, #16
    .if \influences == 4
    uxth    r2, r3
    lsr     r3, r3, #16
    .endif
    halves  r4, r5, r5
    open_normal r7, r8, r9
    push    {r4-r9}
    add     r0, sp, #52
    set_many_row \influences
    many_transform 6, 0
    set_many_row \influences
    many_transform 6, 4
    set_many_row \influences
    pop     {r4, r9-r12, lr}
    apply   r2, r5, r4, r9, r10, r11, r12, lr
    ldm     sp, {r0, r1, r3, r4, r10-r12}
    stm     r10!, {r0-r5}
    cmp     r12, r11
    bne     1b
leave \name, 28 + 48 * \influences
.endm

set_many pelt_kernel_set_3_q12, 3
set_many pelt_kernel_set_4_q12, 4

#endif
