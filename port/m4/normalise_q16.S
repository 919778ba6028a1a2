/* SPDX-License-Identifier: MIT */
/*
 * Normals to unit length in q16 for Armv7E-M and Armv8-M with DSP, bit by bit
 * pelt_reference_normalise_q16; the branch on the vector's size is gone, because
 * SMMULR(a, 2^k) is a / 2^(32 - k) to nearest, half up, for every a:
 *   the largest component fills 31 bits and sign, then SMMULR by 2^16 leaves 15 and sign;
 *   component * scale is shifted right by 14, or by 13 where the squares were shifted left by 2,
 *   which is SMMULR by 2^18 or 2^19.
 * The squares are 2^28 or more, unless all are zero: the table needs no other shift than these.
 *
 *   r0, r1   vector, stride in bytes
 *   r2       vectors left
 *   r3-r5    components
 *   r6, r7, r9, lr   see below
 *   r8       table, less its first index: 32 entries
 *   r10-r12  2^16; 98300, as in fx_rsqrt15; 2^18
 */
#include "../select.h"

#if defined(PELT_NORMALISE_Q16) && PELT_NORMALISE_Q16 == PELT_IN_M4
    .syntax unified
    .thumb
    .section .pelt.hot, "ax", %progbits

    .balign 8
    .global pelt_kernel_normalise_q16
    .type pelt_kernel_normalise_q16, %function
    .thumb_func
pelt_kernel_normalise_q16:
    cmp r2, #0
    it eq
    bxeq lr
    push {r4-r11, lr}
    ldr r8, =pelt_rsqrt_table - 64
    mov r10, #1 << 16
    movw r11, #98300 & 0xffff
    movt r11, #98300 >> 16
    mov r12, #1 << 18

1:  ldm r0, {r3-r5}
    eor r6, r3, r3, asr #31
    eor r7, r4, r4, asr #31
    eor r9, r5, r5, asr #31
    orr r6, r6, r7
    orr r6, r6, r9
    orr r6, r6, #1
    clz r6, r6                      @ at least 1
    sub r6, r6, #1
    lsl r3, r3, r6
    lsl r4, r4, r6
    lsl r5, r5, r6
    smmulr r3, r3, r10
    smmulr r4, r4, r10
    smmulr r5, r5, r10

    mul r6, r3, r3
    mla r6, r4, r4, r6
    mla r6, r5, r5, r6              @ unsigned, at most 3 * 2^30
    cbz r6, 2f
    clz r7, r6
    bic r7, r7, #1                  @ 0 or 2
    lsl r6, r6, r7
    lsr r9, r6, #25
    ldrh r9, [r8, r9, lsl #1]       @ y
    add r7, r12, r7, lsl #17        @ 2^18 or 2^19
    lsr r6, r6, #16
    mul lr, r9, r9
    lsr lr, lr, #15
    mul r6, r6, lr
    sub r6, r11, r6, lsr #14
    smulwb r6, r6, r9               @ y (98300 - m y^2) / 2^16, y below 2^15

    mul r3, r3, r6
    mul r4, r4, r6
    mul r5, r5, r6
    smmulr r3, r3, r7
    smmulr r4, r4, r7
    smmulr r5, r5, r7
    stm r0, {r3-r5}
2:  add r0, r0, r1
    subs r2, r2, #1
    bne 1b
    pop {r4-r11, pc}
    .ltorg
    .size pelt_kernel_normalise_q16, . - pelt_kernel_normalise_q16

#endif
