/* SPDX-License-Identifier: MIT */
/* Mixes of q16 entries; q16.inc tells the rest. */
#include "../select.h"

#if defined(PELT_MIX_Q16) && PELT_MIX_Q16 == PELT_IN_RV32
#include "q16.inc"

/* void pelt_kernel_mix_q16(mixes a0, heads a1, count a2, palette a3, influences a4) */
.macro mix_stored n, r
    mix_row \n, \r
    sw t4, 16 * \r(a0)
    sw t5, 16 * \r + 4(a0)
    sw t6, 16 * \r + 8(a0)
    sw a6, 16 * \r + 12(a0)
.endm

.macro mix_heads n, bytes
    q16_begin \bytes
1:  find_entries \n, s2
    load_weights \n, \bytes / 2
    addi s2, s2, \bytes
    split_weights \n
    mix_stored \n, 0
    mix_stored \n, 1
    mix_stored \n, 2
    addi a0, a0, 48
    bne s2, s3, 1b
    leave 6
.endm

kernel_begin pelt_kernel_mix_q16
    save 6
    li a5, 3
    beq a4, a5, 3f
    bgtu a4, a5, 4f
    mix_heads 2, 8
3:  mix_heads 3, 16
4:  mix_heads 4, 16
kernel_end pelt_kernel_mix_q16

#endif
