/* SPDX-License-Identifier: MIT */
/* Skinning in q16: records with offsets. q16.inc tells the rest. */
#include "../select.h"

#if defined(PELT_SKIN_Q16) && PELT_SKIN_Q16 == PELT_IN_RV32
#include "q16.inc"

/// One influence ////////////////////////////////////////////////////////////////////////////////

.macro rigid_row r
    lw a6, 16 * \r + 12(a2)
    words lw, a2, 16 * \r, t4, t5, t6
    addi a6, a6, 2
    apply_row \r, t4, t5, t6, a6, 1
.endm

kernel_begin pelt_kernel_1_q16
    save 12
    q16_begin 16
1:  lhu a2, (s2)
    words lw, s2, 0, s6, s8, s10
    lw s11, 12(s2)                  # above it 0
    add a2, a2, s4
    and s6, s6, s5
    slli s7, s8, 16
    and s8, s8, s5
    slli s9, s10, 16
    and s10, s10, s5
    slli s11, s11, 16
    rigid_row 0
    rigid_row 1
    rigid_row 2
    addi s2, s2, 16
    addi a0, a0, 24
    bne s2, s3, 1b
    leave 12
kernel_end pelt_kernel_1_q16

/// Two to four influences ///////////////////////////////////////////////////////////////////////

.macro skin_kernel name, n, weights, coordinates, bytes
kernel_begin \name
    save 12
    q16_begin \bytes
1:  find_entries \n, s2
    load_record \n, \weights, \coordinates, \bytes
    skin_row \n, 0
    skin_row \n, 1
    skin_row \n, 2
    addi a0, a0, 24
    bne s2, s3, 1b
    leave 12
kernel_end \name
.endm

skin_kernel pelt_kernel_2_q16, 2, 4, 8, 20
skin_kernel pelt_kernel_3_q16, 3, 8, 16, 28
skin_kernel pelt_kernel_4_q16, 4, 8, 16, 28

#endif
