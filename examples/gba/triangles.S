/* SPDX-License-Identifier: MIT */
/* The rasteriser's inner loops: draws triangles of the lists of draw_sort(), from back to front.
 *
 *   void draw_lists(const draw_job *job);
 *
 * Video memory takes halfwords only. There is no division: a table has the reciprocals of heights
 * and widths, and a coarser use of it those of larger ones. */
    .syntax unified
    .arm

/* The stack frame: edges for draw_lines(), values of the triangle, the job. */
#define LEFT        0           /* Q16; the whole part is the first pixel behind the edge */
#define LEFT_STEP   4           /* per line */
#define SHADE       8           /* at the left edge, 8.24 */
#define SHADE_STEP  12
#define RIGHT       16
#define RIGHT_STEP  20
#define STEP        24          /* of the shade, per pixel, 8.8 */
#define PAIR_STEP   28          /* per two pixels, in two halfwords */
#define LINE        32          /* first byte of the next line to draw */
#define UPPER_LINES 36
#define LOWER_LINES 40
#define LOWER_PAST  44          /* from the middle corner to the next line, 1/8 pixels */
#define LINK        48          /* the list's next triangle, 1 on, or 0 */
#define PAGE        52          /* draw_job, in order */
#define TRIANGLES   56          /* the one before the first */
#define VERTICES    60
#define BUCKET      64
#define END         68
#define NEXT        72          /* the link before the first */
#define RETURN      76          /* of draw_lines() */
#define CORNERS     80          /* side, mid, mid_shade, bot, bot_shade while it draws */
#define FRAME_BYTES 100

#define TABLE_END   256         /* its last entry */

/* Corners from top to bottom: place (y << 16 | x, 1/8 pixels) and shade with its ramp, 8.24. */
top       .req r4
top_shade .req r5
mid       .req r6
mid_shade .req r7
bot       .req r8
bot_shade .req r9
past    .req r10    @ from the edge's upper end to the first line, 1/8 pixels
side    .req r0     @ negative: the edge from a to c is the left one

    .macro swap one, other
    mov     r2, \one
    mov     \one, \other
    mov     \other, r2
    .endm

/* Computes where the edge crosses the first line, and stores it as the left edge unless `side`
 * says otherwise. */
    .macro edge upper, upper_shade, lower, lower_shade, not_left
    mov     r2, \upper, lsr #16
    rsb     r3, r2, \lower, lsr #16     @ height
    mov     r2, \upper, lsl #16
    rsb     r12, r2, \lower, lsl #16
    mov     r12, r12, asr #16           @ width
    sub     r11, \lower_shade, \upper_shade
    mov     r11, r11, asr #16
    cmp     r3, #TABLE_END
    blhi    halve
    ldr     r1, =draw_reciprocals
    ldr     r1, [r1, r3, lsl #2]        @ 2^20 / height
    mul     r3, r1, r12
    mov     r3, r3, asr #4
    mul     r12, r3, past
    mov     r12, r12, asr #3
    add     r12, r12, r2, lsr #3        @ 1/8 pixels to Q16
    add     r12, r12, #0x8000
    sub     r12, r12, #1
    cmp     side, #0
    \not_left 8f
    stmia   sp, {r12}
    str     r3, [sp, #LEFT_STEP]
    mov     r1, r1, lsr #5
    mul     r3, r1, r11
    mov     r3, r3, asr #4              @ 8.16
    mul     r1, r3, past
    mov     r1, r1, asr #3
    add     r1, \upper_shade, r1, lsl #8
    mov     r3, r3, lsl #8
    str     r1, [sp, #SHADE]
    str     r3, [sp, #SHADE_STEP]
    b       9f
8:
    str     r12, [sp, #RIGHT]
    str     r3, [sp, #RIGHT_STEP]
9:
    .endm

    .section .pelt.hot, "ax", %progbits
    .global draw_lists
    .type draw_lists, %function
draw_lists:
    push    {r4-r11, lr}
    sub     sp, sp, #FRAME_BYTES
    ldmia   r0, {r1-r6}
    add     r0, sp, #PAGE
    stmia   r0, {r1-r6}
next_bucket:
    add     r2, sp, #BUCKET
    ldmia   r2, {r0, r1}
1:
    cmp     r0, r1
    bhs     done
    ldrh    r12, [r0], #2
    cmp     r12, #0
    beq     1b
    str     r0, [sp, #BUCKET]

triangle:                               @ r12: its number, 1 on
    ldr     r2, [sp, #NEXT]
    add     r2, r2, r12, lsl #1
    ldrh    r2, [r2]
    str     r2, [sp, #LINK]
    add     r2, sp, #TRIANGLES
    ldmia   r2, {r10, r11}
    add     r10, r10, r12, lsl #3
    ldmia   r10, {r0, r1}               @ figure_triangle
    mov     r2, r0, lsl #16
    add     r2, r11, r2, lsr #16
    ldmia   r2, {top, top_shade}
    add     r2, r11, r0, lsr #16
    ldmia   r2, {mid, mid_shade}
    mov     r2, r1, lsl #16
    add     r2, r11, r2, lsr #16
    ldmia   r2, {bot, bot_shade}

    cmp     mid, top                        @ by y, then by x
    bhs     1f
    swap    top, mid
    swap    top_shade, mid_shade
1:
    cmp     bot, mid
    bhs     2f
    swap    mid, bot
    swap    mid_shade, bot_shade
    cmp     mid, top
    bhs     2f
    swap    top, mid
    swap    top_shade, mid_shade
2:
    mov     r2, top, lsr #16              @ first line whose centre is at or below each
    add     r10, r2, #3
    mov     r10, r10, lsr #3
    mov     r3, bot, lsr #16
    add     r12, r3, #3
    mov     r12, r12, lsr #3
    cmp     r10, r12
    beq     next
    mov     r11, mid, lsr #16
    add     lr, r11, #3
    mov     lr, lr, lsr #3
    sub     r0, lr, r10
    str     r0, [sp, #UPPER_LINES]
    sub     r12, r12, lr
    str     r12, [sp, #LOWER_LINES]
    rsb     r0, r11, lr, lsl #3
    add     r0, r0, #4
    str     r0, [sp, #LOWER_PAST]
    ldr     r0, [sp, #PAGE]
    add     r0, r0, r10, lsl #8
    sub     r0, r0, r10, lsl #4         @ 240 bytes a line
    str     r0, [sp, #LINE]
    rsb     past, r2, r10, lsl #3
    add     past, past, #4
    sub     r3, r3, r2                  @ height
    sub     r11, r11, r2                @ of that, above b

    mov     r1, r1, lsr #16
    mov     r1, r1, lsl #16             @ the ramp
    add     top_shade, r1, top_shade, lsl #16
    add     mid_shade, r1, mid_shade, lsl #16
    add     bot_shade, r1, bot_shade, lsl #16

    /* Computes the long edge at b's height: its distance from b, and the difference of shades. */
    ldr     r12, =draw_reciprocals
    cmp     r3, #TABLE_END
    movhi   r3, r3, lsr #3
    movhi   r11, r11, lsr #3
    ldr     r12, [r12, r3, lsl #2]
    mul     r3, r12, r11
    mov     r3, r3, asr #8              @ Q12 of the way
    mov     r0, top, lsl #16
    rsb     r1, r0, bot, lsl #16
    mov     r1, r1, asr #16
    mul     r2, r3, r1
    sub     r0, r0, mid, lsl #16
    mov     r0, r0, asr #16
    add     side, r0, r2, asr #12
    sub     r1, bot_shade, top_shade
    mov     r1, r1, asr #16
    mul     r2, r3, r1
    sub     r1, top_shade, mid_shade
    mov     r1, r1, asr #16
    add     r1, r1, r2, asr #12

    /* The change of the shade per pixel; 0 if all lines are narrow. */
    cmp     side, #0
    rsblt   r3, side, #0
    movge   r3, side
    mov     r2, #0
    cmp     r3, #8
    blt     1f
    ldr     r12, =draw_reciprocals
    cmp     r3, #TABLE_END
    movhi   r3, r3, lsr #3
    movhi   r1, r1, asr #3
    ldr     r12, [r12, r3, lsl #2]
    mov     r12, r12, lsr #5
    mul     r2, r12, r1
    mov     r2, r2, asr #12
    cmp     side, #0
    rsblt   r2, r2, #0
1:
    mov     r3, r2, lsl #1
    add     r3, r3, r3, lsl #16
    str     r2, [sp, #STEP]
    str     r3, [sp, #PAIR_STEP]

    edge    top, top_shade, bot, bot_shade, bge
    ldr     r1, [sp, #UPPER_LINES]
    cmp     r1, #0
    beq     2f
    edge    top, top_shade, mid, mid_shade, blt
    add     r2, sp, #CORNERS
    stmia   r2, {side, mid, mid_shade, bot, bot_shade}
    ldr     r0, [sp, #LINE]
    ldr     r1, [sp, #UPPER_LINES]
    bl      draw_lines
    str     r0, [sp, #LINE]
    add     r2, sp, #CORNERS
    ldmia   r2, {side, mid, mid_shade, bot, bot_shade}
2:
    ldr     r1, [sp, #LOWER_LINES]
    cmp     r1, #0
    beq     next
    ldr     past, [sp, #LOWER_PAST]
    edge    mid, mid_shade, bot, bot_shade, blt
    ldr     r0, [sp, #LINE]
    ldr     r1, [sp, #LOWER_LINES]
    bl      draw_lines
next:
    ldr     r12, [sp, #LINK]
    cmp     r12, #0
    bne     triangle
    b       next_bucket
done:
    add     sp, sp, #FRAME_BYTES
    pop     {r4-r11, lr}
    bx      lr

/* Halves height r3, width r12 and shades r11 until the table has the height. */
halve:
    mov     r3, r3, lsr #1
    mov     r12, r12, asr #1
    mov     r11, r11, asr #1
    cmp     r3, #TABLE_END
    bhi     halve
    bx      lr
    .ltorg
    .size draw_lists, . - draw_lists

/* Lines between two edges -------------------------------------------------------------------- */

line    .req r0     @ its first byte; at the end the next one's
count   .req r1     @ lines left, at least one
left    .req r2
left_d  .req r3
shade   .req r4
shade_d .req r5
right   .req r6
right_d .req r7
step    .req r8
pair_d  .req r9
n       .req r10    @ pixels left, less 2 in the loop of pairs
to      .req r11
t       .req r12
pair    .req lr     @ two shades: neither leaves its halfword but where it is no longer used

/* The edges are in the frame and are moved on for the lines below. Uses all registers. */
    .type draw_lines, %function
draw_lines:
    str     lr, [sp, #RETURN]
    ldmia   sp, {r2-r9}
1:
    mov     t, left, asr #16
    rsbs    n, t, right, asr #16
    ble     6f
    mvn     pair, left, lsl #16         @ from the edge to the first centre, Q16
    mov     pair, pair, lsr #16
    mla     pair, step, pair, shade     @ 8.24
    movs    to, t, lsr #1               @ carry: it is the second pixel of a halfword
    add     to, line, to, lsl #1
    bcc     2f
    ldrb    n, [to]
    mov     t, pair, lsr #24
    orr     t, n, t, lsl #8
    strh    t, [to], #2
    add     pair, pair, step, lsl #16
    mov     n, right, asr #16
    sub     n, n, left, asr #16
    subs    n, n, #1
    beq     6f
2:
    add     t, pair, step, lsl #16
    mov     pair, pair, lsr #16
    mov     t, t, lsr #16
    orr     pair, t, pair, lsl #16
    subs    n, n, #2
    blt     4f
3:
    and     t, pair, #0xff00
    orr     t, t, pair, lsr #24
    strh    t, [to], #2
    add     pair, pair, pair_d
    subs    n, n, #2
    bge     3b
4:
    cmn     n, #1
    bne     6f
    ldrh    t, [to]                     @ one pixel is left
    and     t, t, #0xff00
    orr     t, t, pair, lsr #24
    strh    t, [to]
6:
    add     left, left, left_d
    add     shade, shade, shade_d
    add     right, right, right_d
    add     line, line, #240
    subs    count, count, #1
    bne     1b
    stmia   sp, {left, left_d, shade, shade_d, right}
    ldr     pc, [sp, #RETURN]
    .size draw_lines, . - draw_lines
