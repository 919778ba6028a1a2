/* SPDX-License-Identifier: MIT */
/* A sum of matrices applied to a point is the sum of their points, but for rounding:
 * docs/NOTES.md. */
#include <string.h>

#include "blobs.h"
#include "character.h"
#include "src/blob/stored.h"

#define NAME(x) x##_q16
#define num int32_t
#define OUTPUT_UNIT 65536.0
/* Mixed entries of exact models begin with what floors lose on average, which must not matter; in
 * lean ones translations of a vertex's entries are at most two units apart. */
#define IS_LEAN (palette->model->encoding == PELT_LEAN)
#define PROBE (IS_LEAN ? 65536 : 256 * 131072)
#define PROBE_UNITS (IS_LEAN ? 1.0 : 256.0)
#include "matrix_sums.inc"
#undef NAME
#undef num
#undef OUTPUT_UNIT
#undef PROBE
#undef PROBE_UNITS

#define NAME(x) x##_f32
#define num float
#define OUTPUT_UNIT 1.0
#define PROBE 1.0f
#define PROBE_UNITS 1.0
#include "matrix_sums.inc"

void test_matrix_sums(void)
{
    matrix_sums_q16(test_tiny_q16, BLOB_BYTES(tiny_q16), 9.0 / 65536.0);
    matrix_sums_q16(test_tiny_q12, BLOB_BYTES(tiny_q12), 9.0 / 65536.0);
    matrix_sums_f32(test_tiny_f32, BLOB_BYTES(tiny_f32), 1e-6);
}
