/* SPDX-License-Identifier: MIT */
/* Model matrices and palette entries of q12 for ARM7TDMI; src/kernel/lean_stages.c is the
 * specification.
 *
 * Halves of rows and components have at most 16 bits: as the last operand they make a product 2
 * cycles shorter than SMULL with 32 bits, and MLA adds it up. In a joint's loop over rows
 *   r2, r0     row that is read, element that is written
 *   r6-r8      high halves of the row
 *   r9-r11     low halves
 *   r12        walks over FACTORS: three columns of the right matrix, then of its translation the
 *              upper 20 bits and the lower 12 */
#include "../select.h"

#if defined(PELT_STAGES_Q12) && PELT_STAGES_Q12 == PELT_IN_ARM7
#include "../arm.inc"

    .equ FACTORS, 0
    .equ COLUMN_BYTES, 12
    .equ TRANSLATION, 36
    .equ SHIFT, 60                  /* shift of an entry */
    .equ END, 64                    /* end of the output */
    .equ FRAME, 68

/* \to = \from / 2^\bits to nearest: the carry flag holds the last bit shifted out. */
.macro rounded to, from, bits
    movs \to, \from, asr \bits
    adc \to, \to, #0
.endm

.macro split_element element, high, low
    rounded \high, \element, #17
    mov \low, \element, lsl #15
    mov \low, \low, asr #20
.endm

.macro split_row
    ldm r2!, {r3-r5}
    split_element r3, r6, r9
    split_element r4, r7, r10
    split_element r5, r8, r11
    add r12, sp, #FACTORS
.endm

/* lr, r1: the row's high and low halves times the next three words. */
.macro times_next
    ldm r12!, {r3-r5}
    mul lr, r3, r6
    mla lr, r4, r7, lr
    mla lr, r5, r8, lr
    mul r1, r3, r9
    mla r1, r4, r10, r1
    mla r1, r5, r11, r1
.endm

.macro times_column
    times_next
    add lr, lr, r1, asr #12
.endm

/* The same, plus the row's own translation. */
.macro times_translation
    times_next
    ldm r12, {r3-r5}
    mla r1, r3, r6, r1
    mla r1, r4, r7, r1
    mla r1, r5, r8, r1
    ldr r3, [r2], #4
    add lr, lr, r1, asr #12
    add lr, lr, r3
.endm

/* Stores \x, \y, \z at TRANSLATION, split as above; changes r3-r8, r12. */
.macro store_translation x, y, z
    mov r3, \x, asr #12
    mov r4, \y, asr #12
    mov r5, \z, asr #12
    sub r6, \x, r3, lsl #12
    sub r7, \y, r4, lsl #12
    sub r8, \z, r5, lsl #12
    add r12, sp, #TRANSLATION
    stm r12, {r3-r8}
.endm

/// A palette entry ///////////////////////////////////////////////////////////////////////////////
/* With a >> 5 = high * 2^12 + low of an element a, the sum of high * x and (low * x) >> 12 is bits
 * 12 to 43 of that of (a >> 5) * x, wherever the specification's own sums stay within 32 bits, as
 * those of the format do. SMULL and SMLAL take 2 cycles less for an element than six products, and
 * leave the registers for a row. Of the hero's 625 cycles 204 are these products, 240 where no
 * factor is zero: 9 sums of 17 and 3 of 29. 105 take halves apart and shift sums, 27 compare
 * with the bounds: 350 would leave 14 for 37 words in and out. Those of rows, columns and results,
 * for which there are no registers, take 114, the entry, the call and the loop 175.
 *   r1         shift
 *   r2         walks over FACTORS
 *   r3-r5      row >> 5
 *   r12        walks over the model matrix; lr: its row's translation */
/* r10:r9 = or += element \row >> 5, whose upper half is \high, times a component; r2, r11 are lost. */
.macro translate first, at, row, high
    ldr r2, [sp, #TRANSLATION + \at]
    sub r11, \row, \high, lsl #12   @ low
    \first r9, r10, r2, \high
    mov r2, r2, asr #12
    smlal r9, r10, r2, r11
.endm

/* void pelt_kernel_entry_q12(out r0, joint r1, entry r2) */
enter pelt_kernel_entry_q12, FRAME
    ldrh r3, [r2, #2]
    add r4, r0, #48
    str r3, [sp, #SHIFT]
    str r4, [sp, #END]
    add r2, r2, #4
    ldm r2!, {r3, r6, r9, r12}
    ldm r2!, {r4, r7, r10, lr}
    ldm r2!, {r5, r8, r11}
    ldr r2, [r2]
    stm sp, {r3-r11}
    words str, sp, TRANSLATION, r12, lr, r2
    mov r12, r1
    ldr r1, [sp, #SHIFT]
1:  ldm r12!, {r3-r5, lr}
    rounded r6, r3, #17            @ high, to nearest
    rounded r7, r4, #17
    rounded r8, r5, #17
    each mov, asr #5, r3, r4, r5
    translate smull, 0, r3, r6
    translate smlal, 4, r4, r7
    translate smlal, 8, r5, r8
    mov r9, r9, lsr #12
    orr r9, r9, r10, lsl #20
    add r9, r9, lr
    mov r9, r9, asr #8
    add r9, r9, #1
    str r9, [r0, #12]
    add r2, sp, #FACTORS
    .rept 3
    ldm r2!, {r6-r8}
    smull r9, r10, r3, r6
    smlal r9, r10, r4, r7
    smlal r9, r10, r5, r8
    mov r9, r9, lsr #12
    orr r9, r9, r10, lsl #20
    rounded r9, r9, r1
    mov r10, r9, asr #31
    cmp r10, r9, asr #16
    blne clamp                      @ to 17 bits
    str r9, [r0], #4
    .endr
    ldr r2, [sp, #END]
    add r0, r0, #4
    cmp r0, r2
    bne 1b
    add sp, sp, #FRAME
    leave

clamp:
    eor r9, r10, #0xff
    eor r9, r9, #0xff00
    bx lr
kernel_end pelt_kernel_entry_q12

/// A joint ///////////////////////////////////////////////////////////////////////////////////////

/* \to = the product of two components, Q28; r11 changes. */
.macro component_product to, a_high, a_low, b_high, b_low
    mul r11, \a_high, \b_low
    mla r11, \a_low, \b_high, r11
    mul \to, \a_high, \b_high
    add \to, \to, r11, asr #16
.endm

.macro component_square to, high, low
    mul r11, \high, \low
    mul \to, \high, \high
    add \to, \to, r11, asr #15
.endm

/* Two elements, from \st and \wr. */
.macro off_diagonal st, wr, minus, plus
    sub r11, \st, \wr
    add \st, \st, \wr
    each rounded, #9, r11, \st
    str r11, [sp, #FACTORS + \minus]
    str \st, [sp, #FACTORS + \plus]
.endm

/* One less twice the sum. */
.macro diagonal a, b, at
    add r11, \a, \b
    rounded r11, r11, #9
    rsb r11, r11, #1 << 18
    str r11, [sp, #FACTORS + \at]
.endm

.macro split_component element, high
    rounded \high, \element, #16
    mov \element, \element, lsl #16
    mov \element, \element, asr #16
.endm

.macro joint_column
    times_column
    rounded lr, lr, #1
    str lr, [r0], #4
.endm

/* void pelt_kernel_joint_q12(out r0, local r1, parent r2)
 * Roots and scaled joints are left to the reference.
 *
 * Components of the rotation: x, y, z, w with high halves in r7-r10, low ones in r3-r6. */
enter pelt_kernel_joint_q12
    add r12, r1, #28
    ldm r12, {r3-r5}
    cmp r3, #1 << 30
    cmpeq r4, #1 << 30
    cmpeq r5, #1 << 30
    bne 2f
    cmp r2, #0
    beq 2f
    sub sp, sp, #FRAME
    ldm r1!, {r3-r6}
    add r12, r0, #48
    str r12, [sp, #END]
    split_component r3, r7
    split_component r4, r8
    split_component r5, r9
    split_component r6, r10
    component_product r12, r10, r6, r9, r5      @ wz
    component_product lr, r7, r3, r8, r4        @ xy
    off_diagonal lr, r12, COLUMN_BYTES, 4
    component_product r12, r10, r6, r8, r4      @ wy
    component_product lr, r7, r3, r9, r5        @ xz
    off_diagonal lr, r12, 8, 2 * COLUMN_BYTES
    component_product r12, r10, r6, r7, r3      @ wx
    component_product lr, r8, r4, r9, r5        @ yz
    off_diagonal lr, r12, 2 * COLUMN_BYTES + 4, COLUMN_BYTES + 8
    component_square r12, r7, r3                @ xx
    component_square lr, r8, r4                 @ yy
    component_square r10, r9, r5                @ zz
    diagonal lr, r10, 0
    diagonal r12, r10, COLUMN_BYTES + 4
    diagonal r12, lr, 2 * COLUMN_BYTES + 8
    ldm r1, {r9, r10, lr}
    store_translation r9, r10, lr
1:  split_row
    joint_column
    joint_column
    joint_column
    times_translation
    str lr, [r0], #4
    ldr r1, [sp, #END]
    cmp r0, r1
    bne 1b
    add sp, sp, #FRAME
    leave
2:  pop {r4-r11, lr}
    ldr r12, =pelt_reference_joint_q12
    bx r12
    .ltorg
kernel_end pelt_kernel_joint_q12

#endif
