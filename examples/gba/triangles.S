/* SPDX-License-Identifier: MIT */
/* The rasteriser's inner loops: draws triangles of the lists of draw_sort(), from back to front.
 *
 *   void draw_lists(const draw_job *job);
 *
 * Video memory takes halfwords only. There is no division: a table has the reciprocals of heights
 * and widths, and a coarser use of it those of larger ones. */
    .syntax unified
    .arm

/* The stack frame. */
#define LINK        0           /* the list's next triangle, 1 on, or 0 */
#define PAGE        4           /* draw_job, in order */
#define TRIANGLES   8           /* the one before the first */
#define VERTICES    12
#define BUCKET      16
#define END         20
#define NEXT        24          /* the link before the first */
#define LOWER       28          /* of the lines below the middle corner: number, or 0; the edge's corners */
#define LOWER_MID   32
#define SIDE        40          /* negative: the edge from top to bottom is the left one */
#define FRAME_BYTES 44

#define TABLE_END   256         /* its last entry */

/* Corners from top to bottom: place (y << 16 | x, 1/8 pixels) and shade with its ramp, 8.24. */
top       .req r4
top_shade .req r5
mid       .req r6
mid_shade .req r7
bot       .req r8
bot_shade .req r9

/* What draws lines. Edges are Q16; the whole part is the first pixel behind the edge. */
line    .req r0     @ its first byte; at the end the next one's
count   .req r1     @ lines left, at least one
left    .req r2
left_d  .req r3     @ per line
t       .req r4
row     .req r5     @ the shade at pixel 0, 8.24, modulo 2^32 as that may lie far outside
right   .req r6
right_d .req r7
step    .req r8     @ of the shade per pixel, 8.24
pair_d  .req r9     @ per two pixels, in two halfwords
n       .req r10    @ pixels left, less 2 in the loop of pairs
to      .req r11
row_d   .req r12
pair    .req lr     @ two shades: neither leaves its halfword but where it is no longer used

    .macro swap one, other
    mov     r2, \one
    mov     \one, \other
    mov     \other, r2
    .endm

/* Halves height, width and perhaps shades until the table has the height. */
    .macro halve height, width, shades, back
1:
    mov     \height, \height, lsr #1
    mov     \width, \width, asr #1
    .ifnb \shades
    mov     \shades, \shades, asr #1
    .endif
    cmp     \height, #TABLE_END
    bhi     1b
    b       \back
    .endm

/* Computes where an edge crosses the first line, `past` behind its upper end x << 16. */
    .macro cross crossing, x, temporary, slope, past
    mul     \temporary, \slope, \past
    mov     \x, \x, lsr #3              @ 1/8 pixels to Q16
    add     \crossing, \x, \temporary, asr #3
    add     \crossing, \crossing, #0x8000
    sub     \crossing, \crossing, #1
    .endm

    .macro pairs
    mov     pair_d, step, asr #16
    mov     pair_d, pair_d, lsl #1
    add     pair_d, pair_d, pair_d, lsl #16
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
    mov     r1, r1, lsr #16
    mov     r1, r1, lsl #16             @ the ramp
    add     top_shade, r1, top_shade, lsl #16
    add     mid_shade, r1, mid_shade, lsl #16
    add     bot_shade, r1, bot_shade, lsl #16

    mov     r2, top, lsr #16            @ first line whose centre is at or below each
    add     r10, r2, #3
    mov     r3, bot, lsr #16
    add     r12, r3, #3
    mov     r12, r12, lsr #3
    subs    r12, r12, r10, lsr #3       @ lines
    beq     next
    and     lr, r10, #7
    rsb     lr, lr, #7                  @ from the top to the first line, 1/8 pixels
    bic     r10, r10, #7
    ldr     line, [sp, #PAGE]
    add     line, line, r10, lsl #5
    sub     line, line, r10, lsl #1     @ 240 bytes a line
    mov     r11, mid, lsr #16
    sub     r3, r3, r2                  @ height
    sub     r2, r11, r2                 @ of that, above the middle corner
    add     r11, r11, #3
    mov     r11, r11, lsr #3
    sub     r11, r11, r10, lsr #3       @ lines above it
    sub     r12, r12, r11
    add     r10, sp, #LOWER
    str     r12, [r10], #4
    stmia   r10, {mid, bot}

    /* The long edge: slope r10, change of the shade in 2^15 of 1/8 pixel r12. */
    mov     r1, top, lsl #16
    rsb     r10, r1, bot, lsl #16
    mov     r10, r10, asr #16           @ width
    sub     r12, bot_shade, top_shade
    mov     r12, r12, asr #16
    cmp     r3, #TABLE_END
    bhi     tall
long_edge:
    ldr     r9, =draw_reciprocals
    ldr     r3, [r9, r3, lsl #2]        @ 2^20 / height
    mul     r10, r3, r10
    mov     r10, r10, asr #4
    mov     r3, r3, lsr #5
    mul     r12, r3, r12

    /* Its distance from the middle corner, Q16 of 1/8 pixel, and the difference of shades. */
    mul     r3, r10, r2
    sub     r1, r1, mid, lsl #16
    add     r1, r1, r3
    mul     r2, r12, r2
    sub     mid_shade, top_shade, mid_shade
    mov     mid_shade, mid_shade, asr #16
    add     r2, mid_shade, r2, asr #15
    str     r1, [sp, #SIDE]

    /* The change of the shade per pixel; 0 if all lines are narrow. */
    mov     step, #0
    movs    r7, r1, asr #16
    rsbmi   r7, r7, #0
    cmp     r7, #8
    blt     1f
    cmp     r7, #TABLE_END
    movhi   r7, r7, lsr #3
    movhi   r2, r2, asr #3
    ldr     r7, [r9, r7, lsl #2]
    mov     r7, r7, lsr #5
    mul     step, r7, r2
    movs    r7, r1
    mov     step, step, lsl #4
    rsbmi   step, step, #0
1:
    mul     r3, r12, lr
    mov     r2, top, lsl #16
    add     row, top_shade, r3, lsl #1  @ at the first line's crossing
    cross   r2, r2, r3, r10, lr
    smull   r3, r7, step, r2            @ from there to pixel 0, whose centre is before an edge at 1
    sub     row, row, r3, lsr #16
    sub     row, row, r7, lsl #16
    add     row, row, step
    smull   r3, r7, step, r10
    mov     row_d, r12, lsl #4
    sub     row_d, row_d, r3, lsr #16
    sub     row_d, row_d, r7, lsl #16

    cmp     r11, #0
    beq     none_above
    mov     r3, top, lsr #16
    rsb     r3, r3, mid, lsr #16
    mov     top, top, lsl #16
    rsb     r7, top, mid, lsl #16
    mov     r7, r7, asr #16
    cmp     r3, #TABLE_END
    bhi     tall_above
edge_above:
    ldr     r3, [r9, r3, lsl #2]
    mul     r7, r3, r7
    mov     r7, r7, asr #4
    cross   right, top, r3, r7, lr
    cmp     r1, #0
    movlt   left_d, r10
    movge   left_d, right_d
    movge   right_d, r10
    movge   r10, left
    movge   left, right
    movge   right, r10
    pairs
    mov     count, r11
    b       draw

none_above:
    pairs
    cmp     r1, #0
    movlt   left_d, r10
    movge   right, left
    movge   right_d, r10
below:
    ldr     count, [sp, #LOWER]
    cmp     count, #0
    beq     next
    mov     t, #0
    str     t, [sp, #LOWER]
    add     t, sp, #LOWER_MID
    ldmia   t, {r10, r11}
    mov     t, r10, lsr #16
    rsb     t, t, r11, lsr #16          @ height
    mov     r11, r11, lsl #16
    sub     r11, r11, r10, lsl #16
    mov     r11, r11, asr #16           @ width
    cmp     t, #TABLE_END
    bhi     tall_below
edge_below:
    ldr     lr, =draw_reciprocals
    ldr     t, [lr, t, lsl #2]
    mul     r11, t, r11
    mov     r11, r11, asr #4
    mov     lr, r10, lsr #16
    add     lr, lr, #3
    and     lr, lr, #7
    rsb     lr, lr, #7
    mov     r10, r10, lsl #16
    cross   r10, r10, t, r11, lr
    ldr     t, [sp, #SIDE]
    cmp     t, #0
    movlt   right, r10
    movlt   right_d, r11
    movge   left, r10
    movge   left_d, r11

draw:
    mov     t, left, asr #16
    rsbs    n, t, right, asr #16
    ble     6f
    mla     pair, step, t, row          @ 8.24
    movs    to, t, lsr #1               @ carry: it is the second pixel of a halfword
    add     to, line, to, lsl #1
    bcc     2f
    ldrb    n, [to]
    mov     t, pair, lsr #24
    orr     t, n, t, lsl #8
    strh    t, [to], #2
    add     pair, pair, step
    mov     n, right, asr #16
    sub     n, n, left, asr #16
    subs    n, n, #1
    beq     6f
2:
    subs    n, n, #2
    blt     4f
    add     t, pair, step
    mov     pair, pair, lsr #16
    mov     t, t, lsr #16
    orr     pair, t, pair, lsl #16
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
    add     row, row, row_d
    add     right, right, right_d
    add     line, line, #240
    subs    count, count, #1
    bne     draw
    b       below
next:
    ldr     r12, [sp, #LINK]
    cmp     r12, #0
    bne     triangle
    b       next_bucket
done:
    add     sp, sp, #FRAME_BYTES
    pop     {r4-r11, lr}
    bx      lr

tall:
    halve   r3, r10, r12, long_edge
tall_above:
    halve   r3, r7, , edge_above
tall_below:
    halve   t, r11, , edge_below
    .ltorg
    .size draw_lists, . - draw_lists
