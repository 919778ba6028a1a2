/* SPDX-License-Identifier: MIT */
/*
 * A palette entry in q12; pelt_reference_entry_q12() in src/stages_q12.c is the specification.
 *
 *   void pelt_kernel_entry_q12(int32_t out[12], const int32_t joint[12],
 *                              const format_entry_q16 *entry)
 *
 * It takes an element a of the model matrix apart into high and low, a >> 5 = high * 2^12 + low, for
 * cores that lack the upper word of products. Here that word is: the sum of high * x and of
 * (low * x) >> 12 is bits 12 to 43 of the sum of (a >> 5) * x, wherever the specification's own sums
 * stay within 32 bits, as those of the format do.
 */
    .syntax unified
    .arm
    .section .pelt.hot, "ax", %progbits

#define TRANSLATION 0   /* [3] of the entry, on the stack */
#define COLUMNS     12  /* [3][3] of the entry */
#define END         48  /* behind the last row of the output */
#define FRAME       52

    .balign 4
    .global pelt_kernel_entry_q12
    .type pelt_kernel_entry_q12, %function
pelt_kernel_entry_q12:
    push {r4-r11, lr}
    sub sp, sp, #FRAME
    mov r12, r1
    ldrh r1, [r2, #2]               @ shift, 1 to 30
    add r2, r2, #4
    .irp row, 0, 4, 8
    ldmia r2!, {r3-r6}
    str r3, [sp, #COLUMNS + \row]
    str r4, [sp, #COLUMNS + 12 + \row]
    str r5, [sp, #COLUMNS + 24 + \row]
    str r6, [sp, #TRANSLATION + \row]
    .endr
    add r2, r0, #48
    str r2, [sp, #END]
1:
    ldmia r12!, {r3-r5, lr}         @ a row, and its translation
    movs r6, r3, asr #17            @ high, to nearest
    adc r6, r6, #0
    movs r7, r4, asr #17
    adc r7, r7, #0
    movs r8, r5, asr #17
    adc r8, r8, #0
    mov r3, r3, asr #5
    mov r4, r4, asr #5
    mov r5, r5, asr #5

    .irp k, 0, 1, 2
    ldr r2, [sp, #TRANSLATION + 4 * \k]
    .if \k == 0
    smull r9, r10, r2, r6
    sub r11, r3, r6, lsl #12        @ low
    .elseif \k == 1
    smlal r9, r10, r2, r7
    sub r11, r4, r7, lsl #12
    .else
    smlal r9, r10, r2, r8
    sub r11, r5, r8, lsl #12
    .endif
    mov r2, r2, asr #12
    smlal r9, r10, r2, r11
    .endr
    mov r9, r9, lsr #12
    orr r9, r9, r10, lsl #20
    add r9, r9, lr
    mov r9, r9, asr #8
    add r9, r9, #1
    str r9, [r0, #12]

    add r2, sp, #COLUMNS
    .rept 3
    ldmia r2!, {r6-r8}
    smull r9, r10, r3, r6
    smlal r9, r10, r4, r7
    smlal r9, r10, r5, r8
    mov r9, r9, lsr #12
    orr r9, r9, r10, lsl #20
    movs r9, r9, asr r1
    adc r9, r9, #0
    mov r10, r9, asr #31
    cmp r10, r9, asr #16
    blne clamp                      @ to 17 bits
    str r9, [r0], #4
    .endr
    ldr r2, [sp, #END]
    add r0, r0, #4
    cmp r0, r2
    bne 1b
    add sp, sp, #FRAME
    pop {r4-r11, lr}
    bx lr

clamp:
    eor r9, r10, #0xff
    eor r9, r9, #0xff00
    bx lr
    .size pelt_kernel_entry_q12, . - pelt_kernel_entry_q12
