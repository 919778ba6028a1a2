/* SPDX-License-Identifier: MIT */
/* Semihosting (boards/common/semihosting.c) in the emulator Hatari. It replaces the image's own
 * board_semihost(operation, block), and prints text and ends the run; every other call fails. The
 * emulator's functions, NatFeats, are found by name and called through two instructions that a 68000
 * does not have. */
    .set SYS_WRITE0, 0x04
    .set SYS_EXIT_EXTENDED, 0x20

    .text
    .global _start
_start:
    move.l 8(%sp), %a0
    move.l 4(%sp), %d0
    subq.l #SYS_WRITE0, %d0
    beq.s 1f
    sub.l #SYS_EXIT_EXTENDED - SYS_WRITE0, %d0
    beq.s 2f
    moveq #-1, %d0
    rts
1:  pea (%a0)                   /* text */
    pea stderr(%pc)
    bsr.s call
    addq.l #8, %sp
    moveq #0, %d0
    rts
2:  move.l 4(%a0), -(%sp)       /* status, after the reason */
    pea exit(%pc)
    bsr.s call
3:  bra.s 3b                    /* waits until the emulator looks again */

/* Calls the function NAME with ARGUMENT: call(NAME, ARGUMENT). */
call:
    move.l 4(%sp), -(%sp)
    bsr.s nf_id
    addq.l #4, %sp
    move.l %d0, 4(%sp)
    .word 0x7301                /* the arguments follow a return address */
    rts
nf_id:
    .word 0x7300
    rts

stderr:
    .asciz "NF_STDERR"
exit:
    .asciz "NF_EXIT"
    .space 16                   /* the emulator reads names in that many bytes */
    .section .note.GNU-stack, "", @progbits
