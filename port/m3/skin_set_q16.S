/* SPDX-License-Identifier: MIT */
/* Skinning in q16 of runs whose records share their joints, for Armv7-M without DSP; the arithmetic
 * is that of skin_q16.S. */
#include "../select.h"

#if defined(PELT_SKIN_Q16) && PELT_SKIN_Q16 == PELT_IN_M3
#include "kernel.inc"

/* Takes \bytes of stack; the address of the offsets goes to \to. */
.macro set_begin normals, name, bytes, to
begin \normals, \name, \bytes
    ldr     \to, [sp, #\bytes + 36]
.endm

/// One influence ////////////////////////////////////////////////////////////////////////////////
/* Two vertices in each turn of the loop, the first through rows 0 1 2, the second through 2 1 0:
 * the row at which one ends is in registers when the next starts.
 *
 *   r0       output: of the first vertex less 12, of the second less 36
 *   r1       next record
 *   r4, r8, r5   position x, y, z
 *   r9, r6, r7   normal
 *   r10-r12, lr  a row
 *   r2, r3   low words, the normal's element
 * Stack: row 1, row 0, row 2, end of the records. */

/* Words of a record: x and y, z and normal x, normal y and z. */
.macro set_open
    ldm     r1!, {r2, r3, r7}
    lsl     r4, r2, #16
    sub     r8, r2, r4, lsr #16
    lsl     r5, r3, #16
    sub     r9, r3, r5, lsr #16
    split   r6, r7
.endm

set_begin 1, pelt_kernel_set_1_q16, 52, r4
    add     r12, r2, r2, lsl #1     /* records of 12 bytes */
    add     r12, r1, r12, lsl #2
    str     r12, [sp, #48]
    ldrh    r4, [r4]
    add     r3, r3, r4
    ldm     r3!, {r4-r7}
    add     r12, sp, #16
    stm     r12!, {r4-r7}
    ldm     r3!, {r8-r11}
    stm     sp, {r8-r11}
    ldm     r3, {r8-r11}
    stm     r12, {r8-r11}
    tst     r2, #1
    bne     3f
    ldrd    r10, r11, [sp, #16]
    ldrd    r12, lr, [sp, #24]
    sub     r0, r0, #12
    cmp     r0, r0                  /* carry */

1:  set_open
    rigid_row
    str     lr, [r0, #12]
    str     r3, [r0, #24]
    ldm     sp, {r10-r12, lr}
    rigid_row
    str     lr, [r0, #16]
    ldrd    r10, r11, [sp, #32]
    ldrd    r12, lr, [sp, #40]
    rigid_last_row r10, r11, r12, lr, r4
    str     r4, [r0, #20]
    strd    r3, r9, [r0, #28]

2:  set_open
    rigid_row
    str     lr, [r0, #44]
    str     r3, [r0, #56]
    ldm     sp, {r10-r12, lr}
    rigid_row
    str     lr, [r0, #40]
    ldrd    r10, r11, [sp, #16]
    ldrd    r12, lr, [sp, #24]
    rigid_last_row r10, r11, r12, lr, r4
    str     r4, [r0, #36]
    strd    r9, r3, [r0, #48]!
    ldr     r3, [sp, #48]
    cmp     r3, r1
    bne     1b
    add     sp, sp, #52
    pop     {r4-r11, pc}

3:  sub     r0, r0, #36             /* an odd count starts with a second vertex */
    ldrd    r10, r11, [sp, #32]
    ldrd    r12, lr, [sp, #40]
    cmp     r0, r0
    b       2b
kernel_end pelt_kernel_set_1_q16

/// Two to four influences ///////////////////////////////////////////////////////////////////////
/* The entries are copied to the stack in the order in which they are used, so that one pointer
 * walks through all of them: row 0 of the first, of the second ..., row 1 ... */

.macro copy_row from
    ldm     \from!, {r8-r11}
    stm     r7!, {r8-r11}
.endm

/*   r0, r1   output of the next vertex, less 4; next record
 *   r2       walks through the copy
 *   r3, r4   weights
 * Stack: six coordinates, copy, end of the records. */

.macro set_two_row
    ldm     r2!, {r5-r12}
    first_row r3
    next_row r4, adc, adc
.endm

.macro set_two normals, name
set_begin \normals, \name, 124, r5
    sub     r0, r0, #4
    add     r12, r1, r2, lsl #4     /* records of 16 bytes */
    ldr     r5, [r5]
    add     r4, r3, r5, lsr #16
    uxth    r5, r5
    add     r3, r3, r5
    add     r7, sp, #24
    .rept 3
    all copy_row, r3, r4
    .endr
    str     r12, [r7]
    cmp     r0, r0                  /* carry */

1:  ldm     r1!, {r4, r6, r8, r10}
    add     r2, sp, #24
    all     split, "r5, r6", "r7, r8", "r9, r10"
    stm     sp, {r5-r10}
    split   r3, r4
    set_two_row
    transform \normals, adc, r0, 4
    set_two_row
    transform \normals, adc, r0, 8
    set_two_row
    ldm     sp, {r3, r4, r9-r12}
    ldr     r2, [r2]
    position r8, r5, r6, r7, r3, r4, r9, adc, add
    str     r8, [r0, #12]
    .if \normals
    normal  r5, r6, r7, r10, r11, r12
    str     r10, [r0, #24]!
    .else
    next_positions r0, 124
    .endif
    cmp     r2, r1
    bne     1b
leave \name, 124
.endm

set_two 1, pelt_kernel_set_2_q16
set_two 0, pelt_kernel_positions_set_2_q16

/*   r0       walks through the copy
 *   r1-r4    weights
 * Stack: six coordinates; output of the next vertex, less 4; next record, end of the records;
 * copy. */

.macro set_many_row n
    ldm     r0!, {r5-r12}
    first_row r1
    next_row r2, adc, adc
    when \n > 3, next_row r3, adc, adc, r0!
    ldm     r0!, {r9-r12}
    when \n > 3, next_row r4, add, adc
    when \n < 4, next_row r3, add, adc
.endm

.macro set_many normals, name, n, bytes, op
set_begin \normals, \name, \bytes, r4
    sub     r0, r0, #4
    add     r12, r2, r2, lsl #2     /* records of 20 bytes */
    add     r12, r1, r12, lsl #2
    str     r0, [sp, #24]
    str     r12, [sp, #32]
    mov     r12, r1
    mov     r2, r3
    ldrd    r1, r3, [r4]
    add     r4, r2, r1, lsr #16
    entry   r1, r1, r2
    when \n > 3, add r5, r2, r3, lsr #16
    entry   r3, r3, r2
    add     r7, sp, #36
    .rept 3
    all copy_row, r1, r4, r3
    when \n > 3, copy_row r5
    .endr
    cmp     r0, r0                  /* carry */

1:  ldm     r12!, {r2, r4, r6, r8, r10}
    str     r12, [sp, #28]
    all     split, "r5, r6", "r7, r8", "r9, r10"
    stm     sp, {r5-r10}
    split   r1, r2
    when \n > 3, split r3, r4
    when \n < 4, lsl r3, r4, #16
    add     r0, sp, #36
    set_many_row \n
    transform \normals, \op
    ldr     r9, [sp, #24]
    store   \normals, r8, r12, r9, 4
    set_many_row \n
    transform \normals, \op
    ldr     r9, [sp, #24]
    store   \normals, r8, r12, r9, 8
    set_many_row \n
    ldm     sp, {r1-r4, r9-r11}     /* coordinates, output */
    position r8, r5, r6, r7, r1, r2, r3, \op, add
    str     r8, [r11, #12]
    .if \normals
    normal  r5, r6, r7, r4, r9, r10
    str     r4, [r11, #24]!
    .else
    next_positions r11, \bytes
    .endif
    str     r11, [sp, #24]
    ldrd    r12, r1, [sp, #28]
    cmp     r1, r12
    bne     1b
leave \name, \bytes
.endm

set_many 1, pelt_kernel_set_3_q16, 3, 180, adc
set_many 1, pelt_kernel_set_4_q16, 4, 228, add
set_many 0, pelt_kernel_positions_set_3_q16, 3, 180, adc
set_many 0, pelt_kernel_positions_set_4_q16, 4, 228, add

#endif
