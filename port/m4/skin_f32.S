/* SPDX-License-Identifier: MIT */
/*
 * Float kernels where VMUL and VADD take a cycle each, VMLA and VFMA three, VLDM one and one a
 * word.
 *
 * Of four influences a vertex takes 201: the record 17, addresses of the entries 4, their words 52,
 * 48 products and 36 sums that mix them, 18 products and 15 sums that transform, six results 7,
 * the loop 4. Of these 185 are words and operations that the result is made of, and VLDM, with one
 * cycle more for each entry, is the cheapest way in: LDM and VMOV take two a word, VLDR too.
 * Dividing the weights by the first one would save 12 products and needs 6 and a VDIV of 14. Only
 * runs of one joint set can do with fewer words, set_f32.S.
 */
#include "../select.h"

#if defined(PELT_SKIN_F32) && PELT_SKIN_F32 == PELT_IN_M4
#include "kernel.inc"

.macro mix entry, weight
    vldm \entry, {s20-s31}
    .irp m, s20, s21, s22, s23, s24, s25, s26, s27, s28, s29, s30, s31
    vmul.f32 \m, \m, \weight
    .endr
    vadd.f32 s8, s8, s20
    vadd.f32 s9, s9, s21
    vadd.f32 s10, s10, s22
    vadd.f32 s11, s11, s23
    vadd.f32 s12, s12, s24
    vadd.f32 s13, s13, s25
    vadd.f32 s14, s14, s26
    vadd.f32 s15, s15, s27
    vadd.f32 s16, s16, s28
    vadd.f32 s17, s17, s29
    vadd.f32 s18, s18, s30
    vadd.f32 s19, s19, s31
.endm

.macro column m0, m1, m2, p, n
    vmul.f32 s0, \m0, \p
    vmul.f32 s1, \m1, \p
    vmul.f32 s2, \m2, \p
    vmul.f32 s3, \m0, \n
    vmul.f32 s4, \m1, \n
    vmul.f32 s5, \m2, \n
    vadd.f32 s26, s26, s0
    vadd.f32 s27, s27, s1
    vadd.f32 s28, s28, s2
    vadd.f32 s29, s29, s3
    vadd.f32 s30, s30, s4
    vadd.f32 s31, s31, s5
.endm

#include "skin_f32.inc"

#endif
