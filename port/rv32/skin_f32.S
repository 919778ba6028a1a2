/* SPDX-License-Identifier: MIT */
/* Skinning in f32. f32.inc tells the rest. */
#include "../select.h"

#if defined(PELT_SKIN_F32) && PELT_SKIN_F32 == PELT_IN_RV32
#include "f32.inc"

/// One influence ////////////////////////////////////////////////////////////////////////////////

.macro rigid_row r
    flw fa7, 16 * \r + 12(a2)
    words flw, a2, 16 * \r, ft10, ft11, fa6
    apply_row \r, ft10, ft11, fa6, fa7
.endm

kernel_begin pelt_kernel_1_f32
    f32_begin 28
1:  lw a2, (a1)
    load_geometry 4
    add a2, a2, t1
    rigid_row 0
    rigid_row 1
    rigid_row 2
    f32_next
    ret
kernel_end pelt_kernel_1_f32

/* The entry is in ft0-ft3, fa2-fa5, ft10, ft11, fa6, fa7. */
kernel_begin pelt_kernel_set_1_f32
    f32_begin 24
    lw a4, (a4)
    add a4, a4, t1
    words flw, a4, 0, ft0, ft1, ft2, ft3, fa2, fa3, fa4, fa5, ft10, ft11, fa6, fa7
1:  load_geometry 0
    apply_row 0, ft0, ft1, ft2, ft3
    apply_row 1, fa2, fa3, fa4, fa5
    apply_row 2, ft10, ft11, fa6, fa7
    f32_next
    ret
kernel_end pelt_kernel_set_1_f32

/// Two to four influences ///////////////////////////////////////////////////////////////////////

.macro skin_kernel name, n
kernel_begin \name
    f32_begin 24 + 8 * \n
1:  find_float_entries \n, a1
    load_weights \n, 4 * \n
    load_geometry 8 * \n
    skin_row \n, 0
    skin_row \n, 1
    skin_row \n, 2
    f32_next
    ret
kernel_end \name
.endm

/* What a caller has in these registers: also a double, where calls pass them. */
#ifdef __riscv_float_abi_double
#define SAVE  fsd
#define LOAD  fld
#define SAVED 8
#else
#define SAVE  fsw
#define LOAD  flw
#define SAVED 4
#endif

/* The first entry stays in fs0-fs11. */
.macro each_kept do, base, bytes=4
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    \do fs\i, \bytes * \i(\base)
    .endr
.endm

.macro set_kernel name, n
kernel_begin \name
    f32_begin 24 + 4 * \n
    addi sp, sp, -12 * SAVED
    each_kept SAVE, sp, SAVED
    find_float_entries \n, a4
    each_kept flw, a2
1:  load_weights \n, 0
    load_geometry 4 * \n
    skin_row \n, 0, fs0, fs1, fs2, fs3
    skin_row \n, 1, fs4, fs5, fs6, fs7
    skin_row \n, 2, fs8, fs9, fs10, fs11
    f32_next
    each_kept LOAD, sp, SAVED
    addi sp, sp, 12 * SAVED
    ret
kernel_end \name
.endm

skin_kernel pelt_kernel_2_f32, 2
skin_kernel pelt_kernel_3_f32, 3
skin_kernel pelt_kernel_4_f32, 4
set_kernel pelt_kernel_set_2_f32, 2
set_kernel pelt_kernel_set_3_f32, 3
set_kernel pelt_kernel_set_4_f32, 4

#endif
