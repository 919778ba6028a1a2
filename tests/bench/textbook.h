/* SPDX-License-Identifier: MIT */
/*
 * The best textbook loops: what a competent programmer writes in C for a core before anything is
 * tuned. The number of influences is fixed and written out, sums are kept wide and shifted once,
 * one influence has no weight. The data are those of the tutorials: a structure per vertex, 3x4
 * matrices in rows.
 *
 *   blend       the influences' matrices are summed by weight; the sum transforms the vertex
 *   rows        the same, a row at a time
 *   vectors     as blend, its elements in a loop that is left to the compiler's vectors
 *   intrinsics  as rows, in ACLE's intrinsics for SMLAWB and SMLAWT
 *
 * To transform the vertex by each matrix and to sum the results takes 24 products an influence instead
 * of 12 and 18 once: it was nowhere the fastest.
 *
 * q16      Q16.16, 64-bit sums
 * halves   as exact, for cores without a long product: 32-bit matrices, all else 16 bits, products
 *          in two halves; and for cores that have such a product as one instruction, as intrinsics
 * q12      less exact, for these too: all 16 bits, 32-bit sums
 * f32      float; products and sums may be fused
 *
 * Compiled twice, with -O2 (textbook_o2.c) and -O3 (textbook_o3.c), -march=native on the host. The
 * rows `textbook` of bench.tsv are the least of all these for each number of influences.
 */
#ifndef BENCH_TEXTBOOK_H
#define BENCH_TEXTBOOK_H

#include <stdint.h>

/* Floats without an FPU are of no use to anyone. */
#if defined(__SOFTFP__) || defined(__mips_soft_float) || defined(__m68k__) ||                      \
    (defined(__riscv) && !defined(__riscv_flen))
#define TEXTBOOK_FLOAT 0
#else
#define TEXTBOOK_FLOAT 1
#endif

/* Elsewhere a long product takes less than two of halves. */
#if defined(__ARM_ARCH_6M__) || defined(__m68k__)
#define TEXTBOOK_SPLIT 1
#else
#define TEXTBOOK_SPLIT 0
#endif

/* Products of a word and either half of another one, added to a third. */
#ifdef __ARM_FEATURE_DSP
#define TEXTBOOK_INTRINSICS 1
#else
#define TEXTBOOK_INTRINSICS 0
#endif

/* Where the compiler has vectors of integers to use. */
#ifdef __SSE2__
#define TEXTBOOK_VECTORS 1
#else
#define TEXTBOOK_VECTORS 0
#endif

typedef struct textbook_vertex_q16 {
    int32_t position[3], normal[3], weights[4]; /* Q16.16 */
    uint8_t joints[4];
} textbook_vertex_q16;

/*
 * q12: matrices are Q14, translations steps, and so are positions out; normals Q15. A rotation's
 * row times a position is below 2^14 * 2^15 * sqrt(3), a weighted sum below 2^30.
 *
 * halves: matrices are Q29, translations steps of Q13. A product loses 16 bits: positions out are
 * steps of Q13, normals Q28, both one bit less where there are weights. With translations within
 * 2^14 steps, positions are below (2^15 * sqrt(3) + 2^14) * 2^13 < 2^30.
 */
typedef struct textbook_vertex_16 {
    int16_t position[3]; /* steps */
    int16_t normal[3];   /* Q15 */
    int16_t weights[4];  /* Q14; Q15 of halves, below one */
    uint8_t joints[4];
} textbook_vertex_16;

typedef struct textbook_vertex_f32 {
    float position[3], normal[3], weights[4];
    uint8_t joints[4];
} textbook_vertex_f32;

/*
 * out        [count][6]: position, normal, in words of the arithmetic
 * vertices   [count] of its structure
 * palette    [][12] words
 */
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

/* By arithmetic, form and number of influences less one; NULL where there is none. */
typedef textbook_loop *const textbook_loops[TEXTBOOK_ARITHMETICS][TEXTBOOK_FORMS][4];
extern textbook_loops textbook_o2, textbook_o3;

#endif
