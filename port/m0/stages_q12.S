/* SPDX-License-Identifier: MIT */
/* Model matrices and palette entries of q12 for Armv6-M; src/kernel/lean_stages.c is the specification.
 *
 *   r8-r10, r11, r12, lr   high and low halves of a row of a model matrix
 *   r5                     0: ASRS leaves the bit that rounds in the carry flag, ADCS adds it */
#include "../select.h"

#if defined(PELT_STAGES_Q12) && PELT_STAGES_Q12 == PELT_IN_M0
#include "kernel.inc"

/* The row at r1. */
.macro split_row
    ldm     r1!, {r3, r6, r7}
    split_element r3, r8, r11
    split_element r6, r9, r12
    split_element r7, r10, lr
.endm

.macro split_element element, high, low
    asrs    r4, \element, #17
    adcs    r4, r4, r5
    mov     \high, r4
    lsls    \element, \element, #15
    asrs    \element, \element, #20
    mov     \low, \element
.endm

/* r6 = the row times the column of r3, r4, r7, Q30; all change. */
.macro times_column
    times   r0, r8, r3
    times   r6, r9, r4
    adds    r6, r6, r0
    mov     r0, r11
    muls    r3, r0, r3
    mov     r0, r12
    add_product r3, r4, r0
    mov     r0, r10
    add_product r6, r0, r7
    mov     r0, lr
    add_product r3, r7, r0
    asrs    r3, r3, #12
    adds    r6, r6, r3
.endm

/* r6 = the row times the translation whose components are at x, y, z; r3-r5, r7 change. */
.macro times_translation x, y, z
    ldr     r7, \x
    asrs    r4, r7, #12
    lsls    r7, r7, #20
    lsrs    r7, r7, #20
    mov     r6, r8
    muls    r7, r6, r7
    muls    r6, r4, r6
    mov     r3, r11
    add_product r7, r4, r3
    translation_component "\y", r9, r12
    translation_component "\z", r10, lr
    asrs    r7, r7, #12
    adds    r6, r6, r7
    movs    r5, #0
.endm

.macro translation_component at, high, low
    ldr     r3, \at
    asrs    r4, r3, #12
    lsls    r3, r3, #20
    lsrs    r3, r3, #20
    mov     r5, \high
    add_product r7, r3, r5
    add_product r6, r5, r4
    mov     r5, \low
    add_product r7, r4, r5
.endm

/// A palette entry ///////////////////////////////////////////////////////////////////////////////

/* void pelt_kernel_entry_q12(out r0, joint r1, entry r2)
 * Stack: out of the row, its end. */
.macro entry_column n
    ldr     r3, [r2, #4 + 4 * \n]
    ldr     r4, [r2, #20 + 4 * \n]
    ldr     r7, [r2, #36 + 4 * \n]
    times_column
    ldrh    r4, [r2, #2]
    asrs    r6, r6, r4
    adcs    r6, r6, r5
    asrs    r4, r6, #16             /* 0 or -1 */
    adds    r4, #1
    cmp     r4, #1
    bls     2f
    asrs    r4, r6, #31             /* below: -2^16, above: 2^16 - 1 */
    mvns    r6, r5
    uxth    r6, r6
    eors    r6, r6, r4
2:  ldr     r0, [sp]
    str     r6, [r0, #4 * \n]
.endm

kernel_begin pelt_kernel_entry_q12
    save_registers
    mov     r3, r0
    adds    r3, #48
    push    {r0, r3}
    movs    r5, #0
1:  split_row
    all entry_column, 0, 1, 2
    times_translation "[r2, #16]", "[r2, #32]", "[r2, #48]"
    ldm     r1!, {r3}
    adds    r6, r6, r3
    asrs    r6, r6, #8
    adds    r6, #1
    ldr     r0, [sp]
    str     r6, [r0, #12]
    adds    r0, #16
    str     r0, [sp]
    ldr     r3, [sp, #4]
    cmp     r0, r3
    again
    add     sp, #8
    restore_registers
kernel_end pelt_kernel_entry_q12

/// A joint ///////////////////////////////////////////////////////////////////////////////////////

/* Registers of split components while products are formed: high x, y, z in r8-r10, low ones in r11,
 * r12, lr; the factor that all have in common in r6, r7. */

.macro split_component element, high, low
    asrs    r4, \element, #16
    adcs    r4, r4, r5
    mov     \high, r4
    sxth    \element, \element
    mov     \low, \element
.endm

/* r4 = the product, Q28; r3 changes. */
.macro component_product high, low
    times   r3, \low, r6
    mov     r4, \high
    mov     r0, r4
    add_product r3, r0, r7
    asrs    r3, r3, #16
    muls    r4, r6, r4
    adds    r4, r4, r3
.endm

/* r4 = the square of r6, r7. */
.macro component_square
    times   r3, r7, r6
    asrs    r3, r3, #15
    times   r4, r6, r6
    adds    r4, r4, r3
.endm

/* From r4 = st and r3 = wr: elements at the stack, column by column. */
.macro off_diagonal minus, plus
    subs    r0, r4, r3
    asrs    r0, r0, #9
    adcs    r0, r0, r5
    str     r0, [sp, #\minus]
    adds    r4, r4, r3
    asrs    r4, r4, #9
    adcs    r4, r4, r5
    str     r4, [sp, #\plus]
.endm

/* 1 less twice r3. */
.macro rounded_diagonal at
    asrs    r3, r3, #9
    adcs    r3, r3, r5
    subs    r3, r1, r3
    str     r3, [sp, #\at]
.endm

/* Column n of the rotation, by the parent's row, to r2[n]. */
.macro joint_column n
    add     r0, sp, #ROTATION + 12 * \n
    ldm     r0!, {r3, r4, r7}
    times_column
    asrs    r6, r6, #1
    adcs    r6, r6, r5
    str     r6, [r2, #4 * \n]
.endm

/* void pelt_kernel_joint_q12(out r0, local r1, parent r2)
 * Roots and scaled joints are left to the reference.
 * Stack: rotation by columns; local; parent, then the end of out; out. */
    .equ ROTATION, 0
    .equ LOCAL, 36
    .equ PARENT, 40
    .equ OUT, 44
    .equ FRAME, 48

kernel_begin pelt_kernel_joint_q12
    push    {r4-r7, lr}
    adds    r1, #28
    ldm     r1!, {r3, r5, r6}       /* scale */
    subs    r1, #40
    movs    r4, #1
    lsls    r4, r4, #30
    each    eors, r4, r3, r5, r6
    orrs    r3, r3, r5
    orrs    r3, r3, r6
    bne     6f
    cmp     r2, #0
    bne     7f
6:  ldr     r3, =pelt_reference_joint_q12
    blx     r3
    pop     {r4-r7, pc}
    .ltorg
7:  save_high_registers
    sub     sp, #FRAME
    words   str, sp, LOCAL, r1, r2, r0

    movs    r5, #0
    ldm     r1!, {r2, r3, r6, r7}   /* x, y, z, w */
    split_component r2, r8, r11
    split_component r3, r9, r12
    split_component r6, r10, lr
    asrs    r6, r7, #16
    adcs    r6, r6, r5
    sxth    r7, r7

    component_product r8, r11       /* wx */
    mov     r2, r4
    component_product r9, r12       /* wy */
    mov     r1, r4
    component_product r10, lr       /* wz */
    str     r4, [sp, #ROTATION]
    mov     r6, r8
    mov     r7, r11
    component_product r9, r12       /* xy */
    ldr     r3, [sp, #ROTATION]
    off_diagonal ROTATION + 12, ROTATION + 4
    component_product r10, lr       /* xz */
    mov     r3, r1
    off_diagonal ROTATION + 8, ROTATION + 24
    movs    r1, #1
    lsls    r1, r1, #18
    component_square                /* xx */
    str     r4, [sp, #ROTATION]
    mov     r6, r9
    mov     r7, r12
    component_product r10, lr       /* yz */
    mov     r3, r2
    off_diagonal ROTATION + 28, ROTATION + 20
    component_square                /* yy */
    mov     r2, r4
    mov     r6, r10
    mov     r7, lr
    component_square                /* zz */
    ldr     r0, [sp, #ROTATION]
    adds    r3, r2, r4
    rounded_diagonal ROTATION       /* yy + zz */
    adds    r3, r0, r4
    rounded_diagonal ROTATION + 16  /* xx + zz */
    adds    r3, r0, r2
    rounded_diagonal ROTATION + 32  /* xx + yy */

    words   ldr, sp, PARENT, r1, r2
    adds    r3, r2, #7
    adds    r3, #41
    str     r3, [sp, #PARENT]       /* out's end */
1:  split_row
    all joint_column, 0, 1, 2
    ldr     r0, [sp, #LOCAL]
    times_translation "[r0, #16]", "[r0, #20]", "[r0, #24]"
    ldm     r1!, {r3}
    adds    r6, r6, r3
    str     r6, [r2, #12]
    adds    r2, #16
    ldr     r3, [sp, #PARENT]
    cmp     r2, r3
    again
    add     sp, #FRAME
    restore_registers
kernel_end pelt_kernel_joint_q12

#endif
