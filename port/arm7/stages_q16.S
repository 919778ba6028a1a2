/* SPDX-License-Identifier: MIT */
/* Model matrices and palette entries of q16 for ARM7TDMI; src/stage/joints.inc and palette.inc are
 * the specification.
 *
 * The upper word of a product takes 6 cycles if the last factor has 32 bits, 3 if it is zero. Each
 * product is rounded down before it is added, so SMLAL, which carries from the lower words, cannot
 * be used. The time that remains depends on how words are loaded and stored. */
#include "../select.h"

#if defined(PELT_STAGES_Q16) && PELT_STAGES_Q16 == PELT_IN_ARM7
#include "../arm.inc"

/// A palette entry ///////////////////////////////////////////////////////////////////////////////
/* Two columns are in registers while the rows of the model matrix pass, then the other two. They
 * are the last factors, as bind poses have zeros.
 *   r0         256 times the rounding that is added before the shift; the shift in the lowest byte
 *   r1, r5, r9 a column; r2, r6, r10 the one right of it
 *   r3, r4, r7, r8  a row, its translation where r8 waits for it
 *   r8, r11, lr     sum, product, its lower word
 *   r12        output
 * Stack: columns 2 and 3 row by row, then output and model matrix. */
    .equ ENTRY_OUT, 24
    .equ ENTRY_JOINT, 28

/* Loads the row's 3x3 to r3, r4, r7, and its translation to r8 if wanted. \below: bytes on the
 * stack. */
.macro entry_row row, below, translation
    ldr r3, [sp, #ENTRY_JOINT - 24 + \below]
    when \row, add r3, r3, #16 * \row
    when \translation, ldm r3, {r3, r4, r7, r8}
    when !\translation, ldm r3, {r3, r4, r7}
.endm

.macro add_upper a, b
    smull lr, r11, \a, \b
    add r8, r8, r11
.endm

/* Stores the row times a column in out[\at]. */
.macro entry_element at, x, y, z
    smull lr, r8, r3, \x
    add_upper r4, \y
    add_upper r7, \z
    add r8, r8, r0, lsr #8
    mov r8, r8, asr r0
    str r8, [r12, #4 * (\at)]
.endm

/* Clamps to +-(2^29 - 1), the palette's bound. */
.macro entry_translation at
    smull lr, r11, r3, r2
    add r8, r11, r8, asr #3
    add_upper r4, r6
    add_upper r7, r10
    add r8, r8, #2
    cmp r8, #0x20000000
    mvnge r8, #0xe0000000
    cmn r8, #0x20000000
    movle r8, #0xe0000000
    addle r8, r8, #1
    str r8, [r12, #4 * (\at)]
.endm

/* void pelt_kernel_entry_q16(out r0, joint r1, entry r2) */
kernel_begin pelt_kernel_entry_q16
    push {r0, r1, r4-r11, lr}
    ldm r2, {r0-r12}                @ joint and shift, three rows
    stmdb sp!, {r3, r4, r7, r8, r11, r12}
    mov r0, r0, lsr #16
    mov r3, #128
    mov r3, r3, lsl r0              @ half a step, times 256
    add r3, r3, #256
    orr r0, r0, r3
    ldr r12, [sp, #ENTRY_OUT]
    .irp row, 0, 1, 2
    entry_row \row, 24, 0
    entry_element 4 * \row, r1, r5, r9
    entry_element 4 * \row + 1, r2, r6, r10
    .endr
    pop {r1, r2, r5, r6, r9, r10}
    .irp row, 0, 1, 2
    entry_row \row, 0, 1
    entry_translation 4 * \row + 3
    entry_element 4 * \row + 2, r1, r5, r9
    .endr
leave pelt_kernel_entry_q16, 8

/// A joint ///////////////////////////////////////////////////////////////////////////////////////
/* The rotation waits on the stack, by columns; a row of the parent's matrix is in registers. */

#define COLUMNS 0   /* [3][3] on the stack */
#define END     36  /* behind the last row of the output */
#define FRAME   40

/* \to = (\a - \b) * 8, or + */
.macro twice operation, to, a, b
    \operation r10, \a, \b
    mov r10, r10, lsl #3
    str r10, [sp, #\to]
.endm

/* \to = (1/2 - \a - \b) * 8, \a and \b in Q28 */
.macro one_minus_twice to, a, b
    add r10, \a, \b
    rsb r10, r10, #0x08000000
    mov r10, r10, lsl #3
    str r10, [sp, #\to]
.endm

/* Clamps \x to [-\limit, \limit - 1]; \below is -\limit. */
.macro clamp x, limit, below
    cmp \x, #\limit
    mvnge \x, #\below
    cmn \x, #\limit
    movlt \x, #\below
.endm

/* void pelt_kernel_joint_q16(out r0, local r1, parent r2) */
enter pelt_kernel_joint_q16, FRAME
    ldmia r1!, {r3-r6}              @ quaternion
    smull lr, r7, r3, r3
    smull lr, r8, r4, r4
    smull lr, r9, r5, r5
    one_minus_twice 0, r8, r9
    one_minus_twice 16, r7, r9
    one_minus_twice 32, r7, r8
    smull lr, r7, r3, r4
    smull lr, r8, r6, r5
    twice sub, 12, r7, r8
    twice add, 4, r7, r8
    smull lr, r7, r3, r5
    smull lr, r8, r6, r4
    twice add, 24, r7, r8
    twice sub, 8, r7, r8
    smull lr, r7, r4, r5
    smull lr, r8, r6, r3
    twice sub, 28, r7, r8
    twice add, 20, r7, r8
    add r7, r1, #12
    ldmia r7, {r6, r8, r9}
    cmp r6, #0x40000000
    cmpeq r8, #0x40000000
    cmpeq r9, #0x40000000
    blne scale
    ldmia r1, {r3-r5}               @ translation
    cmp r2, #0
    beq root
    add r1, r0, #48
    str r1, [sp, #END]
1:
    ldmia r2!, {r6-r9}
    smull lr, r1, r6, r3
    smull lr, r10, r7, r4
    add r1, r1, r10
    smull lr, r10, r8, r5
    add r1, r1, r10
    clamp r1, 0x08000000, 0xf8000000
    mov r1, r1, lsl #3
    add r1, r1, #12
    adds r1, r1, r9
    movvs r1, r1, asr #31           @ saturated
    eorvs r1, r1, #0x80000000
    str r1, [r0, #12]
    .irp column, 0, 12, 24
    .if \column == 0
    ldmia sp, {r10-r12}
    .else
    add r1, sp, #\column
    ldmia r1, {r10-r12}
    .endif
    smull lr, r9, r6, r10
    smull lr, r10, r7, r11
    smull lr, r11, r8, r12
    add r9, r9, r10
    add r9, r9, r11
    add r10, r9, #0x10000000
    cmp r10, #0x20000000
    blhs clamp_element
    mov r9, r9, lsl #2
    add r9, r9, #6
    str r9, [r0], #4
    .endr
    ldr r1, [sp, #END]
    add r0, r0, #4
    cmp r0, r1
    bne 1b
2:
    add sp, sp, #FRAME
    leave

clamp_element:
    clamp r9, 0x10000000, 0xf0000000
    bx lr

root:
    mov r8, sp
3:
    ldr r9, [r8, #12]
    ldr r10, [r8, #24]
    ldr r7, [r8], #4
    each mov, asr #1, r7, r9, r10
    stmia r0!, {r7, r9, r10}
    str r3, [r0], #4
    mov r3, r4
    mov r4, r5
    sub r9, r8, sp
    cmp r9, #12
    bne 3b
    b 2b

/* Multiplies columns by their scales (Q30), saturated at 2. */
scale:
    mov r8, sp
    mov r9, #3
4:
    ldr r6, [r7], #4
    mov r10, #3
5:
    ldr r11, [r8]
    smull r12, r3, r11, r6
    clamp r3, 0x20000000, 0xe0000000
    mov r3, r3, lsl #2
    str r3, [r8], #4
    subs r10, r10, #1
    bne 5b
    subs r9, r9, #1
    bne 4b
    bx lr
kernel_end pelt_kernel_joint_q16

#endif
