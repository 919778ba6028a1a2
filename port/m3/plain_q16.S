/* SPDX-License-Identifier: MIT */
/* Plain arrays in Q16.16 for Armv7-M, Armv8-M and, in ARM state, Armv4T and Armv5TE, with the same
 * bits as pelt_reference_plain_q16. Rare cases are left to the reference: positions or normals
 * alone, joints that are not of 16 bits, vertices whose influences end early or whose first weight
 * is zero.
 *
 * Influences are handled one at a time: its rows are loaded once for position and normal, whose six
 * words and the row's four leave a register pair for a product, so the six sums are elsewhere. LSRS
 * leaves the half that rounding adds in the carry flag.
 *
 * Four influences take 309 instructions: 72 products with coordinates and 24 with weights, 48 that
 * round values and 12 that round sums, 12 translations, 12 loads of rows, 36 loads and stores of
 * sums, 9 that store the vertex; 68 find joints, weights and matrices by strides and count; 16 of
 * the caller check joints. The best textbook loop takes 258. It has 66 products, as it sums matrices
 * first and rounds these to Q16.16, which moves a vertex by up to that rounding times its coordinates;
 * 18 rounded values instead of 30; and sums in registers. A loop that rounds as pelt does, each
 * influence's result, takes 466.
 *
 *   r0-r2, r3-r5    position, normal
 *   r6-r9           row
 *   r10, r11        product
 *   r12             matrix, and the rest of it
 *   lr              weight */
#include "../select.h"

#if defined(PELT_PLAIN_Q16) && PELT_PLAIN_Q16 == PELT_IN_M3
#include "../arm.inc"
#include "plain.inc"

/* Values without a register are pairs of words: in registers of the FPU, if there is one, which
 * takes a third of the cycles, else on the stack. They are: sums of the position's rows, 0 to 2,
 * and of the normal's; the place of the vertex's next influence; the number of those left, and the
 * palette; joints and weights of the next vertex; places from and to which vertices go; the run and
 * the number of vertices left. The pairs from 8 on survive a call. */
#define NEXT_INFLUENCE 6
#define INFLUENCES     7
#define NEXT_VERTEX    8
#define TO             9
#define FROM           10
#define RUN            11

#ifdef __ARM_FP
.macro load_own a, b, pair
    vmov    \a, \b, d\pair
.endm
.macro store_own a, b, pair
    vmov    d\pair, \a, \b
.endm
.macro open_frame
    push    {r3-r11, lr}
    vpush   {d8-d11}
.endm
.macro close_frame
    vpop    {d8-d11}
    add     sp, sp, #4
.endm
#elif __ARM_ARCH >= 5
.macro load_own a, b, pair
    ldrd    \a, \b, [sp, #8 * \pair]
.endm
.macro store_own a, b, pair
    strd    \a, \b, [sp, #8 * \pair]
.endm
#else /* no LDRD */
.macro load_own a, b, pair
    words   ldr, sp, 8 * \pair, \a, \b
.endm
.macro store_own a, b, pair
    words   str, sp, 8 * \pair, \a, \b
.endm
#endif
#ifndef __ARM_FP
.macro open_frame
    push    {r4-r11, lr}
    sub     sp, sp, #100 /* a multiple of 8 with nine registers */
.endm
.macro close_frame
    add     sp, sp, #100
.endm
#endif

/* Reads the weight and matrix at r6 (joint) and r7 (weight), which move on; r11 is the palette. */
.macro fetch
    ldrh    r9, [r6], #2
    ldr     lr, [r7], #4
    store_own r6, r7, NEXT_INFLUENCE
    add     r9, r9, r9, lsl #1
    add     r12, r11, r9, lsl #4
.endm

/* r10 = the row times three words, rounded. */
.macro dot x, y, z
    smull   r10, r11, r6, \x
    smlal   r10, r11, r7, \y
    smlal   r10, r11, r8, \z
    lsrs    r10, r10, #16
    adc     r10, r10, r11, lsl #16
.endm

/* r9, r10 = the elements of the next row's position and normal. */
.macro transform
    ldmia   r12!, {r6-r9}
    dot     r0, r1, r2
    add     r9, r9, r10
    dot     r3, r4, r5
.endm

/* Rounds the sums in r6, r7 and r8, r9 and stores them in the output. */
.macro round_and_store row
    lsrs    r6, r6, #16
    adc     r6, r6, r7, lsl #16
    load_own r10, r11, TO
    lsrs    r8, r8, #16
    adc     r8, r8, r9, lsl #16
    str     r6, [r10, #4 * \row]
    str     r8, [r11, #4 * \row]
.endm

.macro only_row row, n
    transform
    smull   r6, r7, r9, lr
    smull   r8, r9, r10, lr
    round_and_store \row
.endm

.macro first_row row, n
    transform
    smull   r6, r7, r9, lr
    smull   r8, r9, r10, lr
    store_own r6, r7, \row
    store_own r8, r9, \n
.endm

.macro add_row row, n
    transform
    load_own r6, r7, \row
    smlal   r6, r7, r9, lr
    load_own r8, r9, \n
    smlal   r8, r9, r10, lr
.endm

.macro middle_row row, n
    add_row \row, \n
    store_own r6, r7, \row
    store_own r8, r9, \n
.endm

.macro last_row row, n
    add_row \row, \n
    round_and_store \row
.endm

/* The three rows of an influence, and the pairs with their sums. */
.macro three_rows each
    \each  0, 3
    \each  1, 4
    \each  2, 5
.endm

kernel_begin pelt_kernel_plain_q16
    unless_usual pelt_reference_plain_q16
    open_frame
    load_pair r2, r3, r0, RUN_INFLUENCES_AT
    store_own r2, r3, NEXT_VERTEX
    load_pair r2, r3, r0, RUN_TO
    store_own r2, r3, TO
    load_pair r2, r3, r0, RUN_FROM
    store_own r2, r3, FROM
    ldr     r1, [r0, #RUN_COUNT]
    store_own r0, r1, RUN

vertex:
    load_own r10, r11, FROM
    load_own r8, r9, RUN
    load_pair r6, r7, r8, RUN_FROM_STRIDES
    ldm     r10, {r0-r2}
    ldm     r11, {r3-r5}
    add     r6, r6, r10
    add     r7, r7, r11
    store_own r6, r7, FROM
    load_own r6, r7, NEXT_VERTEX
    load_pair r10, r11, r8, RUN_STRIDES
    add     r10, r10, r6
    add     r11, r11, r7
    store_own r10, r11, NEXT_VERTEX
    ldr     r10, [r8, #RUN_INFLUENCES]
    ldr     r11, [r8, #RUN_PALETTE]
    fetch
    cmp     lr, #0
    beq     rare
    subs    r10, r10, #1
    beq     only
    store_own r10, r11, INFLUENCES
    three_rows first_row
next:
    load_own r6, r7, NEXT_INFLUENCE
    load_own r10, r11, INFLUENCES
    fetch
    subs    r10, r10, #1
    beq     last
    store_own r10, r11, INFLUENCES
    cmp     lr, #0
    beq     next
    three_rows middle_row
    b       next
last:
    three_rows last_row
done: /* r10, r11 where the vertex went */
    load_own r0, r1, RUN
    ldr     r2, [r0, #RUN_STRIDE]
    each    add, r2, r10, r11
    store_own r10, r11, TO
    subs    r1, r1, #1
    store_own r0, r1, RUN
    bne     vertex
    close_frame
    leave

only:
    three_rows only_row
    b       done
rare:
    load_own r0, r1, RUN
    bl      pelt_plain_vertex_q16
    load_own r10, r11, TO
    b       done
kernel_end pelt_kernel_plain_q16

#endif
