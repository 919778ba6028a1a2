/* SPDX-License-Identifier: MIT */
/* Skinning in q12 for Armv6-M; src/kernel/lean.c is the specification. q12.inc has the parts. */
#include "../select.h"

#if defined(PELT_SKIN_Q12) && PELT_SKIN_Q12 == PELT_IN_M0
#include "q12.inc"

/// One and two influences ///////////////////////////////////////////////////////////////////////

/*   r0-r3    elements, sums
 *   r4-r6    normal: a factor that is not lost, where the position's is
 *   r7       walks through the entry
 *   r8-r10   position
 *   r11      output of the next vertex
 *   r12      palette
 *   lr       next record
 * Stack: end of the records. */
.macro one_row row
    ldm     r7!, {r0, r1}
    times   r2, r8, r0
    when    normals, muls r0, r4, r0
    mov     r3, r9
    add_product r2, r3, r1
    when    normals, muls r1, r5, r1
    when    normals, adds r0, r0, r1
    ldm     r7!, {r1}
    mov     r3, r10
    add_product r2, r3, r1
    when    normals, muls r1, r6, r1
    when    normals, adds r0, r0, r1
    asrs    r2, r2, #position_shift
    ldm     r7!, {r1}
    adds    r2, r2, r1
    mov     r1, r11
    str     r2, [r1, #4 * \row]
    when    normals, str r0, [r1, #4 * \row + 12]
.endm

.macro skin_1 kernel
begin \kernel\()_1_q12
    mov     r11, r0
    mov     r12, r3
    mov     lr, r1
    lsls    r4, r2, #1
    adds    r2, r4, r2
    lsls    r2, r2, #2
    adds    r2, r1, r2
    push    {r2}
1:  mov     r3, lr
    ldm     r3!, {r0, r1, r6}
    mov     lr, r3
    uxth    r7, r0
    add     r7, r12
    asrs    r0, r0, #16
    mov     r8, r0
    signed_to r9, r10, r1, r0
    .if     normals
    sxtb    r4, r6
    lsls    r5, r6, #16
    each    asrs, #24, r5, r6
    .endif
    all one_row, 0, 1, 2
    next_output 4
    mov     r11, r1
    ldr     r0, [sp]
    cmp     r0, lr
    bne     1b
skin_end \kernel\()_1_q12, 4
.endm

skins_twice skin_1

/* r6 and r7 walk through the entries, r5 is the weight. */
.macro mixed_row row
    ldm     r6!, {r0, r1}
    ldm     r7!, {r2, r3}
    subs    r2, r2, r0
    subs    r3, r3, r1
    muls    r2, r5, r2
    muls    r3, r5, r3
    each    asrs, #weight_bits, r2, r3
    adds    r0, r0, r2
    adds    r1, r1, r3
    apply_two
    ldm     r6!, {r1, r3}
    .irp element, r1, r3
    ldm     r7!, {r4}
    subs    r4, r4, \element
    muls    r4, r5, r4
    asrs    r4, r4, #weight_bits
    adds    \element, \element, r4
    .endr
    apply_rest \row
.endm

    .equ PALETTE, 12

.macro skin_2 kernel
begin \kernel\()_2_q12, 16
    str     r0, [sp, #OUTPUT]
    str     r3, [sp, #PALETTE]
    lsls    r2, r2, #4
    adds    r2, r1, r2
    str     r2, [sp, #END]
    mov     r3, r1
1:  ldm     r3!, {r0-r2, r5}
    str     r3, [sp, #RECORD]
    ldr     r4, [sp, #PALETTE]
    uxth    r6, r0
    adds    r6, r6, r4
    lsrs    r7, r0, #16
    adds    r7, r7, r4
    signed_to r8, r9, r1, r4
    sxth    r4, r2
    mov     r10, r4
    open_bytes r5, r4
    lsrs    r5, r2, #16
    all mixed_row, 0, 1, 2
    next_vertex 16
skin_end \kernel\()_2_q12, 16
.endm

skins_twice skin_2

/// Three and four influences ////////////////////////////////////////////////////////////////////
/* A row is mixed entry by entry, then applied:
 *   r0-r3    a row; at last the matrix row and the translation
 *   r4-r6    entry and weight; then coordinates
 *   r7       walks through what is on the stack
 *   r8-r11   sums
 *   r12      palette
 *   lr       output of the next vertex
 * Stack: entry and weight of each influence, the first one last and with its weight less one; six
 * coordinates; next record, end of the output, minus one. \at: of the coordinates. */

/* Entry and weight, then row \row of the entry times the weight. */
.macro weigh_row row
    ldm     r7!, {r5, r6}
    when \row, adds r5, r5, #16 * \row
    ldm     r5!, {r0-r3}
    muls    r0, r6, r0
    muls    r1, r6, r1
    muls    r2, r6, r2
    muls    r3, r6, r3
.endm

/* The first influence. Sums of translations are right modulo 2^32 only, and what they differ by
 * from the first entry's is what may be shifted: hence its weight less one. */
.macro last_row row
    ldm     r7!, {r4-r6}
    when \row, adds r4, r4, #16 * \row
    ldm     r4!, {r0-r3}
    muls    r0, r5, r0
    muls    r1, r5, r1
    muls    r2, r5, r2
    muls    r6, r3, r6
    add     r0, r8
    add     r1, r9
    add     r2, r10
    add     r6, r11
    each    asrs, #weight_bits, r0, r1, r2, r6
    adds    r3, r3, r6
.endm

/* r3 is the next record then. */
.macro many_begin at
    sub     sp, #\at + 36
    mov     r12, r3
    mov     lr, r0
    mov     r3, r1
    .if     normals
    find_end r1
    .else
    ldr     r1, [sp, #\at + 76]
    muls    r2, r1, r2
    adds    r1, r0, r2
    .endif
    str     r1, [sp, #\at + 28]
    movs    r1, #1
    lsls    r1, r1, #weight_bits
    rsbs    r1, r1, #0
    str     r1, [sp, #\at + 32]
.endm

/* Entries of the word's low and high offset; the low one replaces it. */
.macro entries low, high
    lsrs    \high, \low, #16
    add     \high, r12
    uxth    \low, \low
    add     \low, r12
.endm

/* The first weight less one, from r2 to r3; then all from r0 to the stack at r7. */
.macro store_last at
    ldr     r3, [sp, #\at + 32]
    adds    r3, r3, r2
    stm     r7!, {r0, r2, r3}
.endm

/* Coordinates of the record at r6 to the stack at r7. */
.macro store_coordinates at
    ldm     r6!, {r1, r2, r5}
    str     r6, [sp, #\at + 24]
    signed  r0, r1, r1
    sxtb    r3, r5
    lsls    r4, r5, #16
    each    asrs, #24, r4, r5
    stm     r7!, {r0-r5}
.endm

/* Applies row r0-r2 with translation r3 to position and normal, which r7 walks through, and stores the row.
 * Leaves the output in r4. */
.macro transform row
    ldm     r7!, {r4-r6}
    muls    r4, r0, r4
    muls    r5, r1, r5
    muls    r6, r2, r6
    adds    r4, r4, r5
    adds    r4, r4, r6
    asrs    r4, r4, #position_shift
    adds    r3, r3, r4
    .if     normals
    ldm     r7!, {r4-r6}
    muls    r0, r4, r0
    muls    r1, r5, r1
    muls    r2, r6, r2
    adds    r0, r0, r1
    adds    r0, r0, r2
    .endif
    mov     r4, lr
    str     r3, [r4, #4 * \row]
    when    normals, str r0, [r4, #4 * \row + 12]
.endm

/* The vertex, and on to the next record, at r3. */
.macro many_rows n, at
.irp row, 0, 1, 2
    first_row \row
    next_row \row
    when \n > 3, next_row \row
    last_row \row
    transform \row
.endr
    .if     normals == 0
    ldr     r5, [sp, #\at + 76]
    adds    r4, r4, r5
    subs    r4, #24
    .endif
    many_end \at, r4, r3, r5, \at + 36
.endm

.macro skin_3 kernel
begin \kernel\()_3_q12
    many_begin 28
1:  ldm     r3!, {r0, r1, r4, r5}
    mov     r6, r3
    mov     r7, sp
    uxth    r2, r1
    add     r2, r12
    mov     r3, r5                  /* the fourth weight is 0 */
    stm     r7!, {r2, r3}
    entries r0, r1
    lsrs    r3, r4, #16
    uxth    r2, r4
    stm     r7!, {r1, r3}
    store_last 28
    store_coordinates 28
    many_rows 3, 28
skin_end \kernel\()_3_q12
.endm

skins_twice skin_3

.macro skin_4 kernel
begin \kernel\()_4_q12
    many_begin 36
1:  ldm     r3!, {r0, r1, r4, r5}
    mov     r6, r3
    mov     r7, sp
    entries r1, r2
    lsrs    r3, r5, #16
    stm     r7!, {r2, r3}
    uxth    r2, r5
    stm     r7!, {r1, r2}
    entries r0, r1
    lsrs    r3, r4, #16
    stm     r7!, {r1, r3}
    uxth    r2, r4
    store_last 36
    store_coordinates 36
    many_rows 4, 36
skin_end \kernel\()_4_q12
.endm

skins_twice skin_4

/* Positions alone: chooses the loop, with offsets and the stride where a fifth argument and what is
 * behind it are. Lean models have no sets of one influence. */
skin_begin pelt_kernel_positions_q12
    words   ldr, sp, 36, r4, r5, r6
    words   str, sp, 36, r5, r1
    lsls    r6, r6, #2
    cmp     r5, #0
    beq     1f
    adds    r6, #16
1:  adr     r7, 2f - 4
    ldr     r7, [r7, r6]
    mov     r1, r2
    mov     r2, r3
    mov     r3, r4
    bx      r7
    .balign 4
2:  .irp    run, 1, 2, 3, 4, 1, set_2, set_3, set_4
    .word   pelt_kernel_positions_\run\()_q12
    .endr
kernel_end pelt_kernel_positions_q12

#endif
