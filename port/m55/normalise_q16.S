/* SPDX-License-Identifier: MIT */
/* Scales raw normals to unit length in q16 on the Cortex-M55, four at a time, with the steps and
 * the bits of pelt_reference_normalise_q16. A shift with rounding, of either direction, is one
 * VRSHL.
 *
 *   r0 normals   r1 four strides   r2 count   r3 table, less 32 entries
 *   r5 16   r6 14   r7 98301
 *   q0-q2 components   q3-q6 scratch   q7 addresses */
#include "../select.h"

#if defined(PELT_NORMALISE_Q16) && PELT_NORMALISE_Q16 == PELT_IN_M55
#include "kernel.inc"

vector_begin pelt_kernel_normalise_q16
    lane_offsets q7, r1
    vadd.i32 q7, q7, r0
    lsls    r1, #2
    ldr     r3, =pelt_rsqrt_table - 64
    ldr     r7, =98301
    movs    r5, #16
    movs    r6, #14
    wlstp.32 lr, r2, 2f
1:  vldrw.u32 q0, [q7]
    vldrw.u32 q1, [q7, #4]
    vcls.s32 q3, q0
    vldrw.u32 q2, [q7, #8]
    vcls.s32 q4, q1
    vmov.i32 q6, #30            /* 0 and -1 are one bit wide, as 1 is */
    vmin.u32 q3, q3, q4
    vcls.s32 q5, q2
    vmin.u32 q3, q3, q6
    vmin.u32 q3, q3, q5
    vsub.i32 q3, q3, r5         /* brings the widest component to 15 bits and sign */
    each vrshl.s32, q3, q0, q1
    vmul.i32 q4, q0, q0
    vrshl.s32 q2, q2, q3
    vmul.i32 q5, q1, q1
    vmul.i32 q6, q2, q2
    vadd.i32 q4, q4, q5
    vadd.i32 q4, q4, q6         /* squares: 0 or [2^28, 2^32) */
    vorr.i32 q4, #1             /* a bit that is not used; for a zero vector any scale will do */
    vclz.i32 q3, q4
    vbic.i32 q3, #1             /* up */
    vshl.u32 q4, q4, q3         /* m */
    vshr.u32 q3, q3, #1
    vshr.u32 q5, q4, #25
    vldrh.u32 q6, [r3, q5, uxtw #1]     /* y, Q15 */
    vshr.u32 q4, q4, #16
    vsub.i32 q3, q3, r6         /* up / 2 - 14 */
    vmul.i32 q5, q6, q6
    vshr.u32 q5, q5, #15
    vmul.i32 q4, q4, q5
    vshr.u32 q4, q4, #14        /* m y^2, Q15 */
    vmvn    q4, q4
    vadd.i32 q4, q4, r7         /* 98300 - m y^2 */
    vmul.i32 q4, q4, q6
    vshr.u32 q4, q4, #16        /* scale, Q15 */
    each vmul.i32, q4, q0, q1
    vrshl.s32 q0, q0, q3
    vmul.i32 q2, q2, q4
    vstrw.32 q0, [q7]
    vrshl.s32 q1, q1, q3
    vstrw.32 q1, [q7, #4]
    vrshl.s32 q2, q2, q3
    vstrw.32 q2, [q7, #8]
    vadd.i32 q7, q7, r1
    letp    lr, 1b
2:
vector_end pelt_kernel_normalise_q16
    .ltorg

#endif
