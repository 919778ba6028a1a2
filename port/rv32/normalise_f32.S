/* SPDX-License-Identifier: MIT */
/* Scales raw normals of f32 to unit length with a root and a division, correctly rounded. Lengths
 * that are not within 2^-40 and 2^40, zero and NaN are left to the reference.
 *
 * void pelt_kernel_normalise_f32(normals a0, stride_bytes a1, count a2) */
#include "../select.h"

#if defined(PELT_NORMALISE_F32) && PELT_NORMALISE_F32 == PELT_IN_RV32
#include "kernel.inc"

kernel_begin pelt_kernel_normalise_f32
    beqz a2, 3f
    lui t0, 0x17800                 # 2^-80
    lui t1, 0x67800                 # 2^80
    lui t2, 0x3f800                 # 1
    fmv.w.x fa4, t0
    fmv.w.x fa5, t1
    fmv.w.x fa6, t2
1:  words flw, a0, 0, fa0, fa1, fa2
    fmul.s fa3, fa0, fa0
    addi a2, a2, -1
    fmadd.s fa3, fa1, fa1, fa3
    add a3, a0, a1
    fmadd.s fa3, fa2, fa2, fa3
    flt.s t0, fa4, fa3
    flt.s t1, fa3, fa5
    and t0, t0, t1
    beqz t0, 4f
    fsqrt.s fa3, fa3
    fdiv.s fa3, fa6, fa3
    each fmul.s, fa3, fa0, fa1, fa2
    words fsw, a0, 0, fa0, fa1, fa2
    mv a0, a3
    bnez a2, 1b
3:  ret

4:  addi sp, sp, -16
    words sw, sp, 0, ra, a1, a2, a3
    li a2, 1
    call pelt_reference_normalise_f32
    words lw, sp, 0, ra, a1, a2, a0
    addi sp, sp, 16
    j pelt_kernel_normalise_f32
kernel_end pelt_kernel_normalise_f32

#endif
