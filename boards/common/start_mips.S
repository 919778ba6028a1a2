/* SPDX-License-Identifier: MIT */
/* Start-up code of MIPS32 release 2: reset, exception entry, UHI semihosting trap. */
    .set noreorder

    .section .vectors, "ax"
vectors:
    b exception                 /* TLB refill: an address outside kseg0 and kseg1 */
    nop
    .org 0x180
exception:                      /* all others */
    la $sp, image_stack_end     /* the report needs a stack; the program has ended */
    la $gp, _gp
    mfc0 $a0, $13               /* Cause */
    mfc0 $a1, $14               /* EPC */
    mfc0 $a2, $8                /* BadVAddr */
    la $t9, board_trap
    jr $t9
    nop

    .text
    .global _start
_start:
    la $t0, vectors
    mtc0 $t0, $15, 1            /* EBase must be aligned to 4 KB, as FLASH_ORIGIN is */
    mfc0 $t0, $12
    li $t1, ~0x00400007         /* Status: BEV, ERL, EXL and IE off */
    and $t0, $t0, $t1
    lui $t1, 0x2000             /* CU1: the FPU is on */
    or $t0, $t0, $t1
    mtc0 $t0, $12
    ehb
    la $sp, image_stack_end - 16    /* the callee may spill its arguments */
    la $gp, _gp
    la $t9, board_start
    jr $t9
    nop

    /* int board_uhi(int operation, a, b, c). UHI takes the operation in $25. */
    .global board_uhi
    .type board_uhi, @function
board_uhi:
    move $25, $4
    move $4, $5
    move $5, $6
    move $6, $7
    sdbbp 1
    jr $31
    nop
