/* SPDX-License-Identifier: MIT */
/*
 * Skinning in q12 of runs whose records share their joints, for Armv6-M, two to four influences.
 *
 * The differences of the other entries from the first, and the first, are copied to the stack once,
 * in the order of use: a subtraction or multiplication an element less, and no addresses.
 */
#include "../select.h"

#if defined(PELT_SKIN_Q12) && PELT_SKIN_Q12 == PELT_IN_M0
#include "q12.inc"

/* The entry of influence \k to \entry; r1: offsets. */
.macro find_entry entry, k, palette
    ldrh    \entry, [r1, #2 * \k]
    add     \entry, \palette
.endm

/// Two influences ///////////////////////////////////////////////////////////////////////////////
/*
 * Registers as in q12.inc. Stack: coordinates; mixed entry; copy, in turn two
 * differences and two elements of the first entry.
 */

.macro copy_two
    ldm     r5!, {r1, r2}
    ldm     r4!, {r3, r6}
    subs    r1, r1, r3
    subs    r2, r2, r6
    stm     r0!, {r1-r3, r6}
.endm

.macro mix_two
    ldm     r6!, {r0-r3}
    muls    r0, r5, r0
    muls    r1, r5, r1
    asrs    r0, r0, #weight_bits
    asrs    r1, r1, #weight_bits
    adds    r0, r0, r2
    adds    r1, r1, r3
    stm     r4!, {r0, r1}
.endm

skin_begin pelt_kernel_set_2_q12
    one_begin 3
    ldr     r1, [sp, #36]
    find_entry r4, 0, r10
    find_entry r5, 1, r10
    mov     r12, r3
    sub     sp, #144
    add     r0, sp, #48
    .rept 6
    copy_two
    .endr
    mov     r3, r12

1:  ldm     r3!, {r1, r2, r5}
    mov     r12, r3
    open_two
    add     r6, sp, #120
    .rept 6
    mix_two
    .endr
    two_rows
    again
    add     sp, #144
skin_end pelt_kernel_set_2_q12

/// Three and four influences ////////////////////////////////////////////////////////////////////
/*
 *   r0-r3    a row; at last the matrix row and the translation
 *   r4-r6    weight; a row of the first entry; coordinates
 *   r7       walks through the copy: rows of differences, one of the first entry
 *   r8-r11   sums
 *   r12      next record
 *   lr       output of the next vertex
 * Stack: coordinates; weights of the second influence and on; where r12 ends; copy.
 */

/* Half of a row of differences, from the first entry's at r4. */
.macro copy_half entry, at
    ldm     \entry!, {r1, r2}
    ldr     r3, [r4, #\at]
    subs    r1, r1, r3
    ldr     r3, [r4, #\at + 4]
    subs    r2, r2, r3
    stm     r0!, {r1, r2}
.endm

.macro copy_rows influences
    .rept 3
    copy_half r5, 0
    copy_half r5, 8
    copy_half r6, 0
    copy_half r6, 8
    .if \influences == 4
    copy_half r7, 0
    copy_half r7, 8
    .endif
    ldm     r4!, {r1, r2}
    stm     r0!, {r1, r2}
    ldm     r4!, {r1, r2}
    stm     r0!, {r1, r2}
    .endr
.endm

/* \weight: where it is on the stack. */
.macro weigh_row weight
    ldr     r6, [sp, #\weight]
    ldm     r7!, {r0-r3}
    muls    r0, r6, r0
    muls    r1, r6, r1
    muls    r2, r6, r2
    muls    r3, r6, r3
.endm

.macro mix_row influences, weights
    weigh_row \weights
    mov     r8, r0
    mov     r9, r1
    mov     r10, r2
    mov     r11, r3
    .if \influences == 4
    weigh_row \weights + 4
    add     r8, r0
    add     r9, r1
    add     r10, r2
    add     r11, r3
    .endif
    weigh_row \weights + 8
    add     r0, r8
    add     r1, r9
    add     r2, r10
    add     r3, r11
    asrs    r0, r0, #weight_bits
    asrs    r1, r1, #weight_bits
    asrs    r2, r2, #weight_bits
    asrs    r3, r3, #weight_bits
    ldm     r7!, {r4-r6}
    adds    r0, r0, r4
    adds    r1, r1, r5
    adds    r2, r2, r6
    ldm     r7!, {r4}
    adds    r3, r3, r4
.endm

.macro set_many name, influences
skin_begin \name
    mov     lr, r0
    lsls    r4, r2, #2
    adds    r2, r4, r2
    lsls    r2, r2, #2              /* records of 20 bytes */
    adds    r2, r1, r2
    mov     r12, r1
    ldr     r1, [sp, #36]
    find_entry r4, 0, r3
    find_entry r5, 1, r3
    find_entry r6, 2, r3
    .if \influences == 4
    find_entry r7, 3, r3
    .endif
    sub     sp, #16 + 48 * \influences
    str     r2, [sp, #12]
    add     r0, sp, #16
    copy_rows \influences
    mov     r3, r12

1:  ldm     r3!, {r4, r6}
    mov     r7, sp
    lsrs    r4, r4, #16
    .if \influences == 4
    uxth    r5, r6
    lsrs    r6, r6, #16
    .endif
    stm     r7!, {r4-r6}
    ldm     r3!, {r1, r2, r5}
    mov     r12, r3
    signed  r0, r1, r1
    open_normal
    push_thrice
    add     r7, sp, #88
    mix_row \influences, 72
    transform pop, 0
    mix_row \influences, 48
    transform pop, 1
    mix_row \influences, 24
    transform pop, 2
    adds    r4, r4, #24
    mov     lr, r4
    mov     r3, r12
    ldr     r4, [sp, #12]
    cmp     r3, r4
    again
    add     sp, #16 + 48 * \influences
skin_end \name
.endm

set_many pelt_kernel_set_3_q12, 3
set_many pelt_kernel_set_4_q12, 4

#endif
