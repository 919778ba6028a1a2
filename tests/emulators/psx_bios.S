/* SPDX-License-Identifier: MIT */
/* The BIOS that the emulator boots in place of the console's ROM, of which it contains nothing. It
 * sets up the buses and jumps to the loader for a PS-X EXE that the emulator puts at LOADER. */
    .set noreorder

#define IO_HIGH       0x1f80
#define EXPANSION1    0x1000    /* address of expansion 1, which holds the loader */
#define DELAY_EXP1    0x1008
#define DELAY_ROM     0x1010
#define DELAY_SPU     0x1014
#define RAM_SIZE      0x1060
#define CACHE_CONTROL 0xfffe0130
#define LOADER        0xbf001000

    .text
    lui $t0, IO_HIGH
    li $t1, 0x0b88              /* 2 MB, mirrored four times */
    sw $t1, RAM_SIZE($t0)
    li $t1, 0x0013243f
    sw $t1, DELAY_EXP1($t0)
    sw $t1, DELAY_ROM($t0)
    li $t1, 0x00031125
    sw $t1, DELAY_SPU($t0)
    lui $t1, 0x1f00
    sw $t1, EXPANSION1($t0)
    mtc0 $0, $12                /* Status: kernel mode, interrupts off, vectors in RAM */
    li $t0, CACHE_CONTROL
    li $t1, 0x0001e988          /* instruction cache and scratchpad on */
    sw $t1, 0($t0)
    li $t0, LOADER
    jr $t0
    nop
