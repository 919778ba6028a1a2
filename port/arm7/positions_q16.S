/* SPDX-License-Identifier: MIT */
/* Positions alone in q16: the kernels of skin_q16.S without normals, and the choice among them. */
#include "../select.h"

#if defined(PELT_POSITIONS_Q16) && PELT_POSITIONS_Q16 == PELT_IN_ARM7
#define ALONE
#include "skin_q16.S"

/* void pelt_kernel_positions_q16(positions r0, stride r1, records r2, count r3, palette, offsets,
 *                                influences) */
enter pelt_kernel_positions_q16
    add r4, sp, #36
    ldm r4, {r5-r7}
    str r6, [r4]                    @ where kernels have offsets; then the stride
    str r1, [r4, #4]
    mov r1, r2
    mov r2, r3
    mov r3, r5
    cmp r6, #0
    addne r7, r7, #4
    add pc, pc, r7, lsl #2          @ 1: the second word behind the next one
    .word 0, 0
    .irp name, 1, 2, 3, 4, set_1, set_2, set_3, set_4
    b pelt_positions_\name\()_q16
    .endr
kernel_end pelt_kernel_positions_q16

#endif
