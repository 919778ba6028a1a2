/* SPDX-License-Identifier: MIT */
/* Start-up code of a Cortex-M: vectors, reset, fault entry, semihosting trap. It uses only Thumb-1
 * instructions, which a Cortex-M0 has. */
    .syntax unified
    .thumb

    .section .vectors, "a"
    .word image_stack_end
    .word _start
    .word fault_entry       /* NMI */
    .word fault_entry       /* HardFault: the other faults are disabled and end here, too */
    .word fault_entry       /* MemManage */
    .word fault_entry       /* BusFault */
    .word fault_entry       /* UsageFault */
    .word fault_entry       /* SecureFault */
    .word 0, 0, 0
    .word fault_entry       /* SVCall */
    .word fault_entry       /* DebugMonitor */
    .word 0
    .word fault_entry       /* PendSV */
    .word fault_entry       /* SysTick */

    .text
    .global _start
    .type _start, %function
    .thumb_func
_start:
    ldr r0, =image_stack_end    /* a debugger or boot loader may jump here without a reset */
    mov sp, r0
#if defined(__ARM_FP) || defined(__ARM_FEATURE_MVE)
    ldr r0, =0xe000ed88         /* CPACR: full access to CP10 and CP11 */
    ldr r1, [r0]
    ldr r2, =0x00f00000
    orrs r1, r2
    str r1, [r0]
    dsb
    isb
#endif
#if __ARM_ARCH >= 7
    ldr r0, =0xe000ed14         /* CCR.UNALIGN_TRP: else emulators allow unaligned accesses */
    ldr r1, [r0]
    movs r2, #8
    orrs r1, r2
    str r1, [r0]
    dsb
    isb
#endif
#if __ARM_ARCH == 7
    /* MPU: no access to the 64 KB below the stack, which read as 0 in QEMU's mps2 boards. */
    ldr r0, =0xe000ed94         /* CTRL, RNR, RBAR, RASR */
    ldr r1, =image_stack_start - 0x10000 + 0x10
    str r1, [r0, #8]            /* base; region 0 */
    ldr r1, =0x1000001f         /* not executable, no access, 2^16 bytes, on */
    str r1, [r0, #12]
    movs r1, #5                 /* on, and the default map elsewhere */
    str r1, [r0]
    dsb
    isb
#endif
    bl board_start
    .ltorg

    .type fault_entry, %function
    .thumb_func
fault_entry:
    mov r0, sp                  /* r0-r3, r12, lr, pc, psr of the faulting code */
    ldr r1, =image_stack_start
    cmp r0, r1
    bhs 1f
    ldr r1, =image_stack_end    /* the stack overflowed: no frame, and a fresh stack */
    mov sp, r1
    movs r0, #0
1:  push {r4, lr}
    bl board_fault
    pop {r4, pc}
    .ltorg

    .global board_semihost
    .type board_semihost, %function
    .thumb_func
board_semihost:
    bkpt 0xab
    bx lr
