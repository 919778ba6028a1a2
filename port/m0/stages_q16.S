/* SPDX-License-Identifier: MIT */
/* Model matrices and palette entries of q16 for Armv6-M; src/stage/joints.inc and palette.inc are
 * the specification.
 *
 * floor(a b / 2^32) from halves as in src/base/fixed.h: a = ah 2^16 + al with -2^15 <= al < 2^15.
 * The middle products take one multiplication, (ah + al) (bh + bl) - ah bh - al bl modulo 2^32, as
 * their sum fits: so every half and sum is a factor once, and MULS may overwrite those of b. A product
 * takes 14 cycles, with two words loaded and added; 36 products are most of a matrix.
 *
 *   r0-r2    an element of the row: upper half, lower half, their sum
 *   r3-r5    an element of its column; what becomes of it
 *   r6       0 before a row: ASRS leaves bit 15 in the carry flag, ADCS takes it to the upper half
 *   r7       walks through the four columns' elements on the stack
 *   r8-r11   sums
 *   r12      output of the row
 *   lr       the row */
#include "../select.h"

#if defined(PELT_STAGES_Q16) && PELT_STAGES_Q16 == PELT_IN_M0
#include "kernel.inc"

    .equ PIECES, 96 /* bytes of three rows of four elements, two halves each */

/* The element in \high: its halves; \zero is 0. */
.macro split high, low, zero
    sxth    \low, \high
    asrs    \high, \high, #16
    adcs    \high, \high, \zero
.endm

/* \to = the product, of which the first factor is lost. */
.macro multiply h, l, both, by_h, by_l, by_both, to
    muls    \h, \by_h, \h
    muls    \l, \by_l, \l
    muls    \both, \by_both, \both
    subs    \both, \both, \h
    subs    \both, \both, \l
    asrs    \l, \l, #16
    adds    \both, \both, \l
    asrs    \both, \both, #16
    adds    \to, \h, \both
.endm

.macro product to=r5
    ldm     r7!, {r3, r4}
    adds    r5, r3, r4
    multiply r3, r4, r5, r0, r1, r2, \to
.endm

.macro row_element row, at
    ldr     r0, [\row, #\at]
    split   r0, r1, r6
    adds    r2, r0, r1
.endm

/* The row, at r7 too, times all columns, to r8, r6, r5 and r2: the last product overwrites the row's
 * element. */
.macro times_columns
    row_element r7, 0
    mov     r7, sp
    .irp sum, r8, r9, r10, r11
    product
    mov     \sum, r5
    .endr
    mov     r0, lr
    row_element r0, 4
    .irp sum, r8, r9, r10, r11
    product
    add     \sum, r5
    .endr
    mov     r0, lr
    row_element r0, 8
    product
    add     r8, r5
    product r6
    add     r6, r9
    product
    add     r5, r10
    ldm     r7!, {r3, r4}
    muls    r0, r3, r0
    adds    r3, r3, r4
    muls    r1, r4, r1
    muls    r2, r3, r2
    subs    r2, r2, r0
    subs    r2, r2, r1
    asrs    r1, r1, #16
    adds    r2, r2, r1
    asrs    r2, r2, #16
    adds    r2, r2, r0
    add     r2, r11
.endm

/// A palette entry ///////////////////////////////////////////////////////////////////////////////

/* void pelt_kernel_entry_q16(out r0, joint r1, entry r2)
 * Stack: pieces; end of the output, shift, what rounds, 2^28. */
kernel_begin pelt_kernel_entry_q16
    save_registers
    mov     r12, r0
    mov     lr, r1
    adds    r0, #48
    ldrh    r1, [r2, #2]
    adds    r2, #4
    movs    r3, #1
    lsls    r4, r3, #28
    lsls    r3, r1
    lsrs    r3, r3, #1
    adds    r3, #1                  /* half a step and one */
    push    {r0, r1, r3, r4}
    sub     sp, #PIECES
    mov     r7, sp
    movs    r6, #0
    .rept 6
    ldm     r2!, {r0, r3}
    split   r0, r1, r6
    split   r3, r4, r6
    stm     r7!, {r0, r1, r3, r4}
    .endr

1:  mov     r7, lr
    times_columns
    mov     r3, lr
    adds    r3, #12
    ldm     r3!, {r4}
    mov     lr, r3
    asrs    r4, r4, #3
    adds    r4, r4, r2
    ldm     r7!, {r0-r3}
    adds    r7, r4, #2
    adds    r4, r6, r2
    asrs    r4, r4, r1
    adds    r6, r7, r3
    lsrs    r6, r6, #29
    bne     3f
2:  mov     r3, r8
    adds    r3, r3, r2
    asrs    r3, r3, r1
    adds    r5, r5, r2
    asrs    r5, r5, r1
    mov     r2, r12
    stm     r2!, {r3-r5, r7}
    mov     r12, r2
    cmp     r2, r0
    again
    add     sp, #PIECES + 16
    restore_registers

    /* Half the bound or more: clamps to -2^29 + 1 ... 2^29 - 1. */
3:  lsls    r3, r3, #1
    subs    r3, #1
    movs    r6, #0
    cmp     r7, r3
    bgt     4f
    rsbs    r3, r3, #0
    cmp     r7, r3
    bge     2b
4:  mov     r7, r3
    b       2b
kernel_end pelt_kernel_entry_q16

/// A joint ///////////////////////////////////////////////////////////////////////////////////////

/* void pelt_kernel_joint_q16(out r0, local r1, parent r2)
 * Stack: pieces; end of the output, 2^28, local, parent.
 *
 * While products of the quaternion's components are formed, r8-r12 and lr are halves of x, y and z.
 * Three low registers hold the component that products have in common, three the other one, which
 * they overwrite: w z makes z the common one after w. */
    .equ END, PIECES
    .equ LOCAL, PIECES + 8
    .equ PARENT, PIECES + 12

.macro split_component element, high, low
    split   \element, r6, r4
    mov     \high, \element
    mov     \low, r6
.endm

.macro component h, l, both, high, low
    mov     \h, \high
    mov     \l, \low
    adds    \both, \h, \l
.endm

/* \element to the stack; \scratch is lost, \zero 0. */
.macro store_split element, scratch, zero, at
    split   \element, \scratch, \zero
    words   str, sp, \at, \element, \scratch
.endm

/* Twice \element, Q28 to Q30. */
.macro store_twice element, scratch, zero, row, column
    lsls    \element, \element, #3
    store_split \element, \scratch, \zero, 32 * \row + 8 * \column
.endm

/* From \st and \wr, which is lost. */
.macro off_diagonal st, wr, minus, zero, minus_row, plus_row
    subs    \minus, \st, \wr
    adds    \st, \st, \wr
    movs    \zero, #0
    store_twice \minus, \wr, \zero, \minus_row, \plus_row
    store_twice \st, \wr, \zero, \plus_row, \minus_row
.endm

/* 1 less twice the sum of two squares; r6 is 1/2. */
.macro diagonal row, a, b
    adds    r2, \a, \b
    subs    r2, r6, r2
    store_twice r2, r3, r4, \row, \row
.endm

/* \x to -r4 ... r4 - 1, where 2 r4 is 1 << \bits; r7 is lost. */
.macro clamp x, bits
    adds    r7, \x, r4
    lsrs    r7, r7, #\bits
    beq     9f
    asrs    \x, \x, #31
    subs    r7, r4, #1
    eors    \x, \x, r7
9:
.endm

kernel_begin pelt_kernel_joint_q16
    save_registers
    push    {r1, r2}
    adds    r0, #48
    movs    r3, #1
    lsls    r3, r3, #28
    push    {r0, r3}
    sub     sp, #PIECES

    adds    r1, #16
    movs    r4, #0
    ldm     r1!, {r0, r3, r5}       /* translation */
    subs    r1, #28
    store_split r0, r6, r4, 24
    store_split r3, r6, r4, 24 + 32
    store_split r5, r6, r4, 24 + 64
    ldm     r1!, {r0, r2, r3, r5}   /* x, y, z, w */
    split_component r0, r8, r9
    split_component r2, r10, r11
    split_component r3, r12, lr
    split   r5, r6, r4
    adds    r7, r5, r6

    component r0, r1, r2, r8, r9
    multiply r0, r1, r2, r5, r6, r7, r3 /* wx */
    component r0, r1, r2, r10, r11
    multiply r0, r1, r2, r5, r6, r7, r0 /* wy */
    component r1, r2, r4, r12, lr
    multiply r5, r6, r7, r1, r2, r4, r5 /* wz */
    mov     r12, r5
    mov     lr, r3
    component r5, r6, r7, r8, r9
    multiply r5, r6, r7, r1, r2, r4, r5 /* xz */
    off_diagonal r5, r0, r3, r7, 2, 0
    component r5, r6, r7, r10, r11
    multiply r5, r6, r7, r1, r2, r4, r5 /* yz */
    mov     r0, lr
    off_diagonal r5, r0, r3, r7, 1, 2
    multiply r1, r2, r4, r1, r2, r4, r1 /* zz */
    component r5, r6, r7, r8, r9
    component r0, r2, r3, r10, r11
    multiply r0, r2, r3, r5, r6, r7, r0 /* xy */
    mov     r3, r12
    off_diagonal r0, r3, r2, r4, 0, 1
    multiply r5, r6, r7, r5, r6, r7, r0 /* xx */
    component r5, r6, r7, r10, r11
    multiply r5, r6, r7, r5, r6, r7, r5 /* yy */
    movs    r6, #1
    lsls    r6, r6, #27
    diagonal 0, r5, r1
    diagonal 1, r0, r1
    diagonal 2, r0, r5

    ldr     r1, [sp, #LOCAL]
    adds    r1, #28
    ldm     r1!, {r2, r3, r5}       /* scale */
    lsls    r6, r6, #3
    each    eors, r6, r2, r3, r5
    orrs    r2, r2, r3
    orrs    r2, r2, r5
    beq     .Lunscaled
    b       .Lscaled
.Lunscaled:
    ldr     r0, [sp, #END]
    subs    r0, #48
    mov     r12, r0
    ldr     r7, [sp, #PARENT]
    mov     lr, r7
    movs    r6, #0
    cmp     r7, #0
    bne     1f
    b       .Lroot

1:  times_columns
    mov     r0, r8
    ldm     r7!, {r3, r4}
    adds    r7, r0, r4
    adds    r1, r6, r4
    orrs    r7, r7, r1
    adds    r1, r5, r4
    orrs    r7, r7, r1
    lsrs    r7, r7, #29
    bne     4f
2:  lsls    r0, r0, #2
    adds    r0, #6
    lsls    r1, r6, #2
    adds    r1, #6
    lsrs    r4, r4, #1
    adds    r6, r2, r4
    lsrs    r6, r6, #28
    bne     5f
3:  lsls    r4, r2, #3
    adds    r4, #12
    mov     r7, lr
    adds    r7, #12
    ldm     r7!, {r2}
    mov     lr, r7
    adds    r4, r4, r2
    bvs     6f
8:  lsls    r2, r5, #2
    adds    r2, #6
    mov     r5, r12
    stm     r5!, {r0-r2, r4}
    mov     r12, r5
    cmp     r5, r3
    again
.Ljoint_end:
    add     sp, #PIECES + 16
    restore_registers

4:  clamp   r0, 29
    clamp   r6, 29
    clamp   r5, 29
    b       2b
5:  clamp   r2, 28
    movs    r6, #0
    b       3b
6:  asrs    r2, r2, #31             /* that of both */
    movs    r4, #1
    lsls    r4, r4, #31
    mvns    r4, r4
    eors    r4, r4, r2
    b       8b

/* The rotation's columns times the scale, saturated at 2; r12 walks through that. */
.Lscaled:
    subs    r1, #12
    mov     r7, sp
1:  ldm     r1!, {r0}
    mov     r12, r1
    movs    r6, #0
    split   r0, r1, r6
    adds    r2, r0, r1
2:  ldr     r3, [r7]
    ldr     r4, [r7, #4]
    adds    r5, r3, r4
    multiply r3, r4, r5, r0, r1, r2, r5
    movs    r4, #1
    lsls    r4, r4, #29
    mov     r3, r7
    clamp   r5, 30
    lsls    r5, r5, #2
    split   r5, r4, r6
    words   str, r3, 0, r5, r4
    mov     r7, r3
    adds    r7, #32
    add     r3, sp, #PIECES
    cmp     r7, r3
    blo     2b
    mov     r1, r12
    subs    r3, #PIECES - 24
    subs    r7, #PIECES - 8
    cmp     r7, r3
    bne     1b
    b       .Lunscaled

/* Q30 to Q29; r6 walks through the output. */
.Lroot:
    mov     r7, sp
    mov     r6, r12
1:  ldm     r7!, {r0-r5}
    lsls    r0, r0, #16
    adds    r0, r0, r1
    asrs    r0, r0, #1
    lsls    r1, r2, #16
    adds    r1, r1, r3
    asrs    r1, r1, #1
    lsls    r2, r4, #16
    adds    r2, r2, r5
    asrs    r2, r2, #1
    ldm     r7!, {r3, r4}
    lsls    r3, r3, #16
    adds    r3, r3, r4
    stm     r6!, {r0-r3}
    ldr     r0, [sp, #END]
    cmp     r6, r0
    bne     1b
    b       .Ljoint_end
kernel_end pelt_kernel_joint_q16

#endif
