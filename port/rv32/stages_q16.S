/* SPDX-License-Identifier: MIT */
/* Model matrices and palette entries of q16: src/stage/joints.inc and palette.inc over
 * src/arithmetic/q16.h. MULH is num_mul and every product of the sums. A clamp to [-l, l) is one
 * unsigned comparison: the value plus l is below 2 l unless it has to be clamped, which is rare and
 * done elsewhere. */
#include "../select.h"

#if defined(PELT_STAGES_Q16) && PELT_STAGES_Q16 == PELT_IN_RV32
#include "kernel.inc"

/* a3 = the row in s0, s1, \third times \x, \y, \z. */
.macro row_times x, y, z, third
    mulh a3, s0, \x
    mulh a4, s1, \y
    mulh a5, \third, \z
    add a3, a3, a4
    add a3, a3, a5
.endm

/// A joint ///////////////////////////////////////////////////////////////////////////////////////
/*   a0, t3         row that is written, end of the rows
 *   a2             row of the parent: s0, s1, a1 and t0
 *   t2, s2-s9      rotation, Q30:   s2 s8 s9
 *                                   s5 s3 t2
 *                                   s6 s7 s4
 *   a6, a7, t1     translation
 *   t4-t6          2^27, 2^28, 2^29
 *   a3-a5          sums */

/* Column \c: saturated at 2, and raised by the loss of three floors. */
.macro joint_column c, x, y, z
    row_times \x, \y, \z, a1
    add a4, a3, t5
    bgeu a4, t6, .Lhigh\c
.Lfits\c:
    slli a3, a3, 2
    addi a3, a3, 6
    sw a3, 4 * \c(a0)
.endm

/* The rare case of column \c, or of the translation: a3 becomes \limit. */
.macro saturate c, limit
.Lhigh\c:
    srai a3, a3, 31
    addi a4, \limit, -1
    xor a3, a3, a4
    j .Lfits\c
.endm

/* Twice the sum and the difference of two Q28 products, in Q30; \plus may be \st. */
.macro off_diagonal st, wr, plus, minus, t
    sub \t, \st, \wr
    add \plus, \st, \wr
    slli \minus, \t, 3
    slli \plus, \plus, 3
.endm

/* \to, Q30, is one less twice \sum, Q28; t1 is one half in Q28. */
.macro diagonal to, sum
    sub \sum, t1, \sum
    slli \to, \sum, 3
.endm

/* void pelt_kernel_joint_q16(out a0, local a1, parent a2)
 * Roots and scaled joints are left to the reference. */
kernel_begin pelt_kernel_joint_q16
    words lw, a1, 28, a3, a4, a5
    lui t0, 1 << 18
    bne a3, t0, 9f
    bne a4, t0, 9f
    bne a5, t0, 9f
    beqz a2, 9f
    save 10
    words lw, a1, 0, a3, a4, a5, t0
    mulh s2, a3, a3                 # xx
    mulh s3, a4, a4                 # yy
    mulh s4, a5, a5                 # zz
    mulh s5, a3, a4                 # xy
    mulh s6, a3, a5                 # xz
    mulh s7, a4, a5                 # yz
    mulh t3, t0, a3                 # wx
    mulh t4, t0, a4                 # wy
    mulh t5, t0, a5                 # wz
    lui t1, 1 << 15
    add a3, s3, s4
    add a4, s2, s4
    add a5, s2, s3
    diagonal s2, a3
    diagonal s3, a4
    diagonal s4, a5
    off_diagonal s5, t5, s5, s8, a3
    off_diagonal s7, t3, s7, t2, a4
    off_diagonal s6, t4, s9, s6, a5
    words lw, a1, 16, a6, a7, t1
    lui t4, 1 << 15
    lui t5, 1 << 16
    lui t6, 1 << 17
    addi t3, a0, 48

1:  words lw, a2, 0, s0, s1, a1, t0
    addi a2, a2, 16
    joint_column 0, s2, s5, s6
    joint_column 1, s8, s3, s7
    joint_column 2, s9, t2, s4
    row_times a6, a7, t1, a1
    add a4, a3, t4
    bgeu a4, t5, .Lhigh3
.Lfits3:
    slli a3, a3, 3
    addi a3, a3, 12
    add a5, a3, t0                  # overflowed if (sum < a3) != (t0 < 0)
    slt a4, a5, a3
    slti t0, t0, 0
    bne a4, t0, 8f
2:  sw a5, 12(a0)
    addi a0, a0, 16
    bne a0, t3, 1b
    restore 10

8:  srai a5, a5, 31
    lui a4, 1 << 19
    xor a5, a5, a4
    j 2b
    saturate 0, t5
    saturate 1, t5
    saturate 2, t5
    saturate 3, t4
9:  tail pelt_reference_joint_q16
kernel_end pelt_kernel_joint_q16

/// A palette entry ///////////////////////////////////////////////////////////////////////////////
/*   a0, s10      row that is written, end of the rows
 *   a1           row of the model matrix: s0, s1, a2 and a6
 *   t0-t6, s2-s6 inverse bind matrix
 *   a7, s7       shift; what rounds, and one that floors lose
 *   s8, s9       2^29 - 1, 2^30 - 2
 *   a3-a5        sums */
.macro entry_column c, x, y, z
    row_times \x, \y, \z, a2
    add a3, a3, s7
    sra a3, a3, a7
    sw a3, 4 * \c(a0)
.endm

/* void pelt_kernel_entry_q16(out a0, joint a1, entry a2) */
kernel_begin pelt_kernel_entry_q16
    save 11
    lhu a7, 2(a2)
    words lw, a2, 4, t0, t1, t2, t3, t4, t5, t6, s2, s3, s4, s5, s6
    addi a3, a7, -1
    li s7, 1
    sll s7, s7, a3
    addi s7, s7, 1
    lui s8, 1 << 17
    lui s9, 1 << 18
    addi s8, s8, -1
    addi s9, s9, -2
    addi s10, a0, 48

1:  words lw, a1, 0, s0, s1, a2, a6
    addi a1, a1, 16
    entry_column 0, t0, t4, s3
    entry_column 1, t1, t5, s4
    entry_column 2, t2, t6, s5
    row_times t3, s2, s6, a2
    srai a6, a6, 3
    addi a3, a3, 2
    add a3, a3, a6
    add a4, a3, s8
    bgtu a4, s9, 3f
2:  sw a3, 12(a0)
    addi a0, a0, 16
    bne a0, s10, 1b
    restore 11

3:  srai a3, a3, 31                 # 2^29 - 1 or its negative
    xor a4, s8, a3
    sub a3, a4, a3
    j 2b
kernel_end pelt_kernel_entry_q16

#endif
