/* SPDX-License-Identifier: MIT */
/* Nintendo DS, ARM9: memory protection, caches, ITCM, vectors, fault entry. It calls nothing in the
 * console's BIOS. */
    .syntax unified
    .arm

/* Regions of the protection unit: base, and 2^(n + 1) bytes as n << 1, | 1. */
#define REGION_DEVICES (0x04000000 | 25 << 1 | 1)   /* registers, palettes, video memory */
#define REGION_MAIN    (0x02000000 | 21 << 1 | 1)
#define REGION_ITCM    (0x01ff8000 | 14 << 1 | 1)
#define REGION_VECTORS (0x00000000 | 11 << 1 | 1)   /* ITCM's image at 0: code only, NULL faults */
#define REGION_GUARD   (11 << 1 | 1)                /* before the stack */

/* One digit for each region, from the right; 3 allows all access. */
#define DATA_ACCESS 0x00000333
#define CODE_ACCESS 0x00003330
#define CACHED      0x02                            /* main memory */

#define ITCM_SIZE 0x20                              /* mirrored through the first 32 MB */

/* With vectors at 0: nothing else; or ITCM, both caches, whose lines are replaced in turn, and protection. */
#define CONTROL_OFF 0x00000078
#define CONTROL_ON  0x0004507d

    .section .vectors, "ax", %progbits
    .global _start
_start:
    mov r0, #0x04000000
    str r0, [r0, #0x208]        @ IME: bit 0 is off, no interrupts
    msr cpsr_c, #0xd3           @ supervisor mode
    ldr r0, =CONTROL_OFF
    mcr p15, 0, r0, c1, c0, 0
    mov r0, #0
    mcr p15, 0, r0, c7, c5, 0   @ caches empty
    mcr p15, 0, r0, c7, c6, 0
    mcr p15, 0, r0, c7, c10, 4
    mcr p15, 0, r0, c6, c5, 0   @ regions not used
    mcr p15, 0, r0, c6, c6, 0
    mcr p15, 0, r0, c6, c7, 0
    ldr r0, =REGION_DEVICES
    mcr p15, 0, r0, c6, c0, 0
    ldr r0, =REGION_MAIN
    mcr p15, 0, r0, c6, c1, 0
    ldr r0, =REGION_ITCM
    mcr p15, 0, r0, c6, c2, 0
    ldr r0, =REGION_VECTORS
    mcr p15, 0, r0, c6, c3, 0
    ldr r0, =image_stack_start - 4096 + REGION_GUARD
    mcr p15, 0, r0, c6, c4, 0
    ldr r0, =DATA_ACCESS
    mcr p15, 0, r0, c5, c0, 2
    ldr r0, =CODE_ACCESS
    mcr p15, 0, r0, c5, c0, 3
    mov r0, #CACHED
    mcr p15, 0, r0, c2, c0, 0   @ data, and code
    mcr p15, 0, r0, c2, c0, 1
    mcr p15, 0, r0, c3, c0, 0   @ writes are buffered
    mov r0, #ITCM_SIZE
    mcr p15, 0, r0, c9, c1, 1
    ldr r0, =CONTROL_ON
    mcr p15, 0, r0, c1, c0, 0

    ldr r0, =vectors
    ldr r1, =0x01ff8000         @ ITCM
    ldmia r0!, {r2-r9}
    stmia r1!, {r2-r9}
    ldmia r0!, {r2-r9}
    stmia r1!, {r2-r9}
    ldr sp, =image_stack_end
    bl board_start
    .ltorg

/* These are copied, so each jumps through a word at the same distance. */
vectors:
    .rept 8
    ldr pc, [pc, #24]
    .endr
    .word _start, undefined_entry, supervisor_entry, prefetch_entry, data_entry, reserved_entry
    .word irq_entry, fiq_entry

#include "fault_entry_arm.inc"
