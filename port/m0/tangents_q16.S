/* SPDX-License-Identifier: MIT */
/* void pelt_kernel_tangents_q16(tangents r0, stride r1, records r2, stored r3, count, palette,
 *                               offsets, influences)
 *
 * Tangents in q16 for Armv6-M; pelt_reference_tangents_q16 of src/kernel/exact.c is the
 * specification. One loop does for all numbers of influences, of which a single one weighs 2^16, and
 * for runs of one joint set, whose offsets stay where they are.
 *
 *   r0-r3    a row; the result is in r3
 *   r4       upper half of an element
 *   r5, r6   entry, weight
 *   r7       walks through entries and weights
 *   r8-r10   sums
 *   r11      end of entries and weights
 *   r12      where the row is in an entry
 *   lr       output */
#include "../select.h"

#if defined(PELT_TANGENTS_Q16) && PELT_TANGENTS_Q16 == PELT_IN_M0
#include "kernel.inc"

    .equ COORDINATES, 32            /* behind entries and weights */
    .equ OFFSETS, 44                /* of the next vertex, and bytes from vertex to vertex */
    .equ WEIGHTS, 52                /* the same of weights */
    .equ STORED, 60
    .equ END, 64                    /* of what is stored */
    .equ STRIDE, 68                 /* less 12 */
    .equ START, 72                  /* what elements start from */
    .equ FRAME, 76
    .equ ARGUMENTS, FRAME + 36

skin_begin pelt_kernel_tangents_q16, FRAME
    mov     lr, r0
    subs    r1, #12
    str     r1, [sp, #STRIDE]
    str     r3, [sp, #STORED]
    ldr     r4, [sp, #ARGUMENTS]
    lsls    r4, r4, #3              @ 8 bytes each
    adds    r4, r3, r4
    str     r4, [sp, #END]
    ldr     r7, [sp, #ARGUMENTS + 12]
    lsrs    r0, r7, #1
    str     r0, [sp, #START]
    lsls    r0, r7, #3
    add     r0, sp
    mov     r11, r0
    movs    r0, #4                  @ bytes of offsets, of records
    movs    r1, #16
    cmp     r7, #1
    beq     1f
    movs    r1, #20
    cmp     r7, #2
    beq     1f
    movs    r0, #8
    movs    r1, #28
1:  ldr     r4, [sp, #ARGUMENTS + 8]
    movs    r5, #0
    cmp     r4, #0
    bne     2f
    mov     r4, r2
    mov     r5, r1
    adds    r2, r2, r0
    b       3f
2:  subs    r1, r1, r0
3:  add     r6, sp, #OFFSETS
    stm     r6!, {r4, r5}
    stm     r6!, {r2}
    stm     r6!, {r1}

1:  ldr     r4, [sp, #OFFSETS]
    ldr     r5, [sp, #WEIGHTS]
    ldr     r3, [sp, #ARGUMENTS + 4]
    movs    r6, #0
    mov     r7, sp
2:  ldrh    r0, [r4, r6]
    adds    r0, r3, r0
    ldrh    r1, [r5, r6]
    stm     r7!, {r0, r1}
    adds    r6, #2
    cmp     r7, r11
    bne     2b
    ldr     r0, [sp, #START]
    cmp     r0, #0
    bne     3f
    movs    r1, #1
    lsls    r1, r1, #16
    str     r1, [sp, #4]
3:  ldr     r0, [sp, #OFFSETS + 4]
    adds    r4, r4, r0
    str     r4, [sp, #OFFSETS]
    ldr     r0, [sp, #WEIGHTS + 4]
    adds    r5, r5, r0
    str     r5, [sp, #WEIGHTS]
    ldr     r4, [sp, #STORED]
    ldm     r4!, {r1, r2}
    str     r4, [sp, #STORED]
    signed  r0, r1, r1
    sxth    r2, r2
    add     r4, sp, #COORDINATES
    stm     r4!, {r0-r2}
    movs    r0, #0
    mov     r12, r0

4:  ldr     r0, [sp, #START]
    mov     r8, r0
    mov     r9, r0
    mov     r10, r0
    mov     r7, sp
5:  ldm     r7!, {r5, r6}
    add     r5, r12
    ldm     r5!, {r0-r2}
.irp e, 0, 1, 2
    halves  r\e, r4
    weigh   r\e, r4, r6
.endr
    add     r8, r0
    add     r9, r1
    add     r10, r2
    cmp     r7, r11
    bne     5b
    mov     r0, r8
    mov     r1, r9
    mov     r2, r10
    movs    r3, #1
.irp e, 0, 1, 2
    element_alone r3, r\e, r4, COORDINATES + 4 * \e
.endr
    mov     r5, lr
    stm     r5!, {r3}
    mov     lr, r5
    mov     r4, r12
    adds    r4, #16
    mov     r12, r4
    cmp     r4, #48
    bne     4b
    ldr     r0, [sp, #STRIDE]
    add     lr, r0
    words   ldr, sp, STORED, r0, r1
    cmp     r0, r1
    bne     1b
skin_end pelt_kernel_tangents_q16, FRAME

#endif
