/* SPDX-License-Identifier: MIT */
/* Stands in for devkitARM's gba_crt0.o: header, copies, clears, main() in Thumb state. */
    .syntax unified
    .arm
    .section .crt0, "ax", %progbits
    .global _start
_start:
    b reset
    .space 174                      @ logo, title
    .byte 0x96, 0, 0, 0, 0, 0, 0, 0, 0, 0
    .byte 0, 0, 0, 0                @ 192 bytes in all
reset:
    ldr sp, =0x03007f00
    ldr r0, =iwram_load
    ldr r1, =iwram_start
    ldr r2, =iwram_end
1:  cmp r1, r2
    ldrlo r3, [r0], #4
    strlo r3, [r1], #4
    blo 1b
    mov r3, #0
    ldr r1, =bss_start
    ldr r2, =bss_end
2:  cmp r1, r2
    strlo r3, [r1], #4
    blo 2b
    ldr r1, =sbss_start
    ldr r2, =sbss_end
3:  cmp r1, r2
    strlo r3, [r1], #4
    blo 3b
    ldr r0, =main
    mov lr, pc
    bx r0
4:  b 4b
