/* SPDX-License-Identifier: MIT */
/* void pelt_kernel_positions_q16(positions r0, stride r1, records r2, count r3, palette, offsets,
 *                                influences)
 *
 * Positions alone in q16 for Armv6-M: chooses the loop. These are beside those with normals, in
 * rigid_q16.S, skin_q16.S and skin_set_q16.S. */
#include "../select.h"

#if defined(PELT_POSITIONS_Q16) && PELT_POSITIONS_Q16 == PELT_IN_M0
#include "kernel.inc"

skin_begin pelt_kernel_positions_q16
    ldr     r4, [sp, #44]
    ldr     r5, [sp, #40]
    ldr     r6, [sp, #36]
    lsls    r4, r4, #2
    cmp     r5, #0
    beq     1f
    adds    r4, #16
1:  adr     r7, 2f - 4
    ldr     r7, [r7, r4]
    subs    r1, #12
    bx      r7
    .balign 4
2:  .irp    influences, 1, 2, 3, 4
    .word   pelt_kernel_positions_\influences\()_q16
    .endr
    .irp    influences, 1, 2, 3, 4
    .word   pelt_kernel_positions_set_\influences\()_q16
    .endr
kernel_end pelt_kernel_positions_q16

#endif
