/* SPDX-License-Identifier: MIT */
/*
 * Float kernels where VMLA can start every cycle and takes as long as VMUL and VADD together. It
 * rounds the product before it adds, as the reference does; VFMA does not, and is no faster.
 */
#include "../select.h"

#if defined(PELT_SKIN_F32) && PELT_SKIN_F32 == PELT_IN_M7
#include "../m4/kernel.inc"

.macro mix entry, weight
    vldm \entry, {s20-s31}
    vmla.f32 s8, s20, \weight
    vmla.f32 s9, s21, \weight
    vmla.f32 s10, s22, \weight
    vmla.f32 s11, s23, \weight
    vmla.f32 s12, s24, \weight
    vmla.f32 s13, s25, \weight
    vmla.f32 s14, s26, \weight
    vmla.f32 s15, s27, \weight
    vmla.f32 s16, s28, \weight
    vmla.f32 s17, s29, \weight
    vmla.f32 s18, s30, \weight
    vmla.f32 s19, s31, \weight
.endm

.macro column m0, m1, m2, p, n
    vmla.f32 s26, \m0, \p
    vmla.f32 s27, \m1, \p
    vmla.f32 s28, \m2, \p
    vmla.f32 s29, \m0, \n
    vmla.f32 s30, \m1, \n
    vmla.f32 s31, \m2, \n
.endm

#include "../m4/skin_f32.inc"

#endif
