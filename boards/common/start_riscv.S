/* SPDX-License-Identifier: MIT */
/* Start-up code of RISC-V in machine mode: reset, trap entry, semihosting trap. */
    .section .vectors, "ax"
    .global _start
_start:
    .option push
    .option norelax             /* gp cannot be loaded relative to itself */
    la gp, __global_pointer$
    .option pop
    la sp, image_stack_end
#ifdef __riscv_flen
    li t0, 0x2000               /* mstatus.FS: the FPU is on */
    csrs mstatus, t0
#endif
    la t0, trap_entry
    csrw mtvec, t0
    /* PMP: no access to the 4 KB below the stack, to catch its overflow. A region of 4 KB at A
     * is coded as (A + 2044) / 4. */
    la t0, image_stack_start - 4096 + 2044
    srli t0, t0, 2
    csrw pmpaddr0, t0
    li t0, 0x98                 /* locked, NAPOT, no access */
    csrw pmpcfg0, t0
    call board_start

    .text
    .balign 4
trap_entry:
    la t0, board_semihost + 4   /* no host answers: the call fails, with volatile registers lost */
    csrr t1, mepc
    bne t0, t1, 1f
    addi t0, t0, 4
    csrw mepc, t0
    li a0, -1
    mret
1:  la sp, image_stack_end      /* the report needs a stack; the program has ended */
    csrr a0, mcause
    csrr a1, mepc
    csrr a2, mtval
    call board_trap

    /* The three instructions that mark a semihosting call, uncompressed and on one page. */
    .global board_semihost
    .type board_semihost, @function
    .balign 16
board_semihost:
    .option push
    .option norvc
    slli zero, zero, 0x1f
    ebreak
    srai zero, zero, 7
    .option pop
    ret
