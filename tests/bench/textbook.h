/* SPDX-License-Identifier: MIT */
/* The best textbook loops: C as a competent programmer writes it for a core before tuning anything.
 * The number of influences is fixed and the code unrolled, sums are kept wide and shifted once, and
 * one influence has no weight. The data are those of the tutorials: a structure per vertex, 3x4
 * matrices in rows.
 *
 *   blend       the influences' matrices are summed by weight; the sum transforms the vertex
 *   rows        the same, a row at a time
 *   vectors     as blend, its elements in a loop that is left to the compiler's vectors
 *   intrinsics  as rows, in ACLE's intrinsics for SMLAWB and SMLAWT
 *
 * Transforming the vertex by each matrix and summing the results takes 24 products an influence; these
 * loops take 12, and 18 once. It was nowhere the fastest.
 *
 * q16      Q16.16, 64-bit sums
 * halves   as exact, for cores without a long product: 32-bit matrices, all else 16 bits, products
 *          in two halves; and for cores that have such a product as one instruction, as intrinsics
 * q12      less exact, for these, too: all 16 bits, 32-bit sums
 * f32      float; products and sums may be fused
 *
 * They are compiled twice, with -O2 and -O3, -march=native on the host. The rows `textbook` of
 * bench.tsv are the least of all these for each number of influences. */
#pragma once

#include <stdint.h>

/* There is no textbook for floats without an FPU, which nobody would use. */
#if defined(__SOFTFP__) || defined(__mips_soft_float) || defined(__m68k__) ||                      \
    defined(__XTENSA_SOFT_FLOAT__) || (defined(__riscv) && !defined(__riscv_flen))
#define TEXTBOOK_FLOAT 0
#else
#define TEXTBOOK_FLOAT 1
#endif

/* On other cores a long product takes less time than two of halves. */
#if defined(__ARM_ARCH_6M__) || defined(__m68k__) || defined(__xtensa__)
#define TEXTBOOK_SPLIT 1
#else
#define TEXTBOOK_SPLIT 0
#endif

/* Products of a word and either half of another one, added to a third word. */
#ifdef __ARM_FEATURE_DSP
#define TEXTBOOK_INTRINSICS 1
#else
#define TEXTBOOK_INTRINSICS 0
#endif

/* The compiler has vectors of integers here. */
#ifdef __SSE2__
#define TEXTBOOK_VECTORS 1
#else
#define TEXTBOOK_VECTORS 0
#endif

typedef struct textbook_vertex_q16 {
    int32_t position[3], normal[3], weights[4]; /* Q16.16 */
    uint8_t joints[4];
} textbook_vertex_q16;

/* q12: matrices are Q14; translations and output positions are in steps; normals Q15. A rotation's
 * row times a position is below 2^14 * 2^15 * sqrt(3), a weighted sum below 2^30.
 *
 * halves: matrices are Q29, translations in steps of Q13. A product loses 16 bits: output positions
 * are in steps of Q13, normals Q28, both one bit less if there are weights. With translations
 * within 2^14 steps, positions are below (2^15 * sqrt(3) + 2^14) * 2^13 < 2^30. */
typedef struct textbook_vertex_16 {
    int16_t position[3]; /* steps */
    int16_t normal[3];   /* Q15 */
    int16_t weights[4];  /* Q14; Q15 for halves, below one */
    uint8_t joints[4];
} textbook_vertex_16;

typedef struct textbook_vertex_f32 {
    float position[3], normal[3], weights[4];
    uint8_t joints[4];
} textbook_vertex_f32;

/* out        [count][6]: position, normal, in words of the arithmetic
 * vertices   [count] of its structure
 * palette    [][12] words */
typedef void textbook_loop(void *restrict out, const void *restrict vertices, uint32_t count,
                           const void *restrict palette);

typedef enum textbook_arithmetic {
    TEXTBOOK_Q16,
    TEXTBOOK_Q12,
    TEXTBOOK_F32,
    TEXTBOOK_HALVES,
    TEXTBOOK_ARITHMETICS
} textbook_arithmetic;
#define TEXTBOOK_FORMS 3

/* Indexed by arithmetic, form and number of influences less one; NULL if there is none. */
typedef textbook_loop *const textbook_loops[TEXTBOOK_ARITHMETICS][TEXTBOOK_FORMS][4];
extern textbook_loops textbook_o2, textbook_o3;
