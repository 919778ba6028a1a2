/* SPDX-License-Identifier: MIT */
/* In-betweens for Armv6-M, in exact and in lean blobs; src/stage/betweens_fixed.c is the specification,
 * whose names these are. An element of an exact entry is two halves, as in kernel.inc; one of a lean entry
 * is halved. */
#include "../select.h"

#if defined(PELT_BETWEENS_Q16) && PELT_BETWEENS_Q16 == PELT_IN_M0
#include "kernel.inc"

    .equ FROM, 0                    /* and way, row by row */
    .equ QUATERNION, 24             /* 1 - w, x, y, z */
    .equ ENDS, 40                   /* S and T */
    .equ LEVEL, 48                  /* T, levelled */
    .equ AXIS, 84                   /* of the half turn, or 3 */
    .equ TURN, 88                   /* e */
    .equ PALETTE, 124               /* the arguments */
    .equ OUT, 128
    .equ BETWEEN, 132
    .equ COUNT, 136
    .equ FRAME, 140

#define PART 4
#define PIVOT 8
#define BETWEEN_BYTES 20
#define ENTRY_BYTES 48
#define MOST 0x1FE00000 /* translation, 2^29 - 2^21 */

/* \to = half of the zeros above \m, rounded down, and \m shifted up by twice that. */
.macro half_zeros to, m, lost
    movs    \to, #0
    .irp bits, 8, 4, 2, 1
    lsrs    \lost, \m, #32 - 2 * \bits
    bne     15f
    lsls    \m, \m, #2 * \bits
    adds    \to, #\bits
15:
    .endr
.endm

/* r5: m; r4: rsqrt31, r5: its upper half; r0, r7 are lost. */
.macro rsqrt31
    lsrs    r7, r5, #25
    lsls    r7, r7, #1
    ldr     r0, =pelt_rsqrt_table - 64
    ldrh    r7, [r0, r7]
    movs    r0, r7
    muls    r0, r7, r0
    lsrs    r0, r0, #13
    lsrs    r5, r5, #16
    muls    r0, r5, r0
    lsrs    r0, r0, #1
    ldr     r4, =(3 << 30) + 40960
    subs    r4, r4, r0
    lsrs    r4, r4, #15
    muls    r4, r7, r4
.endm

/* r3 = the row at r0 times the pivot in r5-r7; r0 goes on to the next. \levels: squares to r12. */
.macro place_row lean, levels
    ldr     r3, [r0, #12]
    .irp p, r5, r6, r7
    ldm     r0!, {r1}
.if \levels && \lean
    asrs    r4, r1, #2
    muls    r4, r4, r4
    add     r12, r4
.endif
    when \lean, lsls r1, r1, #2
    halves  r1, r2
.if \levels && !\lean
    mov     r4, r2
    muls    r4, r4, r4
    add     r12, r4
.endif
    add_product r3, r2, \p
    muls    r1, \p, r1
    asrs    r1, r1, #16
    adds    r3, r3, r1
    .endr
    adds    r0, #4
.endm

/* The next of S at r0 times \a and \b, to sums, and times \own, to r1. */
.macro element lean, to_a, a, to_b, b, own
    ldm     r0!, {r2}
.if \lean
    asrs    r2, r2, #1
.else
    halves  r2, r3
    times   r4, r3, \a
    add     \to_a, r4
    times   r4, r3, \b
    add     \to_b, r4
    add_product r1, r3, \own
.endif
    times   r4, r2, \a
    when !\lean, asrs r4, r4, #16
    add     \to_a, r4
    times   r4, r2, \b
    when !\lean, asrs r4, r4, #16
    add     \to_b, r4
    muls    r2, \own, r2
    when !\lean, asrs r2, r2, #16
    adds    r1, r1, r2
.endm

/* Two of e: r6 less and plus \by. */
.macro both_ways by, less, plus
    mov     r7, \by
    subs    r7, r6, r7
    add     r6, \by
    each    asrs, #15, r6, r7
    str     r7, [sp, #TURN + 4 * \less]
    str     r6, [sp, #TURN + 4 * \plus]
.endm

/* One of e's diagonal: r7 is -2^15. */
.macro diagonal a, b, at
    adds    r6, \a, \b
    rsbs    r6, r6, #0
    asrs    r6, r6, #15
    cmp     r6, r7
    bge     15f
    movs    r6, r7
15: str     r6, [sp, #TURN + 4 * \at]
.endm

/* r8 = the row of S times column \at of e. Exact: halves in r2, r3; r4, r5; r6, r7. */
.macro column lean, at
    .set    word_at, TURN + 4 * \at
    ldr     r1, [sp, #word_at]
.if \lean
    muls    r1, r2, r1
    ldr     r0, [sp, #word_at + 12]
    add_product r1, r0, r3
    ldr     r0, [sp, #word_at + 24]
    muls    r0, r4, r0
    adds    r0, r0, r1
    asrs    r0, r0, #13
.else
    times   r0, r3, r1
    muls    r1, r2, r1
    asrs    r1, r1, #16
    adds    r0, r0, r1
    mov     r8, r0
    column_add r4, r5, 12
    column_add r6, r7, 24
    mov     r0, r8
    lsls    r0, r0, #2
.endif
    mov     r1, r9
    ldr     r1, [r1, #4 * \at]
    adds    r0, r0, r1
.if \lean
    asrs    r1, r0, #16
    asrs    r5, r0, #31
    cmp     r1, r5
    beq     15f
    movs    r0, #0                  /* 65535 or -65536 */
    mvns    r0, r0
    lsrs    r0, r0, #16
    eors    r0, r5
.else
    lsls    r1, r0, #1
    eors    r1, r0
    bpl     15f
    asrs    r0, r0, #31
    ldr     r1, =(1 << 30) - 1
    eors    r0, r1
.endif
15: mov     r1, r11
    str     r0, [r1, #4 * \at]
.endm

.macro column_add low, high, at
    ldr     r1, [sp, #word_at + \at]
    times   r0, \high, r1
    muls    r1, \low, r1
    asrs    r1, r1, #16
    adds    r0, r0, r1
    add     r8, r0
.endm

.macro betweens name, lean
kernel_begin \name
    save_registers
    sub     sp, #FRAME
    lsls    r4, r1, #1
    adds    r1, r1, r4
    lsls    r1, r1, #4
    adds    r1, r0, r1
    add     r4, sp, #PALETTE
    stm     r4!, {r0-r3}

/* Where S and T take the pivot; T in 15 bits and sign. */
1:  ldrh    r3, [r2]
    ldrh    r4, [r2, #2]
    movs    r1, #ENTRY_BYTES
    muls    r3, r1, r3
    muls    r4, r1, r4
    adds    r3, r0, r3
    adds    r0, r0, r4
    words   str, sp, ENDS, r3, r0
    adds    r2, #PIVOT
    ldm     r2!, {r5-r7}
    movs    r4, #64
    mov     r12, r4
    .irp row, 0, 8, 16
    place_row \lean, 1
    str     r3, [sp, #FROM + \row + 4]
    .endr
    ldr     r0, [sp, #ENDS]
    .irp row, 0, 8, 16
    place_row \lean, 0
    str     r3, [sp, #FROM + \row]
    ldr     r4, [sp, #FROM + \row + 4]
    subs    r4, r4, r3
    str     r4, [sp, #FROM + \row + 4]
    .endr
    mov     r0, r12
    half_zeros r1, r0, r2
.if \lean
    movs    r2, #3
    subs    r2, r2, r1
    bpl     2f
    movs    r2, #0
2:
.else
    movs    r2, #16
    subs    r2, r2, r1
    lsrs    r0, r0, #31
    adds    r2, r2, r0
.endif
    ldr     r0, [sp, #ENDS + 4]
    add     r1, sp, #LEVEL
    .rept 3
    ldm     r0!, {r3-r6}
    each    asrs, r2, r3, r4, r5
    stm     r1!, {r3-r5}
    .endr
    movs    r0, #3
    str     r0, [sp, #AXIS]

/* Sums of products: what adds up to x, y, z to r8, r10, r12, what subtracts to r9, r11, lr; the trace. */
2:  ldr     r0, [sp, #ENDS]
    movs    r1, #0
    .irp sum, r8, r9, r10, r11, r12, lr
    mov     \sum, r1
    .endr
    .irp row, 0, 12, 24
    words   ldr, sp, LEVEL + \row, r5, r6, r7
.if !\lean
    .irp t, r5, r6, r7
    sxth    \t, \t                  /* as SMULWB takes it: only where no rotation is, is it longer */
    .endr
.endif
    element \lean, r10, r7, lr, r6, r5
    element \lean, r12, r5, r9, r7, r6
    element \lean, r8, r6, r11, r5, r7
    adds    r0, #4
    .endr
    cmp     r1, #0
    bgt     3f
    b       6f

/* The quaternion of r2-r4 and the trace, 15 bits. */
3:  mov     r2, r8
    mov     r5, r9
    subs    r2, r2, r5
    mov     r3, r10
    mov     r5, r11
    subs    r3, r3, r5
    mov     r4, r12
    mov     r5, lr
    subs    r4, r4, r5
    movs    r0, #64
    .irp a, r1, r2, r3, r4
    asrs    r5, \a, #16
    add_product r0, r5, r5
    .endr
    half_zeros r5, r0, r6
    movs    r7, #16
    subs    r7, r7, r5
    lsrs    r0, r0, #31
    adds    r7, r7, r0
    each    asrs, r7, r1, r2, r3, r4
    movs    r0, r2
    muls    r0, r2, r0
    .irp a, r3, r4
    movs    r5, \a
    add_product r0, r5, \a
    .endr
    lsrs    r6, r0, #2
    mov     r12, r6
    mov     r8, r4
    subs    r0, r0, r6
    movs    r5, r1
    muls    r5, r1, r5
    adds    r5, r5, r0
    lsrs    r0, r5, #12
    bne     4f
    b       7f
4:  half_zeros r6, r5, r7
    rsqrt31
    lsrs    r4, r4, #15
    muls    r4, r5, r4
    adds    r6, #15
    lsrs    r4, r4, r6
    adds    r1, r1, r4
    ldr     r4, =21847
    muls    r1, r4, r1
    asrs    r1, r1, #16
    movs    r5, r1
    muls    r5, r1, r5
    add     r5, r12
    half_zeros r6, r5, r7
    rsqrt31
    movs    r0, #1
    lsls    r0, r0, #15
    adds    r4, r4, r0
    lsrs    r4, r4, #16
    movs    r7, #16
    subs    r7, r7, r6
    lsrs    r0, r0, #1
    mov     r5, r8
    lsls    r1, r1, #1
    .irp a, r1, r2, r3, r5
    muls    \a, r4, \a
    adds    \a, \a, r0
    asrs    \a, \a, r7
    .endr
    movs    r4, r5
    ldr     r5, [sp, #AXIS]
    cmp     r5, #3
    beq     4f
    b       8f
    .ltorg
4:  movs    r0, #1
    lsls    r0, r0, #15
    subs    r1, r0, r1
    bpl     5f
    movs    r1, #0
5:  add     r0, sp, #QUATERNION
    stm     r0!, {r1-r4}

/* A part: r6 f, r5 g. */
10: ldr     r0, [sp, #BETWEEN]
    ldrh    r0, [r0, #PART]
    muls    r1, r0, r1
    asrs    r1, r1, #15
    movs    r5, #1
    lsls    r5, r5, #15
    subs    r6, r5, r1
    subs    r7, r5, r0
    muls    r7, r1, r7
    lsls    r7, r7, #1
    lsls    r1, r5, #15
    subs    r1, #1
    subs    r7, r1, r7
    lsrs    r5, r7, #23
    lsls    r5, r5, #1
    ldr     r1, =pelt_rsqrt_table - 64
    ldrh    r5, [r1, r5]
    muls    r5, r5, r5
    lsrs    r5, r5, #13
    lsrs    r7, r7, #14
    muls    r7, r5, r7
    movs    r1, #1
    lsls    r1, r1, #16
    subs    r1, r1, r7
    lsrs    r1, r1, #16
    muls    r5, r1, r5
    lsrs    r5, r5, #15
    muls    r5, r0, r5
    asrs    r5, r5, #15
    muls    r6, r5, r6
    asrs    r6, r6, #15
    muls    r5, r0, r5
    asrs    r5, r5, #15
    movs    r1, r6                  /* r8-r10: f times x, y, z */
    muls    r1, r2, r1
    mov     r8, r1
    movs    r1, r6
    muls    r1, r3, r1
    mov     r9, r1
    muls    r6, r4, r6
    mov     r10, r6
    movs    r0, r5                  /* r0, r1, r5: g times these */
    muls    r0, r2, r0
    movs    r1, r5
    muls    r1, r3, r1
    muls    r5, r4, r5
    each    asrs, #15, r0, r1, r5
    movs    r6, r0
    muls    r6, r3, r6
    both_ways r10, 1, 3
    movs    r6, r0
    muls    r6, r4, r6
    both_ways r9, 6, 2
    movs    r6, r1
    muls    r6, r4, r6
    both_ways r8, 5, 7
    muls    r0, r2, r0
    muls    r1, r3, r1
    muls    r5, r4, r5
    movs    r7, #1
    lsls    r7, r7, #15
    rsbs    r7, r7, #0
    diagonal r1, r5, 0
    diagonal r0, r5, 4
    diagonal r0, r1, 8
    ldr     r0, [sp, #OUT]
    mov     r11, r0
    ldr     r0, [sp, #ENDS]
    mov     r9, r0
    mov     r1, sp
    mov     r12, r1                 /* FROM */

/* Rows. */
0:
.if \lean
    ldm     r0!, {r2-r4}
    each    asrs, #1, r2, r3, r4
.else
    words   ldr, r0, 0, r2, r4, r6
    halves  r2, r3
    halves  r4, r5
    halves  r6, r7
.endif
    column  \lean, 0
    column  \lean, 1
    column  \lean, 2
    ldm     r1!, {r2-r4}
    ldr     r0, [sp, #BETWEEN]
    ldrh    r1, [r0, #PART]
    mov     r8, r1
    adds    r0, #PIVOT
    ldm     r0!, {r5-r7}
    when \lean, each lsls, #2, r2, r3, r4
    asrs    r1, r2, #16
    uxth    r2, r2
    muls    r1, r5, r1
    muls    r2, r5, r2
    asrs    r2, r2, #16
    adds    r1, r1, r2
    place_add r3, r6
    place_add r4, r7
    mov     r0, r12
    ldm     r0!, {r2, r3}
    mov     r12, r0
    mov     r4, r8
    subs    r2, r2, r1
    halves  r3, r1
    muls    r1, r4, r1
    muls    r3, r4, r3
    lsrs    r3, r3, #16
    adds    r1, r1, r3
    lsls    r1, r1, #1
    adds    r2, r2, r1
.if !\lean
    ldr     r3, =MOST
    adds    r4, r2, r3
    lsls    r1, r3, #1
    cmp     r4, r1
    blo     5f
    asrs    r2, r2, #31
    subs    r3, #1
    eors    r2, r3
5:
.endif
    mov     r1, r11
    str     r2, [r1, #12]
    adds    r1, #16
    mov     r11, r1
    mov     r1, sp
    adds    r1, #24
    cmp     r0, r1
    beq     5f
    mov     r0, r9
    adds    r0, #16
    mov     r9, r0
    b       0b

5:  ldr     r5, [sp, #COUNT]
    subs    r5, #1
    beq     9f
    str     r5, [sp, #COUNT]
    mov     r1, r11
    str     r1, [sp, #OUT]
    ldr     r2, [sp, #BETWEEN]
    ldr     r3, [r2]
    ldr     r4, [r2, #BETWEEN_BYTES]
    adds    r2, #BETWEEN_BYTES
    str     r2, [sp, #BETWEEN]
    cmp     r3, r4
    beq     5f
    ldr     r0, [sp, #PALETTE]
    b       1b
5:  add     r1, sp, #QUATERNION
    ldm     r1, {r1-r4}
    b       10b
9:  add     sp, #FRAME
    restore_registers
    .ltorg

/* The diagonal's largest, and T's other columns negated, once. */
6:  ldr     r0, [sp, #AXIS]
    cmp     r0, #3
    beq     1f
    b       7f
1:
    ldr     r0, [sp, #ENDS]
    movs    r5, #0
    movs    r6, #0
    movs    r7, #0
    .irp row, 0, 12, 24
    .irp at, "r5, 0", "r6, 4", "r7, 8"
    diagonal_sum \lean, \row, \at
    .endr
    adds    r0, #4
    .endr
    movs    r4, #0
    cmp     r5, r6
    bge     1f
    movs    r5, r6
    movs    r4, #1
1:  cmp     r5, r7
    bge     1f
    movs    r4, #2
1:  str     r4, [sp, #AXIS]
    .irp at, 0, 1, 2
    cmp     r4, #\at
    beq     1f
    .irp row, 0, 12, 24
    ldr     r1, [sp, #LEVEL + 4 * \at + \row]
    rsbs    r1, r1, #0
    str     r1, [sp, #LEVEL + 4 * \at + \row]
    .endr
1:
    .endr
    b       2b

/* None. */
7:  movs    r1, #1
    lsls    r1, r1, #15
    movs    r2, #0
    movs    r3, #0
    movs    r4, #0
    b       4b

/* The half turn about an axis is taken back: to (w, z, -y, -x), (-z, w, x, -y) or (y, -x, w, -z), or the
 * negative of that where its last is negative. */
8:  cmp     r5, #1
    beq     2f
    bhi     3f
    movs    r5, r1
    rsbs    r1, r2, #0
    movs    r2, r5
    movs    r5, r3
    movs    r3, r4
    rsbs    r4, r5, #0
    b       1f
2:  movs    r5, r1
    rsbs    r1, r3, #0
    movs    r3, r5
    movs    r5, r2
    rsbs    r2, r4, #0
    movs    r4, r5
    b       1f
3:  movs    r5, r1
    rsbs    r1, r4, #0
    movs    r4, r5
    movs    r5, r2
    movs    r2, r3
    rsbs    r3, r5, #0
1:  cmp     r1, #0
    bge     1f
    each    rsbs, #0, r1, r2, r3, r4
1:  b       4b
kernel_end \name
.endm

/* r1 += an element of the output, whose place is \p; r0 is lost. */
.macro place_add l, p
    halves  \l, r0
    muls    r0, \p, r0
    muls    \l, \p, \l
    asrs    \l, \l, #16
    adds    r1, r1, r0
    adds    r1, r1, \l
.endm

/* \sum += the next of S at r0 times one of T. */
.macro diagonal_sum lean, row, sum, at
    ldm     r0!, {r1}
    ldr     r3, [sp, #LEVEL + \row + \at]
.if \lean
    asrs    r1, r1, #1
    muls    r1, r3, r1
.else
    halves  r1, r2
    sxth    r3, r3
    add_product \sum, r2, r3
    muls    r1, r3, r1
    asrs    r1, r1, #16
.endif
    adds    \sum, \sum, r1
.endm

betweens pelt_betweens_exact, 0
betweens pelt_betweens_lean, 1
#endif
