/* SPDX-License-Identifier: MIT */
/* void pelt_kernel_narrow_q16(to r0, stride r1, vertices r2, count r3, shift)
 *
 * SMMULR by 2^(32 - shift) is the shift, rounded: hence shift >= 2. A vertex takes 17 instructions:
 * six shifts, three saturations, three pairings of halfwords, and five to load, store and loop. SSAT
 * shifts, too, but only by a constant and without rounding. */
#include "../select.h"

#if defined(PELT_NARROW_Q16) && PELT_NARROW_Q16 == PELT_IN_M4
#include "../arm.inc"

enter pelt_kernel_narrow_q16
    ldr lr, [sp, #36]
    rsb lr, lr, #32
    mov r12, #1
    lsl r12, r12, lr
    mov lr, #0x10000000 /* normals: 4 */
1:  ldm r2!, {r4-r9}
    each smmulr, r12, r4, r5, r6
    each smmulr, lr, r7, r8, r9
    ssat r4, #16, r4
    ssat r5, #16, r5
    ssat r6, #16, r6
    pkhbt r4, r4, r5, lsl #16
    pkhbt r5, r6, r7, lsl #16
    pkhbt r6, r8, r9, lsl #16
    stm r0, {r4-r6}
    add r0, r0, r1
    subs r3, r3, #1
    bne 1b
leave pelt_kernel_narrow_q16

#endif
