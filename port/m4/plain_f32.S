/* SPDX-License-Identifier: MIT */
/* Plain arrays in float for cores with an FPU: matrices are summed by weight, and the sum
 * transforms. VMUL and VADD, which take a cycle each, instead of VFMA, which takes three: more
 * instructions than the textbook has, and fewer cycles. What is rare is the reference's: see
 * port/m3/plain_q16.S.
 *
 *   r0, r1     joints, weights: of the vertex, then of the next
 *   r2         palette
 *   r3         run
 *   r4-r7      position, normal; where they go
 *   r8, r9     vertices, influences left
 *   s8-s19     sum of matrices */
#include "../select.h"

#if defined(PELT_PLAIN_F32) && PELT_PLAIN_F32 == PELT_IN_M4
#include "../m3/plain.inc"
#include "float.inc"

/* s20-s31: the next influence's matrix; s0: its weight. */
.macro fetch
    ldrh    r10, [r0], #2
    vldmia  r1!, {s0}
    add     r10, r10, r10, lsl #1
    add     r10, r2, r10, lsl #4
    vldm    r10, {s20-s31}
.endm

.macro add_element sum, m
    vmul.f32 \m, \m, s0
    vadd.f32 \sum, \sum, \m
.endm

/* s20-s22 = a column times s0, s23-s25 = times s3, or more of these. */
.macro column m0, m1, m2, p, n
    column_times vmul.f32, \m0, \m1, \m2, \p, \n, s26, s27, s28, s29, s30, s31
    all vadd.f32, "s20, s26", "s21, s27", "s22, s28", "s23, s29", "s24, s30", "s25, s31"
.endm

kernel_begin pelt_kernel_plain_f32
    unless_usual pelt_reference_plain_f32
    push    {r4-r11, lr}
    vpush   {s16-s31}
    sub     sp, sp, #12
    mov     r3, r0
    ldrd    r6, r7, [r3, #RUN_TO]
    ldrd    r4, r5, [r3, #RUN_FROM]
    ldrd    r0, r1, [r3, #RUN_INFLUENCES_AT]
    ldr     r2, [r3, #RUN_PALETTE]
    ldr     r8, [r3, #RUN_COUNT]

vertex:
    ldrd    r10, r11, [r3, #RUN_STRIDES]
    ldr     r9, [r3, #RUN_INFLUENCES]
    ldr     r12, [r1]
    add     r10, r10, r0
    add     r11, r11, r1
    strd    r10, r11, [sp]
    fetch
    each_element vmul.f32, s0
    lsls    r12, r12, #1 /* not -0.0 either */
    beq     rare
    subs    r9, r9, #1
    beq     summed
next:
    fetch
    subs    r9, r9, #1
    each_element add_element
    bne     next

summed:
    vldm    r4, {s0-s2}
    vldm    r5, {s3-s5}
    ldrd    r10, r11, [r3, #RUN_FROM_STRIDES]
    column_times vmul.f32, s8, s12, s16, s0, s3, s20, s21, s22, s23, s24, s25
    column  s9, s13, s17, s1, s4
    column  s10, s14, s18, s2, s5
    all     vadd.f32, "s20, s11", "s21, s15", "s22, s19"
    add     r4, r4, r10
    add     r5, r5, r11
    vstm    r6, {s20-s22}
    vstm    r7, {s23-s25}
done:
    ldr     r12, [r3, #RUN_STRIDE]
    ldrd    r0, r1, [sp]
    subs    r8, r8, #1
    each    add, r12, r6, r7
    bne     vertex
    add     sp, sp, #12
    vpop    {s16-s31}
    leave

rare:
    ldrd    r10, r11, [r3, #RUN_FROM_STRIDES]
    add     r4, r4, r10
    add     r5, r5, r11
    push    {r2, r3}
    mov     r0, r3
    mov     r1, r8
    bl      pelt_plain_vertex_f32
    pop     {r2, r3}
    b       done
kernel_end pelt_kernel_plain_f32

#endif
