/* SPDX-License-Identifier: MIT */
/*
 * f32 renormalisation with AVX2, by the exact square root and quotient: the same bits on every
 * processor that has it.
 */
#include "../../src/kernel/kernel.h"

#if defined(PELT_NORMALISE_F32) && PELT_NORMALISE_F32 == PELT_IN_X86

#define FLOATS
#include "avx2.h"

typedef float word;

AVX2_INLINE __m256 sum_of_squares(const __m256 v[3])
{
    return _mm256_add_ps(_mm256_add_ps(_mm256_mul_ps(v[0], v[0]), _mm256_mul_ps(v[1], v[1])),
                         _mm256_mul_ps(v[2], v[2]));
}

/* Squares that could leave the range are of vectors scaled by 2^50 or 2^-50 before, exactly. */
AVX2_INLINE void unit(__m256 v[3])
{
    const __m256 one = _mm256_set1_ps(1.0f), up = _mm256_set1_ps(1125899906842624.0f);
    const __m256 down = _mm256_set1_ps(1.0f / 1125899906842624.0f);
    __m256 squares = sum_of_squares(v);
    const __m256 tiny = _mm256_cmp_ps(squares, _mm256_set1_ps(1e-24f), _CMP_LT_OQ);
    const __m256 huge = _mm256_cmp_ps(squares, _mm256_set1_ps(1e24f), _CMP_GT_OQ);
    const __m256 scale = _mm256_blendv_ps(_mm256_blendv_ps(one, up, tiny), down, huge);
    UNROLL for (unsigned c = 0; c < 3u; c++)
        v[c] = _mm256_mul_ps(v[c], scale);
    squares = sum_of_squares(v);
    const __m256 has_length = _mm256_cmp_ps(squares, _mm256_set1_ps(1e-30f), _CMP_GT_OQ);
    const __m256 inverse = _mm256_div_ps(one, _mm256_sqrt_ps(squares));
    UNROLL for (unsigned c = 0; c < 3u; c++)
        v[c] = _mm256_and_ps(_mm256_mul_ps(v[c], inverse), has_length);
}

#include "normalise.inc"

NORMALISE_KERNEL(pelt_kernel_normalise_f32, pelt_reference_normalise_f32)

#endif
