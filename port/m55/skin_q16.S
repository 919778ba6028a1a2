/* SPDX-License-Identifier: MIT */
/* Skinning in q16 on the Cortex-M55, one vertex at a time. Lanes are rows of the matrix: q0-q3 its
 * columns, and in the end q3 the position, q4 the normal. Entries are loaded as in skin_f32.S.
 *
 * The product floor(a b / 2^16) is VQDMULH(a, b << 15), the high word of 2 a (b << 15); VQDMLAH
 * adds it to a register, and VQDMLASH multiplies in place and adds a scalar. They saturate, but no
 * sum leaves 32 bits (q16.h). VSHLLB (even halfwords) and VSHLLT (odd ones) compute b << 15; these
 * go to scalar registers in pairs, lanes 0 and 2 or 1 and 3.
 *
 *   r0 vertex   r1 record   r3 palette   lr vertices left   r2, r12 constants, scratch
 *   r4-r11   addresses of entries, weights, position and normal */
#include "../select.h"

#if defined(PELT_SKIN_Q16) && PELT_SKIN_Q16 == PELT_IN_M55
#include "kernel.inc"

/* Moves lanes 0 and 2, or 1 and 3. VMOV names the lanes in the reverse order of its registers. */
.macro even low, high, from
    vmov    \low, \high, \from[2], \from[0]
.endm

.macro odd low, high, from
    vmov    \low, \high, \from[3], \from[1]
.endm

/* Sums of normals start at 1 (src/kernel/exact.c): q4 on entry. */
.macro transform p0, p1, p2, n0, n1, n2
    vqdmlah.s32 q3, q0, \p0
    vqdmlah.s32 q3, q1, \p1
    when    normals, vqdmlah.s32 q4, q0, \n0
    vqdmlah.s32 q3, q2, \p2
    when    normals, vqdmlah.s32 q4, q1, \n1
    when    normals, vqdmlah.s32 q4, q2, \n2
.endm

/* As in skin_f32.S. q6: the first weight in all lanes, r2: what every element starts at. */
.macro first_rows entry
    vldrw.32 q0, [\entry]
    vldrw.32 q1, [\entry, #16]
    vqdmlash.s32 q0, q6, r2
    vldrw.32 q2, [\entry, #32]
    vqdmlash.s32 q1, q6, r2
.endm

/* Record of three or four influences, in halfwords: offset 0-3, weight 4-7, position 8-10, normal
 * 11-13. Entries' addresses go to r4-r7, weights to r8-r11 and the first to q6; the record pointer
 * moves on. */
.macro open_record
    vldrh.u32 q0, [r1]
    vldrh.s32 q1, [r1, #8]
    vadd.i32 q0, q0, r3
    vshl.i32 q1, q1, #15
    even    r4, r6, q0
    even    r8, r10, q1
    vldrw.u32 q7, [r1, #12]     /* halfwords 6-13 */
    odd     r5, r7, q0
    vdup.32 q6, r8
    adds    r1, #28
.endm

/* Turns the rows q0-q2 into columns through the stack; meanwhile position goes to r4-r6, normal
 * to r7-r9. */
.macro turn weight
    vqdmlah.s32 q2, q5, \weight
    vstrw.32 q0, [r12]
    vshllb.s16 q4, q7, #15      /* weight 2, position 0, position 2, normal 1 */
    vstrw.32 q1, [r12, #16]
    vshllt.s16 q5, q7, #15      /* weight 3, position 1, normal 0, normal 2 */
    vstrw.32 q2, [r12, #32]
    odd     r4, r8, q4
    even    r10, r6, q4
    odd     r5, r9, q5
    even    r10, r7, q5
    columns q0, q1, q2, q3, r12
.endm

.macro skins kernel
/* Record, halfwords: offset, position 1-3, normal 4-6, 0. */
vertices_begin \kernel\()_1_q16
    mov     r12, #2
    vertex
    ldrh    r4, [r1]
    vldrw.u32 q6, [r1], #16
    add     r4, r3
    vld40.32 {q0, q1, q2, q3}, [r4]
    vshllt.s16 q5, q6, #15      /* position 0, position 2, normal 1, 0 */
    vld41.32 {q0, q1, q2, q3}, [r4]
    vshllb.s16 q6, q6, #15      /* offset, position 1, normal 0, normal 2 */
    vld42.32 {q0, q1, q2, q3}, [r4]
    even    r5, r9, q5
    vld43.32 {q0, q1, q2, q3}, [r4]
    odd     r7, r11, q5
    odd     r6, r10, q6
    even    r11, r8, q6
    vmov.i32 q4, #1
    transform r5, r6, r7, r8, r9, r10
    vhadd.s32 q3, q3, r12       /* (sum + 2) >> 1 */
vertices_end \kernel\()_1_q16

/* Record, halfwords: offset 0-1, weight 2-3, position 4-6, normal 7-9. */
vertices_begin \kernel\()_2_q16
    movs    r2, #1
    mov     r12, #2
    vertex
    ldr     r4, [r1], #20
    vldrw.u32 q4, [r1, #-16]
    add     r5, r3, r4, lsr #16
    uxtah   r4, r3, r4
    vld40.32 {q0, q1, q2, q3}, [r4]
    vshllb.s16 q5, q4, #15      /* weight 0, position 0, position 2, normal 1 */
    vld41.32 {q0, q1, q2, q3}, [r4]
    vshllt.s16 q6, q4, #15      /* weight 1, position 1, normal 0, normal 2 */
    vld42.32 {q0, q1, q2, q3}, [r4]
    even    r6, r10, q5
    vld43.32 {q0, q1, q2, q3}, [r4]
    vdup.32 q4, r6
    odd     r8, r11, q5
    vqdmlash.s32 q0, q4, r2
    even    r7, r6, q6
    vqdmlash.s32 q1, q4, r2
    odd     r9, r4, q6
    vqdmlash.s32 q2, q4, r2
    vqdmlash.s32 q3, q4, r12
    columns q4, q5, q6, q7, r5
    vqdmlah.s32 q0, q4, r7
    vqdmlah.s32 q1, q5, r7
    vqdmlah.s32 q2, q6, r7
    vqdmlah.s32 q3, q7, r7
    vmov.i32 q4, #1
    transform r8, r9, r10, r6, r11, r4
vertices_end \kernel\()_2_q16

/* Elements start at 1, translations at 3: r11, as the fourth weight is 0. */
vertices_begin \kernel\()_3_q16, 64
    movs    r2, #1
    mov     r11, #2
    vertex
    open_record
    vmov.32 r9, q1[1]
    first_rows r4
    next_rows vqdmlah.s32, r5, r9, vqdmlash.s32 q2, q6, r2
    next_rows vqdmlah.s32, r6, r10, vqdmlah.s32 q2, q5, r9
    turn    r10
    vadd.i32 q3, q3, r11
    vmov.i32 q4, #1
    transform r4, r5, r6, r7, r8, r9
vertices_end \kernel\()_3_q16, 64

/* Elements start at 2, translations at 3. */
vertices_begin \kernel\()_4_q16, 64
    movs    r2, #2
    vertex
    open_record
    odd     r9, r11, q1
    first_rows r4
    next_rows vqdmlah.s32, r5, r9, vqdmlash.s32 q2, q6, r2
    next_rows vqdmlah.s32, r6, r10, vqdmlah.s32 q2, q5, r9
    next_rows vqdmlah.s32, r7, r11, vqdmlah.s32 q2, q5, r10
    turn    r11
    vmov.i32 q4, #1
    vadd.i32 q3, q3, q4
    transform r4, r5, r6, r7, r8, r9
vertices_end \kernel\()_4_q16, 64
.endm

skins_twice skins
positions q16, vector_begin, PUSHED_BYTES

#endif
