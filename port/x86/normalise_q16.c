/* SPDX-License-Identifier: MIT */
/* q16 renormalisation with AVX2: the reference's operations (src/kernel/exact.c) in eight lanes. */
#include "../../src/base/fixed.h"
#include "../../src/kernel/kernel.h"

#if defined(PELT_NORMALISE_Q16) && PELT_NORMALISE_Q16 == PELT_IN_X86

#include "avx2.h"

typedef int32_t word;

/* floor(log2(a)) for 1 <= a < 2^31: the exponent of a float. Without the bits below leading ones,
 * rounding cannot carry into the next power. */
AVX2_INLINE __m256i exponent(__m256i a)
{
    const __m256i sparse = _mm256_andnot_si256(_mm256_srli_epi32(a, 1), a);
    const __m256i bits = _mm256_castps_si256(_mm256_cvtepi32_ps(sparse));
    return _mm256_sub_epi32(_mm256_srli_epi32(bits, 23), _mm256_set1_epi32(127));
}

/* pelt_rsqrt_table[(m >> 25) - 32] by its definition (src/base/rsqrt.c), which takes no more than
 * looking eight up: 2^15 / sqrt of the interval's middle, here in 64ths. The float is that of the
 * table, tests compare all. */
AVX2_INLINE __m256i table_at(__m256i m)
{
    const __m256i middle = _mm256_or_si256(_mm256_srli_epi32(m, 24), _mm256_set1_epi32(1));
    const __m256 root = _mm256_sqrt_ps(_mm256_cvtepi32_ps(middle));
    return _mm256_cvtps_epi32(_mm256_div_ps(_mm256_set1_ps(262144.0f), root));
}

/* As fx_rsqrt15. */
AVX2_INLINE __m256i rsqrt15(__m256i m)
{
    const __m256i y = table_at(m);
    const __m256i square = _mm256_srli_epi32(_mm256_madd_epi16(y, y), 15); /* y: 15 bits */
    const __m256i product =
        _mm256_srli_epi32(_mm256_mullo_epi32(_mm256_srli_epi32(m, 16), square), 14);
    const __m256i error = _mm256_sub_epi32(_mm256_set1_epi32(98300), product);
    return _mm256_srli_epi32(_mm256_mullo_epi32(y, error), 16);
}

AVX2_INLINE __m256i magnitude_bits(__m256i a)
{
    return _mm256_xor_si256(a, _mm256_srai_epi32(a, 31));
}

/* Of vectors v whose widest component has 15 bits; scaled, with the half that rounding takes. */
AVX2_INLINE void scale_to_unit(__m256i v[3])
{
    __m256i squares = _mm256_mullo_epi32(v[0], v[0]);
    UNROLL for (unsigned c = 1; c < 3u; c++)
        squares = _mm256_add_epi32(squares, _mm256_mullo_epi32(v[c], v[c]));
    /* In [2^28, 3 * 2^30], brought to [2^30, 2^32); zero vectors, too: they look up something. */
    const __m256i small =
        _mm256_cmpeq_epi32(_mm256_srli_epi32(squares, 30), _mm256_setzero_si256());
    const __m256i m = _mm256_blendv_epi8(squares, _mm256_slli_epi32(squares, 2), small);
    const __m256i root = rsqrt15(m);
    /* Twice where small, below 2^31 either way: so all are shifted by 14. */
    const __m256i scale = _mm256_add_epi32(root, _mm256_and_si256(root, small));
    UNROLL for (unsigned c = 0; c < 3u; c++) {
        const __m256i product = _mm256_mullo_epi32(v[c], scale);
        v[c] = _mm256_srai_epi32(_mm256_add_epi32(product, _mm256_set1_epi32(1 << 13)), 14);
    }
}

AVX2_INLINE void unit(__m256 columns[3])
{
    const __m256i one = _mm256_set1_epi32(1);
    __m256i v[3];
    UNROLL for (unsigned c = 0; c < 3u; c++)
        v[c] = _mm256_castps_si256(columns[c]);
    __m256i width = _mm256_or_si256(magnitude_bits(v[0]), one);
    UNROLL for (unsigned c = 1; c < 3u; c++)
        width = _mm256_or_si256(width, magnitude_bits(v[c]));

    /* To 15 bits: down by top - 14, the last one rounded; or up by 14 - top. Counts that are out of
     * range belong to lanes that take the other. All eight are wide, unless someone made them short
     * or zero. */
    const __m256i top = exponent(width);
    const __m256i wide = _mm256_cmpgt_epi32(top, _mm256_set1_epi32(14));
    const __m256i down = _mm256_sub_epi32(top, _mm256_set1_epi32(15));
    __m256i rounded[3];
    UNROLL for (unsigned c = 0; c < 3u; c++)
        rounded[c] = _mm256_srai_epi32(_mm256_add_epi32(_mm256_srav_epi32(v[c], down), one), 1);
    if (_mm256_movemask_epi8(wide) != -1) {
        const __m256i up = _mm256_sub_epi32(_mm256_set1_epi32(14), top);
        UNROLL for (unsigned c = 0; c < 3u; c++)
            rounded[c] = _mm256_blendv_epi8(_mm256_sllv_epi32(v[c], up), rounded[c], wide);
    }
    scale_to_unit(rounded);
    UNROLL for (unsigned c = 0; c < 3u; c++)
        columns[c] = _mm256_castsi256_ps(rounded[c]);
}

#include "normalise.inc"

NORMALISE_KERNEL(pelt_kernel_normalise_q16, pelt_reference_normalise_q16)

#endif
