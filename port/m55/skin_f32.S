/* SPDX-License-Identifier: MIT */
/* Skinning in f32 on the Cortex-M55, one vertex at a time. Lanes are rows of the matrix: q0-q3 its
 * columns, and in the end q3 the position, q4 the normal. One or two entries are loaded as columns;
 * three or four are mixed by rows, whose loads overlap the arithmetic, and turned into columns
 * through the stack.
 *
 * Products are fused: results differ from the reference's by at most 1e-6 of the sum of the
 * magnitudes of all terms. Subnormal numbers count as zero, as always in MVE.
 *
 *   r0 vertex   r1 record   r3 palette   lr vertices left
 *   r4-r11, r2, r12   words of the record: offsets, weights, then position and normal */
#include "../select.h"

#if defined(PELT_SKIN_F32) && PELT_SKIN_F32 == PELT_IN_M55
#include "kernel.inc"

.macro transform p0, p1, p2, n0, n1, n2
    vfma.f32 q3, q0, \p0
    when    normals, vmul.f32 q4, q0, \n0
    vfma.f32 q3, q1, \p1
    when    normals, vfma.f32 q4, q1, \n1
    vfma.f32 q3, q2, \p2
    when    normals, vfma.f32 q4, q2, \n2
.endm

/* Loads the rows of the first entry times \weight to q0-q2. */
.macro first_rows entry, weight
    vldrw.32 q0, [\entry]
    vldrw.32 q1, [\entry, #16]
    vmul.f32 q0, q0, \weight
    vldrw.32 q2, [\entry, #32]
    vmul.f32 q1, q1, \weight
.endm

/* Adds the last entry's third row and turns q0-q2 into columns through the stack; meanwhile position and
 * normal are loaded. */
.macro turn weight
    vstrw.32 q0, [r12]
    vfma.f32 q2, q5, \weight
    vstrw.32 q1, [r12, #16]
    ldm     r1!, {r4-r9}
    vstrw.32 q2, [r12, #32]
    columns q0, q1, q2, q3, r12
.endm

.macro skins kernel
/* Record: offset, position, normal. */
vertices_begin \kernel\()_1_f32
    vertex
    ldm     r1!, {r4-r10}
    add     r4, r3
    columns q0, q1, q2, q3, r4
    transform r5, r6, r7, r8, r9, r10
vertices_end \kernel\()_1_f32

/* Record: offsets r2, r4, weights r5, r6, position r7-r9, normal r10-r12. */
vertices_begin \kernel\()_2_f32
    vertex
    ldm     r1!, {r2, r4-r12}
    add     r2, r3
    add     r4, r3
    columns q0, q1, q2, q3, r2
    vld40.32 {q4, q5, q6, q7}, [r4]
    vmul.f32 q0, q0, r5
    vld41.32 {q4, q5, q6, q7}, [r4]
    vmul.f32 q1, q1, r5
    vld42.32 {q4, q5, q6, q7}, [r4]
    vmul.f32 q2, q2, r5
    vld43.32 {q4, q5, q6, q7}, [r4]
    vmul.f32 q3, q3, r5
    vfma.f32 q0, q4, r6
    vfma.f32 q1, q5, r6
    vfma.f32 q2, q6, r6
    vfma.f32 q3, q7, r6
    transform r7, r8, r9, r10, r11, r12
vertices_end \kernel\()_2_f32

/* Record: offsets r4-r6, weights r7-r9; then position r4-r6, normal r7-r9. */
vertices_begin \kernel\()_3_f32, 64
    vertex
    ldm     r1!, {r4-r9}
    add     r4, r3
    add     r5, r3
    first_rows r4, r7
    add     r6, r3
    next_rows vfma.f32, r5, r8, vmul.f32 q2, q2, r7
    next_rows vfma.f32, r6, r9, vfma.f32 q2, q5, r8
    turn    r9
    transform r4, r5, r6, r7, r8, r9
vertices_end \kernel\()_3_f32, 64

/* Record: offsets r4-r7, weights r8-r11; then position r4-r6, normal r7-r9. */
vertices_begin \kernel\()_4_f32, 64
    vertex
    ldm     r1!, {r4-r11}
    add     r4, r3
    add     r5, r3
    first_rows r4, r8
    add     r6, r3
    next_rows vfma.f32, r5, r9, vmul.f32 q2, q2, r8
    add     r7, r3
    next_rows vfma.f32, r6, r10, vfma.f32 q2, q5, r9
    next_rows vfma.f32, r7, r11, vfma.f32 q2, q5, r10
    turn    r11
    transform r4, r5, r6, r7, r8, r9
vertices_end \kernel\()_4_f32, 64
.endm

skins_twice skins
positions f32, vector_begin, PUSHED_BYTES

#endif
