/* SPDX-License-Identifier: MIT */
/* Divides with the chip's own divider, which takes 8 cycles, in place of the compiler's library. Each core
 * has one. A handler of interrupts that divides would have to put its numbers back; there is none here. */
    .syntax unified
    .thumb

#define DIVIDER     0xd0000060  /* SIO */
#define UNSIGNED    0           /* dividend, divisor */
#define SIGNED      8
#define QUOTIENT    16
#define REMAINDER   20

    .macro divide name, with_remainder, kind
    .section .text.\name, "ax", %progbits
    .global \name
    .global \with_remainder
    .type \name, %function
    .type \with_remainder, %function
    .thumb_func
\name:
    .thumb_func
\with_remainder:
    ldr     r2, =DIVIDER
    str     r0, [r2, #\kind]
    str     r1, [r2, #\kind + 4]
    b       1f
1:  b       1f
1:  b       1f
1:  b       1f                      @ eight cycles
1:  ldr     r1, [r2, #REMAINDER]
    ldr     r0, [r2, #QUOTIENT]     @ last: so it is known to have been read
    bx      lr
    .ltorg
    .size \name, . - \name
    .endm

    divide __aeabi_uidiv, __aeabi_uidivmod, UNSIGNED
    divide __aeabi_idiv, __aeabi_idivmod, SIGNED
