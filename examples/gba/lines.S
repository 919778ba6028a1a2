/* SPDX-License-Identifier: MIT */
/*
 * The rasteriser's inner loop: lines between two edges.
 *
 *   void draw_lines(uint8_t *line, int32_t count, const draw_edges *edges);
 *
 * Draws the pixels whose centres lie between the edges. Video memory takes halfwords only: two
 * shades are kept in one word, 8.8 bits each, the first above. Neither leaves its 16 bits but where
 * it is no longer used.
 */
    .syntax unified
    .arm

line    .req r0     @ its first byte
count   .req r1     @ lines left
left    .req r2     @ draw_edges, in order
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
pair    .req lr

    .section .pelt.hot, "ax", %progbits
    .global draw_lines
    .type draw_lines, %function
draw_lines:
    push    {r4-r11, lr}
    ldmia   r2, {r2-r9}
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
    pop     {r4-r11, lr}
    bx      lr
    .size draw_lines, . - draw_lines
