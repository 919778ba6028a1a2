/* SPDX-License-Identifier: MIT */
/* Sampling the tracks of a clip in q16; src/stage/sample.inc and src/arithmetic/curve.h are the
 * specification. Taken here are keys of three components and up to 32 bits, as nearly all are.
 * Cubic and constant tracks and other keys are left to the reference, one track a call, and so is
 * finding the place in a timeline.
 *
 * The keys before and after the time are decoded side by side: a component's mask, range and base
 * serve both. In low * 2^15 + floor(part * extent / 2^17) the product is UMULL's upper word, with
 * extent * 2^16, halved.
 *
 *   decoding                                    along the arc
 *   r0         local; of rotations plus what    the same
 *              is left out
 *   r1-r3      ranges; y of both keys are then  r1 y, r2 way of y, r3 w
 *              in r1, r2
 *   r4         form, bits of x, y, z            form; of rotations words
 *   r5, r6     places of keys; x of both        r5 x, r6 way of x
 *   r7, r8     windows; z of both               r7 z, r8 way of z
 *   r9, r10    words                            r9 way of w, r10 sharpness
 *   r11        fraction                         weight
 *   r12        ~0                               words
 *   lr         words                            s */
#include "../select.h"

#if defined(PELT_TRACKS_Q16) && PELT_TRACKS_Q16 == PELT_IN_M4
#include "../arm.inc"

    .equ PLACE, 0                   /* timeline_place: key, next */
    .equ FRACTION, 8
    .equ TIMELINE, 12               /* whose place it is */
    .equ TRACK, 16                  /* next */
    .equ TRACKS_END, 20
    .equ LOCALS, 24
    .equ KEYS, 28
    .equ SAVED, 32
    .equ FRAME, 36                  /* with the saved registers a multiple of 8 */
    .equ MOMENT, FRAME + 36         /* fifth argument */

#define TRACK_BYTES 8
#define ROTATION 5                  /* kind of linear ones, without FORMAT_WHOLE_RANGE */
#define CURVE_FLAT (80 << 12)
#define CURVE_MOST_SHARPNESS (38392 << 12)

/* Timeline, form and bits of the track at r2; the place at hand and whose it is. */
.macro track_words
    words ldr, r2, 0, r8, r4
    words ldr, sp, PLACE, r5, r6
    ldr r9, [sp, #TIMELINE]
    uxtb r10, r4
.endm

/* 32 bits from bit \at (lost) on, of \low and \high (lost), words from there. */
.macro window low, high, at
    and \at, \at, #31
    lsl \low, \low, \at
    rsb \at, \at, #32
    lsr \high, \high, \at
    orr \low, \low, \high
.endm

/* The component that windows r7, r8 begin with, of r9 bits, to \a and \b, which may be the windows
 * or \range. \last: windows do not go on. r9, r10, lr and \range are lost. */
.macro component a, b, range, last=0
    lsr r10, r12, r9
    bic \a, r7, r10
    bic lr, r8, r10
    when !\last, each lsl, r9, r7, r8
    lsl r10, \range, #16
    asr r10, r10, #1
    bfc \range, #0, #16
    umull r9, \a, \range, \a
    umull r9, lr, \range, lr
    add \a, r10, \a, lsr #1
    add \b, r10, lr, lsr #1
.endm

/* From m in \m, its table's y in \y: the component that is left out, in \m. r4, r10 are lost. */
.macro left_out m, y
    mul r10, \y, \y
    lsr r4, \m, #12
    lsr r10, r10, #15
    mul r10, r4, r10
    sub r10, r11, r10, lsr #14
    smulwb \y, r10, \y
    smulwb r10, \m, \y
    lsl r10, r10, #4
    smmul r4, r10, r10
    lsr \y, \y, #2
    sub \m, \m, r4
    mul \m, \m, \y
    add \m, r10, \m, asr #11
.endm

/* \a to a + (b - a) weight, by \way, then along the arc by s. */
.macro on_arc a, way
    smmul \way, \way, r11
    add \a, \a, \way, lsl #1
    smulwt \way, lr, \a
    add \a, \a, \way, lsl #1
.endm

.macro lerp a, b
    sub \b, \b, \a
    smmul \b, \b, r11
    add \a, \a, \b, lsl #1
    asr \a, \a, r4
.endm

/* void pelt_kernel_tracks_q16(locals r0, tracks r1, count r2, keys r3, moment) */
enter pelt_kernel_tracks_q16, FRAME
    add r2, r1, r2, lsl #3
    mov r4, #-1
    str r4, [sp, #TIMELINE]
    strd r1, r2, [sp, #TRACK]
    strd r0, r3, [sp, #LOCALS]

1:  ldr r3, [sp, #TRACK]
    ldr r5, [sp, #TRACKS_END]
    ldr r0, [sp, #LOCALS]
    ldr r2, [sp, #KEYS]
    cmp r3, r5
    beq 9f
    ldr r1, [r3]                    @ joint and kind
    ldr r6, [r3, #4]                @ values
    add r3, r3, #TRACK_BYTES
    str r3, [sp, #TRACK]
    uxth r7, r1
    lsr r1, r1, #16
    add r7, r7, r7, lsl #2
    add r0, r0, r7, lsl #3
    and r12, r1, #15
    add r2, r2, r6
    cmp r12, #ROTATION
    bne 6f
    track_words
2:  cmp r10, #3
    bhi 5f
3:  cmp r8, r9
    bne 7f
    usad8 r7, r4, r10               @ bits of a key
    cmp r7, #32
    bhi 5f
    add r8, r2, #8
    lsls r9, r1, #27
    bmi 11f
    ldm r8!, {r1-r3}
4:  mul r5, r5, r7
    mul r6, r6, r7
    lsr r9, r5, #5
    lsr r10, r6, #5
    add r9, r8, r9, lsl #2
    add r10, r8, r10, lsl #2
    words ldr, r9, 0, r7, r9
    words ldr, r10, 0, r8, lr
    window r7, r9, r5
    window r8, lr, r6
    cmp r12, #ROTATION
    mov r12, #-1
    ubfx r9, r4, #8, #8
    component r5, r6, r1
    ubfx r9, r4, #16, #8
    component r1, r2, r2
    lsr r9, r4, #24
    component r7, r8, r3, 1
    bne 12f                         @ nothing since the comparison sets flags

    /* As curve_left_out; USAT clamps m - 2^26 at 0. */
    uxtab r0, r0, r4
    smmul r3, r5, r5
    smmul r9, r6, r6
    smmla r3, r1, r1, r3
    smmla r9, r2, r2, r9
    smmla r3, r7, r7, r3
    smmla r9, r8, r8, r9
    ldr r4, =pelt_rsqrt_table
    ldr r11, =98300                 @ as in fx_rsqrt15
    mvn r10, #0xF4000000            @ 2^28 - 1 - 2^26
    sub r3, r10, r3
    sub r9, r10, r9
    usat r3, #28, r3
    usat r9, #28, r9
    lsr r12, r3, #21
    lsr lr, r9, #21
    ldrh r12, [r4, r12, lsl #1]
    ldrh lr, [r4, lr, lsl #1]
    each add, #0x4000000, r3, r9 @ 2^26
    left_out r3, r12
    left_out r9, lr

    /* As curve_arc. */
    ldr r11, [sp, #FRACTION]
    sub r6, r6, r5
    sub r2, r2, r1
    sub r8, r8, r7
    sub r9, r9, r3
    smmul r10, r6, r6
    smmla r10, r2, r2, r10
    smmla r10, r8, r8, r10
    smmla r10, r9, r9, r10
    lsr r12, r11, #15
    rsb lr, r12, #65536
    mul lr, r12, lr                 @ v
    cmp r10, #CURVE_FLAT
    bhs 8f
    lsr lr, lr, #18
    mul lr, r10, lr
    lsr lr, lr, #12
13: on_arc r5, r6
    on_arc r1, r2
    on_arc r7, r8
    on_arc r3, r9
    and r4, r0, #3
    cmp r4, #3
    bne 14f
    words str, r0, -3, r5, r1, r7, r3
    b 1b

    /* Another component than w: what is behind it moves up. */
14: bic r0, r0, #3
    cmp r4, #1
    ite lo
    strlo r5, [r0, #4]
    strhs r5, [r0]
    ite hi
    strhi r1, [r0, #4]
    strls r1, [r0, #8]
    str r7, [r0, #12]
    str r3, [r0, r4, lsl #2]
    b 1b

    /* As curve_slerp of turns that are not flat. */
8:  ldr r4, =CURVE_MOST_SHARPNESS
    cmp r10, r4
    only hi, mov, r10, r4
    add r10, r10, #2048
    lsr r10, r10, #12               @ c
    movw r4, #9524
    lsr r12, r10, #1
    mul r12, r12, r4
    movw r4, #21839
    add r12, r4, r12, lsr #16
    lsr lr, lr, #14
    mul lr, r10, lr                 @ c v
    str r0, [sp, #SAVED]
    movw r4, #19477
    lsr r0, lr, #19
    mul r0, r0, r4
    sub r12, r12, r0, lsr #16       @ k
    lsr lr, lr, #17
    mul lr, lr, r12
    lsr r12, r11, #15
    rsb r12, r12, #32768            @ 1 - 2 u
    lsr lr, lr, #15
    mul lr, lr, r12
    add r11, r11, lr, asr #3        @ weight
    lsr r12, r11, #15
    rsb lr, r12, #65536
    mul lr, r12, lr
    lsr lr, lr, #14
    mul lr, r10, lr                 @ x
    lsr r12, lr, #18
    movw r4, #23711
    mul r0, r4, r12
    movw r4, #19914
    add r0, r4, r0, lsr #16
    mul r0, r0, r12
    movw r4, #24593
    add r0, r4, r0, lsr #16
    mul r0, r0, r12
    movw r4, #32769
    add r0, r4, r0, lsr #16
    lsl r0, r0, #16
    umull r4, lr, lr, r0
    ldr r0, [sp, #SAVED]
    lsr lr, lr, #3
    b 13b

    /* Translations and scales. */
12: ldr r11, [sp, #FRACTION]
    uxtb r4, r4
    lerp r5, r6
    lerp r1, r2
    lerp r7, r8
    ite lo
    addlo r0, r0, #16
    addhs r0, r0, #28
    words str, r0, 0, r5, r1, r7
    b 1b

    /* Translations, scales, steps; and what is the reference's. */
6:  cmp r12, #12                    @ weights are elsewhere
    bhs 1b
    track_words
    tst r12, #2
    bne 5f
    tst r12, #1
    only eq, mov, r6, r5                    @ a step goes nowhere
    tst r12, #4
    itt ne
    movne r12, #ROTATION
    bne 2b
    b 3b

11: mov r1, #0x8000                 @ as FORMAT_WHOLE
    sxth r1, r1
    mov r2, r1
    mov r3, r1
    b 4b

    /* The reference's; constants have no timeline. */
5:  and r10, r1, #3
    cmp r10, #3
    only ne, cmp, r8, r9
    bne 7f
    mov r3, sp
    bl pelt_reference_track_q16
    b 1b

    /* Another timeline; then this track again. */
7:  ldr r4, [sp, #TRACK]
    ldr r1, [sp, #KEYS]
    sub r4, r4, #TRACK_BYTES
    str r4, [sp, #TRACK]
    str r8, [sp, #TIMELINE]
    ldr r2, [sp, #MOMENT]
    add r1, r1, r8
    mov r0, sp
    bl pelt_timeline_find
    b 1b

9:  leave pelt_kernel_tracks_q16, FRAME
    .ltorg

#endif
