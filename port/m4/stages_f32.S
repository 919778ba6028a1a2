/* SPDX-License-Identifier: MIT */
/* Model matrices and palettes in float for a single-precision FPU with 32 registers;
 * src/stage/joints.inc and palette.inc are the specification. VMUL and VADD take a cycle each, VMLA
 * and VFMA three. A scale of one is multiplied in, too: that takes nine cycles, a test would take
 * seven.
 *
 *   r4       output of the joint
 *   r5       left matrix
 *   s0-s11   right matrix; of a joint the 3x3, then the translation
 *   s12-s23  left matrix, then the product
 *   s24-s27  row of the product
 *   s28-s31  products */
#include "../select.h"

#if defined(PELT_STAGES_F32) && PELT_STAGES_F32 == PELT_IN_M4
#include "../arm.inc"

/* \p times a row of the right matrix to s28-s31, or others. */
.macro products p, m0, m1, m2, t, d0=s28, d1=s29, d2=s30, d3=s31
    all vmul.f32, "\d0, \p, \m0", "\d1, \p, \m1", "\d2, \p, \m2", "\d3, \p, \t"
.endm

/* Row \p0 to \p3 of the left matrix times the right one, in its place. */
.macro row p0, p1, p2, p3, m0, m1, m2, m3, m4, m5, m6, m7, m8, t0, t1, t2
    products \p0, \m0, \m1, \m2, \t0, s24, s25, s26, s27
    products \p1, \m3, \m4, \m5, \t1
    all vadd.f32, "s24, s28", "s25, s29", "s26, s30", "s27, s31"
    vmul.f32 s28, \p2, \m6
    vmul.f32 s31, \p2, \t2
    vmul.f32 s29, \p2, \m7
    vmul.f32 s30, \p2, \m8
    vadd.f32 s27, s27, s31
    vadd.f32 \p0, s24, s28
    vadd.f32 \p1, s25, s29
    vadd.f32 \p2, s26, s30
    vadd.f32 \p3, s27, \p3
.endm

.macro rows right:vararg
    row s12, s13, s14, s15, \right
    row s16, s17, s18, s19, \right
    row s20, s21, s22, s23, \right
.endm

/* void pelt_kernel_joints_f32(matrices r0, locals r1, joints r2, first r3, end) */
kernel_begin pelt_kernel_joints_f32
    ldr r12, [sp]
    cmp r3, r12
    only hs, bx, lr
    push {r4-r6}
    vpush {s16-s31}
    add r4, r3, r3, lsl #1
    add r4, r0, r4, lsl #4
    add r5, r3, r3, lsl #2
    add r1, r1, r5, lsl #3
    add r3, r2, r3, lsl #3          @ of the joint at hand
    add r2, r2, r12, lsl #3         @ end of the joints
    movw r6, #0xFFFF
1:  vldm r1!, {s5-s14}              @ quaternion, translation, scale
    vadd.f32 s0, s5, s5
    vadd.f32 s1, s6, s6
    vadd.f32 s2, s7, s7
    vmov.f32 s24, #1.0
    vmul.f32 s15, s0, s5            @ 2 x x
    vmul.f32 s16, s1, s6            @ 2 y y
    vmul.f32 s17, s2, s7            @ 2 z z
    vmul.f32 s18, s0, s6            @ 2 x y
    vmul.f32 s23, s2, s8            @ 2 w z
    vmul.f32 s19, s0, s7            @ 2 x z
    vmul.f32 s22, s1, s8            @ 2 w y
    vmul.f32 s20, s1, s7            @ 2 y z
    vmul.f32 s21, s0, s8            @ 2 w x
    vadd.f32 s0, s16, s17
    vadd.f32 s4, s15, s17
    vadd.f32 s8, s15, s16
    vsub.f32 s1, s18, s23
    vadd.f32 s3, s18, s23
    vadd.f32 s2, s19, s22
    vsub.f32 s6, s19, s22
    vsub.f32 s5, s20, s21
    vadd.f32 s7, s20, s21
    vsub.f32 s0, s24, s0
    vsub.f32 s4, s24, s4
    vsub.f32 s8, s24, s8
    each vmul.f32, s12, s0, s3, s6
    each vmul.f32, s13, s1, s4, s7
    each vmul.f32, s14, s2, s5, s8
    ldrh r5, [r3], #8
    cmp r5, r6
    beq 3f
    add r5, r5, r5, lsl #1
    add r5, r0, r5, lsl #4
    vldm r5, {s12-s23}
    rows s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
2:  vstm r4!, {s12-s23}
    cmp r3, r2
    bne 1b
    vpop {s16-s31}
    pop {r4-r6}
    bx lr

/* No parent. */
3:  all vmov, "s12, s0", "s13, s1", "s14, s2", "s15, s9", "s16, s3", "s17, s4"
    all vmov, "s18, s5", "s19, s10", "s20, s6", "s21, s7", "s22, s8", "s23, s11"
    b 2b
kernel_end pelt_kernel_joints_f32

/* void pelt_kernel_palette_f32(palette r0, matrices r1, entries r2, count r3) */
kernel_begin pelt_kernel_palette_f32
    cmp r3, #0
    only eq, bx, lr
    push {r4, r5}
    vpush {s16-s31}
1:  ldrh r5, [r2], #4
    add r5, r5, r5, lsl #1
    add r5, r1, r5, lsl #4
    vldm r2!, {s0-s11}
    vldm r5, {s12-s23}
    rows s0, s1, s2, s4, s5, s6, s8, s9, s10, s3, s7, s11
    vstm r0!, {s12-s23}
    subs r3, r3, #1
    bne 1b
    vpop {s16-s31}
    pop {r4, r5}
    bx lr
kernel_end pelt_kernel_palette_f32

#endif
