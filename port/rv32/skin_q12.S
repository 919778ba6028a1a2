/* SPDX-License-Identifier: MIT */
/* Skinning in q12; src/kernel/lean.c is the specification, modulo 2^32. With three or four
 * influences, elements of the 3x3 are weighted sums, as the weights sum to 2^14; only translations
 * are sums of differences.
 *
 *   a0          output of the next vertex
 *   a2-a5       entries of the 1st to 4th influence
 *   t0-t3       weights; with two influences only t1
 *   s2, s3, s4  next record, end of the records, palette
 *   s6-s11      position, normal
 *   t4-t6, a6   a row, mixed
 *   a1, s0, s1  elements, products */
#include "../select.h"

#if defined(PELT_SKIN_Q12) && PELT_SKIN_Q12 == PELT_IN_RV32
#include "kernel.inc"

/* Loads position at \position(s2) and normal at \normal; z may have 32 bits. Moves on to the
 * next record. */
.macro load_geometry position, normal, bytes, z=lh
    lh s6, \position(s2)
    lh s7, \position + 2(s2)
    \z s8, \position + 4(s2)
    lb s9, \normal(s2)
    lb s10, \normal + 1(s2)
    lb s11, \normal + 3(s2)
    addi s2, s2, \bytes
.endm

/// Rows //////////////////////////////////////////////////////////////////////////////////////////

/* \m, \n = elements \i, \j of two entries: from the first towards the second. */
.macro mix_pair i, j, m, n
    lw \m, 4 * (\i)(a2)
    lw s0, 4 * (\i)(a3)
    lw \n, 4 * (\j)(a2)
    lw s1, 4 * (\j)(a3)
    sub s0, s0, \m
    mul s0, s0, t1
    sub s1, s1, \n
    mul s1, s1, t1
    srai s0, s0, 14
    srai s1, s1, 14
    add \m, \m, s0
    add \n, \n, s1
.endm

/* The same for an element and a difference that are in registers. */
.macro mix_kept m, first, difference
    mul \m, \difference, t1
    srai \m, \m, 14
    add \m, \m, \first
.endm

/* \m = element \i of the 3x3 of three or four entries; \first, if given, holds that of the first
 * entry. */
.macro mix_many n, i, m, first=a1
    .ifc \first, a1
    lw a1, 4 * (\i)(a2)
    .endif
    lw s0, 4 * (\i)(a3)
    lw s1, 4 * (\i)(a4)
    mul \m, \first, t0
    when \n > 3, lw a1, 4 * (\i)(a5)
    mul s0, s0, t1
    mul s1, s1, t2
    when \n > 3, mul a1, a1, t3
    add \m, \m, s0
    add \m, \m, s1
    when \n > 3, add \m, \m, a1
    srai \m, \m, 14
.endm

/* a6 = the mixed translation. */
.macro mix_translation n, i
    lw a6, 4 * (\i)(a2)
    lw s0, 4 * (\i)(a3)
    lw s1, 4 * (\i)(a4)
    when \n > 3, lw a1, 4 * (\i)(a5)
    sub s0, s0, a6
    mul s0, s0, t1
    sub s1, s1, a6
    mul s1, s1, t2
    .if \n > 3
    sub a1, a1, a6
    mul a1, a1, t3
    .endif
    add s0, s0, s1
    when \n > 3, add s0, s0, a1
    srai s0, s0, 14
    add a6, a6, s0
.endm

.macro mix_row n, r, f0, f1, f2
    .if \n == 2
    mix_pair 4 * \r, 4 * \r + 1, t4, t5
    mix_pair 4 * \r + 2, 4 * \r + 3, t6, a6
    .else
    mix_many \n, 4 * \r, t4, \f0
    mix_many \n, 4 * \r + 1, t5, \f1
    mix_many \n, 4 * \r + 2, t6, \f2
    mix_translation \n, 4 * \r + 3
    .endif
.endm

/* Computes position and normal of the row. */
.macro apply_row r
    mul a1, t4, s6
    mul s0, t5, s7
    mul s1, t6, s8
    mul t4, t4, s9
    add a1, a1, s0
    mul t5, t5, s10
    add a1, a1, s1
    mul t6, t6, s11
    srai a1, a1, 14
    add a1, a1, a6
    add t4, t4, t5
    sw a1, 4 * \r(a0)
    add s0, t4, t6
    sw s0, 4 * \r + 12(a0)
.endm

.macro skin_row n, r, kept:vararg
    mix_row \n, \r, \kept
    apply_row \r
.endm

/// One influence ////////////////////////////////////////////////////////////////////////////////

.macro rigid_row r
    words lw, a2, 16 * \r, t4, t5, t6, a6
    apply_row \r
.endm

walk_begin pelt_kernel_1_q12, 12
1:  lhu a2, (s2)
    load_geometry 2, 8, 12
    add a2, a2, s4
    rigid_row 0
    rigid_row 1
    rigid_row 2
walk_end pelt_kernel_1_q12

/// Two influences ///////////////////////////////////////////////////////////////////////////////

walk_begin pelt_kernel_2_q12, 16
1:  find_entries 2, s2
    lhu t1, 10(s2)
    load_geometry 4, 12, 16
    skin_row 2, 0
    skin_row 2, 1
    skin_row 2, 2
walk_end pelt_kernel_2_q12

/* The first row and its differences stay in registers: t0 t2, t3 a4, a5 a7, s4 s5. */
walk_begin pelt_kernel_set_2_q12, 12
    mv a1, a4
    find_entries 2, a1
    words lw, a2, 0, t0, t3, a5, s4
    words lw, a3, 0, t2, a4, a7, s5
    sub t2, t2, t0
    sub a4, a4, t3
    sub a7, a7, a5
    sub s5, s5, s4
1:  lhu t1, 6(s2)
    load_geometry 0, 8, 12
    mix_kept t4, t0, t2
    mix_kept t5, t3, a4
    mix_kept t6, a5, a7
    mix_kept a6, s4, s5
    apply_row 0
    skin_row 2, 1
    skin_row 2, 2
walk_end pelt_kernel_set_2_q12

/// Three and four influences ////////////////////////////////////////////////////////////////////

.macro load_record n, at
    lhu t0, \at(s2)
    lhu t1, \at + 2(s2)
    lhu t2, \at + 4(s2)
    when \n > 3, lhu t3, \at + 6(s2)
    load_geometry \at + 8, \at + 16, \at + 20, lw
.endm

.macro skin_kernel name, n
walk_begin \name, 28
1:  find_entries \n, s2
    load_record \n, 8
    skin_row \n, 0
    skin_row \n, 1
    skin_row \n, 2
walk_end \name
.endm

/* The first entry's first row, but its translation, stays in registers. */
.macro set_kernel name, n
walk_begin \name, 20
    mv a1, a4
    find_entries \n, a1
    words lw, a2, 0, a7, s4, s5
1:  load_record \n, 0
    skin_row \n, 0, a7, s4, s5
    skin_row \n, 1
    skin_row \n, 2
walk_end \name
.endm

skin_kernel pelt_kernel_3_q12, 3
skin_kernel pelt_kernel_4_q12, 4
set_kernel pelt_kernel_set_3_q12, 3
set_kernel pelt_kernel_set_4_q12, 4

#endif
