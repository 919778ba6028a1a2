/* SPDX-License-Identifier: MIT */
/* Skinning in q12 of runs whose records share their joints, for Armv6-M, two to four influences.
 *
 * The differences of the other entries from the first, and the first, are copied to the stack once,
 * two elements of each after the other, in the order of use. That saves a subtraction or a
 * multiplication for each element, and all addresses. Registers as in q12.inc, weights in r4-r6.
 *
 * A vertex of four influences takes 275 cycles: 54 multiplications; 78 loads of the copy, as every
 * element of it is a factor that MULS overwrites; 48 sums and shifts that mix, 18 that apply; 18
 * moves of coordinates to low registers; 18 for the output and its address; 4 for the weight without
 * a register in half of a row; 37 for the record, the coordinates out of it and the loop. To this
 * comes a vertex's share of its run: the copy, 32 cycles for two elements of four entries, the
 * kernel's entry and exit, and the C that finds runs. */
#include "../select.h"

#if defined(PELT_SKIN_Q12) && PELT_SKIN_Q12 == PELT_IN_M0
#include "q12.inc"

    .equ COPY, 12

/* Frame and arguments; r4, r5 ... are the entries' addresses then, r0 is where the copy goes. */
.macro set_begin record_words, influences, extra=0
    when \record_words < 4, lsls r4, r2, #1
    when \record_words > 3, lsls r4, r2, #2
    adds    r2, r4, r2
    lsls    r2, r2, #2
    adds    r2, r1, r2
    mov     r12, r3
    ldr     r3, [sp, #36]
    sub     sp, #COPY + \extra + 48 * \influences
    str     r0, [sp, #OUTPUT]
    str     r1, [sp, #RECORD]
    str     r2, [sp, #END]
    ldrh    r4, [r3]
    add     r4, r12
    ldrh    r5, [r3, #2]
    add     r5, r12
    .if \influences > 2
    ldrh    r6, [r3, #4]
    add     r6, r12
    .endif
    .if \influences > 3
    ldrh    r7, [r3, #6]
    add     r7, r12
    .endif
    add     r0, sp, #COPY
.endm

.macro set_end influences, extra=0
    next_vertex COPY + \extra + 48 * \influences
    add     sp, #COPY + \extra + 48 * \influences
.endm

/* Two differences of the entry at \entry from r1 and r2. */
.macro copy_two entry, a, b
    ldm     \entry!, {\a, \b}
    subs    \a, \a, r1
    subs    \b, \b, r2
    stm     r0!, {\a, \b}
.endm

.macro shift_two a, b
    each    asrs, #weight_bits, \a, \b
.endm

/* The next element times the weight, added to \sum; r4 is lost. */
.macro weigh_one sum, weight
    ldm     r7!, {r4}
    add_product \sum, r4, \weight
.endm

/* The first entry's two; r4 is lost. */
.macro add_first
    ldm     r7!, {r4}
    adds    r1, r1, r4
    ldm     r7!, {r4}
    adds    r3, r3, r4
.endm

/// Two influences ///////////////////////////////////////////////////////////////////////////////

.macro two_row row
    ldm     r7!, {r0-r3}
    muls    r0, r6, r0
    muls    r1, r6, r1
    shift_two r0, r1
    adds    r0, r0, r2
    adds    r1, r1, r3
    apply_two
    ldm     r7!, {r1, r3-r5}
    muls    r1, r6, r1
    muls    r3, r6, r3
    shift_two r1, r3
    adds    r1, r1, r4
    adds    r3, r3, r5
    apply_rest \row
.endm

.macro set_2 kernel
begin \kernel\()_set_2_q12
    set_begin 3, 2
    .rept 6
    ldm     r4!, {r6, r7}
    ldm     r5!, {r2, r3}
    subs    r2, r2, r6
    subs    r3, r3, r7
    stm     r0!, {r2, r3, r6, r7}
    .endr
    mov     r3, r1
1:  ldm     r3!, {r0-r2}
    str     r3, [sp, #RECORD]
    signed_to r8, r9, r0, r4
    sxth    r4, r1
    mov     r10, r4
    lsrs    r6, r1, #16
    open_bytes r2, r4
    add     r7, sp, #COPY
    all two_row, 0, 1, 2
    set_end 2
skin_end \kernel\()_set_2_q12
.endm

skins_twice set_2

/// Three and four influences ////////////////////////////////////////////////////////////////////

/* The next two elements of two entries, times \first and \second: sums in r0 and r1. */
.macro weigh_pairs first, second
    ldm     r7!, {r0-r3}
    muls    r0, \first, r0
    muls    r1, \first, r1
    muls    r2, \second, r2
    muls    r3, \second, r3
    adds    r0, r0, r2
    adds    r1, r1, r3
.endm

/* The first entry's two, and what they add. */
.macro first_pair
    shift_two r0, r1
    ldm     r7!, {r2, r3}
    adds    r0, r0, r2
    adds    r1, r1, r3
    apply_two
.endm

/* Weights r5, r6. */
.macro three_row row
    weigh_pairs r5, r6
    first_pair
    ldm     r7!, {r1, r3, r4}
    muls    r1, r5, r1
    muls    r3, r5, r3
    add_product r1, r4, r6
    weigh_one r3, r6
    shift_two r1, r3
    add_first
    apply_rest \row
.endm

.macro set_3 kernel
begin \kernel\()_set_3_q12
    set_begin 5, 3
    .rept 6
    ldm     r4!, {r1, r2}
    copy_two r5, r3, r7
    copy_two r6, r3, r7
    stm     r0!, {r1, r2}
    .endr
    ldr     r3, [sp, #RECORD]
1:  ldm     r3!, {r0-r2, r4, r6}
    str     r3, [sp, #RECORD]
    mov     r10, r4
    signed_to r8, r9, r2, r4
    open_bytes r6, r4
    lsrs    r5, r0, #16
    mov     r6, r1                  /* the fourth weight is 0 */
    add     r7, sp, #COPY
    all three_row, 0, 1, 2
    set_end 3
skin_end \kernel\()_set_3_q12
.endm

skins_twice set_3

    .equ WEIGHT, COPY + 48 * 4 /* the second one, whose register the second half of a row needs */

/* Weights r4-r6. */
.macro four_row row
    weigh_pairs r4, r5
    ldm     r7!, {r2, r3}
    muls    r2, r6, r2
    muls    r3, r6, r3
    adds    r0, r0, r2
    adds    r1, r1, r3
    first_pair
    ldm     r7!, {r1, r3}
    muls    r1, r4, r1
    muls    r3, r4, r3
    weigh_one r1, r5
    weigh_one r3, r5
    weigh_one r1, r6
    weigh_one r3, r6
    shift_two r1, r3
    add_first
    apply_rest \row
.endm

.macro set_4 kernel
begin \kernel\()_set_4_q12
    set_begin 5, 4, 4
    mov     r12, r4
    .rept 6
    mov     r3, r12
    ldm     r3!, {r1, r2}
    mov     r12, r3
    copy_two r5, r3, r4
    copy_two r6, r3, r4
    copy_two r7, r3, r4
    stm     r0!, {r1, r2}
    .endr
    ldr     r3, [sp, #RECORD]
1:  ldm     r3!, {r0-r2, r4, r6}
    str     r3, [sp, #RECORD]
    mov     r10, r4
    signed_to r8, r9, r2, r4
    open_bytes r6, r4
    lsrs    r4, r0, #16
    str     r4, [sp, #WEIGHT]
    uxth    r5, r1
    lsrs    r6, r1, #16
    add     r7, sp, #COPY
    four_row 0
    ldr     r4, [sp, #WEIGHT]
    four_row 1
    ldr     r4, [sp, #WEIGHT]
    four_row 2
    set_end 4, 4
skin_end \kernel\()_set_4_q12
.endm

skins_twice set_4

#endif
