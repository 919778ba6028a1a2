/* SPDX-License-Identifier: MIT */
/* 68000: vectors, reset, exception entry. */
    .section .vectors, "ax"
    .long image_stack_end
    .long _start
    .set entry, 0
    .rept 62                    /* 2 to 63; the vectors of devices are not set */
    .long entries + 4 * entry
    .set entry, entry + 1
    .endr

entries:
    .rept 62
    bsr.w exception
    .endr

/* Calls board_trap(vector, program counter, address). The return address of the bsr identifies the vector; the
 * frame of bus and address errors has eight more bytes at its start, with the address among them. */
exception:
    move.l (%sp)+, %d0
    sub.l #entries - 4, %d0     /* a bsr is 4 bytes: vector 2, the first, gives 8 */
    lsr.l #2, %d0
    moveq #0, %d1
    move.l 2(%sp), %d2
    cmp.l #3, %d0
    bhi.s 1f
    move.l %d2, %d1
    move.l 10(%sp), %d2
1:  lea image_stack_end, %sp    /* the report needs a stack; the program has ended */
    move.l %d1, -(%sp)
    move.l %d2, -(%sp)
    move.l %d0, -(%sp)
    jsr board_trap              /* does not return */

    .text
    .global _start
_start:
    move.w #0x2700, %sr         /* supervisor, interrupts off */
    lea image_stack_end, %sp
    jsr board_start

    .section .note.GNU-stack, "", @progbits
