/* SPDX-License-Identifier: MIT */
/* The second stage of an RP2040's boot. The chip's ROM copies the flash's first 256 bytes to the
 * end of RAM, compares the last word with the CRC-32 of those before it (polynomial 04C11DB7, from
 * FFFFFFFF, most significant bit first, not inverted), and jumps to the first instruction.
 *
 * This one chooses the plain serial read (command 03h), which every flash chip knows, at a quarter of
 * the core's clock and starts the image behind it. Constants are in words of their own, as the assembler
 * would put them behind the CRC; tests/emulators/run_rp2040.mjs prints the CRC that it expects. */
    .syntax unified
    .thumb

    .section .vectors, "a"
    .thumb_func
boot2:
    ldr r3, ssi
    movs r0, #0
    str r0, [r3, #0x08]     /* SSIENR: off */
    movs r0, #4
    str r0, [r3, #0x14]     /* BAUDR: divides by 4 */
    ldr r0, frames
    str r0, [r3, #0x00]     /* CTRLR0 */
    ldr r0, command
    movs r1, #0xf4
    str r0, [r3, r1]        /* SPI_CTRLR0 */
    movs r0, #0
    str r0, [r3, #0x04]     /* CTRLR1: one frame a read */
    movs r0, #1
    str r0, [r3, #0x10]     /* SER */
    str r0, [r3, #0x08]     /* SSIENR: on */
    ldr r0, vectors
    ldr r1, vtor
    str r0, [r1]
    ldm r0!, {r1, r2}
    msr msp, r1
    bx r2

    .balign 4
ssi:     .word 0x18000000
frames:  .word 0x001f0300   /* of 32 bits, EEPROM read */
command: .word 0x03000218   /* 03h, 8 bits of it, 24 bits of address, on one wire */
vectors: .word 0x10000100
vtor:    .word 0xe000ed08
    .org 252
    .word 0xe990fe4e         /* CRC */
