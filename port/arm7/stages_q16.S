/* SPDX-License-Identifier: MIT */
/*
 * A joint's model matrix in q16; src/stage/joints.inc is the specification.
 *
 *   void pelt_kernel_joint_q16(int32_t out[12], const pelt_local_q16 *local, const int32_t *parent)
 *
 * A product's upper word takes 6 cycles whatever its factors are, so that what counts is how words
 * come and go: the rotation waits on the stack by columns, a row of the parent's in registers.
 */
#include "../select.h"

#if defined(PELT_STAGES_Q16) && PELT_STAGES_Q16 == PELT_IN_ARM7
#include "../arm.inc"

#define COLUMNS 0   /* [3][3] on the stack */
#define END     36  /* behind the last row of the output */
#define FRAME   40

/* \to = (\a - \b) * 8, or + */
.macro twice operation, to, a, b
    \operation r10, \a, \b
    mov r10, r10, lsl #3
    str r10, [sp, #\to]
.endm

/* \to = (1/2 - \a - \b) * 16, \a and \b in Q28 */
.macro one_minus_twice to, a, b
    add r10, \a, \b
    rsb r10, r10, #0x08000000
    mov r10, r10, lsl #3
    str r10, [sp, #\to]
.endm

/* \x to [-\limit, \limit - 1]; \below is -\limit. */
.macro clamp x, limit, below
    cmp \x, #\limit
    mvnge \x, #\below
    cmn \x, #\limit
    movlt \x, #\below
.endm

kernel_begin pelt_kernel_joint_q16
    push {r4-r11, lr}
    sub sp, sp, #FRAME
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
    mov r7, r7, asr #1
    mov r9, r9, asr #1
    mov r10, r10, asr #1
    stmia r0!, {r7, r9, r10}
    str r3, [r0], #4
    mov r3, r4
    mov r4, r5
    sub r9, r8, sp
    cmp r9, #12
    bne 3b
    b 2b

/* Columns times their scales (Q30), saturated at 2. */
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
