/* SPDX-License-Identifier: MIT */
/* Float kernels where VMUL and VADD take a cycle each, VMLA and VFMA three, VLDM one and one a
 * word.
 *
 * Of four influences a vertex takes 201: the record 17, addresses of the entries 4, their words 52,
 * 48 products and 36 sums that mix them, 18 products and 15 sums that transform, six results 7,
 * the loop 4. Of these 185 are words and operations that the result is made of, and VLDM, with one
 * cycle more for each entry, is the cheapest way in: LDM and VMOV take two a word, VLDR too.
 * Dividing the weights by the first one would save 12 products and needs 6 and a VDIV of 14. Only
 * runs of one joint set can do with fewer words, set_f32.S. */
#include "../select.h"

#if defined(PELT_SKIN_F32) && PELT_SKIN_F32 == PELT_IN_M4
#include "float.inc"

.macro mix entry, weight
    vldm \entry, {s20-s31}
    each vmul.f32, \weight, s20, s21, s22, s23, s24, s25, s26, s27, s28, s29, s30, s31
    each_element vadd.f32
.endm

.macro column m0, m1, m2, p, n
    .ifb \n
    vmul.f32 s0, \m0, \p
    vmul.f32 s1, \m1, \p
    vmul.f32 s2, \m2, \p
    all vadd.f32, "s26, s0", "s27, s1", "s28, s2"
    .else
    column_times vmul.f32, \m0, \m1, \m2, \p, \n, s0, s1, s2, s3, s4, s5
    all vadd.f32, "s26, s0", "s27, s1", "s28, s2", "s29, s3", "s30, s4", "s31, s5"
    .endif
.endm

#include "skin_f32.inc"

#endif
