/* SPDX-License-Identifier: MIT */
/* Normals to unit length in q16 for Armv6-M, bit by bit pelt_reference_normalise_q16.
 *
 * ASRS leaves the last bit shifted out in the carry flag, so ASRS and ADCS of 0 round to nearest,
 * half up. With that the branch on the vector's size is gone: the largest component is brought to
 * 31 bits and sign, then shifted right by 16. (Vectors of 0 and -1 become twice as long as the
 * reference's there, and are shifted one further at last.)
 * The squares are 2^28 or more, unless all are zero: their shift is 0 or 2.
 *
 * Normals of a mesh have about one length, so that the shift of the vector before is tried first: it
 * is right where it leaves the highest bit of the three at 2^30, which is one shift to the right.
 *
 *   r0       vector
 *   r3-r5    components
 *   r1, r2, r6, r7   see below
 *   r8, r9   end of the vectors, stride less 12
 *   r10      table, less its first index: 32 entries
 *   r11      98300, as in fx_rsqrt15
 *   r12, lr  30 less the shift to try; that shift */
#include "../select.h"

#if defined(PELT_NORMALISE_Q16) && PELT_NORMALISE_Q16 == PELT_IN_M0
#include "kernel.inc"

.macro shift_rounded component, by
    asrs    \component, \component, \by
    adcs    \component, \component, r7
.endm

/* Bits where \component differs from its sign. */
.macro width to, component
    asrs    \to, \component, #31
    eors    \to, \to, \component
.endm

/* r1 < 2^(31 - bits): shifted left by that, and counted. */
.macro widen bits
    lsrs    r6, r1, #31 - \bits
    bne     2f
    lsls    r1, r1, #\bits
    adds    r7, #\bits
2:
.endm

kernel_begin pelt_kernel_normalise_q16
    cmp     r2, #0
    bne     1f
    bx      lr
1:  save_registers
    muls    r2, r1, r2
    adds    r2, r0, r2
    mov     r8, r2
    subs    r1, #12
    mov     r9, r1
    ldr     r4, 4f
    mov     r10, r4
    ldr     r4, 5f
    mov     r11, r4
    movs    r4, #32                 /* never right */
    mov     r12, r4

1:  ldm     r0!, {r3-r5}
    width   r1, r3
    width   r6, r4
    orrs    r1, r1, r6
    width   r6, r5
    orrs    r1, r1, r6              /* below 2^31 */
    mov     r6, r12
    mov     r2, r1
    lsrs    r2, r2, r6
    cmp     r2, #1
    bne     6f
    mov     r7, lr
7:  each    lsls, r7, r3, r4, r5
    movs    r7, #0
    shift_rounded r3, #16
    shift_rounded r4, #16
    shift_rounded r5, #16

    times   r1, r3, r3
    mov     r6, r4
    add_product r1, r6, r4
    times   r6, r5, r5
    adds    r1, r1, r6              /* unsigned, at most 3 * 2^30 */
    beq     3f
    movs    r2, #14
    lsrs    r6, r1, #30
    bne     2f
    lsls    r1, r1, #2
    movs    r2, #13
2:  lsrs    r6, r1, #25
    lsls    r6, r6, #1
    add     r6, r10
    ldrh    r6, [r6]                /* y */
    lsrs    r1, r1, #16
    times   r7, r6, r6
    lsrs    r7, r7, #15
    muls    r1, r7, r1
    lsrs    r1, r1, #14
    mov     r7, r11
    subs    r1, r7, r1
    muls    r1, r6, r1
    lsrs    r1, r1, #16             /* y (98300 - m y^2) / 2^16 */
    movs    r7, #0
    muls    r3, r1, r3
    shift_rounded r3, r2
    muls    r4, r1, r4
    shift_rounded r4, r2
    muls    r5, r1, r5
    shift_rounded r5, r2
    subs    r0, #12
    stm     r0!, {r3-r5}
3:  add     r0, r9
    cmp     r0, r8
    bne     1b
    restore_registers

6:  movs    r7, #0
    all     widen, 16, 8, 4, 2, 1
    mov     lr, r7
    movs    r6, #30
    subs    r6, r6, r7
    mov     r12, r6
    b       7b
    .balign 4
4:  .word   pelt_rsqrt_table - 64
5:  .word   98300
kernel_end pelt_kernel_normalise_q16

#endif
