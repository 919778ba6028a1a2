/* SPDX-License-Identifier: MIT */
/* void pelt_kernel_positions_q16(positions r0, stride r1, records r2, count r3, palette, offsets,
 *                                influences)
 *
 * Skins positions alone in q16 on Armv7-M without DSP; kernel.inc tells how products are made and what
 * the carry flag is for. Runs of one joint set go through the same loops, with offsets that stay
 * where they are: the products are what takes the time. */
#include "../select.h"

#if defined(PELT_POSITIONS_Q16) && PELT_POSITIONS_Q16 == PELT_IN_M3
#include "kernel.inc"

    .equ COORDINATES, 16            /* behind weights */
    .equ OUTPUT, 28
    .equ OFFSETS, 32                /* of the next vertex, and bytes from vertex to vertex */
    .equ WEIGHTS, 40                /* the same of weights, with coordinates behind them */
    .equ PALETTE, 48
    .equ END, 52                    /* of weights */
    .equ STRIDE, 56
    .equ FRAME, 60
    .equ ARGUMENTS, FRAME + 36

/// Two to four influences ////////////////////////////////////////////////////////////////////////
/*   r0-r3    entries, at a row
 *   r4       weight; output
 *   r5-r8    a row, mixed; r8 ends as the position
 *   r9-r12   words
 *   lr       low words */
.macro alone_row influences, row
    ldr     r4, [sp]
    first_row r4, r0!
    ldr     r4, [sp, #4]
    next_row r4, adc, adc, r1!
    .if \influences > 2
    ldr     r4, [sp, #8]
    .if \influences > 3
    next_row r4, adc, adc, r2!
    ldr     r4, [sp, #12]
    next_row r4, add, adc, r3!
    .else
    next_row r4, add, adc, r2!
    .endif
    .endif
    words ldr, sp, COORDINATES, r9, r10, r11, r4
    .if \influences > 3
    position r8, r5, r6, r7, r9, r10, r11, add, add
    .else
    position r8, r5, r6, r7, r9, r10, r11, adc, add
    .endif
    str     r8, [r4, #4 * \row]
.endm

.macro alone influences
1:  words ldr, sp, OFFSETS, r0, r1, r2, r3, r5
    .if \influences > 2
    ldm     r0, {r6, r7}
    ldm     r2, {r8, r10, r12, lr}
    .else
    ldr     r6, [r0]
    ldm     r2, {r8, r12, lr}
    .endif
    add     r0, r0, r1
    add     r2, r2, r3
    str     r0, [sp, #OFFSETS]
    str     r2, [sp, #WEIGHTS]
    entry   r0, r6, r5
    add     r1, r5, r6, lsr #16
    .if \influences > 2
    entry   r2, r7, r5
    add     r3, r5, r7, lsr #16     /* of three it is not used */
    split   r9, r10
    .endif
    split   r7, r8
    split   r11, r12
    lsl     lr, lr, #16
    .if \influences > 2
    stm     sp, {r7-r12, lr}
    .else
    strd    r7, r8, [sp]
    strd    r11, r12, [sp, #COORDINATES]
    str     lr, [sp, #COORDINATES + 8]
    .endif
    alone_row \influences, 0
    alone_row \influences, 1
    alone_row \influences, 2
    ldr     r5, [sp, #STRIDE]
    ldr     r6, [sp, #WEIGHTS]
    ldr     r7, [sp, #END]
    add     r4, r4, r5
    str     r4, [sp, #OUTPUT]
    cmp     r7, r6                  /* carry */
    bne     1b
    leave , FRAME
.endm

enter pelt_kernel_positions_q16, FRAME
    words ldr, sp, ARGUMENTS, r4, r6, r7
    mov     r8, #8                  /* bytes of offsets, of records */
    mov     r9, #28
    cmp     r7, #2
    bhi     1f
    mov     r8, #4
    mov     r9, #20
    beq     1f
    mov     r8, #2
    mov     r9, #16
1:  mov     r10, r9
    cbz     r6, 2f
    mov     r10, #0
    sub     r9, r9, r8
    mov     r8, #0
    b       3f
2:  mov     r6, r2
3:  add     r2, r2, r8
    cmp     r7, #1
    beq     6f
    mla     r5, r9, r3, r2
    str     r0, [sp, #OUTPUT]
    strd    r6, r10, [sp, #OFFSETS]
    strd    r2, r9, [sp, #WEIGHTS]
    strd    r4, r5, [sp, #PALETTE]
    str     r1, [sp, #STRIDE]
    cmp     r7, #3                  /* carry, but of two influences */
    beq     4f
    blo     5f
    alone   4
4:  alone   3
5:  cmp     r0, r0                  /* carry */
    alone   2

/// One influence ////////////////////////////////////////////////////////////////////////////////
/*   r0, r1   output, stride
 *   r2, r7   next coordinates, bytes from vertex to vertex
 *   r3       end of coordinates
 *   r4-r6    position
 *   r8       entry, at a row
 *   r9-r12   a row; r12 ends as the position
 *   lr       low words
 * Stack: next offset, bytes from vertex to vertex; palette. */
6:  cmp     r10, #0
    ite     eq
    moveq   r7, #12                 /* records of one joint have 12 bytes */
    movne   r7, #16
    mla     r3, r7, r3, r2
    strd    r6, r10, [sp]
    str     r4, [sp, #8]
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
leave pelt_kernel_positions_q16, FRAME

#endif
