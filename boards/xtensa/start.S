/* SPDX-License-Identifier: MIT */
/* Xtensa LX106 without register windows: reset, exception entry. */
    .section .vectors, "ax"
    .global _start
_start:
vectors:
    j reset
    .org 0x10                   /* the instruction BREAK */
    rsr.debugcause a2
    rsr.epc2 a3
    j report
    .org 0x30                   /* all exceptions, as PS.UM is 0 */
    rsr.exccause a2
    rsr.epc1 a3
    j report
    .org 0x70                   /* an exception in the report */
    j .

    .align 4
    .literal_position
report:
    movi a1, image_stack_end    /* the program has ended */
    rsr.excvaddr a4
    movi a0, board_trap
    jx a0
reset:
    movi a2, vectors
    wsr.vecbase a2
    movi a2, 0                  /* PS: no exception, all levels of interrupts */
    wsr.intenable a2
    wsr.ps a2
    rsync
    movi a1, image_stack_end
    movi a0, board_start
    jx a0
