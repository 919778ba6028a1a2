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

/* pelt_rsqrt_table[index], read by pairs of entries so that nothing behind it is. */
AVX2_INLINE __m256i look_up(__m256i index)
{
    const __m256i pairs = _mm256_i32gather_epi32((const int *)(const void *)pelt_rsqrt_table,
                                                 _mm256_srli_epi32(index, 1), 4);
    const __m256i odd = _mm256_and_si256(index, _mm256_set1_epi32(1));
    return _mm256_and_si256(_mm256_srlv_epi32(pairs, _mm256_slli_epi32(odd, 4)),
                            _mm256_set1_epi32(0xFFFF));
}

/* As fx_rsqrt15. */
AVX2_INLINE __m256i rsqrt15(__m256i m)
{
    const __m256i y = look_up(_mm256_sub_epi32(_mm256_srli_epi32(m, 25), _mm256_set1_epi32(32)));
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

AVX2_INLINE void unit(__m256 columns[3])
{
    const __m256i one = _mm256_set1_epi32(1);
    __m256i v[3], squares = _mm256_setzero_si256();
    UNROLL for (unsigned c = 0; c < 3u; c++)
        v[c] = _mm256_castps_si256(columns[c]);
    const __m256i all = _mm256_or_si256(_mm256_or_si256(v[0], v[1]), v[2]);
    const __m256i is_zero = _mm256_cmpeq_epi32(all, _mm256_setzero_si256());
    __m256i width = one;
    UNROLL for (unsigned c = 0; c < 3u; c++)
        width = _mm256_or_si256(width, magnitude_bits(v[c]));

    /* To 15 bits: down by top - 14, the last one rounded; or up by 14 - top. Counts that are out of
     * range belong to lanes that take the other. */
    const __m256i top = exponent(width);
    const __m256i down = _mm256_sub_epi32(top, _mm256_set1_epi32(15));
    const __m256i up = _mm256_sub_epi32(_mm256_set1_epi32(14), top);
    const __m256i wide = _mm256_cmpgt_epi32(top, _mm256_set1_epi32(14));
    UNROLL for (unsigned c = 0; c < 3u; c++) {
        const __m256i rounded =
            _mm256_srai_epi32(_mm256_add_epi32(_mm256_srav_epi32(v[c], down), one), 1);
        v[c] = _mm256_blendv_epi8(_mm256_sllv_epi32(v[c], up), rounded, wide);
        squares = _mm256_add_epi32(squares, _mm256_mullo_epi32(v[c], v[c]));
    }

    /* The widest has 15 bits: squares in [2^28, 3 * 2^30], and brought to [2^30, 2^32). */
    const __m256i small =
        _mm256_cmpeq_epi32(_mm256_srli_epi32(squares, 30), _mm256_setzero_si256());
    const __m256i m = _mm256_blendv_epi8(squares, _mm256_slli_epi32(squares, 2), small);
    /* Zero vectors look up something, too. */
    const __m256i scale = rsqrt15(_mm256_max_epu32(m, _mm256_set1_epi32(1 << 30)));
    const __m256i shift = _mm256_add_epi32(_mm256_set1_epi32(14), small); /* less one where small */
    const __m256i half = _mm256_sllv_epi32(one, _mm256_sub_epi32(shift, one));
    UNROLL for (unsigned c = 0; c < 3u; c++) {
        const __m256i product = _mm256_add_epi32(_mm256_mullo_epi32(v[c], scale), half);
        v[c] = _mm256_andnot_si256(is_zero, _mm256_srav_epi32(product, shift));
        columns[c] = _mm256_castsi256_ps(v[c]);
    }
}

#include "normalise.inc"

NORMALISE_KERNEL(pelt_kernel_normalise_q16, pelt_reference_normalise_q16)

#endif
