/* SPDX-License-Identifier: MIT */
/* void pelt_kernel_tangents_q16(tangents r0, stride r1, records r2, stored r3, count, palette,
 *                               offsets, influences)
 *
 * Tangents in q16: pelt_reference_tangents_q16 of src/kernel/exact.c is the specification. Runs of
 * one joint set go through the same loops, with offsets that stay where they are. */
#include "../select.h"

#if defined(PELT_TANGENTS_Q16) && PELT_TANGENTS_Q16 == PELT_IN_M4
#include "kernel.inc"

    .equ OFFSETS, 0                 /* of the next vertex, and bytes from vertex to vertex */
    .equ WEIGHTS, 8                 /* the same of weights */
    .equ PALETTE, 16
    .equ STORED, 20
    .equ END, 24                    /* of what is stored */
    .equ OUTPUT, 28
    .equ STRIDE, 32
    .equ FRAME, 36
    .equ ARGUMENTS, FRAME + 36

/// Two to four influences ////////////////////////////////////////////////////////////////////////
/*   r0-r3    entries, at a row
 *   r4-r6    a row, mixed
 *   r8, r9   weights
 *   r11, lr  x, y; z
 *   r7, r10, r12   words; r7 the result, r10 the output */
.macro mix row, entry, half, weight
    ldm \entry, {r7, r10, r12}
    when \row < 2, add \entry, \entry, #16
    smlaw\half r4, r7, \weight, r4
    smlaw\half r5, r10, \weight, r5
    smlaw\half r6, r12, \weight, r6
.endm

.macro tangent_row influences, row
    mov r12, #\influences / 2       @ what elements start from
    when \row < 2, ldm r0!, {r4-r7}
    when \row > 1, ldm r0, {r4-r6}
    smlawb r4, r4, r8, r12
    smlawb r5, r5, r8, r12
    smlawb r6, r6, r8, r12
    mix \row, r1, t, r8
    when \influences > 2, mix \row, r2, b, r9
    when \influences > 3, mix \row, r3, t, r9
    mov r7, #1
    ldr r10, [sp, #OUTPUT]
    smlawb r7, r4, r11, r7
    smlawt r7, r5, r11, r7
    smlawb r7, r6, lr, r7
    str r7, [r10, #4 * \row]
.endm

.macro tangents influences
1:  words ldr, sp, OFFSETS, r0, r1, r2, r3, r6, r7, r10
    .if \influences > 2
    ldm r0, {r4, r5}
    ldm r2, {r8, r9}
    .else
    ldr r4, [r0]
    ldr r8, [r2]
    .endif
    ldm r7!, {r11, lr}
    add r0, r0, r1
    add r2, r2, r3
    str r0, [sp, #OFFSETS]
    str r2, [sp, #WEIGHTS]
    str r7, [sp, #STORED]
    cmp r7, r10
    entries r0, r1, r4, r6
    when \influences > 2, last_entries \influences, r2, r3, r5, r6
    tangent_row \influences, 0
    tangent_row \influences, 1
    tangent_row \influences, 2
    ldr r7, [sp, #STRIDE]
    add r10, r10, r7
    str r10, [sp, #OUTPUT]
    bne 1b                          @ nothing since the comparison sets flags
    leave , FRAME
.endm

enter pelt_kernel_tangents_q16, FRAME
    words ldr, sp, ARGUMENTS, r5, r4, r6, r7
    add r5, r3, r5, lsl #3          @ 8 bytes each
    cmp r7, #1
    beq 2f
    strd r0, r1, [sp, #OUTPUT]
    cmp r7, #2
    ite hi
    movhi r8, #8                    @ bytes of offsets, of records
    movls r8, #4
    ite hi
    movhi r9, #28
    movls r9, #20
    mov r10, r9
    cbz r6, 3f
    mov r10, #0
    sub r9, r9, r8
    mov r8, #0
    b 4f
3:  mov r6, r2
4:  add r2, r2, r8
    cmp r7, #3
    strd r6, r10, [sp, #OFFSETS]
    strd r2, r9, [sp, #WEIGHTS]
    strd r4, r3, [sp, #PALETTE]
    str r5, [sp, #END]
    beq 5f
    blo 6f
    tangents 4
5:  tangents 3
6:  tangents 2

/// One influence ////////////////////////////////////////////////////////////////////////////////
/*   r0, r1   output, stride
 *   r2, r7   offset of the next vertex, bytes from vertex to vertex
 *   r3, r5   what is stored, its end
 *   r4       palette
 *   r6       entry, at a row
 *   r8, r9   x, y; z
 *   r10-r12  a row
 *   lr       1 */
2:  mov r7, #16
    cbz r6, 3f
    mov r7, #0
    mov r2, r6
3:  mov lr, #1
1:  ldrh r6, [r2]
    ldm r3!, {r8, r9}
    add r6, r4, r6
    add r2, r2, r7
    cmp r3, r5
    .irp row, 0, 1, 2
    ldm r6, {r10-r12}
    when \row < 2, add r6, r6, #16
    smlawb r10, r10, r8, lr
    smlawt r10, r11, r8, r10
    smlawb r10, r12, r9, r10
    str r10, [r0, #4 * \row]
    .endr
    add r0, r0, r1
    bne 1b
leave pelt_kernel_tangents_q16, FRAME

#endif
