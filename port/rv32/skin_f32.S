/* SPDX-License-Identifier: MIT */
/* Skinning in f32; src/kernel/float.c is the specification. Products are fused with sums, two
 * elements at a time, so that no instruction uses a result of the FPU directly after it is
 * computed.
 *
 *   a0           output of the next vertex
 *   a1, t0, t1   next record, end of the records, palette
 *   a2-a5        entries of the 1st to 4th influence
 *   ft0-ft3      weights
 *   ft4-ft9      position, normal
 *   ft10, ft11, fa6, fa7   a row, mixed
 *   fa0-fa5      elements */
#include "../select.h"

#if defined(PELT_SKIN_F32) && PELT_SKIN_F32 == PELT_IN_RV32
#include "kernel.inc"

.macro f32_begin name, bytes
kernel_begin \name
    li t0, \bytes
    mul t0, t0, a2
    add t0, t0, a1
    mv t1, a3
.endm

/* Finds the entries of \n offsets at (\base), which may be the last of their registers. */
.macro find_float_entries n, base
    words lw, \base, 0, a2, a3
    when \n > 3, lw t2, 12(\base)
    when \n > 2, lw a4, 8(\base)
    each add, t1, a2, a3
    when \n > 3, add a5, t2, t1
    when \n > 2, add a4, a4, t1
.endm

.macro load_weights n, at
    words flw, a1, \at, ft0, ft1
    when \n > 2, flw ft2, \at + 8(a1)
    when \n > 3, flw ft3, \at + 12(a1)
.endm

/* Loads position and normal, and moves on to the next record. */
.macro load_geometry at
    words flw, a1, \at, ft4, ft5, ft6, ft7, ft8, ft9
    addi a1, a1, \at + 24
.endm

/* \m, \k = elements \i and \i + 1 of \n entries; \f, \g are those of the first if they are in
 * registers. */
.macro mix_two n, i, m, k, f=fa0, g=fa1
    words flw, a3, 4 * (\i), fa2, fa3
    .ifc \f, fa0
    words flw, a2, 4 * (\i), fa0, fa1
    .endif
    fmul.s \m, \f, ft0
    fmul.s \k, \g, ft0
    when \n > 2, words flw, a4, 4 * (\i), fa0, fa1
    fmadd.s \m, fa2, ft1, \m
    fmadd.s \k, fa3, ft1, \k
    when \n > 3, words flw, a5, 4 * (\i), fa2, fa3
    .if \n > 2
    fmadd.s \m, fa0, ft2, \m
    fmadd.s \k, fa1, ft2, \k
    .endif
    .if \n > 3
    fmadd.s \m, fa2, ft3, \m
    fmadd.s \k, fa3, ft3, \k
    .endif
.endm

.macro mix_row n, r, f0, f1, f2, f3
    mix_two \n, 4 * \r, ft10, ft11, \f0, \f1
    mix_two \n, 4 * \r + 2, fa6, fa7, \f2, \f3
.endm

/* Computes position and normal of the row \m0-\m3. */
.macro apply_row r, m0, m1, m2, m3
    fmul.s fa1, \m0, ft7
    fmadd.s fa0, \m0, ft4, \m3
    fmadd.s fa1, \m1, ft8, fa1
    fmadd.s fa0, \m1, ft5, fa0
    fmadd.s fa1, \m2, ft9, fa1
    fmadd.s fa0, \m2, ft6, fa0
    fsw fa1, 4 * \r + 12(a0)
    fsw fa0, 4 * \r(a0)
.endm

.macro skin_row n, r, kept:vararg
    mix_row \n, \r, \kept
    apply_row \r, ft10, ft11, fa6, fa7
.endm

.macro f32_next
    addi a0, a0, 24
    bne a1, t0, 1b
.endm

.macro f32_end name
    f32_next
    ret
kernel_end \name
.endm

/// One influence ////////////////////////////////////////////////////////////////////////////////

.macro rigid_row r
    flw fa7, 16 * \r + 12(a2)
    words flw, a2, 16 * \r, ft10, ft11, fa6
    apply_row \r, ft10, ft11, fa6, fa7
.endm

f32_begin pelt_kernel_1_f32, 28
1:  lw a2, (a1)
    load_geometry 4
    add a2, a2, t1
    all rigid_row, 0, 1, 2
f32_end pelt_kernel_1_f32

/* The entry stays in ft0-ft3, fa2-fa5, ft10, ft11, fa6, fa7. */
f32_begin pelt_kernel_set_1_f32, 24
    lw a4, (a4)
    add a4, a4, t1
    words flw, a4, 0, ft0, ft1, ft2, ft3, fa2, fa3, fa4, fa5, ft10, ft11, fa6, fa7
1:  load_geometry 0
    apply_row 0, ft0, ft1, ft2, ft3
    apply_row 1, fa2, fa3, fa4, fa5
    apply_row 2, ft10, ft11, fa6, fa7
f32_end pelt_kernel_set_1_f32

/// Two to four influences ///////////////////////////////////////////////////////////////////////

.macro skin_kernel name, n
f32_begin \name, 24 + 8 * \n
1:  find_float_entries \n, a1
    load_weights \n, 4 * \n
    load_geometry 8 * \n
    skin_row \n, 0
    skin_row \n, 1
    skin_row \n, 2
f32_end \name
.endm

/* Saves the caller's values of these registers: doubles if calls pass doubles in registers. */
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
f32_begin \name, 24 + 4 * \n
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
