/* SPDX-License-Identifier: MIT */
/*
 * Skinning in q16 for Armv7E-M and Armv8-M with DSP; src/kernel/exact.c is the specification.
 *
 * SMLAWB / SMLAWT is the reference's fx_mulw and the addition in one instruction: rd = ra +
 * floor(rn * half of rm / 2^16), modulo 2^32. So sums may be taken in any order, and the constants
 * that they start from cost nothing where a register holds them.
 *
 * In records every weight and coordinate is half a word, taken by B (bottom) or T (top):
 *   p0 = x, y    p1 = z, normal x    p2 = normal y, normal z
 *
 * Cortex-M4 and M33 do not mind the order; a Cortex-M7 issues an addition or a store together with
 * a product. So positions come first, and what is left to do for them stands between the products
 * of the normals.
 */
#include "../select.h"

#if defined(PELT_SKIN_Q16) && PELT_SKIN_Q16 == PELT_IN_M4
#include "kernel.inc"

/// One influence ////////////////////////////////////////////////////////////////////////////////
/*
 *   r0       output of the next vertex, less 8
 *   r1, r2   next record, end of the records
 *   r3, r4   palette; 1
 *   r5-r8    record: offset and x; y, z; normal x, y; normal z and 0
 *   r9       entry
 *   r10-r12, lr   a row
 */

/* One row, its first element in \a: stores the position, leaves the normal in \a. Positions are
 * halved at the end: (sum + 2) >> 1 is (sum >> 1) + 1. */
.macro rigid_row a, position, halved
    smlawt lr, \a, r5, lr
    smlawb lr, r11, r6, lr
    smlawt lr, r12, r6, lr
    smlawb \a, \a, r7, r4
    .if \halved
    add lr, r4, lr, asr #1
    .endif
    smlawt \a, r11, r7, \a
    str lr, [r0, #\position]
    smlawb \a, r12, r8, \a
.endm

.macro rigid_kernel name, halved
kernel_begin \name
    push {r4-r11, lr}
    sub r0, r0, #8
    add r2, r1, r2, lsl #4          @ records of 16 bytes
    mov r4, #1
1:  ldm r1!, {r5-r8}
    entry r9, r5, r3
    ldm r9!, {r10-r12, lr}
    rigid_row r10, 8, \halved
    str r10, [r0, #20]
    ldm r9!, {r10-r12, lr}
    rigid_row r10, 12, \halved
    ldm r9, {r9, r11, r12, lr}      @ r10 holds normal y until it is stored with z
    rigid_row r9, 16, \halved
    strd r10, r9, [r0, #24]!
    cmp r1, r2
    bne 1b
    pop {r4-r11, pc}
kernel_end \name
.endm

rigid_kernel pelt_kernel_1_q16, 1

@ On mixes (mix_q16.S): what the position starts from is in them.
rigid_kernel pelt_kernel_mixed_q16, 0

/// One influence, runs of one joint ///////////////////////////////////////////////////////////////
/*
 * Vertices go through rows 0 1 2 and 2 1 0 in turn, four a loop: the row where one ends is in
 * registers when the next starts. Results wait so that a store takes as many as can be.
 *
 *   r0       output
 *   r1       next record
 *   r2, r3, r5   record: p0-p2
 *   r4       1
 *   r6, r7   results that wait; r8 a sum
 *   r9       row 1 before a vertex that goes upward, row 2 before the others
 *   r10-r12, lr   a row
 * Stack: end of the records.
 */

/* \position, to be halved, may be lr; by way of \sum, another register only in the last row. */
.macro set_position position, sum
    smlawb \sum, r10, r2, lr
    smlawt \sum, r11, r2, \sum
    smlawb \position, r12, r3, \sum
.endm

.macro set_halve position
    add \position, r4, \position, asr #1
.endm

/* By way of \sum. With a \position to be halved. */
.macro set_normal normal, sum, position
    smlawt \sum, r10, r3, r4
    .ifnb \position
    set_halve \position
    .endif
    smlawb \sum, r11, r5, \sum
    smlawt \normal, r12, r5, \sum
.endm

/* Rows 0 1 2. */
.macro set_upward
    ldm r1!, {r2, r3, r5}
    set_position r7, r7
    set_normal r6, r6, r7
    ldm r9!, {r10-r12, lr}
    set_position lr, lr
    set_halve lr
    strd r7, lr, [r0], #8           @ x, y
    set_normal r7, r7
    ldm r9, {r10-r12, lr}
    set_position r2, r8
    set_normal r8, r8, r2
    stm r0!, {r2, r6-r8}            @ z, normal
.endm

/* Rows 2 1 0. */
.macro set_downward
    ldm r1!, {r2, r3, r5}
    set_position r6, r6
    set_normal r7, r7, r6
    ldmdb r9!, {r10-r12, lr}
    set_position lr, lr
    set_halve lr
    strd lr, r6, [r0, #4]           @ y, z
    set_normal r6, r6
    ldmdb r9, {r10-r12, lr}
    set_position r2, r8
    set_normal r3, r8, r2
    str r2, [r0], #24               @ x
    stmdb r0, {r3, r6, r7}          @ normal
.endm

kernel_begin pelt_kernel_set_1_q16
    push {r4-r11, lr}
    ldr r9, [sp, #36]
    ldrh r9, [r9]
    add r12, r2, r2, lsl #1         @ records of 12 bytes
    add r12, r1, r12, lsl #2
    push {r12}
    add r9, r3, r9
    mov r4, #1
    lsls r3, r2, #31                @ carry: count & 2; minus: count & 1
    bmi 5f
    ldm r9!, {r10-r12, lr}
    bcs 3f

1:  set_upward
2:  set_downward
3:  set_upward
4:  set_downward
    ldr r2, [sp]
    cmp r1, r2
    bne 1b
    pop {r3-r11, pc}

5:  add r9, r9, #32                 @ an odd count starts with row 2
    ldm r9, {r10-r12, lr}
    bcs 2b
    b 4b
kernel_end pelt_kernel_set_1_q16

/// Two influences ///////////////////////////////////////////////////////////////////////////////
/*
 *   r0       output of the next vertex, less 4
 *   r1, r2   entries, walking
 *   r3       weights
 *   r4, r5   1; 2
 *   r6-r12, lr   rows of both entries; p0-p2
 *   stack    p0, p1, p2, next record, end of the records, palette
 */
.macro pair_row position
    ldm r1!, {r6-r9}
    ldm r2!, {r10-r12, lr}
    smlawb r6, r6, r3, r4
    smlawb r7, r7, r3, r4
    smlawb r8, r8, r3, r4
    smlawb r9, r9, r3, r5
    smlawt r6, r10, r3, r6
    smlawt r7, r11, r3, r7
    smlawt r8, r12, r3, r8
    smlawt r9, lr, r3, r9
    ldm sp, {r10-r12}
    smlawb r9, r6, r10, r9
    smlawt r9, r7, r10, r9
    smlawb r9, r8, r11, r9
    smlawt r6, r6, r11, r4
    smlawb r6, r7, r12, r6
    str r9, [r0, #\position]
    smlawt r6, r8, r12, r6
.endm

kernel_begin pelt_kernel_2_q16
    push {r4-r11, lr}
    sub r0, r0, #4
    add r2, r2, r2, lsl #2          @ records of 20 bytes
    add r2, r1, r2, lsl #2
    mov r4, #1
    mov r5, #2
    sub sp, sp, #24
    str r1, [sp, #12]
    strd r2, r3, [sp, #16]
1:  ldm sp, {r6-r11}                @ only the last three are of use
    ldm r9!, {r1, r3, r6-r8}
    cmp r9, r10
    stm sp, {r6-r9}
    entries r1, r2, r1, r11
    pair_row 4
    str r6, [r0, #16]
    pair_row 8
    str r6, [r0, #20]
    pair_row 12
    str r6, [r0, #24]!
    bne 1b                          @ nothing since the comparison sets flags
    add sp, sp, #24
    pop {r4-r11, pc}
kernel_end pelt_kernel_2_q16

/// Three and four influences ////////////////////////////////////////////////////////////////////
/*
 * An entry is read in four groups of three words, so that the sums of all entries and the words
 * just read fit the registers:
 *
 *   m00 m01 m02 | m03 m10 m11 | m12 m13 m20 | m21 m22 m23
 *
 * A position's sum starts when its row's first elements are mixed; the row's fourth column is
 * then mixed on top of it.
 *
 *   r0       output of the next vertex, less 4
 *   r1, r3, r2, r4   entries of the 1st, 2nd, 3rd, 4th influence, walking;
 *            with three influences r4 is 1
 *   r5, r6   weights
 *   r7-r12, lr   sums, words read, p0-p2
 *   stack    3, p0, p1, p2, next record, end of the records, palette, unused
 */

/* Adds a group of the other influences: words read to t0-t2, sums in a0-a2. */
.macro mix n, t0, t1, t2, a0, a1, a2
    ldm r3!, {\t0, \t1, \t2}
    smlawt \a0, \t0, r5, \a0
    smlawt \a1, \t1, r5, \a1
    smlawt \a2, \t2, r5, \a2
    ldm r2!, {\t0, \t1, \t2}
    smlawb \a0, \t0, r6, \a0
    smlawb \a1, \t1, r6, \a1
    smlawb \a2, \t2, r6, \a2
    .if \n == 4
    ldm r4!, {\t0, \t1, \t2}
    smlawt \a0, \t0, r6, \a0
    smlawt \a1, \t1, r6, \a1
    smlawt \a2, \t2, r6, \a2
    .endif
.endm

/* Sums of the 3x3 start at \start: half the influences, rounded down. */
.macro skin_many n, start
1:  ldm sp, {r7-r12, lr}            @ r7 = 3, r11 = record, r12 = end, lr = palette
    ldm r11!, {r1, r2, r5, r6, r8-r10}
    cmp r11, r12
    stm sp, {r7-r11}
    entries r1, r3, r1, lr
    .if \n == 4
    entries r2, r4, r2, lr
    .else
    entry r2, r2, lr
    .endif

    /* r7-r9 = m00 m01 m02; then r10 = position x without its m03 */
    .if \n == 4
    mov \start, #2
    .endif
    ldm r1!, {r7-r9}
    smlawb r7, r7, r5, \start
    smlawb r8, r8, r5, \start
    smlawb r9, r9, r5, \start
    mix \n, r10, r11, r12, r7, r8, r9
    ldm sp, {r10-r12, lr}           @ 3, p0, p1, p2
    smlawb r10, r7, r11, r10
    .if \n == 4
    smulwt r7, r7, r12
    .else
    smlawt r7, r7, r12, r4
    .endif
    smlawt r10, r8, r11, r10
    smlawb r7, r8, lr, r7
    smlawb r10, r9, r12, r10
    smlawt r7, r9, lr, r7
    .if \n == 4
    add r7, r7, #1
    .endif
    str r7, [r0, #16]

    /* r10 += m03, r8 r9 = m10 m11; then r7 = position y, r8 = normal y, so far */
    .if \n == 4
    mov \start, #2
    .endif
    ldm r1!, {r7-r9}
    smlawb r10, r7, r5, r10
    smlawb r8, r8, r5, \start
    smlawb r9, r9, r5, \start
    mix \n, r7, r11, r12, r10, r8, r9
    str r10, [r0, #4]
    ldm sp, {r7, r10-r12}
    .if \n == 4
    mov lr, #1
    .endif
    smlawb r7, r8, r10, r7
    .if \n == 4
    smlawt r8, r8, r11, lr
    .else
    smlawt r8, r8, r11, r4
    .endif
    smlawt r7, r9, r10, r7
    smlawb r8, r9, r12, r8

    /* r9 = m12, r7 += m13, r11 = m20; then r7 = position z, r11 = normal z, so far */
    .if \n == 4
    mov \start, #2
    .endif
    ldm r1!, {r9-r11}
    smlawb r9, r9, r5, \start
    smlawb r7, r10, r5, r7
    smlawb r11, r11, r5, \start
    mix \n, r10, r12, lr, r9, r7, r11
    ldrd r10, r12, [sp, #8]         @ p1, p2
    smlawb r7, r9, r10, r7
    smlawt r8, r9, r12, r8
    str r7, [r0, #8]
    str r8, [r0, #20]
    ldrd r7, r8, [sp]               @ 3, p0
    smlawb r7, r11, r8, r7
    .if \n == 4
    mov r12, #1
    smlawt r11, r11, r10, r12
    mov \start, #2
    .else
    smlawt r11, r11, r10, r4
    .endif

    /* r8 r9 = m21 m22, r7 += m23 */
    ldm r1, {r8-r10}
    smlawb r8, r8, r5, \start
    smlawb r9, r9, r5, \start
    smlawb r7, r10, r5, r7
    mix \n, r10, r12, lr, r8, r9, r7
    ldm sp, {r1, r10, r12, lr}
    smlawt r7, r8, r10, r7
    smlawb r7, r9, r12, r7
    smlawb r11, r8, lr, r11
    str r7, [r0, #12]
    smlawt r11, r9, lr, r11
    str r11, [r0, #24]!
    bne 1b                          @ nothing since the comparison sets flags
.endm

.macro many_begin
    push {r4-r11, lr}
    sub r0, r0, #4
    rsb r2, r2, r2, lsl #3          @ records of 28 bytes
    add r2, r1, r2, lsl #2
    sub sp, sp, #32
    mov r4, #3
    str r4, [sp]
    str r1, [sp, #16]
    strd r2, r3, [sp, #20]
.endm

kernel_begin pelt_kernel_3_q16
    many_begin
    mov r4, #1
    skin_many 3, r4
    add sp, sp, #32
    pop {r4-r11, pc}
kernel_end pelt_kernel_3_q16

kernel_begin pelt_kernel_4_q16
    many_begin
    skin_many 4, lr
    add sp, sp, #32
    pop {r4-r11, pc}
kernel_end pelt_kernel_4_q16

#endif
