/* SPDX-License-Identifier: MIT */
/* Positions alone in q16, to the bits of skin_q16.S and set_q16.S; the latter mixes three and four
 * influences of one joint set for them too. port/arm9 takes these and has its own for two and more
 * influences with any joints, as words at once take it no longer than one by one.
 *
 * Without normals there are registers for what those keep on the stack. With three and four
 * influences a column is mixed and applied at a time, so that the coordinates have registers too. */
#include "../select.h"

#if defined(PELT_POSITIONS_Q16) && PELT_POSITIONS_Q16 == PELT_IN_M4
#include "kernel.inc"

/// One influence ////////////////////////////////////////////////////////////////////////////////
/*   r0, r1   output, stride
 *   r2, r3   next record, end of the records
 *   r4, r7   palette; 1
 *   r5, r6   record: offset and x; y, z
 *   r8       entry
 *   r9-r12   a row */

/* Positions are halved at the end: (sum + 2) >> 1 is (sum >> 1) + 1. */
.macro one_row row
    when \row < 2, ldm r8!, {r9-r12}
    when \row > 1, ldm r8, {r9-r12}
    smlawt r12, r9, r5, r12
    smlawb r12, r10, r6, r12
    smlawt r12, r11, r6, r12
    add r12, r7, r12, asr #1
    str r12, [r0, #4 * \row]
.endm

/* void pelt_kernel_positions_q16(positions r0, stride r1, records r2, count r3, palette, offsets,
 *                                influences) */
enter pelt_kernel_positions_q16
    ldr r6, [sp, #44]
    ldr r5, [sp, #40]
    ldr r4, [sp, #36]
    cmp r6, #2
    beq 2f
    bhi 3f
    cmp r5, #0
    bne 10f
    mov r7, #1
    add r3, r2, r3, lsl #4          @ records of 16 bytes
#if __ARM_ARCH < 6
1:  ldm r2, {r5, r6}
    add r2, r2, #16
#else
1:  ldrd r5, r6, [r2], #16
#endif
    entry r8, r5, r4
    cmp r2, r3
    all one_row, 0, 1, 2
    add r0, r0, r1
    bne 1b                          @ nothing since the comparison sets flags
    leave

/// One influence, runs of one joint ///////////////////////////////////////////////////////////////
/*   r0       output
 *   r1, r3   record: x, y; z
 *   r2       next record
 *   r4-r11   rows 0 and 1
 *   r12, lr  words
 * Stack: row 2; stride, end of the records. Two is added to translations once. */
    .equ ONE_STRIDE, 16
    .equ ONE_END, 20
    .equ ONE_FRAME, 24

.macro set_row position, x, y, z, start
    smlawb r12, \x, r1, \start
    smlawt r12, \y, r1, r12
    smlawb r12, \z, r3, r12
    asr r12, r12, #1
    str r12, [r0, #\position]
.endm

10: ldrh r5, [r5]
    sub sp, sp, #ONE_FRAME
    add r3, r3, r3, lsl #1          @ records of 12 bytes
    add lr, r4, r5
    add r11, r2, r3, lsl #2
    ldr r9, [lr, #44]
    words ldr, lr, 32, r6, r7, r8
    add r9, r9, #2
    mov r10, r1
    stm sp, {r6-r11}
    ldm lr, {r4-r11}
    each add, #2, r7, r11
1:  ldr r1, [r2]
    ldr r3, [r2, #4]
    ldr r12, [sp]
    ldr lr, [sp, #12]
    add r2, r2, #12
    smlawb lr, r12, r1, lr
    ldr r12, [sp, #4]
    smlawt lr, r12, r1, lr
    ldr r12, [sp, #8]
    smlawb lr, r12, r3, lr
    set_row 0, r4, r5, r6, r7
    set_row 4, r8, r9, r10, r11
    asr lr, lr, #1
    str lr, [r0, #8]
    words ldr, sp, ONE_STRIDE, r1, r3
    add r0, r0, r1
    cmp r2, r3
    bne 1b
    leave , ONE_FRAME

/// Two influences ///////////////////////////////////////////////////////////////////////////////
/*   r0       output
 *   r1, r2   entries
 *   r3-r5    weights; x, y; z
 *   r6       position
 *   r7-r10   words
 *   r11      next record
 *   r12, lr  2; 1
 *   stack    palette, end of the records, stride
 * Of runs of one joint set r1 is the next record, r2 the end of the records, r11 the stride; the
 * entries are copied to the stack, row by row. */

/* A row of the first entry at \at(\first), of the second at \at_second(\second). */
.macro two_row row, first, at, second, at_second
    ldr r7, [\second, #\at_second + 12]
    ldr r6, [\first, #\at + 12]
    ldr r8, [\first, #\at]
    ldr r9, [\second, #\at_second]
    smlawb r6, r6, r3, r12
    smlawb r8, r8, r3, lr
    smlawt r6, r7, r3, r6
    smlawt r8, r9, r3, r8
    smlawb r6, r8, r4, r6
    ldr r7, [\first, #\at + 4]
    ldr r9, [\second, #\at_second + 4]
    ldr r8, [\first, #\at + 8]
    ldr r10, [\second, #\at_second + 8]
    smlawb r7, r7, r3, lr
    smlawb r8, r8, r3, lr
    smlawt r7, r9, r3, r7
    smlawt r8, r10, r3, r8
    smlawt r6, r7, r4, r6
    smlawb r6, r8, r5, r6
    str r6, [r0, #4 * \row]
.endm

2:  mov r12, #2
    mov lr, #1
    cmp r5, #0
    bne 11f
#if PELT_SKIN_Q16 == PELT_IN_ARM9
    b pelt_kernel_positions_2_q16
#else
    add r5, r3, r3, lsl #2          @ records of 20 bytes
    mov r11, r2
    add r5, r2, r5, lsl #2
    mov r6, r1
    push {r4-r6}
1:  ldm r11!, {r2-r6}
    words ldr, sp, 0, r7, r8
    entries r2, r1, r2, r7
    cmp r11, r8
    two_row 0, r2, 0, r1, 0
    two_row 1, r2, 16, r1, 16
    two_row 2, r2, 32, r1, 32
    ldr r7, [sp, #8]
    add r0, r0, r7
    bne 1b                          @ nothing since the comparison sets flags
    leave , 12
#endif

.macro copy_rows
    .rept 3
    ldm r9!, {r1, r2, r6, r7}
    stm r10!, {r1, r2, r6, r7}
    ldm r8!, {r1, r2, r6, r7}
    stm r10!, {r1, r2, r6, r7}
    .endr
.endm

    .equ TWO_FRAME, 96
11: ldr r5, [r5]
    sub sp, sp, #TWO_FRAME
    add r3, r2, r3, lsl #4          @ records of 16 bytes
    mov r11, r1
    entries r9, r8, r5, r4
    mov r10, sp
    mov r4, r2
    copy_rows
    mov r1, r4
    mov r2, r3
1:  ldm r1, {r3-r5}
    add r1, r1, #16
    two_row 0, sp, 0, sp, 16
    two_row 1, sp, 32, sp, 48
    two_row 2, sp, 64, sp, 80
    cmp r1, r2
    add r0, r0, r11
    bne 1b
    leave , TWO_FRAME

/// Three and four influences ////////////////////////////////////////////////////////////////////
/*   r0-r3    entries; with three influences r3 is the output, r7 what translations start from
 *   r4-r7    words
 *   r8, r9   weights
 *   r10, r11 x, y; z
 *   r12      position
 *   lr       what other elements start from
 *   stack    palette, next record, end of the records, stride, output */
#if PELT_SKIN_Q16 != PELT_IN_ARM9
    .equ PALETTE, 0
    .equ RECORD, 4
    .equ END, 8
    .equ STRIDE, 12
    .equ OUTPUT, 16
    .equ FRAME, 20

/* Words \at of the entries, weighed, to \to, from \start on. */
.macro many_mix influences, at, to, start
    ldr r4, [r0, #\at]
    ldr r5, [r1, #\at]
    ldr r6, [r2, #\at]
    when \influences > 3, ldr r7, [r3, #\at]
    smlawb \to, r4, r8, \start
    smlawt \to, r5, r8, \to
    smlawb \to, r6, r9, \to
    when \influences > 3, smlawt \to, r7, r9, \to
.endm

.macro many_row influences, row
    .if \influences > 3
    mov r12, #3
    many_mix \influences, 16 * \row + 12, r12, r12
    .else
    many_mix \influences, 16 * \row + 12, r12, r7
    .endif
    many_mix \influences, 16 * \row, r4, lr
    smlawb r12, r4, r10, r12
    many_mix \influences, 16 * \row + 4, r4, lr
    smlawt r12, r4, r10, r12
    many_mix \influences, 16 * \row + 8, r4, lr
    smlawb r12, r4, r11, r12
    .if \influences > 3
    ldr r4, [sp, #OUTPUT]
    str r12, [r4, #4 * \row]
    .else
    str r12, [r3, #4 * \row]
    .endif
.endm

.macro many influences
1:  ldr r0, [sp, #RECORD]
    ldr r6, [sp, #PALETTE]
    ldr r7, [sp, #END]
    ldm r0!, {r4, r5, r8-r12}
    str r0, [sp, #RECORD]
    cmp r0, r7
    entries r0, r1, r4, r6
    last_entries \influences, r2, r3, r5, r6
    when \influences < 4, mov r7, #3
    many_row \influences, 0
    many_row \influences, 1
    many_row \influences, 2
    ldr r5, [sp, #STRIDE]
    .if \influences > 3
    add r4, r4, r5
    str r4, [sp, #OUTPUT]
    .else
    add r3, r3, r5
    .endif
    bne 1b                          @ nothing since the comparison sets flags
    leave , FRAME
.endm
#endif

3:  cmp r5, #0
    bne 13f
#if PELT_SKIN_Q16 == PELT_IN_ARM9
    cmp r6, #4
    beq pelt_kernel_positions_4_q16
    b pelt_kernel_positions_3_q16
#else
    mov r5, r2
    rsb r2, r3, r3, lsl #3          @ records of 28 bytes
    mov r3, r0
    mov r7, r1
    sub sp, sp, #FRAME
    cmp r6, #4
    add r6, r5, r2, lsl #2
    stm sp, {r4-r7}
    str r0, [sp, #OUTPUT]
    mov lr, #1
    bne 12f
    mov lr, #2
    many 4
12: many 3
#endif

13: cmp r6, #4
    beq pelt_kernel_positions_set_4_q16
    b pelt_kernel_positions_set_3_q16
kernel_end pelt_kernel_positions_q16

#endif
