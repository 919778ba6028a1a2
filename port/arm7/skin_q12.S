/* SPDX-License-Identifier: MIT */
/* Skinning in q12 for ARM7TDMI and for Armv7-M; src/kernel/lean.c is the specification, q12.inc has
 * the macros.
 *
 * Every loop compares early, and no instruction after that changes the flags. */
#include "../select.h"

#if defined(PELT_SKIN_Q12) && PELT_SKIN_Q12 == PELT_IN_ARM7
#include "q12.inc"

/// One influence ////////////////////////////////////////////////////////////////////////////////
/* r12 walks over the entry, from its end. Stack: end of the records, end of the first entry. */

.macro skin_1 kernel
skin_enter \kernel\()_1_q12
    mov r7, r1
    add r2, r2, r2, lsl #1
    add r2, r1, r2, lsl #2          @ records of 12 bytes
    add r3, r3, #48
    push {r2, r3}
    when normals, sub r0, r0, #BEFORE
1:  ldm sp, {r8, r12}
    ldm r7!, {r1, r2, r6}           @ offset and x; y, z; normal
    cmp r8, r7
    mov r9, r1, lsl #16
    add r12, r12, r9, lsr #16
    mov r1, r1, asr #16
    halves r2, r3
    open_normal
    ldmdb r12!, {r8-r11}
    apply r11, r8, lr, r8, r9, r10, r11
    store_z r11, lr
    ldmdb r12!, {r8-r11}
    apply r11, r8, lr, r8, r9, r10, r11
    ldmdb r12, {r8-r10, r12}
    apply_last r8, r9, r10, r12
    store_y_x r11, lr, 8
    bne 1b
leave \kernel\()_1_q12, 8
.endm

skins_twice skin_1, ALONE

/// Two influences ///////////////////////////////////////////////////////////////////////////////
/* Entries are mixed first; rows x and y wait on the stack. */

/* While mixing
 *   r1, r2   entries
 *   r3       weight
 *   r4-r6, r12   the second entry's row
 *   lr       a product
 * Stack: end of the records, palette. */
.macro lerp_row
    ldm r1!, {r8-r11}
    ldm r2!, {r4-r6, r12}
    sub r4, r4, r8
    sub r5, r5, r9
    mul r4, r3, r4
    sub r6, r6, r10
    mul r5, r3, r5
    add r8, r8, r4, asr #weight_bits
    mul r6, r3, r6
    add r9, r9, r5, asr #weight_bits
    sub r12, r12, r11               @ of 18 bits: the weight is the last factor
    mul lr, r12, r3
    add r10, r10, r6, asr #weight_bits
    add r11, r11, lr, asr #weight_bits
.endm

.macro skin_2 kernel
skin_enter \kernel\()_2_q12
    mov r7, r1
    add r2, r1, r2, lsl #4          @ records of 16 bytes
    sub r2, r2, #12                 @ of the last, what is behind its offsets
    push {r2, r3}
    when normals, sub r0, r0, #BEFORE
1:  ldm sp, {r5, r6}
    ldr r1, [r7], #4
    ldrh r3, [r7, #6]
    cmp r5, r7
    entries r1, r2, r6
    lerp_row
    push {r8-r11}
    lerp_row
    push {r8-r11}
    lerp_row
    ldm r7!, {r1, r3, r6}           @ x, y; z, weight; normal
    halves r1, r2
    low_half r3
    open_normal
    transform_all 8
    bne 1b
leave \kernel\()_2_q12, 8
.endm

skins_twice skin_2, ALONE

/// Three and four influences ////////////////////////////////////////////////////////////////////
/* Elements are mixed in threes, from the end. Finished ones wait on the stack in the order of an
 * entry. Stack: output, coordinates, those of the last record, end of the palette's first entry. */
.macro many_begin name
    skin_enter \name
    rsb r2, r2, r2, lsl #3
    add r2, r1, r2, lsl #2          @ records of 28 bytes
    sub r2, r2, #12
    add r1, r1, #16
    add r3, r3, #48
    push {r0-r3}
.endm

.macro load_many
#if __ARM_ARCH < 6
    ldmib sp, {r8-r10}
#else
    words ldr, sp, 4, r8, r9, r10
#endif
.endm

/* Row x is in r9-r11 and r8, the others on the stack. */
.macro many_transform
    add r7, sp, #32
    ldm r7, {r0, r7}
    ldm r7!, {r1, r3, r6}           @ x, y; z; normal
    halves r1, r2
    open_normal
    add r7, r7, #16
    apply lr, lr, r12, r9, r10, r11, r8
    when normals, str r12, [r0, #12]
    str lr, [r0], #4
    pop {r8-r11}
    apply lr, lr, r12, r8, r9, r10, r11
    when normals, str r12, [r0, #12]
    str lr, [r0], #4
    pop {r8-r11}
    apply_last r8, r9, r10, r11
    .if normals
    str r4, [r0, #12]
    str r1, [r0], #16
    .else
    str r1, [r0], #-8
    next_positions 16
    .endif
.endm

.macro many_end name
    stm sp, {r0, r7}
    bne 1b
    leave \name, 16
.endm

/* Three. While mixing
 *   r0-r2    ends of entries
 *   r3, r5   weights of the second and third influence
 *   r8-r10   elements of the first entry, then mixed
 *   r4, r6, r7, r11, r12, lr  differences of the others from them
 * A translation's difference may have 18 bits: there the weight is the last factor. */
.macro differences a, b, c, x, y, z
    sub \x, \x, \a
    sub \y, \y, \b
    sub \z, \z, \c
.endm

/* Two elements, because the ARM9 waits if a result is used at once. */
.macro lerp_two a, x, u, b, y, v
    mul \x, r3, \x
    mul \y, r3, \y
    mla \x, r5, \u, \x
    mla \y, r5, \v, \y
    add \a, \a, \x, asr #weight_bits
    add \b, \b, \y, asr #weight_bits
.endm

/* \t is a free register. */
.macro lerp_translation a, x, u, t
    mul \t, \x, r3
    mla \x, \u, r5, \t
    add \a, \a, \x, asr #weight_bits
.endm

.macro load_three
    ldmdb r0!, {r8-r10}
    ldmdb r1!, {r4, r6, r7}
    differences r8, r9, r10, r4, r6, r7
    ldmdb r2!, {r11, r12, lr}
    differences r8, r9, r10, r11, r12, lr
.endm

.macro skin_3 kernel
    many_begin \kernel\()_3_q12
1:  load_many
    ldmdb r8, {r0, r2, r3, r5}      @ offsets, weights; the fourth weight is 0
    cmp r9, r8
    entries r0, r1, r10
    mov r2, r2, lsl #16
    add r2, r10, r2, lsr #16
    mov r3, r3, lsr #16
    load_three                      @ m21 m22 m23
    lerp_two r8, r4, r11, r9, r6, r12
    lerp_translation r10, r7, lr, r12
    push {r8-r10}
    load_three                      @ m12 m13 m20
    lerp_two r8, r4, r11, r10, r7, lr
    lerp_translation r9, r6, r12, lr
    push {r8-r10}
    load_three                      @ m03 m10 m11
    lerp_two r9, r6, r12, r10, r7, lr
    lerp_translation r8, r4, r11, lr
    push {r9, r10}
    ldmdb r0, {r9-r11}
    ldmdb r1, {r4, r6, r7}
    differences r9, r10, r11, r4, r6, r7
    ldmdb r2, {r1, r12, lr}
    differences r9, r10, r11, r1, r12, lr
    lerp_two r9, r4, r1, r10, r6, r12
    mul r7, r3, r7
    mla r7, r5, lr, r7
    add r11, r11, r7, asr #weight_bits
    many_transform
    many_end \kernel\()_3_q12
.endm

skins_twice skin_3, ALONE

/* Four. While mixing
 *   r0-r3    ends of entries
 *   r4-r7    weights
 *   r8-r10   sums
 *   r11, r12, lr  elements of an entry
 *
 * The first influence comes last: sums of translations are right only modulo 2^32, and only their
 * differences from the first entry's may be shifted. */
.macro settle sum, first, translation
    .if \translation
    sub \sum, \sum, \first, lsl #weight_bits
    add \sum, \first, \sum, asr #weight_bits
    .else
    mov \sum, \sum, asr #weight_bits
    .endif
.endm

.macro next_three entry, weight, s0=r8, s1=r9, s2=r10, e0=r11
    ldmdb \entry!, {\e0, r12, lr}
    mla \s0, \e0, \weight, \s0
    mla \s1, r12, \weight, \s1
    mla \s2, lr, \weight, \s2
.endm

/* Which of the three elements is the translation. */
.macro mix_three t0, t1, t2
    ldmdb r1!, {r11, r12, lr}
    mul r8, r11, r5
    mul r9, r12, r5
    mul r10, lr, r5
    next_three r2, r6
    next_three r3, r7
    next_three r0, r4
    settle r8, r11, \t0
    settle r9, r12, \t1
    settle r10, lr, \t2
.endm

/* The first three elements, to r9-r11: r8 holds the row's translation. */
.macro mix_last_three
    ldmdb r1, {r9-r11}
    mul r9, r5, r9
    mul r10, r5, r10
    mul r11, r5, r11
    next_three r2, r6, r9, r10, r11, r1
    next_three r3, r7, r9, r10, r11, r1
    next_three r0, r4, r9, r10, r11, r1
    each mov, asr #weight_bits, r9, r10, r11
.endm

.macro skin_4 kernel
    many_begin \kernel\()_4_q12
1:  load_many
    ldmdb r8, {r0, r2, r4, r6}
    cmp r9, r8
    entries r0, r1, r10
    entries r2, r3, r10
    weights r4, r5
    weights r6, r7
    mix_three 0, 0, 1               @ m21 m22 m23
    push {r8-r10}
    mix_three 0, 1, 0               @ m12 m13 m20
    push {r8-r10}
    mix_three 1, 0, 0               @ m03 m10 m11
    push {r9, r10}
    mix_last_three
    many_transform
    many_end \kernel\()_4_q12
.endm

skins_twice skin_4, ALONE

#ifdef PELT_POSITIONS_Q12
/* Lean models have no sets of one influence. */
    .set pelt_kernel_positions_set_1_q12, pelt_kernel_positions_1_q12
positions q12, enter, 36
#endif

#endif
