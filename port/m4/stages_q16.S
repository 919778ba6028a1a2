/* SPDX-License-Identifier: MIT */
/* Model matrices and palette entries of q16 where SMMUL and SMMLA give the upper word of a product;
 * src/stage/joints.inc and palette.inc are the specification. SMMLA adds that word, floored, so
 * that sums are the specification's.
 *
 * Of the right matrix two columns are in registers at a time: then the factors, a row of the left
 * matrix, sums and rounding constants all have one. Rows are loaded twice for it, three cycles
 * each, as loads next to each other take one. Two sums are in the making at a time: cores that take
 * two cycles for SMMLA do not wait. */
#include "../select.h"

#if defined(PELT_STAGES_Q16) && PELT_STAGES_Q16 == PELT_IN_M4
#include "../arm.inc"

#define MATRIX_BYTES 48

/// Model matrices ////////////////////////////////////////////////////////////////////////////////
/*   r0             output
 *   r1             local; then first factor of a row, and a sum
 *   r2             parent's matrix
 *   r10 r4 r7      first column of the local's 3x3, Q30
 *   r3 r9 r8       second one
 *   lr             last of the third one, the others are at COLUMN
 *   r5, r6         second and third factor of a row
 *   r11            other sum
 *   r12            6 */
    .equ COLUMN, 0
    .equ LOCAL, 8
    .equ JOINTS, 12                 /* of the joint at hand */
    .equ JOINTS_END, 16
    .equ MATRICES, 20
    .equ JOINTS_FRAME, 28

#define LOCAL_BYTES 40
#define JOINT_BYTES 8

/* \plus, \minus = 8 (\a \b + \c \d), 8 (\a \b - \c \d) */
.macro twice_sums plus, minus, a, b, c, d, first, second
    smmul \first, \a, \b
    smmul \second, \c, \d
    add \plus, \first, \second
    sub \minus, \first, \second
    each lsl, #3, \plus, \minus
.endm

/* A column times its scale (Q30), saturated at 2. */
.macro scale_column scale, elements:vararg
    .irp m, \elements
    smmul \m, \m, \scale
    ssat \m, #30, \m
    lsl \m, \m, #2
    .endr
.endm

/* Of a joint without a parent: the 3x3 in Q29, and the translation. */
.macro root_row row, a, b, c
    each asr, #1, \a, \b, \c
    ldr r11, [r1, #16 + 4 * \row]
    words str, r0, 16 * \row, \a, \b, \c, r11
.endm

/* void pelt_kernel_joint_q16(out r0, local r1, parent r2) */
enter pelt_kernel_joint_q16, JOINTS_FRAME
    mov r3, #JOINT_BYTES
    str r3, [sp, #JOINTS_END]
    mov r3, #0
    str r3, [sp, #JOINTS]
    b 3f
kernel_end pelt_kernel_joint_q16

/* void pelt_joints_exact(matrices r0, locals r1, joints r2, first r3, end) */
function pelt_joints_exact
    push {r4-r11, lr}
    sub sp, sp, #JOINTS_FRAME
    ldr r4, [sp, #JOINTS_FRAME + 36]
    cmp r3, r4
    bhs 9f
    str r0, [sp, #MATRICES]
    add r4, r2, r4, lsl #3
    str r4, [sp, #JOINTS_END]
    add r4, r3, r3, lsl #1
    add r0, r0, r4, lsl #4
    add r4, r3, r3, lsl #2
    add r1, r1, r4, lsl #3
    add r4, r2, r3, lsl #3
1:  str r4, [sp, #JOINTS]
    ldrh r2, [r4]
    ldr r3, [sp, #MATRICES]
    movw r4, #0xFFFF
    cmp r2, r4
    beq 6f
    add r2, r2, r2, lsl #1
    add r2, r3, r2, lsl #4
3:
    words ldr, r1, 0, r3, r4, r5, r6 @ quaternion
    str r1, [sp, #LOCAL]
    twice_sums r9, r7, r3, r5, r6, r4, r7, r8
    str r9, [sp, #COLUMN]
    twice_sums r8, r11, r4, r5, r6, r3, r11, r10
    str r11, [sp, #COLUMN + 4]
    smmul r9, r3, r3
    smmul r10, r4, r4
    smmul r11, r5, r5
    mov r12, #0x40000000
    add lr, r9, r10
    each add, r11, r9, r10
    sub lr, r12, lr, lsl #3
    sub r9, r12, r9, lsl #3
    sub r10, r12, r10, lsl #3
    twice_sums r4, r3, r3, r4, r6, r5, r3, r5
    words ldr, r1, 28, r5, r6, r11  @ scale
    cmp r5, r12
    itt eq
    cmpeq r6, r12
    cmpeq r11, r12
    bne 7f
2:  cmp r2, #0
    beq 8f
    mov r12, #6
    .irp row, 0, 16, 32
    words ldr, r2, \row, r1, r5, r6
    smmul r11, r1, r10
    smmul r1, r1, r3
    smmla r11, r5, r4, r11
    smmla r1, r5, r9, r1
    smmla r11, r6, r7, r11
    smmla r1, r6, r8, r1
    ssat r11, #29, r11
    ssat r1, #29, r1
    add r11, r12, r11, lsl #2
    add r1, r12, r1, lsl #2
    words str, r0, \row, r11, r1
    .endr
    ldr r1, [sp, #LOCAL]
    words ldr, sp, COLUMN, r3, r4
    words ldr, r1, 16, r7, r8, r9   @ translation
    .irp row, 0, 16, 32
    words ldr, r2, \row, r1, r5, r6, r10
    smmul r11, r1, r3
    smmul r1, r1, r7
    smmla r11, r5, r4, r11
    smmla r1, r5, r8, r1
    smmla r11, r6, lr, r11
    smmla r1, r6, r9, r1
    ssat r11, #29, r11
    ssat r1, #28, r1
    add r11, r12, r11, lsl #2
    add r1, r12, r1, lsl #2
    qdadd r1, r10, r1               @ twice of it is the sum * 8 + 12, within 2^31
    words str, r0, \row + 8, r11, r1
    .endr
5:  ldr r4, [sp, #JOINTS]
    ldr r3, [sp, #JOINTS_END]
    ldr r1, [sp, #LOCAL]
    adds r4, r4, #JOINT_BYTES
    add r0, r0, #MATRIX_BYTES
    add r1, r1, #LOCAL_BYTES
    cmp r4, r3
    bne 1b
9:  add sp, sp, #JOINTS_FRAME
    leave

6:  mov r2, #0
    b 3b

7:  scale_column r5, r10, r4, r7
    scale_column r6, r3, r9, r8
    words ldr, sp, COLUMN, r5, r6
    scale_column r11, r5, r6, lr
    words str, sp, COLUMN, r5, r6
    b 2b

8:  ldr r5, [sp, #COLUMN]
    ldr r6, [sp, #COLUMN + 4]
    root_row 0, r10, r3, r5
    root_row 1, r4, r9, r6
    root_row 2, r7, r8, lr
    b 5b
kernel_end pelt_joints_exact

/// Palette entries ///////////////////////////////////////////////////////////////////////////////
/*   r0             output
 *   r1             model matrix
 *   r2             shift
 *   r3-r5, r6-r8   two columns of the entry's matrix
 *   r9-r11         factors of a row; r9 a sum, r10 the row's translation
 *   r12            other sum
 *   lr             what is added before the shift */
    .equ ENTRY, 0                   /* the one at hand */
    .equ ENTRIES_END, 4
    .equ JOINT_MATRICES, 8
    .equ PALETTE_FRAME, 12

#define ENTRY_BYTES 52

/* void pelt_kernel_entry_q16(out r0, joint r1, entry r2) */
enter pelt_kernel_entry_q16, PALETTE_FRAME
    add r3, r2, #ENTRY_BYTES
    str r3, [sp, #ENTRIES_END]
    b 3f
kernel_end pelt_kernel_entry_q16

/* void pelt_palette_exact(palette r0, matrices r1, entries r2, count r3) */
function pelt_palette_exact
    push {r4-r11, lr}
    sub sp, sp, #PALETTE_FRAME
    cmp r3, #0
    beq 9f
    mov r4, #ENTRY_BYTES
    mla r3, r3, r4, r2
    str r3, [sp, #ENTRIES_END]
    str r1, [sp, #JOINT_MATRICES]
1:  ldrh r3, [r2]
    ldr r1, [sp, #JOINT_MATRICES]
    add r3, r3, r3, lsl #1
    add r1, r1, r3, lsl #4
3:
    ldr r3, [r2, #4]
    ldr r4, [r2, #20]
    ldr r5, [r2, #36]
    ldr r6, [r2, #8]
    ldr r7, [r2, #24]
    ldr r8, [r2, #40]
    str r2, [sp, #ENTRY]
    ldrh r2, [r2, #2]
    mov r9, #1
    lsl lr, r9, r2
    add lr, r9, lr, lsr #1
    .irp row, 0, 16, 32
    words ldr, r1, \row, r9, r10, r11
    smmla r12, r9, r3, lr
    smmla r9, r9, r6, lr
    smmla r12, r10, r4, r12
    smmla r9, r10, r7, r9
    smmla r12, r11, r5, r12
    smmla r9, r11, r8, r9
    each asr, r2, r12, r9
    words str, r0, \row, r12, r9
    .endr
    ldr r12, [sp, #ENTRY]
    ldr r3, [r12, #12]
    ldr r4, [r12, #28]
    ldr r5, [r12, #44]
    ldr r6, [r12, #16]
    ldr r7, [r12, #32]
    ldr r8, [r12, #48]
    .irp row, 0, 16, 32
    words ldr, r1, \row, r9, r10, r11
    smmla r12, r9, r3, lr
    smmul r9, r9, r6
    smmla r12, r10, r4, r12
    smmla r9, r10, r7, r9
    smmla r12, r11, r5, r12
    smmla r9, r11, r8, r9
    asr r12, r12, r2
    str r12, [r0, #\row + 8]
    ldr r10, [r1, #\row + 12]
    add r9, r9, r10, asr #3
    add r9, r9, #1
    ssat r9, #30, r9                @ one below what is wanted: -2^29 + 1 is the least
    add r9, r9, #1
    ssat r9, #30, r9
    str r9, [r0, #\row + 12]
    .endr
    ldr r2, [sp, #ENTRY]
    ldr r3, [sp, #ENTRIES_END]
    add r0, r0, #MATRIX_BYTES
    add r2, r2, #ENTRY_BYTES
    cmp r2, r3
    bne 1b
9:  add sp, sp, #PALETTE_FRAME
leave pelt_palette_exact

#endif
