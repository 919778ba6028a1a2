/* SPDX-License-Identifier: MIT */
/* Float kernels where VMLA can start every cycle and takes as long as VMUL and VADD together. It
 * rounds the product before it adds, as the reference does; VFMA does not, and is no faster. */
#include "../select.h"

#if defined(PELT_SKIN_F32) && PELT_SKIN_F32 == PELT_IN_M7
#include "../m4/float.inc"

.macro mix entry, weight
    vldm \entry, {s20-s31}
    each_element vmla.f32, \weight
.endm

.macro column m0, m1, m2, p, n
    .ifb \n
    vmla.f32 s26, \m0, \p
    vmla.f32 s27, \m1, \p
    vmla.f32 s28, \m2, \p
    .else
    column_times vmla.f32, \m0, \m1, \m2, \p, \n, s26, s27, s28, s29, s30, s31
    .endif
.endm

#include "../m4/skin_f32.inc"

#endif
