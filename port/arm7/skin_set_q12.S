/* SPDX-License-Identifier: MIT */
/* Skins runs of one joint set in q12, with two to four influences, on ARM7TDMI, ARM9, and from Armv7-M on.
 *
 * The first entry and the differences of the others from it are copied to the stack once, row by
 * row in the order of use. That saves a multiplication or subtraction for each element, and leaves
 * registers for output and record. */
#include "../select.h"

#if defined(PELT_SKIN_Q12) && PELT_SKIN_Q12 == PELT_IN_ARM7
#include "q12.inc"

/* The row of \entry less the one in r8-r11; changes \low, \high, r12 and lr. */
.macro differences entry, low, high
    ldm \entry!, {\low, \high, r12, lr}
    sub \low, \low, r8
    sub \high, \high, r9
    sub r12, r12, r10
    sub lr, lr, r11
.endm

.macro copy_difference entry, low, high
    differences \entry, \low, \high
    stm r7!, {\low, \high, r12, lr}
.endm

/* Leaves r0 = output, less BEFORE with three and four influences and normals, r7 = records, the copy on the
 * stack, and below it the value that r7 has in the loop's comparison at the last record. */
.macro set_begin name, influences
skin_enter \name
    ldr r12, [sp, #36]
    .if \influences == 2
    add lr, r2, r2, lsl #1          @ records of 12 bytes
    add lr, r1, lr, lsl #2
    .else
    sub lr, r2, #1
    add lr, lr, lr, lsl #2
    add lr, r1, lr, lsl #2          @ records of 20 bytes
    add lr, lr, #8                  @ coordinates
    .endif
    sub sp, sp, #48 * \influences
    mov r7, sp
    push {lr}
    when \influences > 2, when normals, sub r0, r0, #BEFORE
    set_entry r4, 0, r12
    set_entry r5, 1, r12
    when \influences > 2, set_entry r6, 2, r12
    .if \influences == 4
    ldrh r12, [r12, #6]
    add r3, r3, r12
    push {r0}
    .endif
    .rept 3
    ldm r4!, {r8-r11}
    .if \influences == 4
    copy_difference r5, r0, r2
    copy_difference r6, r0, r2
    copy_difference r3, r0, r2
    stm r7!, {r8-r11}
    .elseif \influences == 3
    copy_difference r5, r2, r3
    copy_difference r6, r2, r3
    stm r7!, {r8-r11}
    .else
    differences r5, r2, r3
    stm r7!, {r2, r3, r8, r9}
    stm r7!, {r10, r12}
    stm r7!, {r11, lr}
    .endif
    .endr
    when \influences > 3, pop {r0}
    mov r7, r1
.endm

.macro set_end name, influences
    bne 1b
    leave \name, 48 * \influences + 4
.endm

/* Two influences. Besides the unpacked vertex, registers hold half a row of both entries, so that no
 * row waits on the stack.
 *   r0       output
 *   r1-r6    position, normal
 *   r7       next record
 *   r8-r11   elements and differences; sums of the normal's and the position's products in r8, r9
 *   r12      weight
 *   lr       walks through the copy */
.macro lerp a, difference
    mul \difference, r12, \difference
    add \a, \a, \difference, asr #weight_bits
.endm

.macro two_row ahead
    ldm lr!, {r8-r11}
    mul r8, r12, r8
    mul r9, r12, r9
    add r10, r10, r8, asr #weight_bits
    add r11, r11, r9, asr #weight_bits
    when normals, mul r8, r10, r4
    mul r9, r10, r1
    when normals, mla r8, r11, r5, r8
    mla r9, r11, r2, r9
    ldm lr!, {r10, r11}
    lerp r10, r11
    when normals, mla r8, r10, r6, r8
    mla r9, r10, r3, r9
    ldm lr!, {r10, r11}
    lerp r10, r11
    add r9, r10, r9, asr #position_shift
    when normals, str r8, [r0, #12]
    str r9, [r0], #\ahead
.endm

.macro set_2 kernel
set_begin \kernel\()_set_2_q12, 2
1:  ldr r8, [sp]
    ldm r7!, {r1, r3, r6}           @ x, y; z, weight; normal
    cmp r8, r7
    add lr, sp, #4
    halves r1, r2
    halves r3, r12
    open_normal
    all two_row, 4, 4
    .if normals
    two_row 16
    .else
    two_row -8
    next_positions 100
    .endif
    set_end \kernel\()_set_2_q12, 2
.endm

skins_twice set_2, ALONE

/* Three and four influences. While the entries are blended
 *   r1       walks through the copy
 *   r2, r4, r3   weights from the second influence on; r3 holds one after the loop's comparison
 *   r5, r6, r8, r9  sums
 *   r10-r12, lr  a row of the copy, in the end the blended one
 * The order is for the ARM9: no result is used at once. */
.macro first_rows
    mul r5, r2, r5
    mul r6, r2, r6
    mla r5, r4, r10, r5
    mul r10, r9, r2                 @ of 18 bits: the weight is the last factor
    mla r6, r4, r11, r6
    mul r8, r2, r8
    mla r9, lr, r4, r10
    mla r8, r4, r12, r8
.endm

.macro other_rows influences
    .if \influences == 4
    ldm r1!, {r10-r12, lr}
    mla r5, r3, r10, r5
    mla r6, r3, r11, r6
    mla r8, r3, r12, r8
    mla r9, lr, r3, r9
    .endif
    ldm r1!, {r10-r12, lr}
    add r10, r10, r5, asr #weight_bits
    add r11, r11, r6, asr #weight_bits
    add r12, r12, r8, asr #weight_bits
    add lr, lr, r9, asr #weight_bits
.endm

.macro many_row influences
    ldm r1!, {r5, r6, r8-r12, lr}
    first_rows
    other_rows \influences
.endm

.macro set_many name, influences
set_begin \name, \influences
1:  ldm r7!, {r3, r4}               @ weights
    mov r1, sp
    mov r2, r3, lsr #16
    ldm r1!, {r3, r5, r6, r8-r12, lr}
    cmp r3, r7
    when \influences > 3, weights r4, r3
    first_rows
    other_rows \influences
    push {r10-r12, lr}
    many_row \influences
    push {r10-r12, lr}
    many_row \influences
    ldm r7!, {r1, r3, r6}           @ x, y; z; normal
    halves r1, r2
    open_normal
    transform_all 48 * \influences + 4, r8, r9, r10, r11, r12, lr
    set_end \name, \influences
.endm

.macro sets kernel
set_many \kernel\()_set_3_q12, 3
set_many \kernel\()_set_4_q12, 4
.endm

skins_twice sets, ALONE

#endif
