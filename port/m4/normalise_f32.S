/* SPDX-License-Identifier: MIT */
/* Raw normals to unit length in float, by the reference's own steps (src/kernel/float.c and
 * num_rsqrt() of src/arithmetic/f32.h) in its order: results are the reference's to the bit. VSQRT
 * and VDIV would take 28 cycles where the first guess and three Newton steps take 15.
 *
 *   r0, r1   vector, stride in bytes
 *   r2       vectors left
 *   r3       bits of the sum of squares
 *   r4       constant of num_rsqrt()
 *   r5, r6   bits of 1e-24, and how far those of 1e24 are above them
 *   s0-s2    components
 *   s3, s4   sum of squares, then half of it; 1 / length
 *   s5       scratch
 *   s6, s7   0.5, 1.5 */
#include "../select.h"

#if defined(PELT_NORMALISE_F32) && PELT_NORMALISE_F32 == PELT_IN_M4
#include "../arm.inc"

#define BITS_1E24 0x6753C21C
#define BITS_1E_24 0x179ABE15
#define BITS_1E_30 0x0DA24260
#define BITS_INFINITE 0x7F800000
#define BITS_2_TO_50 0x58800000
#define BITS_2_TO_MINUS_50 0x26800000

.macro bits to, value
    movw \to, #(\value) & 0xFFFF
    movt \to, #(\value) >> 16
.endm

.macro squares
    vmul.f32 s3, s0, s0
    vmul.f32 s4, s1, s1
    vmul.f32 s5, s2, s2
    vadd.f32 s3, s3, s4
    vadd.f32 s3, s3, s5
    vmov r3, s3
.endm

kernel_begin pelt_kernel_normalise_f32
    cmp r2, #0
    only eq, bx, lr
    push {r4-r6}
    bits r4, 0x5F375A86
    bits r5, BITS_1E_24
    bits r6, BITS_1E24 - BITS_1E_24
    vmov.f32 s6, #0.5
    vmov.f32 s7, #1.5
1:  vldm r0, {s0-s2}
    squares
    sub r12, r3, r5
    cmp r12, r6
    bhi 4f
2:  sub r3, r4, r3, lsr #1
    vmul.f32 s3, s3, s6
    vmov s4, r3
    .rept 3
    vmul.f32 s5, s3, s4
    vmul.f32 s5, s5, s4
    vsub.f32 s5, s7, s5
    vmul.f32 s4, s4, s5
    .endr
    each vmul.f32, s4, s0, s1, s2
3:  vstm r0, {s0-s2}
    add r0, r0, r1
    subs r2, r2, #1
    bne 1b
    pop {r4-r6}
    bx lr

/* A sum below 1e-24, above 1e24, or no number: scales the components and squares them again. */
4:  cmp r3, r5
    ite lo
    movlo r12, #BITS_2_TO_50
    movhs r12, #BITS_2_TO_MINUS_50
    vmov s3, r12
    each vmul.f32, s3, s0, s1, s2
    squares
    bits r12, BITS_1E_30
    cmp r3, r12
    bls 5f
    cmp r3, #BITS_INFINITE
    bls 2b
5:  mov r3, #0
    vmov s0, r3
    vmov s1, r3
    vmov s2, r3
    b 3b
kernel_end pelt_kernel_normalise_f32

#endif
