/* SPDX-License-Identifier: MIT */
/*
 * Skinning in q16 of runs whose records share their joints; skin_q16.S tells the rest.
 */
#include "../select.h"

#if defined(PELT_SKIN_Q16) && PELT_SKIN_Q16 == PELT_IN_M4
#include "kernel.inc"

/// One influence ////////////////////////////////////////////////////////////////////////////////
/*
 * Vertices go through rows 0 1 2 and 2 1 0 in turn, four a loop: the row where one ends is in
 * registers when the next starts. Results wait so that a store takes as many as can be.
 *
 *   r0       output
 *   r1       next record
 *   r2, r3, r5, r8   record, as r5-r8 in skin_q16.S
 *   r4       1
 *   r6, r7   results that wait
 *   r9       row 1 before a vertex that goes upward, row 2 before the others
 *   r10-r12, lr   a row
 * Stack: end of the records.
 */

/* \position, to be halved, may be lr, or r2 in the last row. */
.macro set_position position
    smlawt \position, r10, r2, lr
    smlawb \position, r11, r3, \position
    smlawt \position, r12, r3, \position
.endm

.macro set_halve position
    add \position, r4, \position, asr #1
.endm

/* By way of \sum, another register than \normal only in the last row. With a \position to be
 * halved. */
.macro set_normal normal, sum, position
    smlawb \sum, r10, r5, r4
    .ifnb \position
    set_halve \position
    .endif
    smlawt \sum, r11, r5, \sum
    smlawb \normal, r12, r8, \sum
.endm

/* Rows 0 1 2. */
.macro set_upward
    ldm r1!, {r2, r3, r5, r8}
    set_position r7
    set_normal r6, r6, r7
    ldm r9!, {r10-r12, lr}
    set_position lr
    set_halve lr
    strd r7, lr, [r0], #8           @ x, y
    set_normal r7, r7
    ldm r9, {r10-r12, lr}
    set_position r2
    set_normal r8, r3, r2
    stm r0!, {r2, r6-r8}            @ z, normal
.endm

/* Rows 2 1 0. */
.macro set_downward
    ldm r1!, {r2, r3, r5, r8}
    set_position r6
    set_normal r7, r7, r6
    ldmdb r9!, {r10-r12, lr}
    set_position lr
    set_halve lr
    strd lr, r6, [r0, #4]           @ y, z
    set_normal r6, r6
    ldmdb r9, {r10-r12, lr}
    set_position r2
    set_normal r3, r3, r2
    str r2, [r0], #24               @ x
    stmdb r0, {r3, r6, r7}          @ normal
.endm

kernel_begin pelt_kernel_set_1_q16
    push {r4-r11, lr}
    add r12, r1, r2, lsl #4
    push {r12}
    ldrh r9, [r1]
    add r9, r3, r9
    mov r4, #1
    lsls r3, r2, #31                @ carry: count & 2; minus: count & 1
    bmi 5f
    ldm r9!, {r10-r12, lr}
    bcs 3f

1:  set_upward
2:  set_downward
3:  set_upward
4:  set_downward
    ldr r2, [sp]
    cmp r1, r2
    bne 1b
    pop {r3-r11, pc}

5:  add r9, r9, #32                 @ an odd count starts with row 2
    ldm r9, {r10-r12, lr}
    bcs 2b
    b 4b
kernel_end pelt_kernel_set_1_q16

/// Two to four influences ///////////////////////////////////////////////////////////////////////
/*
 * The entries are copied to the stack in the order in which they are used, so that one pointer
 * walks through all of them:
 *   two             row 0 of both entries, row 1 ...
 *   three and four  row 0 of the first entry, start of the 3x3's sums, start of the translation's,
 *                   row 0 of the other entries; row 1 ...
 * after which comes the end of the records.
 *
 *   r0       output of the next vertex, less 4
 *   r1       record
 *   r2       walks over the stack
 *   r4, r5   weights; with two influences r5 = 2
 *   lr       1
 *   r3, r6-r12   rows, p0-p2
 */

/* Runs that do not make up for the copy go elsewhere. */
.macro set_begin name, other
kernel_begin \name
    cmp r2, #3
    bhi 1f
    b.w \other
1:  push {r4-r11, lr}
    mov lr, r3
    sub r0, r0, #4
.endm

.macro copy_row from
    ldm \from!, {r8-r11}
    stm r2!, {r8-r11}
.endm

/* Sums in r3 r6 r7 r8: position to r8, normal to r3. \last: the record is done with. */
.macro set_transform last
    .if \last
    ldm r1!, {r9-r11}
    .else
    ldm r1, {r9-r11}
    .endif
    smlawb r8, r3, r9, r8
    smlawt r3, r3, r10, lr
    smlawt r8, r6, r9, r8
    smlawb r3, r6, r11, r3
    smlawb r8, r7, r10, r8
    smlawt r3, r7, r11, r3
.endm

.macro set_mix half, weight
    ldm r2!, {r9-r12}
    smlaw\half r3, r9, \weight, r3
    smlaw\half r6, r10, \weight, r6
    smlaw\half r7, r11, \weight, r7
    smlaw\half r8, r12, \weight, r8
.endm

.macro set_row n, last
    .if \n == 2
    ldm r2!, {r3, r6-r12}
    smlawb r3, r3, r4, lr
    smlawb r6, r6, r4, lr
    smlawb r7, r7, r4, lr
    smlawb r8, r8, r4, r5
    smlawt r3, r9, r4, r3
    smlawt r6, r10, r4, r6
    smlawt r7, r11, r4, r7
    smlawt r8, r12, r4, r8
    .else
    ldm r2!, {r3, r6-r10}
    smlawb r3, r3, r4, r9
    smlawb r6, r6, r4, r9
    smlawb r7, r7, r4, r9
    smlawb r8, r8, r4, r10
    set_mix t, r4
    set_mix b, r5
    .endif
    .if \n == 4
    set_mix t, r5
    .endif
    set_transform \last
.endm

/* Skips the offsets of the record: \header loads up to the weights. */
.macro set_loop n, header:vararg
1:  ldm r1!, {\header}
    mov r2, sp
    set_row \n, 0
    str r8, [r0, #4]
    str r3, [r0, #16]
    set_row \n, 0
    str r8, [r0, #8]
    str r3, [r0, #20]
    set_row \n, 1
    str r8, [r0, #12]
    ldr r2, [r2]
    str r3, [r0, #24]!
    cmp r1, r2
    bne 1b
.endm

set_begin pelt_kernel_set_2_q16, pelt_kernel_2_q16
    add r12, r2, r2, lsl #2         @ records of 20 bytes
    add r12, r1, r12, lsl #2
    ldr r3, [r1]
    add r4, lr, r3, lsr #16
    uxtah r3, lr, r3
    sub sp, sp, #104
    mov r2, sp
    .rept 3
    copy_row r3
    copy_row r4
    .endr
    str r12, [r2]
    mov r5, #2
    mov lr, #1
    set_loop 2, r3, r4
    add sp, sp, #104
    pop {r4-r11, pc}
kernel_end pelt_kernel_set_2_q16

.macro set_many n, bytes
    rsb r12, r2, r2, lsl #3         @ records of 28 bytes
    add r12, r1, r12, lsl #2
    ldrd r3, r5, [r1]
    add r4, lr, r3, lsr #16
    uxtah r3, lr, r3
    .if \n == 4
    add r6, lr, r5, lsr #16
    .endif
    uxtah r5, lr, r5
    sub sp, sp, #\bytes
    mov r2, sp
    mov r7, #\n / 2
    mov lr, #3
    .rept 3
    copy_row r3
    stm r2!, {r7, lr}
    copy_row r4
    copy_row r5
    .if \n == 4
    copy_row r6
    .endif
    .endr
    str r12, [r2]
    mov lr, #1
    set_loop \n, r2, r3, r4, r5
    add sp, sp, #\bytes
    pop {r4-r11, pc}
.endm

set_begin pelt_kernel_set_3_q16, pelt_kernel_3_q16
    set_many 3, 176
kernel_end pelt_kernel_set_3_q16

set_begin pelt_kernel_set_4_q16, pelt_kernel_4_q16
    set_many 4, 224
kernel_end pelt_kernel_set_4_q16

#endif
