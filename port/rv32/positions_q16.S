/* SPDX-License-Identifier: MIT */
/* void pelt_kernel_positions_q16(positions a0, stride a1, records a2, count a3, palette a4, offsets a5,
 *                                influences a6)
 *
 * Skins positions alone in q16 with the products of skin_q16.S. Runs of one joint set go through the same
 * loops, with offsets that stay where they are.
 *
 *   s2, s3   weights of the next record, with coordinates behind them; their end
 *   s9, a7   bytes from position to position, from record to record
 *   s10, s11 offsets of the next vertex, bytes from vertex to vertex
 * The others are as there. */
#include "../select.h"

#if defined(PELT_POSITIONS_Q16) && PELT_POSITIONS_Q16 == PELT_IN_RV32
#include "mix_q16.inc"

.macro position_row r, halved=0
    mulh a1, t4, s6
    mulh s0, t5, s7
    mulh s1, t6, s8
    add a1, a1, a6
    add a1, a1, s0
    add a1, a1, s1
    when \halved, srai a1, a1, 1
    sw a1, 4 * \r(a0)
.endm

/* Begins a loop over records of \bytes, weights or coordinates behind \skip of them; \less in a run of
 * one joint set, which has no offsets in records. */
.macro alone_begin skip, bytes, less
    li a7, \bytes - \less
    mv s10, a5
    li s11, 0
    bnez a5, 2f
    li a7, \bytes
    mv s10, s2
    mv s11, a7
    addi s2, s2, \skip
2:  mul s3, a7, a3
    add s3, s3, s2
.endm

.macro alone_end
    add a0, a0, s9
    bne s2, s3, 1b
    restore 12
.endm

.macro alone n, skip, bytes, less
    alone_begin \skip, \bytes, \less
1:  find_entries \n, s10
    load_weights \n, 0
    words lw, s2, \less, s7, s8
    add s2, s2, a7
    add s10, s10, s11
    split_weights \n
    slli s6, s7, 16
    and s7, s7, s5
    slli s8, s8, 16
    .irp r, 0, 1, 2
    mix_row \n, \r
    position_row \r
    .endr
    alone_end
.endm

kernel_begin pelt_kernel_positions_q16
    save 12
    mv s9, a1
    mv s2, a2
    mv s4, a4
    lui s5, 0xffff0
    addi a6, a6, -2
    beqz a6, 12f
    bltz a6, 11f
    addi a6, a6, -1
    beqz a6, 13f
    alone 4, 8, 28, 8
13: alone 3, 8, 28, 8
12: alone 2, 4, 20, 4
11: alone_begin 2, 16, 4
1:  lhu a2, (s10)
    lh s6, (s2)
    lh s7, 2(s2)
    lh s8, 4(s2)
    add a2, a2, s4
    each slli, 16, s6, s7, s8
    add s2, s2, a7
    add s10, s10, s11
    .irp r, 0, 1, 2
    lw a6, 16 * \r + 12(a2)
    words lw, a2, 16 * \r, t4, t5, t6
    addi a6, a6, 2
    position_row \r, 1
    .endr
    alone_end
kernel_end pelt_kernel_positions_q16

#endif
