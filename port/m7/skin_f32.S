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

/*
 * Sets: two entries and more do not stay in the registers, their addresses do. Row by row, as in
 * port/m4/set_f32.S, products wait for each other here: by LLVM 14's model 92, 106 and 118 cycles a
 * vertex instead of 64, 81 and 98.
 */
kernel_begin pelt_kernel_set_2_f32
    float_begin 32
    set_offsets r4, r4, r5
    add r4, r4, r3
    add r5, r5, r3
1:  vldm r1!, {s4-s5}
    mix_all 2
    float_end
kernel_end pelt_kernel_set_2_f32

kernel_begin pelt_kernel_set_3_f32
    float_begin 36
    set_offsets r4, r4, r5, r6
    add r4, r4, r3
    add r5, r5, r3
    add r6, r6, r3
1:  vldm r1!, {s4-s6}
    mix_all 3
    float_end
kernel_end pelt_kernel_set_3_f32

kernel_begin pelt_kernel_set_4_f32
    float_begin 40
    set_offsets r4, r4-r7
    add r4, r4, r3
    add r5, r5, r3
    add r6, r6, r3
    add r7, r7, r3
1:  vldm r1!, {s4-s7}
    mix_all 4
    float_end
kernel_end pelt_kernel_set_4_f32

#endif
