/* SPDX-License-Identifier: MIT */
/* Skinning in f32 on the Cortex-M55 of runs of vertices that share their entries: four vertices at
 * a time, one in each lane, with elements of the entries as scalars. The bounds are those of
 * skin_f32.S. */
#include "../select.h"

#if defined(PELT_SKIN_F32) && PELT_SKIN_F32 == PELT_IN_M55
#include "set.inc"

/*   r0-r11 the entry   q6 records   q7 vertices   q0-q2 coordinates   q3-q5 results */
.macro set_one name
skin_enter \name, vector_begin
    ldr     r11, [sp, #PUSHED_BYTES]
    ldr     r11, [r11]
    add     r11, r3
    lane_addresses q6, r1, #24
    output_addresses r12
    dlstp.32 lr, r2
    ldm     r11, {r0-r11}
1:  vldrw.u32 q0, [q6, #96]!
    vldrw.u32 q1, [q6, #4]
    column  vmul.f32, q0, r0, r4, r8
    vldrw.u32 q2, [q6, #8]
    column  vfma.f32, q1, r1, r5, r9
    when    normals, vldrw.u32 q0, [q6, #12]
    column  vfma.f32, q2, r2, r6, r10
    when    normals, vldrw.u32 q1, [q6, #16]
    vadd.f32 q3, q3, r3
    when    normals, vldrw.u32 q2, [q6, #20]
    vadd.f32 q4, q4, r7
    store_first q3, r12
    vadd.f32 q5, q5, r11
    vstrw.32 q4, [q7, #4]
    when    normals, vmul.f32 q3, q0, r0
    vstrw.32 q5, [q7, #8]
.if normals
    vmul.f32 q4, q0, r4
    vmul.f32 q5, q0, r8
    column  vfma.f32, q1, r1, r5, r9
    vfma.f32 q3, q2, r2
    vfma.f32 q4, q2, r6
    vstrw.32 q3, [q7, #12]
    vfma.f32 q5, q2, r10
    vstrw.32 q4, [q7, #16]
    vstrw.32 q5, [q7, #20]
.endif
    letp    lr, 1b
vector_end \name
.endm

.macro product to, a, b
    vmul.f32 \to, \a, \b
.endm

.macro sum to, a, b
    vadd.f32 \to, \a, \b
.endm

.macro add_product sum, coordinate
    vfma.f32 \sum, \coordinate, q6
.endm

.macro start_normal
.endm

.macro element influences, start, a, b, c, d
    vmul.f32 q6, q0, \a
    vfma.f32 q6, q1, \b
    when \influences > 2, vfma.f32 q6, q2, \c
    when \influences > 3, vfma.f32 q6, q3, \d
.endm

/*   r4-r11 elements   r12 next elements
 *   q0-q3 weights (of two: q2, q3 positions 0, 1)   q4 position   q5 normal   q6 element */
.macro set_kernel name, influences
skin_enter \name, vector_begin
    frame_begin (24 + 4 * \influences), 4 * \influences
.if \influences == 2
    ldm     r7, {r4, r5}
.elseif \influences == 3
    ldm     r7, {r4-r6}
.else
    ldm     r7, {r4-r7}
.endif
    frame_entries \influences
1:  vldrw.32 q7, [sp, #FRAME_RECORDS]
    add     r12, sp, #FRAME_ELEMENTS
.if \influences == 2
    vldrw.u32 q2, [q7, #4 * (24 + 4 * \influences)]!
    vstrw.32 q7, [sp, #FRAME_RECORDS]
    vldrw.u32 q3, [q7, #4]
    vldrw.u32 q0, [q7, #-8]
    vldrw.u32 q1, [q7, #-4]
.else
    vldrw.u32 q0, [q7, #4 * (24 + 4 * \influences)]!
    vstrw.32 q7, [sp, #FRAME_RECORDS]
    vldrw.u32 q1, [q7, #4]
    vstrw.32 q0, [sp, #FRAME_POSITION]
    vldrw.u32 q0, [q7, #-4 * \influences]
    vstrw.32 q1, [sp, #FRAME_POSITION + 16]
    vldrw.u32 q1, [q7, #-4 * \influences + 4]
    vldrw.u32 q2, [q7, #-4 * \influences + 8]
    when \influences > 3, vldrw.u32 q3, [q7, #-4]
.endif
    vldrw.u32 q4, [q7, #8]
    vldrw.u32 q5, [q7, #12]
    vstrw.32 q4, [sp, #FRAME_POSITION + 32]
    vldrw.u32 q6, [q7, #16]
    vstrw.32 q5, [sp, #FRAME_NORMAL]
    vldrw.u32 q4, [q7, #20]
    vstrw.32 q6, [sp, #FRAME_NORMAL + 16]
    vstrw.32 q4, [sp, #FRAME_NORMAL + 32]
    frame_end \influences
vector_end \name
.endm

.macro sets kernel
set_one \kernel\()_set_1_f32
set_kernel \kernel\()_set_2_f32, 2
set_kernel \kernel\()_set_3_f32, 3
set_kernel \kernel\()_set_4_f32, 4
.endm

skins_twice sets

#endif
