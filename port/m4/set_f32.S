/* SPDX-License-Identifier: MIT */
/* Runs of one joint set in float, two to four influences; src/kernel/float.c is the specification,
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
 *
 * Macros with \alone 1 are for positions alone, which pelt_kernel_positions_f32 of skin_f32.inc
 * begins, with its registers. There r8 are first the offsets, r9 is the stride. */
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
.macro set_begin alone, bytes, set:vararg
    .if \alone
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
    .else
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
    .endif
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

/* s14 = mixed row times position. */
.macro position_row
    vmul.f32 s14, s10, s4
    vmul.f32 s15, s11, s5
    vmul.f32 s10, s12, s6
    vadd.f32 s14, s14, s15
    vadd.f32 s14, s14, s10
    vadd.f32 s14, s14, s13
.endm

/* A record from \first on, which is its first weight. */
.macro load_record alone, first, bytes
    .if \alone
    vldm r1, {\first-s6}
    add r1, r1, #\bytes
    .else
    vldm r1!, {\first-s9}
    .endif
.endm

/* Transforms and stores the last row of a vertex. */
.macro store_row alone, scratch, other
    .if \alone
    position_row
    vmov r8, s14
    str r8, [r0]
    add r0, r0, r9
    .else
    transform_row \scratch, \other
    vmov r8, r9, s14, s15
    str r9, [r0, #12]
    str r8, [r0], #24
    .endif
.endm

/* A walk, two vertices a turn. */
.macro walk vertex, alone
    tst r12, #1
    bic r1, r12, #1
    bne 3f
2:  \vertex \alone
3:  \vertex \alone
    cmp r1, r2
    bne 2b
.endm

.macro two_rows_of_2 alone
    load_record \alone, s2, 32
    mix_first s2, s20, s21, s22, s23
    mix_next s3, s28, s29, s30, s31
    .if \alone
    position_row
    vmov r8, s14
    .else
    transform_row s0, s1
    vmov r8, r9, s14, s15
    str r8, [r0, #4]
    str r9, [r0, #16]
    .endif
    mix_first s2, s16, s17, s18, s19
    mix_next s3, s24, s25, s26, s27
    when \alone, str r8, [r0, #4]
    store_row \alone, s0, s1
.endm

.macro row_of_2 alone
    load_record \alone, s2, 32
    mix_first s2, s16, s17, s18, s19
    mix_next s3, s20, s21, s22, s23
    store_row \alone, s0, s1
.endm

.macro row_of_3 alone
    load_record \alone, s1, 36
    mix_first s1, s16, s17, s18, s19
    mix_next s2, s20, s21, s22, s23
    mix_next s3, s24, s25, s26, s27
    store_row \alone, s4, s7
.endm

.macro row_of_4 alone
    load_record \alone, s0, 40
    mix_first s0, s16, s17, s18, s19
    mix_next s1, s20, s21, s22, s23
    mix_next s2, s24, s25, s26, s27
    mix_next s3, s28, s29, s30, s31
    store_row \alone, s4, s7
.endm

.macro set_two name, alone
kernel_begin \name
    set_begin \alone, 32, r4, r5
    vldm r4!, {s16-s23}
    vldm r5!, {s24-s31}
    walk two_rows_of_2, \alone
    vldm r4, {s16-s19}
    vldm r5, {s20-s23}
    add r0, r3, #8
    walk row_of_2, \alone
    set_end
kernel_end \name
.endm

.macro set_many name, alone, bytes, row, entries:vararg
kernel_begin \name
    set_begin \alone, \bytes, \entries
    mov lr, #3
1:  vldm r4!, {s16-s19}
    vldm r5!, {s20-s23}
    vldm r6!, {s24-s27}
    .ifc \row, row_of_4
    vldm r7!, {s28-s31}
    .endif
    walk \row, \alone
    add r3, r3, #4
    subs lr, lr, #1
    mov r0, r3
    bne 1b
    set_end
kernel_end \name
.endm

set_two pelt_kernel_set_2_f32, 0
set_many pelt_kernel_set_3_f32, 0, 36, row_of_3, r4, r5, r6
set_many pelt_kernel_set_4_f32, 0, 40, row_of_4, r4, r5, r6, r7
set_two pelt_kernel_positions_set_2_f32, 1
set_many pelt_kernel_positions_set_3_f32, 1, 36, row_of_3, r4, r5, r6
set_many pelt_kernel_positions_set_4_f32, 1, 40, row_of_4, r4, r5, r6, r7

#endif
