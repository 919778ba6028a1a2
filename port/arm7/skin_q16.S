/* SPDX-License-Identifier: MIT */
/* Skinning in q16 for ARM7TDMI; src/kernel/exact.c is the specification, kernel.inc has the macros.
 * positions_q16.S assembles these kernels once more, without normals.
 *
 * A vertex is transformed with
 *   r0       output
 *   r1-r3    position
 *   r4-r6    normal
 *   r7       walks over the entry, or next record
 *   r8-r11   a row
 *   r12, lr  a product
 * and other values of a loop on the stack. */
#include "../select.h"

#if defined(PELT_SKIN_Q16) && PELT_SKIN_Q16 == PELT_IN_ARM7
#include "kernel.inc"

/* Positions alone: registers are saved, and the stride is where the sixth argument would be. */
#ifdef ALONE
    .set normals, 0
#define KERNEL(name) pelt_positions_##name##_q16
#else
    .set normals, 1
#define KERNEL(name) pelt_kernel_##name##_q16
#endif

.macro begin name
    kernel_begin \name
    when normals, push {r4-r11, lr}
.endm

/* Moves the output by the stride, \frame bytes of the stack below the saved registers. */
.macro next_position frame
    ldr r1, [sp, #\frame + 40]
    add r0, r0, r1
.endm

/* Reads the coordinates of the record at r7. */
.macro coordinates
    ldm r7!, {r1, r3, r5}           @ x, y; z, normal x; normal y, z
    split_coordinates
.endm

.macro split_coordinates
    halves r1, r2
    .if normals
    halves r3, r4
    halves r5, r6
    .else
    low_half r3
    .endif
.endm

/// One influence ////////////////////////////////////////////////////////////////////////////////
/* Stack: next record, end of the records, palette or the entry of a run of one joint. */

/* Entries of a run of one joint set, from the palette in r3: the first to \first, others to r4
 * and on. */
.macro set_entries n, first
    ldr r7, [sp, #36]
    when \n > 1, set_entry r4, 1, r7
    when \n > 2, set_entry r5, 2, r7
    when \n > 3, set_entry r6, 3, r7
    ldrh r7, [r7]
    add \first, r3, r7
.endm

.macro rigid_kernel name, set=0
begin \name
    sub r0, r0, #4                  @ r0: output less 4
    .if \set
    set_entries 1, r3
    add r2, r2, r2, lsl #1
    add r2, r1, r2, lsl #2          @ records of 12 bytes
    .else
    add r2, r1, r2, lsl #4          @ records of 16 bytes
    .endif
    push {r1-r3}
1:  .if \set
    ldm sp, {r2, r4, r7}
    ldm r2!, {r1, r3, r5}
    str r2, [sp]
    cmp r4, r2
    split_coordinates
    .else
    ldm sp, {r8-r10}
    ldm r8!, {r1, r2, r4, r6}       @ offset and x; y, z; normal x, y; normal z and 0
    str r8, [sp]
    cmp r9, r8
    mov r7, r1, lsl #16
    add r7, r10, r7, lsr #16
    mov r1, r1, asr #16
    halves r2, r3
    .if normals
    halves r4, r5
    low_half r6
    .endif
    .endif

    ldm r7!, {r8-r11}
    transform 2
    mov r11, r11, asr #1
    str r11, [r0, #4]!
    when normals, str r8, [r0, #12]
    ldm r7!, {r8-r11}
    transform 2
    when normals, str r8, [r0, #16]
    mov r8, r11, asr #1             @ y waits for z
    ldm r7, {r7, r9-r11}
    transform 2, r7
    mov r11, r11, asr #1
    stmib r0, {r8, r11}
    .if normals
    str r7, [r0, #20]!
    .else
    next_position 12
    sub r0, r0, #4
    .endif
    bne 1b
leave \name, 12
.endm

rigid_kernel KERNEL(1)
rigid_kernel KERNEL(set_1), 1

/// Several influences ///////////////////////////////////////////////////////////////////////////
/* Entries are mixed first, from their ends. Finished elements wait on the stack, in the order of an
 * entry, until the first ones are in registers. Before that the record pointer moves on to the
 * coordinates.
 *
 * Kernels for runs of one joint set find the entries once. Their loops only begin a vertex and leave the
 * rest to the loop for any joints, because memory for fast code is scarce; that loop goes on at the address
 * on the stack. */

/* Row 0 is in registers. \frame as in next_position. */
.macro transform_all frame
    .rept 2
    transform 0
    when normals, str r8, [r0, #12]
    str r11, [r0], #4
    pop {r8-r11}
    .endr
    transform 0
    .if normals
    str r8, [r0, #12]
    str r11, [r0], #16
    .else
    str r11, [r0], #-8
    next_position \frame
    .endif
.endm

/* The point at which the other kernel joins: a function, so that linkers reach it from any
 * distance. */
.macro shared name
    .type \name, %function
\name:
.endm

/* The address of the last record's coordinates, in r2; a record has \words, \before the
 * coordinates. */
.macro last_record words, before
    .if \words == 4
    mov r2, r2, lsl #2
    .elseif \words == 5
    add r2, r2, r2, lsl #2
    .else
    rsb r2, r2, r2, lsl #3
    .endif
    add r2, r1, r2, lsl #2
    sub r2, r2, #4 * (\words - \before)
.endm

/* Two. While mixing
 *   r0, r7   output, record
 *   r1, r2   entries
 *   r3, r4   weights
 *   r5, r6   two elements of the second entry
 *   r8-r11   the first entry's row, then the sums
 * Stack: coordinates of the last record, end of the palette's first entry, a word unused; of a joint
 * set the ends of its entries, coordinates of the last record; where the loop begins. */
.macro mix_row
    ldmdb r1!, {r8-r11}
    each product, r3, r8, r9, r10, r11
    ldmdb r2!, {r5, r6}
    add_product r10, r5, r4, 1
    add_product r11, r6, r4, 2
    ldmdb r2!, {r5, r6}
    add_product r8, r5, r4, 1
    add_product r9, r6, r4, 1
.endm

begin KERNEL(2)
    last_record 5, 2
    add r3, r3, #48
    mov r7, r1
    adr r5, 1f
    push {r2-r5}
1:  ldm sp, {r5, r6}
    ldm r7!, {r1, r3}
    cmp r5, r7
    entries r1, r2, r6
    weights r3, r4
shared mix_two_entries
    mix_row
    push {r8-r11}
    mix_row
    push {r8-r11}
    mix_row
    coordinates
    transform_all 16
    ldrne pc, [sp, #12]
leave KERNEL(2), 16

begin KERNEL(set_2)
    last_record 4, 1
    add r3, r3, #48
    set_entries 2, r3
    mov r7, r1
    mov r5, r2
    adr r6, 1f
    push {r3-r6}
1:  ldm sp, {r1, r2, r5}
    ldr r3, [r7], #4
    cmp r5, r7
    weights r3, r4
    b mix_two_entries
kernel_end KERNEL(set_2)

/* Three. While mixing
 *   r0-r2    entries
 *   r3-r5    weights
 *   r6, r7, r11   three elements
 *   r8-r10   the first entry's, then the sums
 * Stack: output, coordinates, those of the last record, end of the palette's first entry, or ends of
 * a joint set's entries; last where the loop begins. */

/* Reads entries at the offsets in r0, r2 and the weights in r3, r5; r11 as on the stack. */
.macro open_three
    entries r0, r1, r11
    mov r2, r2, lsl #16
    add r2, r11, r2, lsr #16
    weights r3, r4
    mov r5, r5, lsl #16
    mov r5, r5, lsr #16
.endm

/* Three sums, which start at \s8, \s9 and \s10 = 1 or 3. */
.macro mix_three s8, s9, s10
    ldmdb r0!, {r8-r10}
    each product, r3, r8, r9, r10
    ldmdb r1!, {r6, r7, r11}
    add_product r8, r6, r4, \s8 / 2
    add_product r9, r7, r4, \s9 / 2
    add_product r10, r11, r4, \s10 / 2
    ldmdb r2!, {r6, r7, r11}
    add_product r8, r6, r5, \s8 - \s8 / 2
    add_product r9, r7, r5, \s9 - \s9 / 2
    add_product r10, r11, r5, \s10 - \s10 / 2
.endm

/* \entries: number of the joint set's entries, 0 for any joints. */
.macro many_begin entries, loop
    .if \entries
    last_record 5, 2
    add r3, r3, #48
    set_entries \entries, r3
    .else
    last_record 7, 4
    add r3, r3, #48
    .endif
    adr r7, \loop
    push {r4-r7}
    push {r0-r3}
    mov r7, r1
.endm

/* Coordinates are \ahead in the record at r7, which moves there; it goes to the stack with the
 * output. Reads from the stack the last record's coordinates to r10, then the palette or the
 * entries. */
.macro many_open ahead, palette:vararg
    add r7, r7, #\ahead
    stm sp, {r0, r7}
    ldr r10, [sp, #8]
    .if \ahead == 16
    ldr r11, [sp, #12]
    .else
    add r8, sp, #12
    ldm r8, {\palette}
    .endif
    cmp r10, r7
.endm

/* Reads output and coordinates from the stack, \pushed bytes above. */
.macro many_transform pushed
    words ldr, sp, \pushed, r0, r7
    coordinates
    transform_all 32
    ldrne pc, [sp, #28]
    add sp, sp, #32
    leave
.endm

begin KERNEL(3)
    many_begin 0, 1f
1:  many_open 16
    ldmdb r7, {r0, r2, r3, r5}
    open_three
shared mix_three_entries
    mix_three 1, 1, 3               @ m21 m22 m23
    push {r8-r10}
    mix_three 1, 3, 1               @ m12 m13 m20
    push {r8-r10}
    mix_three 3, 1, 1               @ m03 m10 m11
    push {r8-r10}
    mix_three 1, 1, 1               @ m00 m01 m02
    pop {r11}
    many_transform 32
kernel_end KERNEL(3)

begin KERNEL(set_3)
    many_begin 3, 1f
1:  many_open 8, r0-r2
    ldmdb r7, {r3, r5}
    weights r3, r4
    mov r5, r5, lsl #16
    mov r5, r5, lsr #16
    b mix_three_entries
kernel_end KERNEL(set_3)

/* Four. While mixing
 *   r0-r3    entries
 *   r4-r7    weights
 *   r8, r9   two elements of other entries than the first
 *   r10, r11 the first entry's, then the sums
 * Stack as with three. */

/* Reads entries at the offsets in r0, r2 and the weights in r4, r6; r11 as on the stack. */
.macro open_four
    entries r0, r1, r11
    entries r2, r3, r11
    weights r4, r5
    weights r6, r7
.endm

/* Two sums, which start at 2 and \start = 2 or 3. */
.macro mix_two start, s=r10, t=r11, u=r8, v=r9
    ldmdb r0!, {\s, \t}
    each product, r4, \s, \t
    ldmdb r1!, {\u, \v}
    add_product \s, \u, r5
    add_product \t, \v, r5
    ldmdb r2!, {\u, \v}
    add_product \s, \u, r6, 1
    add_product \t, \v, r6, 1
    ldmdb r3!, {\u, \v}
    add_product \s, \u, r7, 1
    add_product \t, \v, r7, \start - 1
.endm

begin KERNEL(4)
    many_begin 0, 1f
1:  many_open 16
    ldmdb r7, {r0, r2, r4, r6}
    open_four
shared mix_four_entries
    .irp start, 3, 2, 3, 2, 3       @ from m22 m23 to m02 m03
    mix_two \start
    push {r10, r11}
    .endr
    mix_two 2, r8, r9, r10, r11     @ m00 m01
    pop {r10, r11}
    many_transform 32
kernel_end KERNEL(4)

begin KERNEL(set_4)
    many_begin 4, 1f
1:  many_open 8, r0-r3
    ldmdb r7, {r4, r6}
    weights r4, r5
    weights r6, r7
    b mix_four_entries
kernel_end KERNEL(set_4)

#endif
