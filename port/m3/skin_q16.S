/* SPDX-License-Identifier: MIT */
/* Skinning in q16 for Armv7-M without DSP; src/kernel/exact.c is the specification. kernel.inc
 * explains the products and the use of the carry flag. */
#include "../select.h"

#if defined(PELT_SKIN_Q16) && PELT_SKIN_Q16 == PELT_IN_M3
#include "kernel.inc"

/// One influence ////////////////////////////////////////////////////////////////////////////////
/*   r0       output of the next vertex, less 8
 *   r1       entry
 *   r4, r8, r5   position x, y, z
 *   r9, r6, r7   normal
 *   r10-r12, lr  a row; lr ends as the position's element, r3 as the normal's
 *   r2       low words
 * Stack: palette, next record, end of the records. */

enter pelt_kernel_1_q16, 12
    sub     r0, r0, #8
    add     r2, r1, r2, lsl #4      /* records of 16 bytes */
    strd    r3, r1, [sp]
    str     r2, [sp, #8]
    b       2f

1:  ldm     r2!, {r4-r7}
    str     r2, [sp, #4]
    uxth    r8, r4
    add     r1, r1, r8
    rigid_open
    ldm     r1!, {r10-r12, lr}
    rigid_row
    str     lr, [r0, #8]
    str     r3, [r0, #20]
    ldm     r1!, {r10-r12, lr}
    rigid_row
    ldm     r1, {r1, r10-r12}       /* r3 and lr wait for their neighbours */
    rigid_last_row r1, r10, r11, r12, r12
    strd    lr, r12, [r0, #12]
    strd    r3, r9, [r0, #24]!
2:  ldm     sp, {r1-r3}
    cmp     r3, r2
    bne     1b
leave pelt_kernel_1_q16, 12

/// Two influences ///////////////////////////////////////////////////////////////////////////////
/*   r0       output of the next vertex, less 8
 *   r1, r2   entries
 *   r3, r4   weights
 * Stack: six coordinates; next record, palette, end of the records. */

.macro two_row normals, at
    first_row r3, r1!
    next_row r4, adc, adc, r2!
    transform \normals, adc, r0, \at
.endm

.macro skin_two normals, name
begin \normals, \name, 36
    sub     r0, r0, #8
    add     r2, r2, r2, lsl #2      /* records of 20 bytes */
    add     r2, r1, r2, lsl #2
    strd    r1, r3, [sp, #24]
    str     r2, [sp, #32]
    b       2f

1:  ldm     r1!, {r3, r4, r6, r8, r10}
    str     r1, [sp, #24]
    entry   r1, r3, r2
    add     r2, r2, r3, lsr #16
    all     split, "r5, r6", "r7, r8", "r9, r10"
    stm     sp, {r5-r10}
    split   r3, r4
    two_row \normals, 8
    .if \normals
    two_row \normals
    ldm     r1, {r1, r5-r7}         /* r8 and r12 wait for their neighbours */
    first_row r3, , r1, r5, r6, r7
    ldm     r2, {r2, r9-r11}
    smull   lr, r2, r2, r4
    smull   lr, r9, r9, r4
    adc     r1, r1, r2
    smull   lr, r10, r10, r4
    adc     r5, r5, r9
    smull   lr, r11, r11, r4
    adc     r6, r6, r10
    adc     r7, r7, r11
    ldm     sp, {r2-r4, r9-r11}
    position r7, r1, r5, r6, r2, r3, r4, adc, add
    normal  r1, r5, r6, r9, r10, r11
    strd    r8, r7, [r0, #12]
    strd    r12, r9, [r0, #24]!
    .else
    two_row \normals, 12
    two_row \normals, 16
    next_positions r0, 36
    .endif
2:  ldrd    r1, r2, [sp, #24]
    ldr     r3, [sp, #32]
    cmp     r3, r1
    bne     1b
leave \name, 36
.endm

skin_two 1, pelt_kernel_2_q16
skin_two 0, pelt_kernel_positions_2_q16

/// Three influences /////////////////////////////////////////////////////////////////////////////
/*   r0, r2, r1   entries
 *   r3       output of the next vertex, less 4
 *   r4       weight
 * Stack: six coordinates, three weights; next record, palette, end of the records. */

.macro three_row normals, at
    next_row r4, adc, adc
    ldr     r4, [sp, #32]
    next_row r4, add, adc, r1!
    transform \normals, adc, r3, \at
.endm

.macro skin_three normals, name
begin \normals, \name, 48
    rsb     r2, r2, r2, lsl #3      /* records of 28 bytes */
    add     r2, r1, r2, lsl #2
    strd    r1, r3, [sp, #36]
    str     r2, [sp, #44]
    sub     r3, r0, #4
    b       2f

1:  ldm     r0!, {r2, r4, r11, r12}
    ldm     r0!, {r5, r7, r9}
    str     r0, [sp, #36]
    entry   r0, r2, r1
    add     r2, r1, r2, lsr #16
    uxth    r4, r4
    add     r1, r1, r4
    all     split, "r4, r5", "r6, r7", "r8, r9", "r10, r11"
    lsl     r12, r12, #16
    stm     sp, {r4-r12}
    first_row r10, r0!
    mov     r4, r11
    ldm     r2!, {r9-r12}
    three_row \normals, 4
    ldr     r4, [sp, #24]
    first_row r4, r0!
    ldr     r4, [sp, #28]
    ldm     r2!, {r9-r12}
    three_row \normals, 8

    ldr     r4, [sp, #24]
    first_row r4, r0
    ldrd    r0, r4, [sp, #28]
    next_row r0, adc, adc, r2
    next_row r4, add, adc, r1
    ldm     sp, {r0-r2, r9-r11}
    position r8, r5, r6, r7, r0, r1, r2, adc, add
    str     r8, [r3, #12]
    .if \normals
    normal  r5, r6, r7, r9, r10, r11
    str     r9, [r3, #24]!
    .else
    next_positions r3, 48
    .endif
2:  ldrd    r0, r1, [sp, #36]
    ldr     r2, [sp, #44]
    cmp     r2, r0
    bne     1b
leave \name, 48
.endm

skin_three 1, pelt_kernel_3_q16
skin_three 0, pelt_kernel_positions_3_q16

/// Four influences //////////////////////////////////////////////////////////////////////////////
/*   r0, r2, r1, r3   entries
 *   r4       weight
 * Stack: six coordinates, four weights; output of the next vertex, less 4; next record, palette,
 * end of the records. */

/* From the second entry on. */
.macro four_row normals, at
    ldr     r4, [sp, #28]
    next_row r4, adc, adc, r2!
    ldr     r4, [sp, #32]
    next_row r4, adc, adc, r1!
    ldr     r4, [sp, #36]
    next_row r4, add, adc, r3!
    transform \normals, add
    ldr     r4, [sp, #40]
    store   \normals, r8, r12, r4, \at
.endm

.macro skin_four normals, name
begin \normals, \name, 56
    rsb     r2, r2, r2, lsl #3      /* records of 28 bytes */
    add     r2, r1, r2, lsl #2
    sub     r0, r0, #4
    strd    r0, r1, [sp, #40]
    strd    r3, r2, [sp, #48]
    b       2f

1:  ldm     r0!, {r2, r3, r11, lr}
    ldm     r0!, {r5, r7, r9}
    str     r0, [sp, #44]
    entry   r0, r2, r1
    add     r2, r1, r2, lsr #16
    uxth    r4, r3
    add     r3, r1, r3, lsr #16
    add     r1, r1, r4
    all     split, "r4, r5", "r6, r7", "r8, r9", "r10, r11", "r12, lr"
    stm     sp, {r4-r12, lr}
    first_row r10, r0!
    four_row \normals, 4
    ldr     r4, [sp, #24]
    first_row r4, r0!
    four_row \normals, 8

    ldr     r4, [sp, #24]
    first_row r4, r0
    ldrd    r0, r4, [sp, #28]
    next_row r0, adc, adc, r2
    next_row r4, adc, adc, r1
    ldrd    r4, r0, [sp, #36]
    next_row r4, add, adc, r3
    ldm     sp, {r1-r3, r9-r11}
    position r8, r5, r6, r7, r1, r2, r3, add, add
    str     r8, [r0, #12]
    .if \normals
    normal  r5, r6, r7, r9, r10, r11
    str     r9, [r0, #24]!
    .else
    next_positions r0, 56
    .endif
    str     r0, [sp, #40]
2:  ldrd    r0, r1, [sp, #44]
    ldr     r2, [sp, #52]
    cmp     r2, r0
    bne     1b
leave \name, 56
.endm

skin_four 1, pelt_kernel_4_q16
skin_four 0, pelt_kernel_positions_4_q16

#endif
