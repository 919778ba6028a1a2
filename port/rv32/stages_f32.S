/* SPDX-License-Identifier: MIT */
/* Model matrices and palettes of f32: src/stage/joints.inc and palette.inc over
 * src/arithmetic/f32.h. Products are fused with sums. Results are computed in fours, so that no
 * instruction uses one directly after it is computed.
 *
 *   a0            matrix or entry that is written
 *   a1            local, or palette entry as it is stored
 *   a3            left matrix: of the parent, of the joint
 *   ft0-ft8       right matrix, row by row
 *   ft9-ft11      its translation
 *   fa0-fa3       a row of the left one; before, a rotation
 *   fa4-fa7       sums */
#include "../select.h"

#if defined(PELT_STAGES_F32) && PELT_STAGES_F32 == PELT_IN_RV32
#include "kernel.inc"

.macro times_row r
    words flw, a3, 16 * \r, fa0, fa1, fa2, fa3
    fmul.s fa4, fa0, ft0
    fmul.s fa5, fa0, ft1
    fmul.s fa6, fa0, ft2
    fmadd.s fa7, fa0, ft9, fa3
    fmadd.s fa4, fa1, ft3, fa4
    fmadd.s fa5, fa1, ft4, fa5
    fmadd.s fa6, fa1, ft5, fa6
    fmadd.s fa7, fa1, ft10, fa7
    fmadd.s fa4, fa2, ft6, fa4
    fmadd.s fa5, fa2, ft7, fa5
    fmadd.s fa6, fa2, ft8, fa6
    fmadd.s fa7, fa2, ft11, fa7
    words fsw, a0, 16 * \r, fa4, fa5, fa6, fa7
.endm

/// Model matrices ////////////////////////////////////////////////////////////////////////////////
/* void pelt_kernel_joints_f32(matrices a0, locals a1, joints a2, first a3, end a4)
 *
 *   a2, a4, a5    joint; end of the matrices; their start
 *   a6, a7        bytes of a matrix; 1 */
kernel_begin pelt_kernel_joints_f32
    beq a3, a4, 3f
    mv a5, a0
    li a6, 48
    mul t0, a3, a6
    li t1, 40
    mul t1, a3, t1
    mul t2, a4, a6
    slli t3, a3, 3
    lui a7, 0x3f800
    add a0, a0, t0
    add a1, a1, t1
    add a2, a2, t3
    add a4, a5, t2
1:  words flw, a1, 0, fa0, fa1, fa2, fa3 # x, y, z, w
    fmv.w.x ft9, a7
    fadd.s fa4, fa0, fa0
    fadd.s fa5, fa1, fa1
    fadd.s fa6, fa2, fa2
    lhu a3, (a2)
    fmul.s ft6, fa3, fa5
    fmul.s ft7, fa3, fa4
    fmul.s ft3, fa3, fa6
    fnmsub.s ft10, fa2, fa6, ft9    # 1 - 2 zz
    fnmsub.s ft11, fa0, fa4, ft9    # 1 - 2 xx
    fmsub.s ft1, fa0, fa5, ft3
    fmadd.s ft3, fa0, fa5, ft3
    fmadd.s ft2, fa0, fa6, ft6
    fmsub.s ft6, fa0, fa6, ft6
    fmsub.s ft5, fa1, fa6, ft7
    fmadd.s ft7, fa1, fa6, ft7
    fnmsub.s ft0, fa1, fa5, ft10
    fnmsub.s ft4, fa0, fa4, ft10
    fnmsub.s ft8, fa1, fa5, ft11
    words lw, a1, 28, t0, t1, t2
    bne t0, a7, 4f
    bne t1, a7, 4f
    bne t2, a7, 4f
2:  addi t0, a3, 1
    slli t0, t0, 16
    words flw, a1, 16, ft9, ft10, ft11
    beqz t0, 5f                     # no parent
    mul a3, a3, a6
    addi a1, a1, 40
    addi a2, a2, 8
    add a3, a3, a5
    all times_row, 0, 1, 2
    add a0, a0, a6
    bne a0, a4, 1b
3:  ret

4:  words flw, a1, 28, fa0, fa1, fa2 # scaled
    each fmul.s, fa0, ft0, ft3, ft6
    each fmul.s, fa1, ft1, ft4, ft7
    each fmul.s, fa2, ft2, ft5, ft8
    j 2b

5:  words fsw, a0, 0, ft0, ft1, ft2, ft9, ft3, ft4, ft5, ft10, ft6, ft7, ft8, ft11
    addi a1, a1, 40
    addi a2, a2, 8
    add a0, a0, a6
    bne a0, a4, 1b
    ret
kernel_end pelt_kernel_joints_f32

/// A palette /////////////////////////////////////////////////////////////////////////////////////
/* void pelt_kernel_palette_f32(palette a0, matrices a1, entries a2, count a3)
 *
 *   a4, a5        end of the palette; matrices
 *   a6            bytes of a matrix */
kernel_begin pelt_kernel_palette_f32
    li a6, 48
    mul a4, a3, a6
    mv a5, a1
    mv a1, a2
    add a4, a4, a0
    beqz a3, 2f
1:  lhu a3, (a1)
    words flw, a1, 4, ft0, ft1, ft2, ft9, ft3, ft4, ft5, ft10, ft6, ft7, ft8, ft11
    mul a3, a3, a6
    addi a1, a1, 52
    add a3, a3, a5
    all times_row, 0, 1, 2
    add a0, a0, a6
    bne a0, a4, 1b
2:  ret
kernel_end pelt_kernel_palette_f32

#endif
