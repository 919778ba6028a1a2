/* SPDX-License-Identifier: MIT */
/*
 * Normals to unit length in q16 for Armv7-M, bit by bit pelt_reference_normalise_q16.
 *
 * What shifts right rounds to nearest, half up, for every component: ASRS leaves the last bit
 * shifted out in the carry flag, which ADC #0 adds. With that the branch on the vector's size is
 * gone: the largest component is brought to 31 bits and sign, then shifted right by 16.
 * The squares are 2^28 or more, unless all are zero: their shift is 0 or 2.
 *
 *   r0, r1   vector, stride in bytes
 *   r2       vectors left
 *   r3-r5    components
 *   r6, r7, r9, lr   see below
 *   r8       table, less its first index: 32 entries
 *   r10      98300, as in fx_rsqrt15
 */
#include "../select.h"

#if defined(PELT_NORMALISE_Q16) && PELT_NORMALISE_Q16 == PELT_IN_M3
#include "../arm.inc"

/* \by is 16 or, in r7, 14 or 13. */
.macro shift_rounded component, by
    asrs    \component, \component, \by
    adc     \component, \component, #0
.endm

kernel_begin pelt_kernel_normalise_q16
    cmp     r2, #0
    it      eq
    bxeq    lr
    push    {r4-r10, lr}
    ldr     r8, =pelt_rsqrt_table - 64
    movw    r10, #98300 & 0xffff
    movt    r10, #98300 >> 16

1:  ldm     r0, {r3-r5}
    eor     r6, r3, r3, asr #31
    eor     r7, r4, r4, asr #31
    eor     r9, r5, r5, asr #31
    orr     r6, r6, r7
    orr     r6, r6, r9
    orr     r6, r6, #1
    clz     r6, r6                  /* at least 1 */
    sub     r6, r6, #1
    each    lsl, r6, r3, r4, r5
    shift_rounded r3, #16
    shift_rounded r4, #16
    shift_rounded r5, #16

    mul     r6, r3, r3
    mla     r6, r4, r4, r6
    mla     r6, r5, r5, r6          /* unsigned, at most 3 * 2^30 */
    cbz     r6, 2f
    clz     r7, r6
    bic     r7, r7, #1              /* 0 or 2 */
    lsl     r6, r6, r7
    lsr     r9, r6, #25
    ldrh    r9, [r8, r9, lsl #1]    /* y */
    lsr     r6, r6, #16
    mul     lr, r9, r9
    lsr     lr, lr, #15
    mul     r6, r6, lr
    sub     r6, r10, r6, lsr #14
    mul     r6, r6, r9
    lsr     r6, r6, #16             /* y (98300 - m y^2) / 2^16 */
    rsb     r7, r7, #28
    lsr     r7, r7, #1              /* 14 or 13 */

    each    mul, r6, r3, r4, r5
    shift_rounded r3, r7
    shift_rounded r4, r7
    shift_rounded r5, r7
    stm     r0, {r3-r5}
2:  add     r0, r0, r1
    subs    r2, r2, #1
    bne     1b
    pop     {r4-r10, pc}
    .ltorg
kernel_end pelt_kernel_normalise_q16

#endif
