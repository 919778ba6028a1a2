/* SPDX-License-Identifier: MIT */
/* void pelt_kernel_positions_q16(positions r0, stride r1, records r2, count r3, palette, offsets,
 *                                influences)
 *
 * Positions alone in q16 on Armv7-M without DSP: chooses the loop, and has that of one influence.
 * kernel.inc tells how products are made and what the carry flag is for. */
#include "../select.h"

#if defined(PELT_POSITIONS_Q16) && PELT_POSITIONS_Q16 == PELT_IN_M3
#include "kernel.inc"

/* Saves the registers. Two influences and more go on with r0 output, r1 records, r2 count and r3
 * palette, and on the stack with offsets and stride: in skin_q16.S, and sets in skin_set_q16.S. */
enter pelt_kernel_positions_q16
    ldrd    r4, r5, [sp, #36]
    ldr     r6, [sp, #44]
    cmp     r6, #1
    beq     3f
    strd    r5, r1, [sp, #36]
    adr     r7, 2f - 8
    cbz     r5, 1f
    adds    r7, #12
1:  mov     r1, r2
    mov     r2, r3
    mov     r3, r4
    ldr     pc, [r7, r6, lsl #2]
    .balign 4
2:  .irp    run, 2, 3, 4, set_2, set_3, set_4
    .word   pelt_kernel_positions_\run\()_q16
    .endr

/// One influence ////////////////////////////////////////////////////////////////////////////////
/*   r0, r1   output, stride
 *   r2, r7   next coordinates, bytes from vertex to vertex
 *   r3       end of coordinates
 *   r4-r6    position
 *   r8       entry, at a row
 *   r9-r12   a row; r12 ends as the position
 *   lr       low words
 * Stack: next offset, bytes from vertex to vertex; palette. */
3:  mov     r7, #12                 /* bytes of records of one joint */
    movs    r6, #0
    cbnz    r5, 4f
    mov     r5, r2
    adds    r2, #2
    mov     r7, #16
    mov     r6, r7
4:  mla     r3, r7, r3, r2
    push    {r4}
    push    {r5, r6}
    cmp     r0, r0                  /* carry */
1:  words ldr, sp, 0, r8, r9, r10
    ldrh    r4, [r2]
    ldrh    r5, [r2, #2]
    ldrh    r6, [r2, #4]
    ldrh    r11, [r8]
    add     r8, r8, r9
    str     r8, [sp]
    add     r8, r10, r11
    add     r2, r2, r7
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
    add     r0, r0, r1
    cmp     r3, r2                  /* carry */
    bne     1b
leave pelt_kernel_positions_q16, 12

#endif
