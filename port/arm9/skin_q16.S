/* SPDX-License-Identifier: MIT */
/* Skinning in q16 for Armv5TE in ARM state; src/kernel/exact.c is the specification. */
#include "../select.h"

#if defined(PELT_SKIN_Q16) && PELT_SKIN_Q16 == PELT_IN_ARM9
#include "../m4/kernel.inc"

/// One influence ////////////////////////////////////////////////////////////////////////////////
/*   r0       output of the next vertex, less 4
 *   r1, r2   next record, end of the records
 *   r3, r4   palette; 1
 *   r5-r8    record: offset and x; y, z; normal x, y; normal z and 0
 *   r9       entry
 *   r10-r12, lr   a row */

/* One row, with its first element in \a. The position's element goes to lr, the normal's to \n.
 * Positions are halved at the end: (sum + 2) >> 1 is (sum >> 1) + 1. */
.macro rigid_row a, n
    smlawt lr, \a, r5, lr
    smlawb \a, \a, r7, r4
    smlawb lr, r11, r6, lr
    smlawt \a, r11, r7, \a
    smlawt lr, r12, r6, lr
    smlawb \n, r12, r8, \a
    add lr, r4, lr, asr #1
.endm

enter pelt_kernel_1_q16
    sub r0, r0, #4
    add r2, r1, r2, lsl #4          @ records of 16 bytes
    mov r4, #1
1:  ldm r1!, {r5-r8}
    entry r9, r5, r3
    ldm r9!, {r10-r12, lr}
    rigid_row r10, r10
    str lr, [r0, #4]
    str r10, [r0, #16]!
    ldm r9!, {r10-r12, lr}
    rigid_row r10, r10              @ normal y stays there
    str lr, [r0, #-8]
    ldm r9, {r9, r11, r12, lr}
    rigid_row r9, r11
    str lr, [r0, #-4]
    stmib r0!, {r10, r11}
    cmp r1, r2
    bne 1b
leave pelt_kernel_1_q16

/// One influence, runs of one joint ///////////////////////////////////////////////////////////////
/* Two vertices in each turn of the loop, the first through rows 0 1 2, the second through 2 1 0:
 * the row at which one ends is in registers when the next starts.
 *
 *   r0       output, less 4
 *   r1, r2   next record, end of the records
 *   r3       a result
 *   r4       1
 *   r5-r7    record: p0-p2
 *   r9       end of row 0 (first vertex) or start of row 2 (second)
 *   r10-r12, lr   a row */

.macro set_position position
    smlawb \position, r10, r5, lr
    smlawt \position, r11, r5, \position
    smlawb \position, r12, r6, \position
    add \position, r4, \position, asr #1
.endm

.macro set_normal normal
    smlawt \normal, r10, r6, r4
    smlawb \normal, r11, r7, \normal
    smlawt \normal, r12, r7, \normal
.endm

enter pelt_kernel_set_1_q16
    sub r0, r0, #4
    ldr r9, [sp, #36]
    tst r2, #1
    add r2, r2, r2, lsl #1          @ records of 12 bytes
    add r2, r1, r2, lsl #2
    ldrh r9, [r9]
    add r9, r3, r9
    mov r4, #1
    bne 3f
    ldm r9!, {r10-r12, lr}

1:  ldm r1!, {r5-r7}
    set_position r3
    set_normal r10
    str r10, [r0, #16]              @ normal x
    ldm r9!, {r10-r12, lr}
    set_position lr
    stmib r0, {r3, lr}              @ x, y
    set_normal r10
    str r10, [r0, #20]              @ normal y
    ldm r9, {r10-r12, lr}
    set_position r3
    str r3, [r0, #12]               @ z
    set_normal r3
    str r3, [r0, #24]!              @ normal z

2:  ldm r1!, {r5-r7}
    set_position r3
    str r3, [r0, #12]               @ z
    set_normal r3
    str r3, [r0, #24]!              @ normal z
    ldmdb r9!, {r10-r12, lr}
    set_position r3
    str r3, [r0, #-16]              @ y
    set_normal r3
    str r3, [r0, #-4]               @ normal y
    ldmdb r9, {r10-r12, lr}         @ stay for the next vertex
    set_position r3
    str r3, [r0, #-20]              @ x
    set_normal r3
    str r3, [r0, #-8]               @ normal x
    cmp r1, r2
    bne 1b
    pop {r4-r11, pc}

3:  add r9, r9, #32                 @ an odd count starts with a second vertex
    ldm r9, {r10-r12, lr}
    b 2b
kernel_end pelt_kernel_set_1_q16

/// Two influences ///////////////////////////////////////////////////////////////////////////////
/*   r0       output of the next vertex, less 4
 *   r1, r2   entries, walking
 *   r3       weights
 *   r4, r5   1; 2
 *   r6-r12, lr   rows of both entries; p0-p2
 *   stack    p0, p1, p2, next record, end of the records, palette; stride of positions alone */
.macro pair_row normals, at, back
    ldm r1!, {r6-r9}
    each smlawb, "r3, r4", r6, r7, r8
    smlawb r9, r9, r3, r5
    ldm r2!, {r10-r12, lr}
    smlawt r6, r10, r3, r6
    smlawt r7, r11, r3, r7
    smlawt r8, r12, r3, r8
    smlawt r9, lr, r3, r9
    ldm sp, {r10-r12}
    smlawb r9, r6, r10, r9
    when \normals, smlawt r6, r6, r11, r4
    smlawt r9, r7, r10, r9
    when \normals, smlawb r6, r7, r12, r6
    smlawb r9, r8, r11, r9
    when \normals, smlawt r6, r8, r12, r6
    str r9, [r0, #\at]
    when \normals, str r6, [r0, #\at + 12]\back
.endm

.macro pair_loop normals, bytes
    sub r0, r0, #4
    add r2, r2, r2, lsl #2          @ records of 20 bytes
    add r2, r1, r2, lsl #2
    mov r4, #1
    mov r5, #2
    push {r1-r3}
    sub sp, sp, #12
1:  ldm sp, {r6-r11}                @ only the last three are of use
    ldm r9!, {r1, r3, r6-r8}
    cmp r9, r10
    stm sp, {r6-r9}
    entries r1, r2, r1, r11
    pair_row \normals, 4
    pair_row \normals, 8
    pair_row \normals, 12, !
    .ifeq \normals
    ldr r6, [sp, #24]
    add r0, r0, r6
    .endif
    bne 1b                          @ nothing since the comparison sets flags
    leave , \bytes
.endm

enter pelt_kernel_2_q16
    pair_loop 1, 24
kernel_end pelt_kernel_2_q16

/* Where pelt_kernel_positions_q16 (port/m4) goes on: registers are saved, positions in r0, their stride in
 * r1, records in r2, their number in r3, the palette in r4. */
.macro alone influences
kernel_begin pelt_kernel_positions_\influences\()_q16
    mov r8, r1
    mov r1, r2
    mov r2, r3
    mov r3, r4
.endm

alone 2
    push {r8}
    pair_loop 0, 28
kernel_end pelt_kernel_positions_2_q16

/// Three and four influences ////////////////////////////////////////////////////////////////////
/* Between vertices
 *   r3, r4   next record, output
 *   r6       palette
 * and within
 *   r7, r9, r8, r10   entries of the 1st, 2nd, 3rd, 4th influence, walking
 *   r11, r12 weights
 *   r4-r6, lr   sums of the row
 *   r0-r3    a row of one entry; starts of the sums; 1 and p0-p2
 * The stride of positions alone is at NORMAL. */
    /* Stack: 1, p0, p1, p2 come first. */
    .equ LOOP, 16           @ next record, output, end of the records, palette
    .equ POSITION, 32       @ x, y
    .equ NORMAL, 40         @ x, y
    .equ START, 48          @ starts of the sums of the 3x3 and of the translation
    .equ STACK_BYTES, 60    @ with nine words pushed a multiple of 8, for LDRD

/* Adds a row of one more influence. */
.macro mix entry, half, weight
    ldm \entry!, {r0-r3}
    smlaw\half r4, r0, \weight, r4
    smlaw\half r5, r1, \weight, r5
    smlaw\half r6, r2, \weight, r6
    smlaw\half lr, r3, \weight, lr
.endm

/* One row: the position's element goes to \p, the normal's to \n. */
.macro many_row influences, normals, p, n
    ldrd r0, r1, [sp, #START]
    ldm r7!, {r4-r6, lr}
    each smlawb, "r11, r0", r4, r5, r6
    smlawb lr, lr, r11, r1
    mix r9, t, r11
    mix r8, b, r12
    when \influences > 3, mix r10, t, r12
    ldm sp, {r0-r3}
    smlawb lr, r4, r1, lr
    smlawt lr, r5, r1, lr
    smlawb \p, r6, r2, lr
    .if \normals
    smlawt r4, r4, r2, r0
    smlawb r4, r5, r3, r4
    smlawt \n, r6, r3, r4
    .endif
.endm

.macro many_loop influences, normals
    mov r6, r3
    mov r3, r1
    mov r4, r0
    rsb r5, r2, r2, lsl #3          @ records of 28 bytes
    add r5, r1, r5, lsl #2
    sub sp, sp, #STACK_BYTES
    when !\normals, str r8, [sp, #NORMAL]
    mov r0, #1
    str r0, [sp]
    mov r0, #\influences / 2
    mov r1, #3
    strd r0, r1, [sp, #START]
    words str, sp, LOOP + 8, r5, r6
1:  ldm r3!, {r7, r8, r11, r12}
    ldm r3!, {r0-r2}
    stmib sp, {r0-r4}
    entries r7, r9, r7, r6
    last_entries \influences, r8, r10, r8, r6
    many_row \influences, \normals, lr, r4
    str lr, [sp, #POSITION]
    when \normals, str r4, [sp, #NORMAL]
    many_row \influences, \normals, lr, r4
    str lr, [sp, #POSITION + 4]
    when \normals, str r4, [sp, #NORMAL + 4]
    many_row \influences, \normals, r9, r12
    add r0, sp, #LOOP
    .if \normals
    ldm r0, {r3-r8, r10, r11}
    stm r4!, {r7-r12}
    .else
    ldm r0, {r3-r8, r10}
    stm r4, {r7-r9}
    add r4, r4, r10
    .endif
    cmp r3, r5
    bne 1b
    leave , STACK_BYTES
.endm

.macro many influences
enter pelt_kernel_\influences\()_q16
    many_loop \influences, 1
kernel_end pelt_kernel_\influences\()_q16

alone \influences
    many_loop \influences, 0
kernel_end pelt_kernel_positions_\influences\()_q16
.endm

many 3
many 4

#endif
