/* SPDX-License-Identifier: MIT */
/* Game Boy Advance: cartridge header and reset, ARM state.
 *
 * The header's logo is zero. A console checks it; emulators that start without a BIOS do not. Tools
 * that write an image to a cartridge fill it in. */
    .syntax unified
    .arm

#define TITLE_SUM ('P' + 'E' + 'L' + 'T')
#define CODE_SUM  ('A' + 'P' + 'L' + 'T')
#define FIXED     0x96

    .section .vectors, "ax", %progbits
    .global _start
_start:
    b reset
    .space 156                          @ logo
    .ascii "PELT\0\0\0\0\0\0\0\0"       @ title
    .ascii "APLT"                       @ game
    .ascii "00"                         @ maker
    .byte FIXED
    .space 10                           @ unit, device, reserved, version
    .byte -(TITLE_SUM + CODE_SUM + 2 * '0' + FIXED + 0x19) & 0xff
    .space 2

reset:
    msr cpsr_c, #0xdf                   @ system mode, interrupts off
    ldr sp, =image_stack_end
    ldr r0, =0x04000204                 @ WAITCNT: cartridge at 3 and 1 cycles, with prefetch
    ldr r1, =0x4317
    strh r1, [r0]
    ldr r0, =board_start
    bx r0
    .ltorg
