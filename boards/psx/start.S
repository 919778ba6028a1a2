/* SPDX-License-Identifier: MIT */
/* PlayStation: header of the PS-X EXE, start, exceptions. It calls nothing in the BIOS. */
    .set noreorder

#define LOAD             0x80010000
#define EXCEPTION_VECTOR 0x80000080

    .section .vectors, "ax"
header:
    .ascii "PS-X EXE"
    .space 8
    .word _start, 0                         /* program counter, $gp */
    .word LOAD, 0                           /* load address, size: tools/rom/container.c */
    .space 16                               /* the start-up code clears variables itself */
    .word image_stack_end, 0
    .org 2048

    .global _start
_start:                                     /* at LOAD */
    la $sp, image_stack_end - 16            /* the callee may spill its arguments */
    li $t0, 0x40000000                      /* Status: GTE on, interrupts off, vectors in RAM */
    mtc0 $t0, $12
    lw $t0, jump                            /* replaces the kernel's handler */
    li $t1, EXCEPTION_VECTOR
    sw $t0, 0($t1)
    sw $0, 4($t1)
    j board_start
    nop

jump:                                       /* the same from the vector, as both lie in 0x8....... */
    j exception

exception:
    la $sp, image_stack_end - 16            /* the report needs a stack; the program has ended */
    mfc0 $a0, $13                           /* Cause */
    mfc0 $a1, $14                           /* EPC */
    mfc0 $a2, $8                            /* BadVAddr */
    j board_trap
    nop
