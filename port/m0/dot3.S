/* SPDX-License-Identifier: MIT */
/* int32_t pelt_dot3(row r0, a r1, b r2, c r3) for Armv6-M: the sum of floor(row[i] * x / 2^32) over
 * a, b, c, modulo 2^32. Halves are split as in fixed.h; ASRS leaves bit 15 in the carry flag, which
 * ADCS takes to the upper half.
 *
 *   r0, r4   upper and lower half of an element
 *   r1, r5   upper and lower half of a, b or c
 *   r2       row
 *   r3       sum
 *   r7       0
 *   r12, lr  b, c */
#include "../select.h"

#if defined(PELT_DOT3) && PELT_DOT3 == PELT_IN_M0
#include "../arm.inc"

/* Leaves the product of the element in r4 and the factor in r1 as r0 + r4; changes r5 and r6. */
.macro product
    asrs    r0, r4, #16
    adcs    r0, r0, r7
    sxth    r4, r4
    sxth    r5, r1
    asrs    r1, r1, #16
    adcs    r1, r1, r7
    mov     r6, r5
    muls    r6, r4, r6
    asrs    r6, r6, #16
    muls    r5, r0, r5
    adds    r5, r5, r6
    muls    r4, r1, r4
    adds    r4, r4, r5
    asrs    r4, r4, #16
    muls    r0, r1, r0
.endm

kernel_begin pelt_dot3
    push    {r4-r7, lr}
    movs    r7, #0
    mov     r12, r2
    mov     lr, r3
    mov     r2, r0
    ldr     r4, [r2]
    product
    adds    r3, r0, r4
    ldr     r4, [r2, #4]
    mov     r1, r12
    product
    adds    r3, r3, r0
    adds    r3, r3, r4
    ldr     r4, [r2, #8]
    mov     r1, lr
    product
    adds    r0, r0, r3
    adds    r0, r0, r4
    pop     {r4-r7, pc}
kernel_end pelt_dot3

#endif
