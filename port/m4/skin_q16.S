/* SPDX-License-Identifier: MIT */
/* Skinning in q16 for Armv7E-M and Armv8-M with DSP; src/kernel/exact.c is the specification.
 *
 * What counts is cycles. On a Cortex-M4 a load that follows another load or a store takes one, many
 * words at once take one more than words: so with several influences loads stand together, behind
 * stores where they can. A Cortex-M7 issues an addition, a load or a store together with a product.
 * So positions come first, and what is left to do for them stands between the products of the
 * normals. */
#include "../select.h"

#if defined(PELT_SKIN_Q16) && PELT_SKIN_Q16 == PELT_IN_M4
#include "kernel.inc"

/// One influence ////////////////////////////////////////////////////////////////////////////////
/*   r0       output of the next vertex, less 8
 *   r1, r2   next record, end of the records
 *   r3, r4   palette; 1
 *   r5-r8    record: offset and x; y, z; normal x, y; normal z and 0
 *   r9       entry
 *   r10-r12, lr   a row */

/* One row, its first element in \a: stores the position, leaves the normal in \a. Positions are
 * halved at the end: (sum + 2) >> 1 is (sum >> 1) + 1. */
.macro rigid_row a, position
    smlawt lr, \a, r5, lr
    smlawb lr, r11, r6, lr
    smlawt lr, r12, r6, lr
    smlawb \a, \a, r7, r4
    add lr, r4, lr, asr #1
    smlawt \a, r11, r7, \a
    str lr, [r0, #\position]
    smlawb \a, r12, r8, \a
.endm

enter pelt_kernel_1_q16
    sub r0, r0, #8
    add r2, r1, r2, lsl #4          @ records of 16 bytes
    mov r4, #1
1:  ldm r1!, {r5-r8}
    entry r9, r5, r3
    ldm r9!, {r10-r12, lr}
    rigid_row r10, 8
    str r10, [r0, #20]
    ldm r9!, {r10-r12, lr}
    rigid_row r10, 12
    ldm r9, {r9, r11, r12, lr}      @ r10 holds normal y until it is stored with z
    rigid_row r9, 16
    strd r10, r9, [r0, #24]!
    cmp r1, r2
    bne 1b
leave pelt_kernel_1_q16

/// One influence, runs of one joint ///////////////////////////////////////////////////////////////
/* Vertices go through rows 0 1 2 and 2 1 0 in turn, four a loop: the row where one ends is in
 * registers when the next starts. Results wait so that a store takes as many as can be.
 *
 *   r0       output
 *   r1       next record
 *   r2, r3, r5   record: p0-p2
 *   r4       1
 *   r6, r7   results that wait; r8 a sum
 *   r9       row 1 before a vertex that goes upward, row 2 before the others
 *   r10-r12, lr   a row
 * Stack: end of the records. */

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

enter pelt_kernel_set_1_q16
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
/*   r0       output of the next vertex, less 4
 *   r2, r1   entries
 *   r3-r6    weights; p0-p2
 *   r7, r10  position, normal
 *   r8-r12   words
 *   lr       1
 *   stack    next record, end of the records, palette */

/* Products of one column stand between another's words and their use. */
.macro pair_row row, back
    ldr r7, [r2, #\row + 12]
    ldr r9, [r1, #\row + 12]
    ldr r10, [r2, #\row]
    ldr r11, [r1, #\row]
    smlawb r7, r7, r3, lr
    smlawb r10, r10, r3, lr
    smlawt r7, r9, r3, r7
    smlawt r10, r11, r3, r10
    ldr r9, [r2, #\row + 4]
    ldr r11, [r1, #\row + 4]
    ldr r12, [r2, #\row + 8]
    ldr r8, [r1, #\row + 8]
    add r7, r7, #1
    smlawb r9, r9, r3, lr
    smlawb r7, r10, r4, r7
    smlawt r9, r11, r3, r9
    smlawt r10, r10, r5, lr
    smlawb r12, r12, r3, lr
    smlawt r7, r9, r4, r7
    smlawt r12, r8, r3, r12
    smlawb r10, r9, r6, r10
    smlawb r7, r12, r5, r7
    smlawt r10, r12, r6, r10
    str r7, [r0, #\row / 4 + 4]
    str r10, [r0, #\row / 4 + 16]\back
.endm

enter pelt_kernel_2_q16
    sub r0, r0, #4
    add r2, r2, r2, lsl #2          @ records of 20 bytes
    add r2, r1, r2, lsl #2
    sub sp, sp, #12
    stm sp, {r1-r3}
    mov lr, #1
1:  words ldr, sp, 0, r7, r8, r9
    ldm r7!, {r2-r6}
    str r7, [sp]
    cmp r7, r8
    entries r2, r1, r2, r9
    pair_row 0
    pair_row 16
    pair_row 32, !
    bne 1b                          @ nothing since the comparison sets flags
leave pelt_kernel_2_q16, 12

/// Three and four influences ////////////////////////////////////////////////////////////////////
/* Row by row. What only a few products need is on the stack: loads of it follow others.
 *
 *   r0-r3    entries; with three influences r3 is 1
 *   r4-r7    a row, mixed; then r7 the position, r4 the normal
 *   r8, r9   weights
 *   r10-r12, lr   a row; then p0-p2 and the output
 *   stack    p0, p1, p2, next record, output, end of the records, palette */
#define P0      0
#define P1      4
#define P2      8
#define RECORD  12
#define OUTPUT  16
#define END     20
#define PALETTE 24
#define FRAME   28

.macro many_mix entry, row, half, weight
    words ldr, \entry, \row, r10, r11, r12, lr
    smlaw\half r4, r10, \weight, r4
    smlaw\half r5, r11, \weight, r5
    smlaw\half r6, r12, \weight, r6
    smlaw\half r7, lr, \weight, r7
.endm

/* A row's sums start from half the influences, rounded down, which is in \start; its translation's from
 * 3. */
.macro many_row influences, row, start
    words ldr, r0, \row, r4, r5, r6, r7
    mov lr, #3
    when \influences > 3, mov r12, #2
    smlawb r4, r4, r8, \start
    smlawb r7, r7, r8, lr
    smlawb r5, r5, r8, \start
    smlawb r6, r6, r8, \start
    many_mix r1, \row, t, r8
    many_mix r2, \row, b, r9
    when \influences > 3, many_mix r3, \row, t, r9
    words ldr, sp, P0, r10, r11, r12
    ldr lr, [sp, #OUTPUT]
    smlawb r7, r4, r10, r7
    when \influences > 3, smulwt r4, r4, r11
    when \influences < 4, smlawt r4, r4, r11, r3
    smlawt r7, r5, r10, r7
    smlawb r4, r5, r12, r4
    smlawb r7, r6, r11, r7
    when \influences > 3, add r4, r4, #1
    smlawt r4, r6, r12, r4
    str r7, [lr, #\row / 4]
.endm

.macro skin_many name, influences, start
enter \name
    rsb r2, r2, r2, lsl #3          @ records of 28 bytes
    add r2, r1, r2, lsl #2
    sub sp, sp, #FRAME
    str r1, [sp, #RECORD]
    str r0, [sp, #OUTPUT]
    str r2, [sp, #END]
    str r3, [sp, #PALETTE]
1:  ldr r0, [sp, #RECORD]
    ldr r6, [sp, #PALETTE]
    ldr r7, [sp, #END]
    ldm r0!, {r4, r5, r8-r12}
    words str, sp, P0, r10, r11, r12
    str r0, [sp, #RECORD]
    cmp r0, r7
    entries r0, r1, r4, r6
    last_entries \influences, r2, r3, r5, r6
    when \influences < 4, mov r3, #1
    many_row \influences, 0, \start
    str r4, [lr, #12]
    many_row \influences, 16, \start
    str r4, [lr, #16]
    many_row \influences, 32, \start
    str r4, [lr, #20]
    add lr, lr, #24
    str lr, [sp, #OUTPUT]
    bne 1b                          @ nothing since the comparison sets flags
leave \name, FRAME
.endm

skin_many pelt_kernel_3_q16, 3, r3
skin_many pelt_kernel_4_q16, 4, r12

#endif
