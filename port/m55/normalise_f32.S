/* SPDX-License-Identifier: MIT */
/* Scales raw normals to unit length in f32 on the Cortex-M55, four at a time. A power of two first
 * brings the largest component to [1, 2), exactly; then follows the method of num_rsqrt() (f32.h),
 * with a relative error below 4e-7. The reference turns lengths below 1e-30 into zero; this code
 * does so below 2^-126, as subnormal numbers count as zero in MVE.
 *
 *   r0 normals   r1 four strides   r2 count
 *   r3 bits of 2^128   r5 the constant of num_rsqrt() plus 1   r6 0.5
 *   q0-q2 components   q3-q6 scratch   q7 addresses */
#include "../select.h"

#if defined(PELT_NORMALISE_F32) && PELT_NORMALISE_F32 == PELT_IN_M55
#include "kernel.inc"

vector_begin pelt_kernel_normalise_f32
    lane_offsets q7, r1
    vadd.i32 q7, q7, r0
    lsls    r1, #2
    ldr     r3, =0x7f800000
    ldr     r5, =0x5f375a87
    ldr     r6, =0x3f000000
    wlstp.32 lr, r2, 2f
1:  vldrw.u32 q0, [q7]
    vldrw.u32 q1, [q7, #4]
    vmov    q3, q0
    vldrw.u32 q2, [q7, #8]
    vmaxnma.f32 q3, q1
    vmaxnma.f32 q3, q2
    vshr.u32 q3, q3, #23        /* exponent e, biased by 127 */
    vmvn    q3, q3
    vshl.i32 q3, q3, #23
    vadd.i32 q3, q3, r3         /* 254 - e: 2^(127 - e) */
    each vmul.f32, q3, q0, q1, q2
    vmul.f32 q4, q0, q0
    vfma.f32 q4, q1, q1
    vfma.f32 q4, q2, q2         /* squares: 0 or [1, 12) */
    vshr.u32 q5, q4, #1
    vmvn    q5, q5
    vmul.f32 q4, q4, r6         /* half of them */
    vadd.i32 q5, q5, r5         /* y = 0x5f375a86 - bits / 2 */
.rept 3
    vmul.f32 q6, q5, q4         /* y^2 would be infinite for a zero vector */
    vmov.f32 q3, #1.5
    vfms.f32 q3, q6, q5
    vmul.f32 q5, q5, q3
.endr
    each vmul.f32, q5, q0, q1
    vstrw.32 q0, [q7]
    vmul.f32 q2, q2, q5
    vstrw.32 q1, [q7, #4]
    vstrw.32 q2, [q7, #8]
    vadd.i32 q7, q7, r1
    letp    lr, 1b
2:
vector_end pelt_kernel_normalise_f32
    .ltorg

#endif
