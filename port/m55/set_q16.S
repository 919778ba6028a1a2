/* SPDX-License-Identifier: MIT */
/* Skinning in q16 on the Cortex-M55 of runs of vertices that share their entries: four vertices at
 * a time, one in each lane, with elements of the entries as scalars. The arithmetic is that of
 * skin_q16.S. */
#include "../select.h"

#if defined(PELT_SKIN_Q16) && PELT_SKIN_Q16 == PELT_IN_M55
#include "set.inc"

/*   r0-r11 the entry, translations 2 larger   q6 records   q7 vertices
 *   q0-q2 coordinates   q3-q5 results */
.macro set_one name
skin_enter \name, vector_begin
    ldr     r11, [sp, #PUSHED_BYTES]
    ldrh    r11, [r11]
    add     r11, r3
    lane_addresses q6, r1, #12
    output_addresses r12
    dlstp.32 lr, r2
    ldm     r11, {r0-r11}
    adds    r3, #2
    adds    r7, #2
    add     r11, #2
1:  vldrw.u32 q1, [q6, #48]!    /* position 0, position 1 */
    vldrw.u32 q2, [q6, #4]      /* position 2, normal 0 */
    vshllb.s16 q0, q1, #15
    vshllt.s16 q1, q1, #15
    column  vqdmulh.s32, q0, r0, r4, r8
    vshllb.s16 q0, q2, #15
    column  vqdmlah.s32, q1, r1, r5, r9
    column  vqdmlah.s32, q0, r2, r6, r10
    vhadd.s32 q3, q3, r3        /* (sum + translation + 2) >> 1 */
    when    normals, vldrw.u32 q1, [q6, #8] /* normal 1, normal 2 */
    vhadd.s32 q4, q4, r7
    store_first q3, r12
    vhadd.s32 q5, q5, r11
    vstrw.32 q4, [q7, #4]
    when    normals, vshllt.s16 q0, q2, #15
    vstrw.32 q5, [q7, #8]
.if normals
    vmov.i32 q3, #1
    vshllb.s16 q2, q1, #15
    vmov.i32 q4, #1
    vmov.i32 q5, #1
    column  vqdmlah.s32, q0, r0, r4, r8
    vshllt.s16 q1, q1, #15
    column  vqdmlah.s32, q2, r1, r5, r9
    vqdmlah.s32 q3, q1, r2
    vqdmlah.s32 q4, q1, r6
    vstrw.32 q3, [q7, #12]
    vqdmlah.s32 q5, q1, r10
    vstrw.32 q4, [q7, #16]
    vstrw.32 q5, [q7, #20]
.endif
    letp    lr, 1b
vector_end \name
.endm

.macro product to, a, b
    vqdmulh.s32 \to, \a, \b
.endm

.macro sum to, a, b
    vadd.i32 \to, \a, \b
.endm

.macro add_product sum, coordinate
    vqdmulh.s32 q7, \coordinate, q6
    vadd.i32 \sum, \sum, q7
.endm

.macro start_normal
    vadd.i32 q5, q5, r2
.endm

.macro element influences, start, a, b, c, d
    vmov.i32 q6, #\start
    vqdmlah.s32 q6, q0, \a
    vqdmlah.s32 q6, q1, \b
    when \influences > 2, vqdmlah.s32 q6, q2, \c
    when \influences > 3, vqdmlah.s32 q6, q3, \d
.endm

/*   r2 one   r4-r11 elements   r12 next elements
 *   q0-q3 weights (of two: q2, q3 positions 0, 1)   q4 position   q5 normal   q6 element */
.macro set_kernel name, influences, record_bytes, position_at
skin_enter \name, vector_begin
    frame_begin \record_bytes, \position_at
    ldrh    r4, [r7]
    ldrh    r5, [r7, #2]
.if \influences > 2
    ldrh    r6, [r7, #4]
    ldrh    r7, [r7, #6]
.endif
    frame_entries \influences
    movs    r2, #1
1:  vldrw.32 q7, [sp, #FRAME_RECORDS]
    add     r12, sp, #FRAME_ELEMENTS
    vldrw.u32 q0, [q7, #4 * \record_bytes]!     /* position 0, position 1 */
    vstrw.32 q7, [sp, #FRAME_RECORDS]
.if \influences == 2
    vshllb.s16 q2, q0, #15
    vshllt.s16 q3, q0, #15
.else
    vshllb.s16 q1, q0, #15
    vshllt.s16 q2, q0, #15
    vstrw.32 q1, [sp, #FRAME_POSITION]
    vstrw.32 q2, [sp, #FRAME_POSITION + 16]
.endif
    vldrw.u32 q0, [q7, #4]                      /* position 2, normal 0 */
    vshllb.s16 q1, q0, #15
    vldrw.u32 q5, [q7, #8]                      /* normal 1, normal 2 */
    vshllt.s16 q4, q0, #15
    vstrw.32 q1, [sp, #FRAME_POSITION + 32]
    vshllb.s16 q6, q5, #15
    vstrw.32 q4, [sp, #FRAME_NORMAL]
    vshllt.s16 q5, q5, #15
    vstrw.32 q6, [sp, #FRAME_NORMAL + 16]
    vstrw.32 q5, [sp, #FRAME_NORMAL + 32]
.if \influences == 2
    vldrw.u32 q1, [q7, #-4]
.else
    vldrw.u32 q1, [q7, #-8]
    vldrw.u32 q3, [q7, #-4]
    vshllb.s16 q2, q3, #15
    when \influences > 3, vshllt.s16 q3, q3, #15
.endif
    vshllb.s16 q0, q1, #15
    vshllt.s16 q1, q1, #15
    frame_end \influences
vector_end \name
.endm

.macro sets kernel
set_one \kernel\()_set_1_q16
set_kernel \kernel\()_set_2_q16, 2, 16, 4
set_kernel \kernel\()_set_3_q16, 3, 20, 8
set_kernel \kernel\()_set_4_q16, 4, 20, 8
.endm

skins_twice sets

#endif
