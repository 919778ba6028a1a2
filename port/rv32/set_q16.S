/* SPDX-License-Identifier: MIT */
/* Skinning in q16: runs of one joint set. q16.inc tells the rest. */
#include "../select.h"

#if defined(PELT_SETS_Q16) && PELT_SETS_Q16 == PELT_IN_RV32
#include "q16.inc"

/// One influence ////////////////////////////////////////////////////////////////////////////////

/* The entry is in t0-t6, a6, a2-a5; a position's sum starts with its fourth column. */
kernel_begin pelt_kernel_set_1_q16
    save 12
    q16_begin 12
    lhu a7, (a4)
    add a7, a7, s4
    lw t3, 12(a7)
    lw a6, 28(a7)
    lw a5, 44(a7)
    words lw, a7, 0, t0, t1, t2
    words lw, a7, 16, t4, t5, t6
    words lw, a7, 32, a2, a3, a4
    each addi, 2, t3, a6, a5
1:  words lw, s2, 0, s7, s9, s11
    addi s2, s2, 12
    split_coordinates
    apply_row 0, t0, t1, t2, t3, 1
    apply_row 1, t4, t5, t6, a6, 1
    apply_row 2, a2, a3, a4, a5, 1
    addi a0, a0, 24
    bne s2, s3, 1b
    leave 12
kernel_end pelt_kernel_set_1_q16

/// Two to four influences ///////////////////////////////////////////////////////////////////////

/* \f0 ...: registers that hold what they can of the first row of the first entry; \g0 and \g1 of
 * the second. */
.macro set_kernel name, n, coordinates, bytes, f0, f1, f2, f3, g0, g1
kernel_begin \name
    save 12
    q16_begin \bytes
    mv a1, a4
    find_entries \n, a1
    lw \f0, (a2)
    lw \f1, 4(a2)
    .ifnb \f2
    lw \f2, 8(a2)
    lw \f3, 12(a2)
    .endif
    .ifnb \g0
    lw \g0, (a3)
    lw \g1, 4(a3)
    .endif
1:  load_record \n, 0, \coordinates, \bytes
    skin_row \n, 0, \f0, \f1, \f2, \f3, \g0, \g1
    skin_row \n, 1
    skin_row \n, 2
    addi a0, a0, 24
    bne s2, s3, 1b
    leave 12
kernel_end \name
.endm

set_kernel pelt_kernel_set_2_q16, 2, 4, 16, a4, a5, t2, t3, a7, s4
set_kernel pelt_kernel_set_3_q16, 3, 8, 20, a5, s4, t3, a7
set_kernel pelt_kernel_set_4_q16, 4, 8, 20, a7, s4

#endif
