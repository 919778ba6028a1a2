/* SPDX-License-Identifier: MIT */
/* Data that tests/bench/generate writes: vertices of 64 joints, random with a fixed seed. */
#pragma once

#include <stdint.h>

#define BENCH_JOINTS 64u
#define BENCH_PALETTE_WORDS                                                                        \
    (12u * BENCH_JOINTS + 4u) /* includes the padding that kernels may load past the end */
/* Macros for words of a record: two int8, the first at the lower address; an int16 as halfword
 * of an int32. */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define BENCH_HALFWORDS(a) (a) < 0 ? -1 : 0, (a)
#define BENCH_BYTES(a, b) ((int16_t)(((a)&255) << 8 | ((b)&255)))
#else
#define BENCH_HALFWORDS(a) (a), (a) < 0 ? -1 : 0
#define BENCH_BYTES(a, b) ((int16_t)(((b)&255) << 8 | ((a)&255)))
#endif
#define BENCH_ALIGNED __attribute__((aligned(8)))

extern const uint32_t bench_vertices;

/* Records by number of influences (format.h). */
extern const int16_t bench_q16_1[], bench_q16_2[], bench_q16_3[], bench_q16_4[];
extern const int16_t bench_q12_1[], bench_q12_2[], bench_q12_3[], bench_q12_4[];
extern const uint32_t bench_f32_1[], bench_f32_2[], bench_f32_3[], bench_f32_4[];

extern const int32_t bench_q16_palette[BENCH_PALETTE_WORDS];
extern const int32_t bench_q12_palette[BENCH_PALETTE_WORDS];
extern const float bench_f32_palette[BENCH_PALETTE_WORDS];

/* Stored tangents (format.h): q16 and q12; f32. */
extern const int16_t bench_fixed_tangents[];
extern const float bench_f32_tangents[];

/* Plain arrays: [vertices][3], joints and weights [vertices][4]; Q16.16 or float. */
extern const int32_t bench_q16_plain_palette[BENCH_PALETTE_WORDS];
extern const int32_t bench_q16_positions[], bench_q16_normals[], bench_q16_weights[];
extern const float bench_f32_positions[], bench_f32_normals[], bench_f32_weights[];
extern const uint16_t bench_plain_joints[];

/* Position and normal of the first vertices of these, skinned in double precision by their first
 * 1 to 4 influences, Q16.16. */
#define BENCH_EXPECTED 8u
extern const int32_t bench_expected_1[], bench_expected_2[], bench_expected_3[], bench_expected_4[];
