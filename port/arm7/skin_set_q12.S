/* SPDX-License-Identifier: MIT */
/*
 * Skinning in q12 of runs whose records share their joints, for ARM7TDMI, two to four influences.
 *
 * The differences of the other entries from the first, then the first, are copied to the stack once,
 * row by row in the order of use. That saves a multiplication or subtraction an element, and leaves
 * registers for output and record.
 */
#include "../select.h"

#if defined(PELT_SKIN_Q12) && PELT_SKIN_Q12 == PELT_IN_ARM7
#include "q12.inc"

/*
 * Leaves r0 = output less 8, r7 = records; on the stack the last record, where the loop compares,
 * and the copy.
 */
.macro set_begin name, influences
kernel_begin \name
    push {r4-r11, lr}
    ldr r4, [sp, #36]
    sub r12, r2, #1
    .if \influences == 2
    add r12, r12, r12, lsl #1       @ records of 12 bytes
    add r12, r1, r12, lsl #2
    .else
    add r12, r12, r12, lsl #2
    add r12, r1, r12, lsl #2        @ records of 20 bytes
    add r12, r12, #8                @ coordinates
    .endif
    mov r7, r1
    mov r2, r4
    sub sp, sp, #48 * \influences
    mov r1, sp
    push {r12}
    sub r0, r0, #8
    ldrh r4, [r2]
    add r4, r3, r4
    ldrh r5, [r2, #2]
    add r5, r3, r5
    .if \influences >= 3
    ldrh r6, [r2, #4]
    add r6, r3, r6
    .endif
    .if \influences == 4
    ldrh r2, [r2, #6]
    add r3, r3, r2
    .endif
    .rept 3
    ldm r4!, {r8-r11}
    copy_difference r5
    .if \influences >= 3
    copy_difference r6
    .endif
    .if \influences == 4
    copy_difference r3
    .endif
    stm r1!, {r8-r11}
    .endr
.endm

/* A row of differences from the one in r8-r11. */
.macro copy_difference entry
    ldm \entry!, {r12, lr}
    sub r12, r12, r8
    sub lr, lr, r9
    stm r1!, {r12, lr}
    ldm \entry!, {r12, lr}
    sub r12, r12, r10
    sub lr, lr, r11
    stm r1!, {r12, lr}
.endm

.macro set_end influences
    bne 1b
    add sp, sp, #48 * \influences + 4
    leave
.endm

/*
 * Two. While mixing
 *   r1       walks through the copy
 *   r3       weight
 *   r2, r4-r6    differences
 *   lr       a product
 */
.macro lerp a, difference
    mul lr, \difference, r3
    add \a, \a, lr, asr #weight_bits
.endm

.macro lerp_row
    ldm r1!, {r2, r4-r6, r8-r11}
    lerp r8, r2
    lerp r9, r4
    lerp r10, r5
    lerp r11, r6
.endm

set_begin pelt_kernel_set_2_q12, 2
1:  ldr r2, [sp]
    ldrh r3, [r7, #6]
    cmp r2, r7
    add r1, sp, #4
    lerp_row
    push {r8-r11}
    lerp_row
    push {r8-r11}
    lerp_row
    ldm r7!, {r1, r3, r6}           @ x, y; z, weight; normal
    halves r1, r2
    mov r3, r3, lsl #16
    mov r3, r3, asr #16
    open_normal
    transform_all
    set_end 2
kernel_end pelt_kernel_set_2_q12

/*
 * Three and four. While mixing
 *   r1       walks through the copy
 *   r2, r4, r3   weights of the second influence and on
 *   r5, r6, r12, lr  a row of the copy
 */
.macro first_row
    ldm r1!, {r5, r6, r12, lr}
    mul r8, r5, r2
    mul r9, r6, r2
    mul r10, r12, r2
    mul r11, lr, r2
.endm

.macro next_row weight
    ldm r1!, {r5, r6, r12, lr}
    mla r8, r5, \weight, r8
    mla r9, r6, \weight, r9
    mla r10, r12, \weight, r10
    mla r11, lr, \weight, r11
.endm

.macro last_row
    ldm r1!, {r5, r6, r12, lr}
    add r8, r5, r8, asr #weight_bits
    add r9, r6, r9, asr #weight_bits
    add r10, r12, r10, asr #weight_bits
    add r11, lr, r11, asr #weight_bits
.endm

.macro many_row influences
    first_row
    next_row r4
    .if \influences == 4
    next_row r3
    .endif
    last_row
.endm

.macro set_many name, influences
set_begin \name, \influences
1:  ldr r1, [sp]
    ldm r7!, {r3, r4}               @ weights
    cmp r1, r7
    add r1, sp, #4
    mov r2, r3, lsr #16
    .if \influences == 4
    weights r4, r3
    .endif
    many_row \influences
    push {r8-r11}
    many_row \influences
    push {r8-r11}
    many_row \influences
    ldm r7!, {r1, r3, r6}           @ x, y; z; normal
    halves r1, r2
    open_normal
    transform_all
    set_end \influences
kernel_end \name
.endm

set_many pelt_kernel_set_3_q12, 3
set_many pelt_kernel_set_4_q12, 4

#endif
