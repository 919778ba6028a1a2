/* SPDX-License-Identifier: MIT */
/* Scales raw normals of q16 to unit length: pelt_reference_normalise_q16 of src/kernel/exact.c, and
 * fx_rsqrt15 of src/base/fixed.h.
 *
 * void pelt_kernel_normalise_q16(normals a0, stride_bytes a1, count a2)
 *
 * Cores without Zbb have no instruction that counts zeros. As the normals of a mesh are about
 * equally long, the shift of the last one is tried first, and usually fits.
 *
 *   a3, a4   table; 98300
 *   t0       shift that brings the widest component to one bit: 31 less the zeros above it;
 *            with Zbb 16
 *   a5-a7    normal */
#include "../select.h"

#if defined(PELT_NORMALISE_Q16) && PELT_NORMALISE_Q16 == PELT_IN_RV32
#include "kernel.inc"

kernel_begin pelt_kernel_normalise_q16
    la a3, pelt_rsqrt_table
    li a4, 98300
#ifdef __riscv_zbb
    li t0, 16
#else
    li t0, 14
#endif
    beqz a2, 9f
1:  words lw, a0, 0, a5, a6, a7
    srai t1, a5, 31
    srai t2, a6, 31
    srai t3, a7, 31
    xor t1, t1, a5
    xor t2, t2, a6
    xor t3, t3, a7
    or t1, t1, t2
    or t1, t1, t3
    ori t1, t1, 1
#ifdef __riscv_zbb
    clz t1, t1
    sub t1, t0, t1
#else
    srl t2, t1, t0
    addi t2, t2, -1
    bnez t2, 7f
2:  addi t1, t0, -15
#endif
    bltz t1, 6f
    each sra, t1, a5, a6, a7        # to 15 bits, to nearest
    each addi, 1, a5, a6, a7
    each srai, 1, a5, a6, a7
3:  mul t1, a5, a5
    mul t2, a6, a6
    mul t3, a7, a7
    add t1, t1, t2
    add t1, t1, t3                  # from 2^28 on, or zero
    beqz t1, 5f
    srli t2, t1, 30
    bnez t2, 4f
    slli t1, t1, 2
4:  srli t6, t1, 25
#ifdef __riscv_zba
    sh1add t6, t6, a3
#else
    slli t6, t6, 1
    add t6, t6, a3
#endif
    lhu t6, -64(t6)
    srli t1, t1, 16
    snez t2, t2                     # if there were two zeros, the final shift is one less
    mul t4, t6, t6
    addi t5, t2, 13
    lui t3, 1
    srli t4, t4, 15
    mul t4, t4, t1
    sll t3, t3, t2                  # rounds
    srli t4, t4, 14
    sub t4, a4, t4
    mul t4, t4, t6
    srli t4, t4, 16
    each mul, t4, a5, a6, a7
    each add, t3, a5, a6, a7
    each sra, t5, a5, a6, a7
    words sw, a0, 0, a5, a6, a7
5:  addi a2, a2, -1
    add a0, a0, a1
    bnez a2, 1b
9:  ret

6:  not t1, t1                      # up, exactly
    each sll, t1, a5, a6, a7
    j 3b

#ifndef __riscv_zbb
7:  bltz t2, 8f
    addi t0, t0, 2
8:  addi t0, t0, -1
    srl t2, t1, t0
    addi t2, t2, -1
    bnez t2, 7b
    j 2b
#endif
kernel_end pelt_kernel_normalise_q16

#endif
