/* SPDX-License-Identifier: MIT */
/* void pelt_kernel_positions_q16(positions r0, stride r1, records r2, count r3, palette, offsets,
 *                                influences)
 *
 * Positions alone in q16 on Armv7-M without DSP: chooses the loop, and has that of one influence.
 * kernel.inc tells how products are made and what the carry flag is for. */
#include "../select.h"

#if defined(PELT_POSITIONS_Q16) && PELT_POSITIONS_Q16 == PELT_IN_M3
#include "kernel.inc"

positions q16, enter, 36

/// One influence ////////////////////////////////////////////////////////////////////////////////
/*   r0, r3   output, palette
 *   r1, r7   next coordinates, bytes from vertex to vertex
 *   r2       end of coordinates
 *   r4-r6    position
 *   r8       entry, at a row
 *   r9-r12   a row; r12 ends as the position
 *   lr       low words
 * Stack: next offset, bytes from vertex to vertex. */
kernel_begin pelt_kernel_positions_1_q16
    mov     r5, r1
    mov     r6, #16
    mov     r7, #16
    adds    r1, #2
    b       2f
kernel_end pelt_kernel_positions_1_q16

function pelt_kernel_positions_set_1_q16
    ldr     r5, [sp, #36]
    mov     r6, #0
    mov     r7, #12
2:  mla     r2, r7, r2, r1
    push    {r5, r6}
    cmp     r0, r0                  /* carry */
1:  ldrd    r8, r9, [sp]
    ldrh    r4, [r1]
    ldrh    r5, [r1, #2]
    ldrh    r6, [r1, #4]
    ldrh    r11, [r8]
    add     r8, r8, r9
    str     r8, [sp]
    add     r8, r3, r11
    add     r1, r1, r7
    each    lsl, #16, r4, r5, r6
    .irp row, 0, 1, 2
    ldm     r8!, {r9-r12}
    smull   lr, r9, r9, r4
    smull   lr, r10, r10, r5
    adc     r12, r12, r9
    smull   lr, r11, r11, r6
    adc     r12, r12, r10
    add     r12, r12, r11
    asr     r12, r12, #1
    str     r12, [r0, #4 * \row]
    .endr
    ldr     r9, [sp, #48]           /* stride */
    add     r0, r0, r9
    cmp     r2, r1                  /* carry */
    bne     1b
leave pelt_kernel_positions_set_1_q16, 8

#endif
