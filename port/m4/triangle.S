/* SPDX-License-Identifier: MIT */
/* uint32_t pelt_draw_small_m4(band r0, a r1, b r2, c r3)
 * uint32_t pelt_draw_small_textured_m4(band r0, a r1, b r2, c r3, texel_places, texture)
 *
 * find_lines, find_divisor, find_middle and draw_small of src/draw in one, with the same pixels: in C two
 * of three registers are lost to values that wait on the stack. Returns 0 where find_middle is false, and
 * draws nothing then. x and y of a corner are halves of a word, which saves registers and compares both. */
#include "../select.h"

#if defined(PELT_DRAW_SMALL) && PELT_DRAW_SMALL == PELT_IN_M4
#include "../arm.inc"

/* On the stack, in bytes. */
    .set FROM_X, 0 /* of the middle pixel from corner a, 1/16 pixel */
    .set FROM_Y, 4
    .set FIRST, 8 /* line */
    .set COUNT, 12
    .set PLACES, 16 /* of a, b, c */
    .set BAND, 28
    .set MIDDLE_X, 32
    .set MIDDLE_Y, 36
    .set START_X, 40 /* of pixel 0 of the first line from corner a, 1/16 pixel */
    .set START_Y, 44
    .set LATER, 48 /* lines below the middle corner */
    .set TURNS_LEFT, 52
    .set CORNERS, 56 /* middle, bottom */
    .set STEP, 64    /* colour, depth, place in the texture */
    .set EDGES, 76   /* left, right */
    .set SLOPES, 84  /* of both */
    .set AT, 92      /* colour, depth, place at pixel 0 of the line */
    .set DOWN, 104
    .set ROW, 116
    .set ROW_BYTES, 120
    .set DEPTHS, 124 /* from colours */
    .set ROWS, 128 /* of the texture */
    .set PALETTE, 132
    .set STRIDES, 136 /* half bytes: of a texel, of a row in the upper half */
    .set MASKS, 140 /* width less one, height less one in the upper half */
    .set TEXEL, 144 /* mask of one */
    .set CLEAR, 148
    .set FRAME, 156
    .set PLACE, FRAME + 36
    .set TEXTURE, PLACE + 4

/* The packed change by the weights \b and \c of corners, of differences r5, r6 (red), r10, r11 (green), r12,
 * lr (blue), to r0. */
.macro change b, c
    mul r2, r5, \b
    mla r2, r6, \c, r2
    asr r2, r2, #4
    rsb r2, r2, r2, lsl #5
    add r2, r2, #1 << 13
    asr r2, r2, #14
    mul r3, r12, \b
    mla r3, lr, \c, r3
    asr r3, r3, #4
    rsb r3, r3, r3, lsl #5
    add r3, r3, #1 << 14
    asr r3, r3, #15
    lsl r0, r2, #21
    add r0, r0, r3, lsl #11
    mul r2, r10, \b
    mla r2, r11, \c, r2
    asr r2, r2, #4
    rsb r2, r2, r2, lsl #6
    add r2, r2, #1 << 14
    add r0, r0, r2, asr #15
.endm

/* The value of a channel in the middle, to r2: a's is at \at(r1), differences in \to_b and \to_c. */
.macro value at, to_b, to_c, bits, round, shift
    ldrb r9, [r1, #\at]
    mul r2, \to_b, r8
    mla r2, \to_c, r7, r2
    asr r2, r2, #11
    add r2, r2, r9, lsl #9
    rsb r2, r2, r2, lsl #\bits
    add r2, r2, #\round
    asr r2, r2, #\shift
.endm

/* find_channel: the plane of depths, a's value in r0, differences in r5, r6. From b r4, r7, from c
 * r9, r8; reciprocal r11, zeros r10. */
.macro plane
    mul r12, r5, r8
    mls r12, r6, r7, r12
    mul lr, r6, r4
    mls lr, r5, r9, lr
    smull r5, r6, r12, r11
    rsb r12, r10, #31
    lsl r6, r6, #1
    lsl r6, r6, r10
    lsr r5, r5, r12
    orr r5, r5, r6
    smull r6, lr, lr, r11
    lsl r0, r0, #16
    lsl lr, lr, #1
    lsl lr, lr, r10
    lsr r6, r6, r12
    orr r6, r6, lr
    words ldr, sp, START_X, r12, lr
    add r0, r0, #0x8000
    mla r0, r5, r12, r0
    mla r0, r6, lr, r0
    each lsl, #4, r5, r6
    str r0, [sp, #AT + 4]
    str r5, [sp, #STEP + 4]
    str r6, [sp, #DOWN + 4]
.endm

/* change_of_place: by the weights \b and \c of corners, of differences r5, r6 (u), r10, r11 (v), to \to. */
.macro place_change b, c, to
    mul r0, r5, \b
    mla r0, r6, \c, r0
    mul r12, r10, \b
    mla r12, r11, \c, r12
    each add, #0x800, r0, r12
    each asr, #12, r12, r0
    add r0, r0, r12, lsl #16
    str r0, [sp, #\to]
.endm

/* edge_at: from \top to \bottom at the centre r9 of a line. Uses r10. */
.macro edge x, slope, top, bottom
    ssub16 r10, \bottom, \top
    lsl \slope, r10, #16
    asr r10, r10, #16
    sdiv \slope, \slope, r10
    sub r10, r9, \top, asr #16
    lsl \x, \top, #16
    mul r10, r10, \slope
    asr \x, \x, #4
    add \x, \x, r10, asr #4
    movw r10, #0x7FFF
    add \x, \x, r10
.endm

/* Lines: colour and depth of a step r0, r1, edges r2, r3, row r4, count lr. */
.macro plain_lines
    /* a line */
1:  asr r5, r2, #16
    asr r6, r3, #16
    subs r7, r5, r6
    beq 4f
    ble 2f
    rsb r7, r7, #0 /* faces away, or rounded past each other */
    mov r8, r5
    mov r5, r6
    mov r6, r8
2:  words ldr, sp, AT, r8, r9
    ldr r10, [sp, #DEPTHS]
    mla r8, r0, r5, r8
    mla r9, r1, r5, r9
    add r5, r4, r5, lsl #1
    add r5, r5, r10
    add r6, r4, r6, lsl #1
    /* a pixel */
3:  ldrh r10, [r5], #2
    lsr r11, r9, #16
    lsr r12, r8, #16
    cmp r10, r11
    add r9, r9, r1
    bhs 7f
    strh r11, [r5, #-2]
    and r10, r8, #0x7E0
    bic r12, r12, #0x7E0
    orr r12, r12, r10
    strh r12, [r6, r7, lsl #1]
7:  add r8, r8, r0
    adds r7, r7, #1
    bmi 3b
4:  words ldr, sp, SLOPES, r5, r6, r7, r8
    words ldr, sp, DOWN, r9, r10
    ldr r11, [sp, #ROW_BYTES]
    add r2, r2, r5
    add r3, r3, r6
    add r7, r7, r9
    add r8, r8, r10
    add r4, r4, r11
    words str, sp, AT, r7, r8
    subs lr, lr, #1
    bne 1b
.endm

/* Lines of a texture, from the stack; count lr. */
.macro textured_lines
1:  str lr, [sp, #COUNT]
    words ldr, sp, EDGES, r4, r5, r6, r7
    asr r8, r4, #16
    asr r9, r5, #16
    add r4, r4, r6
    add r5, r5, r7
    words str, sp, EDGES, r4, r5
    subs r6, r8, r9
    beq 4f
    ble 2f
    rsb r6, r6, #0
    mov r7, r8
    mov r8, r9
    mov r9, r7
2:  words ldr, sp, STEP, r10, r11, r12
    words ldr, sp, AT, r0, r1, r2
    ldr r5, [sp, #ROW]
    ldr r4, [sp, #DEPTHS]
    mla r0, r10, r8, r0
    mla r1, r11, r8, r1
    mla r2, r12, r8, r2
    add r4, r4, r5
    add r4, r4, r8, lsl #1
    add r5, r5, r9, lsl #1
    /* a pixel: colour r0, depth r1, place r2 */
3:  ldrh r7, [r4], #2
    ldr r8, [sp, #MASKS]
    ldr r9, [sp, #STRIDES]
    ldr r3, [sp, #ROWS]
    cmp r7, r1, lsr #16
    bhs 7f
    and r8, r8, r2, lsr #8
    smuad r8, r8, r9
    lsrs r8, r8, #1
    ldr r7, [sp, #TEXEL]
    ldr r9, [sp, #CLEAR]
    ldr lr, [sp, #PALETTE]
    ldrb r3, [r3, r8]
    only cs, lsr, r3, r3, #4
    and r3, r3, r7
    cmp r3, r9
    beq 7f
    ldrh r3, [lr, r3, lsl #1]
    /* lit() */
    lsr r7, r0, #21
    lsr r8, r3, #11
    mla r7, r7, r8, r7
    lsl r8, r0, #21
    ubfx r9, r3, #0, #11
    orr r9, r9, #31
    umull lr, r9, r8, r9
    lsl r8, r0, #11
    and r3, r3, #31
    add r3, r3, #1
    umull lr, r3, r8, r3
    lsr r7, r7, #11
    bfi r9, r3, #0, #5
    orr r7, r9, r7, lsl #11
    lsr r9, r1, #16
    strh r9, [r4, #-2]
    strh r7, [r5, r6, lsl #1]
7:  add r0, r0, r10
    add r1, r1, r11
    add r2, r2, r12
    adds r6, r6, #1
    bmi 3b
4:  words ldr, sp, AT, r0, r1, r2, r4, r5, r6, r7, r8 /* and DOWN, ROW, ROW_BYTES */
    ldr lr, [sp, #COUNT]
    add r0, r0, r4
    add r1, r1, r5
    add r2, r2, r6
    add r7, r7, r8
    words str, sp, AT, r0, r1, r2
    str r7, [sp, #ROW]
    subs lr, lr, #1
    bne 1b
.endm

.macro draw_small name, textured
enter \name, FRAME
    ldrh r4, [r1]
    ldrh r7, [r1, #2]
    ldrh r5, [r2]
    ldrh r8, [r2, #2]
    ldrh r6, [r3]
    ldrh r9, [r3, #2]
    pkhbt r4, r4, r7, lsl #16
    pkhbt r5, r5, r8, lsl #16
    pkhbt r6, r6, r9, lsl #16

    /* from a to b, and by the flags of each difference the least, r10, and the most, r11, of x and y */
    ssub16 r7, r5, r4
    sel r10, r4, r5
    sel r11, r5, r4
    ssub16 r8, r10, r6
    sel r10, r6, r10
    ssub16 r8, r11, r6
    sel r11, r11, r6
    ssub16 r8, r6, r4 /* from a to c */

    words ldr, r0, 12, lr, r12
    add r12, r12, lr
    mov r9, #7
    add r9, r9, r10, asr #16
    asr r9, r9, #4
    cmp r9, lr
    only lt, mov, r9, lr
    mov lr, #7
    add lr, lr, r11, asr #16
    asr lr, lr, #4
    cmp lr, r12
    only gt, mov, lr, r12
    subs lr, lr, r9
    ble .Ldrawn\@
    str r9, [sp, #FIRST]
    str lr, [sp, #COUNT]

    /* find_middle */
    lsls r12, r10, #16
    bmi .Lnot_small\@
    ldr r12, [r0, #8]
    sxth lr, r11
    cmp lr, r12, lsl #4
    bgt .Lnot_small\@
    ssub16 r12, r11, r10
    add lr, r12, r12, lsl #16
    lsr lr, lr, #16
    cmp lr, #2 * 24 * 16
    bgt .Lnot_small\@
    uxth lr, r12
    lsr r12, r12, #16
    cmp lr, r12
    only lt, mov, lr, r12
    smusdx r9, r7, r8 /* area */
    movs r12, r9
    only mi, rsb, r12, r12, #0
    cmp r12, lr, lsl #3
    blt .Lnot_small\@
    sadd16 r10, r10, r11
    sbfx r11, r10, #5, #11
    asr r10, r10, #21
    words str, sp, PLACES, r4, r5, r6, r0
    words str, sp, MIDDLE_X, r11, r10
    sxth r0, r4
    asr r5, r4, #16
    rsb r0, r0, r11, lsl #4
    rsb r5, r5, r10, lsl #4
    each add, #8, r0, r5
    words str, sp, FROM_X, r0, r5
    ldr r6, [sp, #FIRST]
    sub r0, r0, r11, lsl #4
    sub r6, r6, r10
    add r5, r5, r6, lsl #4
    words str, sp, START_X, r0, r5
    ldrh r0, [r1, #4]
    ldrh r5, [r2, #4]
    ldrh r6, [r3, #4]
    movw r4, #32767 - 256
    sub r10, r0, #256
    sub r11, r4, r0
    orr r10, r10, r11
    sub r11, r5, #256
    orr r10, r10, r11
    sub r11, r4, r5
    orr r10, r10, r11
    sub r11, r6, #256
    orr r10, r10, r11
    sub r11, r4, r6
    orrs r10, r10, r11
    bmi .Lnot_small\@
    each sub, r0, r5, r6

    /* find_divisor: reciprocal in r11, zeros in r10 */
    clz r10, r12
    lsl r12, r12, r10
    lsr r12, r12, #16
    mvn r11, #0x80000000
    udiv r11, r11, r12
    cmp r9, #0
    only mi, rsb, r11, r11, #0
    sxth r4, r7
    asr r7, r7, #16
    sxth r9, r8
    asr r8, r8, #16

    plane
    /* weights: x of b r8 and of c r7, y of b r9 and of c r4 */
    rsb r12, r10, #31 - 4
    each mul, r11, r8, r4
    rsb r11, r11, #0
    each mul, r11, r9, r7
    each asr, r12, r4, r7, r8, r9
    .if \textured
    ldr lr, [sp, #PLACE]
    words ldr, lr, 4, r5, r6
    words ldr, lr, 16, r10, r11
    place_change r8, r7, STEP + 8
    place_change r9, r4, DOWN + 8
    .endif

    /* colours */
    ldrb r0, [r1, #6]
    ldrb r5, [r2, #6]
    ldrb r6, [r3, #6]
    each sub, r0, r5, r6
    ldrb r0, [r1, #7]
    ldrb r10, [r2, #7]
    ldrb r11, [r3, #7]
    each sub, r0, r10, r11
    ldrb r0, [r1, #8]
    ldrb r12, [r2, #8]
    ldrb lr, [r3, #8]
    each sub, r0, r12, lr
    change r8, r7
    str r0, [sp, #STEP]
    change r9, r4
    str r0, [sp, #DOWN]
    words ldr, sp, FROM_X, r2, r3
    each mul, r2, r8, r7
    mla r8, r9, r3, r8
    mla r7, r4, r3, r7
    words ldr, sp, MIDDLE_X, r2, r3
    ldr r4, [sp, #FIRST]
    ldr r9, [sp, #STEP]
    sub r3, r4, r3
    mul r0, r0, r3
    mls r0, r9, r2, r0
    add r0, r0, #32 << 21 /* of 4, 2 and 4 of 256, as in pack_value */
    add r0, r0, #16 << 11
    add r0, r0, #16
    value 6, r5, r6, 5, 256 * 31 + (1 << 10), 11
    add r0, r0, r2, lsl #21
    value 7, r10, r11, 6, 256 * 63 + (1 << 11), 12
    add r0, r0, r2
    value 8, r12, lr, 5, 256 * 31 + (1 << 11), 12
    add r0, r0, r2, lsl #11
    str r0, [sp, #AT]
    .if \textured
    ldr lr, [sp, #PLACE]
    ldm lr, {r0, r5, r6, r10-r12}
    each lsl, #20, r0, r10
    mla r0, r5, r8, r0
    mla r10, r11, r8, r10
    mla r0, r6, r7, r0
    mla r10, r12, r7, r10
    ldr r2, [sp, #MIDDLE_X]
    ldr r4, [sp, #STEP + 8]
    ldr r5, [sp, #DOWN + 8]
    pkhtb r10, r10, r0, asr #16
    mls r10, r4, r2, r10
    mla r10, r5, r3, r10
    str r10, [sp, #AT + 8]
    .endif

    /* Corners by y; where two are equal, either order has the same edges. */
    words ldr, sp, PLACES, r4, r5, r6, r7
    cmp r4, r5
    bgt 1f
    cmp r4, r6
    ble 3f
2:  mov r8, r6
    mov r6, r5
    mov r5, r4
    mov r4, r8
    b 3f
1:  cmp r5, r6
    bgt 2b
    mov r8, r4
    mov r4, r5
    mov r5, r6
    mov r6, r8
3:  ldr r12, [sp, #FIRST]
    words ldr, r7, 0, r0, r1, r2, r3 /* band */
    sub r3, r12, r3
    mul r3, r3, r2
    sub r1, r1, r0
    lsl r2, r2, #1
    words str, sp, ROW_BYTES, r2, r1
    mov r9, #8
    add r9, r9, r12, lsl #4
    add lr, r0, r3, lsl #1
    mov r8, #1
    cmp r5, r6
    itttt ge
    movge r7, r5
    movge r5, r6
    movge r6, r7
    movge r8, #0
    edge r2, r0, r4, r6
    mov r7, #7 /* lines above the middle corner */
    add r7, r7, r5, asr #16
    rsb r7, r12, r7, asr #4
    ldr r11, [sp, #COUNT]
    cmp r7, #0
    ble 4f
    edge r3, r1, r4, r5
    subs r11, r11, r7
    ite gt
    strgt r11, [sp, #LATER]
    addle r7, r11, r7
    bgt 5f
    b 6f
4:  edge r3, r1, r5, r6
    mov r7, r11
6:  mov r11, #0
    str r11, [sp, #LATER]
5:  mov r4, lr
    words str, sp, TURNS_LEFT, r8, r5, r6
    mov lr, r7
    cmp r8, #0
    beq 7f
    eor r2, r2, r3
    eor r3, r3, r2
    eor r2, r2, r3
    words str, sp, SLOPES, r1, r0
    b 8f
7:  words str, sp, SLOPES, r0, r1
8:
    .if \textured
    words str, sp, EDGES, r2, r3
    words str, sp, ROW, r4
    ldr r12, [sp, #TEXTURE] /* pelt_texture_info */
    words ldr, r12, 0, r0, r1
    ldr r2, [r12, #20]
    words ldr, r12, 12, r3, r5
    ldr r6, [r12, #28]
    ldrb r7, [r12, #32]
    each sub, #1, r3, r5
    orr r3, r3, r5, lsl #16
    orr r2, r7, r2, lsl #17 /* PELT_TEXELS_I4 is 1, _I8 2 */
    cmp r7, #1
    ite eq
    moveq r5, #15
    movne r5, #255
    add r12, sp, #ROWS
    stm r12, {r0-r3, r5, r6}
9:  textured_lines
    .else
    words ldr, sp, STEP, r0, r1
9:  plain_lines
    .endif
    ldr lr, [sp, #LATER]
    cmp lr, #0
    beq .Ldrawn\@

    /* the edge below the middle corner */
    words ldr, sp, TURNS_LEFT, r5, r6, r7
    mov r8, #7
    add r8, r8, r6, asr #16
    bic r9, r8, #15
    add r9, r9, #8
    edge r8, r11, r6, r7
    mov r10, #0
    str r10, [sp, #LATER]
    cmp r5, #0
    .if \textured
    itete ne
    strne r11, [sp, #SLOPES]
    streq r11, [sp, #SLOPES + 4]
    strne r8, [sp, #EDGES]
    streq r8, [sp, #EDGES + 4]
    .else
    itete ne
    strne r11, [sp, #SLOPES]
    streq r11, [sp, #SLOPES + 4]
    movne r2, r8
    moveq r3, r8
    .endif
    b 9b

.Lnot_small\@:
    mov r0, #0
    leave , FRAME
.Ldrawn\@:
    mov r0, #1
leave \name, FRAME
.endm

draw_small pelt_draw_small_m4, 0
draw_small pelt_draw_small_textured_m4, 1

#endif
