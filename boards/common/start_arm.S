/* SPDX-License-Identifier: MIT */
/* Start-up code of an ARM9 in ARM state: vectors, reset, fault entry, semihosting trap. */
    .syntax unified
    .arm

    .section .vectors, "ax", %progbits
    .global _start
_start:
    b reset
    b undefined_entry
    b supervisor_entry
    b prefetch_entry
    b data_entry
    b reserved_entry
    b irq_entry
    b fiq_entry

/* Reset leaves the core in supervisor mode with interrupts off; the image stays in it. */
reset:
    ldr sp, =image_stack_end
    mrc p15, 0, r0, c1, c0, 0
    orr r0, r0, #0x02           @ unaligned accesses fault
    mcr p15, 0, r0, c1, c0, 0
    bl board_start

#include "fault_entry_arm.inc"

    .text
    .global board_semihost
    .type board_semihost, %function
board_semihost:
    push {r4, lr}               @ the call overwrites the link register of supervisor mode
    svc 0x123456
    pop {r4, pc}
