/* SPDX-License-Identifier: MIT */
/*
 * Runs of one joint set in float, two to four influences; src/kernel/float.c is the specification,
 * and products and sums are those of skin_f32.inc in the same order: the same bits.
 *
 * Entries do not stay in the registers, but a row of each does: the run is walked three times, for
 * a row of its results at a time, or with two influences twice, for two rows and one. A vertex's
 * ten words at most are then read three times, instead of 48 of entries once.
 *
 *   r0, r1   output and record of the next vertex, in this walk
 *   r2       end of the records
 *   r3, r12  first output; first record, plus one where vertices are odd
 *   r4-r7    next row of each entry
 *   r8, r9   results
 *   s0-s3    weights, the last in s3
 *   s4-s9    position, normal
 *   s10-s13  mixed row
 *   s14, s15 products, then results
 *   s16-s31  rows of entries
 */
#include "../select.h"

#if defined(PELT_SKIN_F32) && PELT_SKIN_F32 == PELT_IN_M4
#include "kernel.inc"

/* \a += \b \c, \d += \e \f by way of \s, \t. */
.macro add_products a, b, c, d, e, f, s, t
    vmul.f32 \s, \b, \c
    vmul.f32 \t, \e, \f
    vadd.f32 \a, \a, \s
    vadd.f32 \d, \d, \t
.endm

/* \set are registers for the entries. */
.macro set_begin bytes, set:vararg
    push {r4-r9, lr}
    mov r4, #\bytes
    and r12, r2, #1
    mla r2, r2, r4, r1
    vpush {s16-s31}
    ldr r4, [sp, #92]
    orr r12, r12, r1
    ldm r4, {\set}
    each add, r3, \set
    mov r3, r0
.endm

.macro set_end
    vpop {s16-s31}
    pop {r4-r9, pc}
.endm

.macro mix_first weight, m0, m1, m2, m3
    vmul.f32 s10, \m0, \weight
    vmul.f32 s11, \m1, \weight
    vmul.f32 s12, \m2, \weight
    vmul.f32 s13, \m3, \weight
.endm

.macro mix_next weight, m0, m1, m2, m3
    add_products s10, \m0, \weight, s11, \m1, \weight, s14, s15
    add_products s12, \m2, \weight, s13, \m3, \weight, s14, s15
.endm

/* s14, s15 = mixed row times position, normal. */
.macro transform_row scratch, other
    vmul.f32 s14, s10, s4
    vmul.f32 s15, s10, s7
    add_products s14, s11, s5, s15, s11, s8, \scratch, \other
    add_products s14, s12, s6, s15, s12, s9, \scratch, \other
    vadd.f32 s14, s14, s13
.endm

/* The last one of a vertex. */
.macro store_row
    vmov r8, r9, s14, s15
    str r9, [r0, #12]
    str r8, [r0], #24
.endm

/* A walk, two vertices a turn. */
.macro walk vertex
    tst r12, #1
    bic r1, r12, #1
    bne 3f
2:  \vertex
3:  \vertex
    cmp r1, r2
    bne 2b
.endm

.macro two_rows_of_2
    vldm r1!, {s2-s9}
    mix_first s2, s20, s21, s22, s23
    mix_next s3, s28, s29, s30, s31
    transform_row s0, s1
    vmov r8, r9, s14, s15
    str r8, [r0, #4]
    str r9, [r0, #16]
    mix_first s2, s16, s17, s18, s19
    mix_next s3, s24, s25, s26, s27
    transform_row s0, s1
    store_row
.endm

.macro row_of_2
    vldm r1!, {s2-s9}
    mix_first s2, s16, s17, s18, s19
    mix_next s3, s20, s21, s22, s23
    transform_row s0, s1
    store_row
.endm

.macro row_of_3
    vldm r1!, {s1-s9}
    mix_first s1, s16, s17, s18, s19
    mix_next s2, s20, s21, s22, s23
    mix_next s3, s24, s25, s26, s27
    transform_row s4, s7
    store_row
.endm

.macro row_of_4
    vldm r1!, {s0-s9}
    mix_first s0, s16, s17, s18, s19
    mix_next s1, s20, s21, s22, s23
    mix_next s2, s24, s25, s26, s27
    mix_next s3, s28, s29, s30, s31
    transform_row s4, s7
    store_row
.endm

kernel_begin pelt_kernel_set_2_f32
    set_begin 32, r4, r5
    vldm r4!, {s16-s23}
    vldm r5!, {s24-s31}
    walk two_rows_of_2
    vldm r4, {s16-s19}
    vldm r5, {s20-s23}
    add r0, r3, #8
    walk row_of_2
    set_end
kernel_end pelt_kernel_set_2_f32

.macro set_many name, bytes, row, entries:vararg
kernel_begin \name
    set_begin \bytes, \entries
    mov lr, #3
1:  vldm r4!, {s16-s19}
    vldm r5!, {s20-s23}
    vldm r6!, {s24-s27}
    .ifc \row, row_of_4
    vldm r7!, {s28-s31}
    .endif
    walk \row
    add r3, r3, #4
    subs lr, lr, #1
    mov r0, r3
    bne 1b
    set_end
kernel_end \name
.endm

set_many pelt_kernel_set_3_f32, 36, row_of_3, r4, r5, r6
set_many pelt_kernel_set_4_f32, 40, row_of_4, r4, r5, r6, r7

/// Positions alone ///////////////////////////////////////////////////////////////////////////////
/*
 * As above but for
 *   r8       offsets, then a result
 *   r9       stride
 * From pelt_kernel_positions_f32 of skin_f32.inc, with its registers.
 */
.macro alone_begin bytes, set:vararg
    mov r4, #\bytes
    mov r9, r1
    mla r4, r3, r4, r2
    and r5, r3, #1
    mov r3, r0
    orr r1, r2, r5
    mov r2, r4
    ldm r8, {\set}
    each add, r12, \set
    mov r12, r1
.endm

.macro alone_row
    vmul.f32 s14, s10, s4
    vmul.f32 s15, s11, s5
    vmul.f32 s10, s12, s6
    vadd.f32 s14, s14, s15
    vadd.f32 s14, s14, s10
    vadd.f32 s14, s14, s13
.endm

.macro store_alone
    alone_row
    vmov r8, s14
    str r8, [r0]
    add r0, r0, r9
.endm

.macro alone_two_rows_of_2
    vldm r1, {s2-s6}
    add r1, r1, #32
    mix_first s2, s20, s21, s22, s23
    mix_next s3, s28, s29, s30, s31
    alone_row
    vmov r8, s14
    mix_first s2, s16, s17, s18, s19
    mix_next s3, s24, s25, s26, s27
    str r8, [r0, #4]
    store_alone
.endm

.macro alone_row_of_2
    vldm r1, {s2-s6}
    add r1, r1, #32
    mix_first s2, s16, s17, s18, s19
    mix_next s3, s20, s21, s22, s23
    store_alone
.endm

.macro alone_row_of_3
    vldm r1, {s1-s6}
    add r1, r1, #36
    mix_first s1, s16, s17, s18, s19
    mix_next s2, s20, s21, s22, s23
    mix_next s3, s24, s25, s26, s27
    store_alone
.endm

.macro alone_row_of_4
    vldm r1, {s0-s6}
    add r1, r1, #40
    mix_first s0, s16, s17, s18, s19
    mix_next s1, s20, s21, s22, s23
    mix_next s2, s24, s25, s26, s27
    mix_next s3, s28, s29, s30, s31
    store_alone
.endm

kernel_begin pelt_kernel_positions_set_2_f32
    alone_begin 32, r4, r5
    vldm r4!, {s16-s23}
    vldm r5!, {s24-s31}
    walk alone_two_rows_of_2
    vldm r4, {s16-s19}
    vldm r5, {s20-s23}
    add r0, r3, #8
    walk alone_row_of_2
    set_end
kernel_end pelt_kernel_positions_set_2_f32

.macro alone_many name, bytes, row, entries:vararg
kernel_begin \name
    alone_begin \bytes, \entries
    mov lr, #3
1:  vldm r4!, {s16-s19}
    vldm r5!, {s20-s23}
    vldm r6!, {s24-s27}
    .ifc \row, alone_row_of_4
    vldm r7!, {s28-s31}
    .endif
    walk \row
    add r3, r3, #4
    subs lr, lr, #1
    mov r0, r3
    bne 1b
    set_end
kernel_end \name
.endm

alone_many pelt_kernel_positions_set_3_f32, 36, alone_row_of_3, r4, r5, r6
alone_many pelt_kernel_positions_set_4_f32, 40, alone_row_of_4, r4, r5, r6, r7

#endif
