/* SPDX-License-Identifier: MIT */
/* Projects and shades skinned vertices, for projection_project():
 *
 *   void projection_places(uint32_t *to, const int32_t *from, uint32_t count,
 *                          const projection_look *look);
 *
 *   r0, r1   next screen vertex, 8 bytes: x, y (1/8 pixel), 256 times the shade, z / 4
 *            next skinned vertex: position and normal, six words
 *   r2       vertices that are left
 *   r3, r10-r12   projection_look: scales, shifts, towards, middle_y
 *   r4-r9    the vertex; then x, y, z, light
 *   lr       the scale at the vertex's distance, and sums
 *
 * Of a vertex's 66 cycles 11 load and store, and 11 multiply. The direction to the light is -58, 82, 78,
 * Q7, along x, y and z; it is multiplied by shifts and sums. */
    .syntax unified
    .arm

/* As in projection.c, which checks them. */
#define CENTRE_X    960
#define CENTRE_Y    568
#define WIDTH       1920
#define HEIGHT      1280
#define DEPTHS      4096
#define SCALE_BITS  13

    .section .pelt.hot, "ax", %progbits
    .global projection_places
    .type projection_places, %function
projection_places:
    push    {r4-r11, lr}
    ldmia   r3, {r3, r10-r12}           @ projection_look
1:
    ldmia   r1!, {r4-r9}
    mov     r6, r6, asr r10             @ the shift of places is the lowest byte
    add     r6, r6, r11
    cmp     r6, #1
    movlt   r6, #1
    cmp     r6, #DEPTHS
    movge   r6, #DEPTHS
    subge   r6, r6, #1
    mov     lr, r6, lsr #3
    add     lr, r3, lr, lsl #1
    ldrh    lr, [lr]
    mov     r4, r4, asr r10
    mul     r4, lr, r4
    mov     r4, r4, asr #SCALE_BITS
    add     r4, r4, #CENTRE_X
    cmp     r4, #WIDTH
    bhs     beside
2:
    mov     r5, r5, asr r10
    sub     r5, r5, r12
    mul     r5, lr, r5
    mov     r5, r5, asr #SCALE_BITS
    rsb     r5, r5, #CENTRE_Y
    cmp     r5, #HEIGHT
    bhs     above
3:
    rsb     lr, r7, r7, lsl #5
    sub     r7, lr, r7, lsl #1
    add     lr, r8, r8, lsl #3
    add     r8, lr, r8, lsl #5
    add     lr, r9, r9, lsl #2
    rsb     r9, r9, lr, lsl #3
    sub     r7, r8, r7                  @ half of the light: 41 y - 29 x + 39 z
    add     r7, r7, r9
    mov     lr, r10, lsr #8
    mov     r7, r7, asr lr              @ Q12
    add     lr, r7, #4096
    cmp     lr, #8192
    bhi     bright
4:
    sub     r7, r7, r7, asr #3          @ 15.5 +- 14 shades, Q8
    add     r7, r7, #0xF80
    orr     r4, r4, r5, lsl #16
    mov     r6, r6, lsr #2
    orr     r5, r7, r6, lsl #16
    stmia   r0!, {r4, r5}
    subs    r2, r2, #1
    bne     1b
    pop     {r4-r11, lr}
    bx      lr

beside:                                 @ what leaves the picture lies on its edge
    cmp     r4, #0
    movlt   r4, #0
    movge   r4, #WIDTH
    subge   r4, r4, #1
    b       2b
above:
    cmp     r5, #0
    movlt   r5, #0
    movge   r5, #HEIGHT
    subge   r5, r5, #1
    b       3b
bright:
    cmp     r7, #0
    movge   r7, #4096
    mvnlt   r7, #0
    movlt   r7, r7, lsl #12
    b       4b
    .size projection_places, . - projection_places
