/* SPDX-License-Identifier: MIT */
/* Scales normals to unit length in q16 for ARM7TDMI, Armv5TE and Armv7-M, with the same bits as
 * pelt_reference_normalise_q16. It needs no branch on the vector's size: shifting up until the
 * largest component fills 31 bits and sign, then down to 15 bits to nearest, gives the reference's
 * result for both sizes. The squares are 2^28 or more, unless all are zero, so the table needs only
 * the shifts 0 and 2. With 2 the factor is doubled, and the products are shifted down by the same
 * 14 as without, from below 2^31, as results are at most 2^16.
 *
 *   r0, r1   vector, stride in bytes
 *   r2       vectors left
 *   r3-r5    components
 *   r6, r7, r9, lr   see below
 *   r8       table, less its first index: 32 entries
 *   r10-r12  1; 98300, as in fx_rsqrt15; 2^13 */
#include "../select.h"

#if defined(PELT_NORMALISE_Q16) && PELT_NORMALISE_Q16 == PELT_IN_ARM7
#include "../arm.inc"

/* Shifts r6 up by \bits if its first \bits are zero, and adds \bits to r7. */
.macro count_step bits
    cmp r6, #1 << (32 - \bits)
    movlo r6, r6, lsl #\bits
    addlo r7, r7, #\bits
.endm

kernel_begin pelt_kernel_normalise_q16
    cmp r2, #0
    only eq, bx, lr
    push {r4-r11, lr}
    ldr r8, =pelt_rsqrt_table - 64
    ldr r11, =98300
    mov r10, #1
    mov r12, #1 << 13

1:  ldm r0, {r3-r5}
    eor r6, r3, r3, asr #31
    eor r7, r4, r4, asr #31
    eor r9, r5, r5, asr #31
    orr r6, r6, r7
    orr r6, r6, r9
    orr r6, r6, #1                  @ the first bit is zero: components have a sign
#if __ARM_ARCH < 5
    mvn r7, #0
    all count_step, 16, 8, 4, 2, 1
#else
    clz r7, r6
    sub r7, r7, #1
#endif
    each lsl, r7, r3, r4, r5
    add r3, r10, r3, asr #15
    add r4, r10, r4, asr #15
    add r5, r10, r5, asr #15
    each mov, asr #1, r3, r4, r5

    mul r6, r3, r3
    mla r6, r4, r4, r6
    mla r6, r5, r5, r6              @ unsigned, at most 3 * 2^30
#if __ARM_ARCH < 6
    cmp r6, #0
    beq 2f
#else
    cbz r6, 2f
#endif
    cmp r6, #1 << 30
    only lo, mov, r6, r6, lsl #2
    mov r9, r6, lsr #25
#if __ARM_ARCH < 6
    add r9, r8, r9, lsl #1
    ldrh r9, [r9]                   @ y
#else
    ldrh r9, [r8, r9, lsl #1]
#endif
    mov r6, r6, lsr #16
    mul lr, r9, r9
    mov lr, lr, lsr #15
    mul lr, r6, lr
    sub r6, r11, lr, lsr #14
#ifdef __ARM_FEATURE_DSP
    smulwb r6, r6, r9               @ y (98300 - m y^2), as y is below 2^15
#else
    mul lr, r6, r9                  @ the same, below 2^32
    mov r6, lr, lsr #16
#endif
    only lo, add, r6, r6, r6

    mla r3, r6, r3, r12             @ components in Rs: some are small
    mla r4, r6, r4, r12
    mla r5, r6, r5, r12
    each mov, asr #14, r3, r4, r5
    stm r0, {r3-r5}
2:  add r0, r0, r1
    subs r2, r2, #1
    bne 1b
    leave
    .ltorg
kernel_end pelt_kernel_normalise_q16

#endif
