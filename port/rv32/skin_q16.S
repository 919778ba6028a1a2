/* SPDX-License-Identifier: MIT */
/* Skinning in q16; src/kernel/exact.c is the specification.
 *
 * MULH with a factor whose lower half is zero is the reference's fx_mulw: floor(m w / 2^16).
 * Therefore weights and coordinates are kept in upper halves. Of the two in a word one is there
 * already, and the other half is masked out; the other one is shifted. Sums may be formed in any
 * order.
 *
 * A vertex of four influences takes 66 products and as many additions, including the start values,
 * 48 loads of elements, 7 words of a record and 6 stores: 193 instructions. The other 19 move four
 * weights and six coordinates to upper halves (10), load offsets as four numbers and not as two
 * words (2), add the palette to them (4), and go on to the next vertex (3).
 *
 *   a0          output of the next vertex
 *   a2-a5       entries of the 1st to 4th influence
 *   t0-t3       weights
 *   s2, s3, s4  next record, end of the records, palette
 *   s5          0xffff0000
 *   s6-s11      position, normal
 *   t4-t6, a6   a row, mixed
 *   a1, s0, s1  elements, products */
#include "../select.h"

#if defined(PELT_SKIN_Q16) && PELT_SKIN_Q16 == PELT_IN_RV32
#include "mix_q16.inc"

.macro q16_begin name, bytes
walk_begin \name, \bytes
    lui s5, 0xffff0
.endm

.macro split_coordinates
    slli s6, s7, 16
    and s7, s7, s5
    slli s8, s9, 16
    and s9, s9, s5
    slli s10, s11, 16
    and s11, s11, s5
.endm

/* Loads \n weights and the coordinates behind them, and moves on to the next record. */
.macro load_record n, weights, coordinates, bytes
    load_weights \n, \weights
    words lw, s2, \coordinates, s7, s9, s11
    addi s2, s2, \bytes
    split_weights \n
    split_coordinates
.endm

/* Computes position and normal of the row \m0, \m1, \m2; the position starts with \sum. */
.macro apply_row r, m0, m1, m2, sum, halved=0
    mulh a1, \m0, s6
    mulh s0, \m1, s7
    mulh s1, \m2, s8
    add a1, a1, \sum
    add a1, a1, s0
    mulh s0, \m0, s9
    add a1, a1, s1
    when \halved, srai a1, a1, 1
    mulh s1, \m1, s10
    sw a1, 4 * \r(a0)
    mulh a1, \m2, s11
    addi s0, s0, 1
    add s0, s0, s1
    add s0, s0, a1
    sw s0, 4 * \r + 12(a0)
.endm

.macro skin_row n, r, kept:vararg
    mix_row \n, \r, \kept
    apply_row \r, t4, t5, t6, a6
.endm

/// One influence ////////////////////////////////////////////////////////////////////////////////

.macro rigid_row r
    lw a6, 16 * \r + 12(a2)
    words lw, a2, 16 * \r, t4, t5, t6
    addi a6, a6, 2
    apply_row \r, t4, t5, t6, a6, 1
.endm

q16_begin pelt_kernel_1_q16, 16
1:  lhu a2, (s2)
    words lw, s2, 0, s6, s8, s10
    lw s11, 12(s2)                  # above it 0
    add a2, a2, s4
    and s6, s6, s5
    slli s7, s8, 16
    and s8, s8, s5
    slli s9, s10, 16
    and s10, s10, s5
    slli s11, s11, 16
    all rigid_row, 0, 1, 2
    addi s2, s2, 16
walk_end pelt_kernel_1_q16

/// Two to four influences ///////////////////////////////////////////////////////////////////////

.macro skin_kernel name, n, weights, coordinates, bytes
q16_begin \name, \bytes
1:  find_entries \n, s2
    load_record \n, \weights, \coordinates, \bytes
    skin_row \n, 0
    skin_row \n, 1
    skin_row \n, 2
walk_end \name
.endm

skin_kernel pelt_kernel_2_q16, 2, 4, 8, 20
skin_kernel pelt_kernel_3_q16, 3, 8, 16, 28
skin_kernel pelt_kernel_4_q16, 4, 8, 16, 28

/// Runs of one joint set ////////////////////////////////////////////////////////////////////////

/* The entry is in t0-t6, a6, a2-a5; a position's sum starts with its fourth column. */
q16_begin pelt_kernel_set_1_q16, 12
    lhu a7, (a4)
    add a7, a7, s4
    lw t3, 12(a7)
    lw a6, 28(a7)
    lw a5, 44(a7)
    words lw, a7, 0, t0, t1, t2
    words lw, a7, 16, t4, t5, t6
    words lw, a7, 32, a2, a3, a4
    each addi, 2, t3, a6, a5
1:  words lw, s2, 0, s7, s9, s11
    addi s2, s2, 12
    split_coordinates
    apply_row 0, t0, t1, t2, t3, 1
    apply_row 1, t4, t5, t6, a6, 1
    apply_row 2, a2, a3, a4, a5, 1
walk_end pelt_kernel_set_1_q16

/* \f0 ... hold as much as possible of the first entry's first row; \g0 and \g1 of the second's. */
.macro set_kernel name, n, coordinates, bytes, f0, f1, f2, f3, g0, g1
q16_begin \name, \bytes
    mv a1, a4
    find_entries \n, a1
    words lw, a2, 0, \f0, \f1
    .ifnb \f2
    words lw, a2, 8, \f2, \f3
    .endif
    .ifnb \g0
    words lw, a3, 0, \g0, \g1
    .endif
1:  load_record \n, 0, \coordinates, \bytes
    skin_row \n, 0, \f0, \f1, \f2, \f3, \g0, \g1
    skin_row \n, 1
    skin_row \n, 2
walk_end \name
.endm

set_kernel pelt_kernel_set_2_q16, 2, 4, 16, a4, a5, t2, t3, a7, s4
set_kernel pelt_kernel_set_3_q16, 3, 8, 20, a5, s4, t3, a7
set_kernel pelt_kernel_set_4_q16, 4, 8, 20, a7, s4

#endif
