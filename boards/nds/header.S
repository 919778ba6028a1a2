/* SPDX-License-Identifier: MIT */
/* Nintendo DS: the card's header, and the ARM7's program. The header's logo is zero, because it is
 * not ours to distribute; loaders of flash cards do not check it. */
    .syntax unified

#define HEADER_BYTES 512
#define AT_ARM9 1024 /* behind the ARM7's program: bytes appended to the file are the ARM9's */

    .section .header, "a", %progbits
header:
    .ascii "PELT\0\0\0\0\0\0\0\0"       @ title
    .ascii "APLT"                       @ game
    .ascii "00"                         @ maker
    .org 0x20
    .word AT_ARM9                       @ ARM9's program in the card, entry, address, bytes
    .word _start
    .word image_flash_start
    .word 0                             @ written by the tool: tools/rom/container.c
    .word HEADER_BYTES                  @ the same for the ARM7
    .word arm7_start
    .word arm7_start
    .word arm7_bytes
    .org 0x60
    .word 0x00586000                    @ timing of the card, as all have it
    .word 0x001808f8
    .org 0x84
    .word HEADER_BYTES                  @ of this header; the tool writes the rest
    .org HEADER_BYTES

/* The ARM7 controls sound, touch screen and power, none of which is used. */
    .section .arm7, "ax", %progbits
    .arm
    .global arm7_start
arm7_start:
    mov r0, #0x04000000
    str r0, [r0, #0x208]                @ IME: bit 0 is off, no interrupts
1:  mov r1, #0x80
    strb r1, [r0, #0x301]               @ HALTCNT: halt
    b 1b
