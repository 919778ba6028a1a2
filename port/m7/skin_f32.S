/* SPDX-License-Identifier: MIT */
/* Skins float vertices on a Cortex-M7, with the loops of ../m4/skin_f32.inc, for which this file defines the
 * macros mix and column. On this core VMLA can start every cycle and takes as long as VMUL and VADD
 * together. VMLA rounds the product before it adds, as the reference does; VFMA does not, and is no faster. */
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

/* Kernels for runs of one joint set. Two or more entries do not fit the registers, so only their addresses
 * stay there. Walking the run once for each row, as port/m4/set_f32.S does, would make products wait for
 * each other on this core: by LLVM 14's model a vertex would take 92, 106 and 118 cycles with 2, 3 and 4
 * influences, instead of 64, 81 and 98. */
.macro set_kernel name, n, weights, entries:vararg
kernel_begin \name
    float_begin 24 + 4 * \n
    set_offsets r4, \entries
    each add, r3, \entries
1:  vldm r1!, {\weights}
    mix_all \n
    float_end
kernel_end \name
.endm

set_kernel pelt_kernel_set_2_f32, 2, s4-s5, r4, r5
set_kernel pelt_kernel_set_3_f32, 3, s4-s6, r4, r5, r6
set_kernel pelt_kernel_set_4_f32, 4, s4-s7, r4, r5, r6, r7

/* Positions alone: registers as in skin_f32.inc, with the offsets at r8. */
.macro alone_set name, n, weights, entries:vararg
kernel_begin \name
    ldm r8, {\entries}
    alone_begin 24 + 4 * \n
    each add, r12, \entries
1:  vldm r2!, {\weights}
    vldm r4, {s8-s19}
    each vmul.f32, s4, s8, s9, s10, s11, s12, s13, s14, s15, s16, s17, s18, s19
    mix r5, s5
    when \n > 2, mix r6, s6
    when \n > 3, mix r7, s7
    transform_alone
    alone_end
kernel_end \name
.endm

alone_set pelt_kernel_positions_set_2_f32, 2, s4-s5, r4, r5
alone_set pelt_kernel_positions_set_3_f32, 3, s4-s6, r4, r5, r6
alone_set pelt_kernel_positions_set_4_f32, 4, s4-s7, r4, r5, r6, r7

#endif
