/* SPDX-License-Identifier: MIT */
/*
 * Model matrices and palette entries of q12; src/kernel/lean_stages.c is the specification. Rounding
 * by one bit is a - (a >> 1), of all a. In the loops over rows:
 *
 *   a0              row that is written
 *   a2              row that is read
 *   s0, s1, a1      high halves of the row; t6 its translation
 *   t3-t5           low halves
 *   s2-s10          right matrix, row by row
 *   a6, a7, s11     upper 20 bits of its translation
 *   t0-t2           lower 12 bits
 *   a3-a5           sums, product
 *   ra              of a joint: end of the rows; of an entry: shift less 1
 */
#include "../select.h"

#if defined(PELT_STAGES_Q12) && PELT_STAGES_Q12 == PELT_IN_RV32
#include "kernel.inc"

/* Also ra; at 52(sp) there is room for a word. */
.macro save_all
    addi sp, sp, -64
    each_saved sw, 12
    sw ra, 48(sp)
.endm

.macro leave_all
    lw ra, 48(sp)
    each_saved lw, 12
    addi sp, sp, 64
    ret
.endm

/* A rounded shift down by \bits, two at least, of what is within 32 bits. */
.macro round_down to, from, bits
    srai \to, \from, \bits - 1
    addi \to, \to, 1
    srai \to, \to, 1
.endm

.macro split_translation from, high, low
    srai \high, \from, 12
    slli \low, \from, 20
    srli \low, \low, 20
.endm

.macro split_element element, low
    slli \low, \element, 15
    round_down \element, \element, 17
    srai \low, \low, 20
.endm

.macro split_row
    lw s0, (a2)
    lw s1, 4(a2)
    lw a1, 8(a2)
    lw t6, 12(a2)
    addi a2, a2, 16
    split_element s0, t3
    split_element s1, t4
    split_element a1, t5
.endm

/* a3, a4 = the row's high and low halves times three words */
.macro times x, y, z
    mul a3, s0, \x
    mul a4, t3, \x
    mul a5, s1, \y
    add a3, a3, a5
    mul a5, t4, \y
    add a4, a4, a5
    mul a5, a1, \z
    add a3, a3, a5
    mul a5, t5, \z
    add a4, a4, a5
.endm

/* a3 = the row times a column */
.macro times_column x, y, z
    times \x, \y, \z
    srai a4, a4, 12
    add a3, a3, a4
.endm

/* a3 = the row times the translation, and its own */
.macro times_translation
    times a6, a7, s11
    mul a5, s0, t0
    add a4, a4, a5
    mul a5, s1, t1
    add a4, a4, a5
    mul a5, a1, t2
    add a4, a4, a5
    srai a4, a4, 12
    add a3, a3, t6
    add a3, a3, a4
.endm

/// A joint ///////////////////////////////////////////////////////////////////////////////////////

/* A component of the rotation to its low half; its \high one. */
.macro split_component low, high
    srai \high, \low, 15
    slli \low, \low, 16
    addi \high, \high, 1
    srai \low, \low, 16
    srai \high, \high, 1
.endm

/* \to = the product of two components, Q28 */
.macro component_product to, a_high, a_low, b_high, b_low
    mul s0, \a_high, \b_low
    mul s1, \a_low, \b_high
    mul \to, \a_high, \b_high
    add s0, s0, s1
    srai s0, s0, 16
    add \to, \to, s0
.endm

/* Elements from \st and \wr. */
.macro off_diagonal st, wr, minus, plus
    sub s0, \st, \wr
    add s1, \st, \wr
    round_down \minus, s0, 9
    round_down \plus, s1, 9
.endm

/* One, in t6, less twice the sum. */
.macro diagonal to, a, b
    add s0, \a, \b
    round_down s0, s0, 9
    sub \to, t6, s0
.endm

.macro joint_column c, x, y, z
    times_column \x, \y, \z
    srai a4, a3, 1
    sub a3, a3, a4
    sw a3, 4 * \c(a0)
.endm

/*
 * void pelt_kernel_joint_q12(out a0, local a1, parent a2)
 * Roots and scaled joints are left to the reference.
 *
 * Components of the rotation: x, y, z, w with low halves in a3-a6, high ones in t0-t3.
 */
kernel_begin pelt_kernel_joint_q12
    lw a3, 28(a1)
    lw a4, 32(a1)
    lw a5, 36(a1)
    lui t0, 1 << 18
    bne a3, t0, 9f
    bne a4, t0, 9f
    bne a5, t0, 9f
    beqz a2, 9f
    save_all
    lw a3, (a1)
    lw a4, 4(a1)
    lw a5, 8(a1)
    lw a6, 12(a1)
    split_component a3, t0
    split_component a4, t1
    split_component a5, t2
    split_component a6, t3
    component_product s11, t3, a6, t2, a5       # wz
    component_product s3, t0, a3, t1, a4        # xy
    off_diagonal s3, s11, s3, s5
    component_product s11, t3, a6, t1, a4       # wy
    component_product s4, t0, a3, t2, a5        # xz
    off_diagonal s4, s11, s8, s4
    component_product s11, t3, a6, t0, a3       # wx
    component_product s9, t1, a4, t2, a5        # yz
    off_diagonal s9, s11, s7, s9
    component_product s11, t0, a3, t0, a3       # xx
    component_product t4, t1, a4, t1, a4        # yy
    component_product t5, t2, a5, t2, a5        # zz
    lui t6, 1 << 6
    diagonal s2, t4, t5
    diagonal s6, s11, t5
    diagonal s10, s11, t4
    lw a3, 16(a1)
    lw a4, 20(a1)
    lw a5, 24(a1)
    split_translation a3, a6, t0
    split_translation a4, a7, t1
    split_translation a5, s11, t2
    addi ra, a0, 48
1:  split_row
    joint_column 0, s2, s5, s8
    joint_column 1, s3, s6, s9
    joint_column 2, s4, s7, s10
    times_translation
    sw a3, 12(a0)
    addi a0, a0, 16
    bne a0, ra, 1b
    leave_all
9:  tail pelt_reference_joint_q12
kernel_end pelt_kernel_joint_q12

/// A palette entry ///////////////////////////////////////////////////////////////////////////////

.macro entry_column c, x, y, z
    times_column \x, \y, \z
    sra a3, a3, ra
    srai a4, a3, 1
    sub a3, a3, a4
    slli a4, a3, 15                 # to 17 bits
    srai a4, a4, 15
    bne a3, a4, .Lwide\c
.Lfits\c:
    sw a3, 4 * \c(a0)
.endm

.macro saturate c
.Lwide\c:
    srai a3, a3, 31
    lui a4, 1 << 4
    addi a4, a4, -1
    xor a3, a3, a4
    j .Lfits\c
.endm

/* void pelt_kernel_entry_q12(out a0, joint a1, entry a2) */
kernel_begin pelt_kernel_entry_q12
    save_all
    addi a3, a0, 48
    sw a3, 52(sp)
    lhu ra, 2(a2)
    lw s2, 4(a2)
    lw s3, 8(a2)
    lw s4, 12(a2)
    lw a3, 16(a2)
    lw s5, 20(a2)
    lw s6, 24(a2)
    lw s7, 28(a2)
    lw a4, 32(a2)
    lw s8, 36(a2)
    lw s9, 40(a2)
    lw s10, 44(a2)
    lw a5, 48(a2)
    addi ra, ra, -1
    split_translation a3, a6, t0
    split_translation a4, a7, t1
    split_translation a5, s11, t2
    mv a2, a1
1:  split_row
    entry_column 0, s2, s5, s8
    entry_column 1, s3, s6, s9
    entry_column 2, s4, s7, s10
    times_translation
    srai a3, a3, 8
    lw a4, 52(sp)
    addi a3, a3, 1
    sw a3, 12(a0)
    addi a0, a0, 16
    bne a0, a4, 1b
    leave_all
    saturate 0
    saturate 1
    saturate 2
kernel_end pelt_kernel_entry_q12

#endif
