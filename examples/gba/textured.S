/* SPDX-License-Identifier: MIT */
/* The rasteriser for models with textures, draw_textured(); triangles.S has what it shares with draw_lists().
 *
 * A pixel's place in the texture and its shade are one word, so that one addition steps all three:
 * v << 21 | u << 10 | shade, in 1/2048 of the texture's sides and 1/64 shade. A texture has 128 x 128 bytes by
 * columns, each 16 times a ramp; two pixels of a halfword have one shade. Places are not perspective. */
#define TEXTURED
#define DRAW draw_textured

#define U_MASK      0x1fc000    /* of 7 bits at 14 */
#define SHADE_MASK  0x3c0       /* of 4 bits at 6 */
#define SAVED       28          /* bytes that `planes` adds to the stack */
#define CLEAR       1           /* the texel that is not drawn */
#define MASKED      0x80000     /* in addresses of textures with CLEAR: memory repeats every 0x40000 bytes */
#define DARKEST     40          /* added to shades of 47 to 945, so that none is 0: the sky is colour 0 */

/* Loads the corners' places and the offsets of their vertices, and keeps the texture. */
    .macro corners_textured
    mov     r5, r0, lsl #16
    mov     r5, r5, lsr #16
    ldr     r4, [r11, r5]
    mov     r7, r0, lsr #16
    ldr     r6, [r11, r7]
    mov     r9, r1, lsl #16
    mov     r9, r9, lsr #16
    ldr     r8, [r11, r9]
    mov     r1, r1, lsr #16
    str     r1, [sp, #TEXTURE]
    .endm

/* Adds one of the word's three fields, whose values at the corners are r5, r7, r9 >> \shift, to the word at pixel 0
 * (r11), to its change per pixel (r8) and per line (r12). r1, r3: reciprocals of the widest line, Q20 of 1/8 pixels,
 * negative if it goes right, and of the height, Q17; r2: the first crossing less a pixel, Q8; r6, lr: from the top to the
 * middle corner and to the first line, 1/8 pixels. */
    .macro plane shift, field
    mov     r0, r9, asr #\shift
    sub     r0, r0, r5, asr #\shift
    mul     r4, r3, r0                  @ down the long edge, Q17 of 1/8 pixel
    mul     r0, r4, lr
    mov     r0, r0, asr #17
    add     r0, r0, r5, asr #\shift
    add     r11, r11, r0, lsl #\field
    beq     5f                          @ all lines are narrow
    mul     r0, r4, r6
    mov     r0, r0, asr #17
    rsb     r0, r0, r7, asr #\shift
    sub     r0, r0, r5, asr #\shift
    mul     r0, r1, r0                  @ Q17 per pixel
    mov     r0, r0, asr #11
    ldr     r10, [sp, #SLOPE + SAVED]
    mul     r10, r0, r10
    sub     r4, r4, r10
    add     r0, r0, #32
    mov     r0, r0, asr #6
    add     r8, r8, r0, lsl #\field
    mul     r0, r2, r0
    mov     r0, r0, asr #8
    sub     r11, r11, r0, lsl #\field
5:
    add     r4, r4, #0x2000
    mov     r4, r4, asr #14
    add     r12, r12, r4, lsl #\field
    .endm

    .macro planes
    mov     r2, top, lsl #16
    cross   r2, r2, r3, r10, lr
    stmdb   sp!, {r0-r2, r4, r6, r10, r11}
    mov     r10, r10, asr #8
    str     r10, [sp, #SLOPE + SAVED]
    mov     r2, r2, asr #8
    sub     r2, r2, #0x100

    movs    r10, r1, asr #16
    rsbmi   r10, r10, #0
    mov     r0, #0
    cmp     r10, #8
    blt     3f
    cmp     r10, #TABLE_END
    movhi   r10, r10, lsr #3
    ldr     r0, [table, r10, lsl #2]
    movhi   r0, r0, lsr #3
    cmp     r1, #0
    rsbge   r0, r0, #0
3:
    mov     r1, r0
    add     r0, sp, #HEIGHT_MID + SAVED
    ldmia   r0, {r6, r10}
    cmp     r10, #TABLE_END
    movhi   r10, r10, lsr #3
    ldr     r3, [table, r10, lsl #2]
    movhi   r3, r3, lsr #3
    mov     r3, r3, lsr #3

    ldr     r0, [sp, #VERTICES + SAVED]
    add     r0, r0, #4
    ldr     r4, [sp, #PLACES + SAVED]
    ldr     r8, [r0, r5]
    add     r10, r4, r5, lsr #1
    mov     r5, r8, lsl #16
    ldr     r8, [r0, r7]
    add     r11, r4, r7, lsr #1
    mov     r7, r8, lsl #16
    ldr     r8, [r0, r9]
    add     r4, r4, r9, lsr #1
    mov     r9, r8, lsl #16
    ldr     r8, [r4]
    ldr     r4, [r11]
    ldr     r0, [r10]
    add     r12, sp, #WORDS + SAVED
    stmia   r12, {r0, r4, r8}
    mov     r11, #DARKEST
    mov     r8, #0
    mov     r12, #0
    cmp     r1, #0
    plane   19, 0
    ldr     r0, [sp, #TEXTURE + SAVED]
    add     r10, sp, #WORDS + SAVED
    ldmia   r10, {r5, r7, r9}
    cmp     r0, #16
    blo     4f                          @ no texture: one texel
    cmp     r1, #0
    plane   16, 21
    mov     r5, r5, lsl #16
    mov     r7, r7, lsl #16
    mov     r9, r9, lsl #16
    plane   16, 10
4:
    mov     row, r11
    ldmia   sp!, {r0-r2, r4, r6, r10, r11}
    ldr     r9, =draw_reciprocals
    .endm

    .macro prepare
    ldr     r9, [sp, #TEXTURE]
    ldr     lr, [sp, #TEXTURES]
    add     r9, lr, r9, lsl #4
    .endm

/* The ramp of the texel at lr. */
    .macro texel to
    add     \to, r9, lr, lsr #25
    and     r7, lr, #U_MASK
    ldrb    \to, [\to, r7, lsr #7]
    .endm

    .macro next_line back
    ldmia   sp, {left_d, right_d}
    add     row, row, row_d
    add     left, left, left_d
    add     right, right, right_d
    add     line, line, #240
    subs    count, count, #1
    bne     \back
    .endm

    .macro lines_textured
    stmia   sp, {left_d, right_d}
    tst     r9, #MASKED
    bne     8f
1:
    mov     t, left, asr #16
    rsbs    n, t, right, asr #16
    ble     6f
    mla     lr, step, t, row
    movs    to, t, lsr #1               @ carry: it is the second pixel of a halfword
    add     to, line, to, lsl #1
    bcc     2f
    texel   t
    and     r7, lr, #SHADE_MASK
    orr     t, t, r7, lsr #6
    ldrb    r7, [to]
    add     lr, lr, step
    orr     t, r7, t, lsl #8
    strh    t, [to], #2
    subs    n, n, #1
    beq     6f
2:
    subs    n, n, #2
    blt     4f
3:
    texel   t
    add     lr, lr, step
    texel   r3
    and     r7, lr, #SHADE_MASK
    add     lr, lr, step
    orr     t, t, r3, lsl #8
    orr     t, t, r7, lsr #6
    orr     t, t, r7, lsl #2
    strh    t, [to], #2
    subs    n, n, #2
    bge     3b
4:
    cmn     n, #1
    bne     6f
    texel   t                           @ one pixel is left
    and     r7, lr, #SHADE_MASK
    orr     t, t, r7, lsr #6
    ldrh    r7, [to]
    and     r7, r7, #0xff00
    orr     t, t, r7
    strh    t, [to]
6:
    next_line 1b
    b       below

8:                                      @ pixel by pixel, as some are not drawn
    mov     t, left, asr #16
    rsbs    n, t, right, asr #16
    ble     6f
    add     to, line, t
    mla     lr, step, t, row
7:
    texel   t
    tst     t, #CLEAR
    bne     5f
    and     r7, lr, #SHADE_MASK
    orr     t, t, r7, lsr #6
    bic     r3, to, #1
    ldrh    r7, [r3]
    tst     to, #1
    andne   r7, r7, #0xff
    orrne   t, r7, t, lsl #8
    andeq   r7, r7, #0xff00
    orreq   t, t, r7
    strh    t, [r3]
5:
    add     lr, lr, step
    add     to, to, #1
    subs    n, n, #1
    bne     7b
6:
    next_line 8b
    .endm

#include "triangles.S"
