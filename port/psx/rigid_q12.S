/* SPDX-License-Identifier: MIT */
/* Rigid skinning in q12 by the GTE, to the bit; src/kernel/lean.c is the specification.
 *
 * MVMVA multiplies a matrix of 16-bit elements, which it takes as 4.12, by a vector of 16-bit
 * coordinates in eight cycles; without its shift by 12 the sums are whole. Elements of a palette
 * entry have 17 bits, so an entry becomes two matrices: e >> 1 as rotation, e & 1 as light matrix,
 * and
 *     sum of e q = 2 (sum of (e >> 1) q) + sum of (e & 1) q
 * The first sum has at most 33 bits of the GTE's 44. MAC1 to MAC3 hold the low 32, and everything
 * is modulo 2^32 as in the reference. An entry is loaded again only if the next record has another
 * one.
 *
 * Rotation matrix, light matrix, V0 and V1 are not preserved. */
#include "../select.h"

#if defined(PELT_SKIN_Q12) && PELT_SKIN_Q12 == PELT_IN_PSX
    .set noreorder
    .set noat

/* GTE registers: data; control. */
#define VXY0 $0
#define VZ0  $1
#define VXY1 $2
#define VZ1  $3
#define MAC1 $25
#define MAC2 $26
#define MAC3 $27

/* MVMVA without shift and translation; the names give matrix and vector. */
#define ROTATE_V0 0x4a006012
#define LIGHT_V0  0x4a026012
#define ROTATE_V1 0x4a00e012
#define LIGHT_V1  0x4a02e012

#define vertex    $a0
#define record    $a1
#define left      $a2   /* vertices */
#define palette   $a3
#define offset    $s0   /* of the entry that is loaded; -1 at first */
#define t0_row    $s1   /* translations */
#define t1_row    $s2
#define t2_row    $s3
#define head      $t0   /* words of the record */
#define middle    $t1
#define tail      $t2

    /* Loads two neighbouring elements at these places of the entry in $t3 to a register of each
     * matrix. */
    .macro pair first, second, rotation, light
    lw $t4, 4*\first($t3)
    lw $t5, 4*\second($t3)
    sra $t6, $t4, 1
    andi $t6, $t6, 0xffff
    sra $t7, $t5, 1
    sll $t7, $t7, 16
    or $t6, $t6, $t7
    ctc2 $t6, \rotation
    andi $t4, $t4, 1
    andi $t5, $t5, 1
    sll $t5, $t5, 16
    or $t4, $t4, $t5
    ctc2 $t4, \light
    .endm

    /* Reads the GTE's sums; the first read waits for its command. */
    .macro results a, b, c
    mfc2 \a, MAC1
    mfc2 \b, MAC2
    mfc2 \c, MAC3
    .endm

    /* Sums of both matrices; $t4-$t6 are the rotation's. \next, if given, is the GTE's next
     * command. */
    .macro sums next
    results $t7, $t8, $t9
    sll $t4, $t4, 1
    .ifnb \next
    .word \next
    .endif
    sll $t5, $t5, 1
    sll $t6, $t6, 1
    addu $t4, $t4, $t7
    addu $t5, $t5, $t8
    addu $t6, $t6, $t9
    .endm

    .section .pelt.hot.pelt_kernel_1_q12, "ax"
    .global pelt_kernel_1_q12
    .type pelt_kernel_1_q12, @function
pelt_kernel_1_q12:
    addiu $sp, $sp, -16
    sw $s0, 0($sp)
    sw $s1, 4($sp)
    sw $s2, 8($sp)
    sw $s3, 12($sp)
    li offset, -1

2:  lw head, 0(record)
    lw middle, 4(record)
    andi $t3, head, 0xffff
    beq $t3, offset, 3f
    lw tail, 8(record)
    move offset, $t3
    addu $t3, palette, $t3
    pair 0, 1, $0, $8
    pair 2, 4, $1, $9
    pair 5, 6, $2, $10
    pair 8, 9, $3, $11
    lw $t4, 40($t3)
    lw t0_row, 12($t3)
    lw t1_row, 28($t3)
    sra $t6, $t4, 1
    ctc2 $t6, $4
    andi $t4, $t4, 1
    ctc2 $t4, $12
    lw t2_row, 44($t3)

3:  srl head, head, 16
    sll $t4, middle, 16
    or head, head, $t4
    mtc2 head, VXY0
    sra middle, middle, 16
    mtc2 middle, VZ0
    sra head, tail, 24          /* nz */
    sll $t4, tail, 24
    .word ROTATE_V0
    sra $t4, $t4, 24
    andi $t4, $t4, 0xffff       /* nx */
    sll tail, tail, 16
    sra tail, tail, 24
    sll tail, tail, 16          /* ny */
    or tail, tail, $t4
    mtc2 tail, VXY1
    mtc2 head, VZ1
    results $t4, $t5, $t6
    addiu left, left, -1
    .word LIGHT_V0
    addiu record, record, 12
    sums ROTATE_V1
    sra $t4, $t4, 14
    sra $t5, $t5, 14
    sra $t6, $t6, 14
    addu $t4, $t4, t0_row
    addu $t5, $t5, t1_row
    addu $t6, $t6, t2_row
    sw $t4, 0(vertex)
    sw $t5, 4(vertex)
    sw $t6, 8(vertex)
    results $t4, $t5, $t6
    addiu vertex, vertex, 24
    .word LIGHT_V1
    nop
    sums
    sw $t4, -12(vertex)
    sw $t5, -8(vertex)
    bnez left, 2b
    sw $t6, -4(vertex)

    lw $s0, 0($sp)
    lw $s1, 4($sp)
    lw $s2, 8($sp)
    lw $s3, 12($sp)
    jr $ra
    addiu $sp, $sp, 16
    .size pelt_kernel_1_q12, . - pelt_kernel_1_q12

#endif
