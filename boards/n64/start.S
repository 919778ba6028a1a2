/* SPDX-License-Identifier: MIT */
/* Nintendo 64: header of the cartridge, boot code, start, exceptions.
 *
 * The boot code (IPL3) is our own and sufficient for an emulator. A console needs one that its
 * lock-out chip accepts and that sets up the RAM: docs/CONSOLES.md. */
    .set noreorder

#define LOAD       0x80001000
#define LOAD_BYTES 0x100000
#define CARTRIDGE  0x10001000       /* the part behind header and boot code, for the PI */

#define PI_BASE    0xa460           /* high half */
#define PI_DRAM    0
#define PI_CART    4
#define PI_WRITE   12
#define PI_STATUS  16

#define PIF_CONTROL 0xbfc007fc
#define PIF_BOOTED  8

    .section .vectors, "ax"
header:
    .word 0x80371240                /* bus timing, byte order */
    .word 15                        /* clock rate: the default */
    .word LOAD
    .word 0
    .word 0, 0                      /* checksums, which only the console's IPL3 checks */
    .space 8
    .ascii "PELT                "
    .space 7
    .ascii "NPLE"                   /* game, region: NTSC */
    .byte 0
    .org 0x40

boot:                               /* in the RSP's memory, at 0xa4000040 */
    lui $t0, PI_BASE
    li $t1, LOAD & 0xffffff
    sw $t1, PI_DRAM($t0)
    li $t1, CARTRIDGE
    sw $t1, PI_CART($t0)
    li $t1, LOAD_BYTES - 1
    sw $t1, PI_WRITE($t0)
1:  lw $t1, PI_STATUS($t0)
    nop
    andi $t1, $t1, 3
    bnez $t1, 1b
    nop
    li $t0, LOAD
    jr $t0
    nop
    .org 0x1000

    .global _start
_start:                             /* at LOAD */
    li $t0, 0x20000000              /* Status: FPU on, its registers in pairs; interrupts off */
    mtc0 $t0, $12
    nop
    nop
    li $t0, 0x01000000              /* denormal results become 0; this FPU would trap */
    ctc1 $t0, $31
    la $sp, image_stack_end - 16    /* the callee may spill its arguments */
    li $t0, PIF_CONTROL             /* otherwise the PIF stops the console after five seconds */
    li $t1, PIF_BOOTED
    sw $t1, 0($t0)
    /* Jumps are written to the vectors of TLB misses (addresses outside kseg0 and kseg1) and of
     * all other exceptions. */
    la $t0, exception
    srl $t0, $t0, 2
    li $t1, 0x03ffffff
    and $t0, $t0, $t1
    li $t1, 0x08000000              /* J */
    or $t0, $t0, $t1
    lui $t1, 0xa000                 /* past the data cache */
    sw $t0, 0x000($t1)
    sw $0, 0x004($t1)
    sw $t0, 0x080($t1)
    sw $0, 0x084($t1)
    sw $t0, 0x180($t1)
    sw $0, 0x184($t1)
    j board_start
    nop

exception:
    la $sp, image_stack_end - 16    /* the report needs a stack; the program has ended */
    mfc0 $a0, $13                   /* Cause */
    mfc0 $a1, $14                   /* EPC */
    mfc0 $a2, $8                    /* BadVAddr */
    j board_trap
    nop
