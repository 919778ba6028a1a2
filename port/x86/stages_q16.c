/* SPDX-License-Identifier: MIT */
/*
 * Model matrices and palette entries in fixed point with AVX2: rows 0 and 1 of a result side by
 * side, row 2 by itself. The reference's operations (src/stage/joints.inc, palette.inc,
 * src/arithmetic/q16.h) in lanes, so the same bits.
 */
#include "../../src/kernel/kernel.h"

#if defined(PELT_STAGES_Q16) && PELT_STAGES_Q16 == PELT_IN_X86

#include "avx2.h"

AVX2_INLINE __m128i load_four(const int32_t *words)
{
    return _mm_loadu_si128((const __m128i *)(const void *)words);
}

AVX2_INLINE __m256i twice(__m128i a)
{
    return _mm256_broadcastsi128_si256(a);
}

AVX2_INLINE __m128i lower(__m256i a)
{
    return _mm256_castsi256_si128(a);
}

/* floor(a * b / 2^32): products of even lanes, then of odd ones, whose high words are in place. */
AVX2_INLINE __m256i mulh(__m256i a, __m256i b)
{
    const __m256i even = _mm256_mul_epi32(a, b);
    const __m256i odd = _mm256_mul_epi32(_mm256_srli_epi64(a, 32), _mm256_srli_epi64(b, 32));
    return _mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xAA);
}

/* Three rows of a 3x4 matrix, each in both halves, and their odd lanes in the even ones. */
typedef struct rows {
    __m256i even[3], odd[3];
} rows;

AVX2_INLINE void set_rows(rows *to, const __m128i from[3])
{
    UNROLL for (unsigned k = 0; k < 3u; k++) {
        to->even[k] = twice(from[k]);
        to->odd[k] = _mm256_srli_epi64(to->even[k], 32);
    }
}

/* Sums of floor(a[k] * row k / 2^32), modulo 2^32, of the row in each half of a. Only the high
 * words of products are summed up: lanes of 32 bits carry nothing. */
AVX2_INLINE __m256i dot(__m256i a, const rows *b)
{
    const __m256i a0 = _mm256_shuffle_epi32(a, 0x00), a1 = _mm256_shuffle_epi32(a, 0x55);
    const __m256i a2 = _mm256_shuffle_epi32(a, 0xAA);
    const __m256i even = _mm256_add_epi32(
        _mm256_add_epi32(_mm256_mul_epi32(a0, b->even[0]), _mm256_mul_epi32(a1, b->even[1])),
        _mm256_mul_epi32(a2, b->even[2]));
    const __m256i odd = _mm256_add_epi32(
        _mm256_add_epi32(_mm256_mul_epi32(a0, b->odd[0]), _mm256_mul_epi32(a1, b->odd[1])),
        _mm256_mul_epi32(a2, b->odd[2]));
    return _mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xAA);
}

/* The fourth of four. */
AVX2_INLINE __m256i lanes_of_row(int32_t element, int32_t last)
{
    return twice(_mm_setr_epi32(element, element, element, last));
}

/// Model matrices ////////////////////////////////////////////////////////////////////////////////

/* As num_joint_dot and num_joint_translate; `above` are the rows that a came from. */
AVX2_INLINE __m256i finish_joint(__m256i sum, __m256i above)
{
    const __m256i least = lanes_of_row(-(1 << 28), -(1 << 27));
    const __m256i most = lanes_of_row((1 << 28) - 1, (1 << 27) - 1);
    const __m256i clamped = _mm256_min_epi32(_mm256_max_epi32(sum, least), most);
    const __m256i own = _mm256_add_epi32(_mm256_sllv_epi32(clamped, lanes_of_row(2, 3)),
                                         lanes_of_row(6, 12));
    /* The parent's translation, saturated. */
    const __m256i more = _mm256_blend_epi32(_mm256_setzero_si256(), above, 0x88);
    const __m256i all = _mm256_add_epi32(own, more);
    const __m256i overflow =
        _mm256_and_si256(_mm256_xor_si256(own, all), _mm256_xor_si256(more, all));
    const __m256i end = _mm256_xor_si256(_mm256_srai_epi32(own, 31), _mm256_set1_epi32(INT32_MAX));
    return _mm256_castps_si256(_mm256_blendv_ps(_mm256_castsi256_ps(all),
                                                _mm256_castsi256_ps(end),
                                                _mm256_castsi256_ps(overflow)));
}

/* As num_from_product of num_mul with the scale in each column; the fourth lane is of no use. */
AVX2_INLINE void scale_columns(__m128i m[3], __m128i scale)
{
    UNROLL for (unsigned r = 0; r < 3u; r++) {
        const __m128i product = lower(mulh(twice(m[r]), twice(scale)));
        const __m128i clamped = _mm_min_epi32(_mm_max_epi32(product, _mm_set1_epi32(-(1 << 29))),
                                              _mm_set1_epi32((1 << 29) - 1));
        m[r] = _mm_slli_epi32(clamped, 2);
    }
}

/* Rotation times scale as local_3x3 of joints.inc, the translation in the last lanes. */
AVX2_INLINE void local_rows(__m128i m[3], const pelt_local_q16 *local)
{
    const __m128i q = load_four(local->rotation);
    const __m128i t = load_four(local->translation);        /* t0 t1 t2 s0 */
    const __m128i s = load_four(&local->translation[2]);    /* t2 s0 s1 s2 */
    const __m256i squares = mulh(twice(q), twice(q));
    const __m256i xyx_www = _mm256_setr_epi32(0, 1, 0, 3, 3, 3, 3, 3);
    const __m256i yzz_zxy = _mm256_setr_epi32(1, 2, 2, 3, 2, 0, 1, 3);
    const __m256i both = mulh(_mm256_permutevar8x32_epi32(twice(q), xyx_www),
                              _mm256_permutevar8x32_epi32(twice(q), yzz_zxy));
    const __m128i xy_yz_xz = lower(both), wz_wx_wy = _mm256_extracti128_si256(both, 1);

    const __m128i sums = _mm_add_epi32(_mm_shuffle_epi32(lower(squares), _MM_SHUFFLE(3, 0, 0, 1)),
                                       _mm_shuffle_epi32(lower(squares), _MM_SHUFFLE(3, 1, 2, 2)));
    const __m128i diagonal = _mm_sub_epi32(_mm_set1_epi32(1 << 27), sums); /* m0 m4 m8 */
    const __m128i plus = _mm_add_epi32(xy_yz_xz, wz_wx_wy);                /* m3 m7 m2 */
    const __m128i minus = _mm_shuffle_epi32(_mm_sub_epi32(xy_yz_xz, wz_wx_wy),
                                            _MM_SHUFFLE(3, 1, 0, 2));      /* m6 m1 m5 */
    m[0] = _mm_blend_epi32(_mm_blend_epi32(diagonal, minus, 2), plus, 4);
    m[1] = _mm_blend_epi32(_mm_blend_epi32(plus, diagonal, 2), minus, 4);
    m[2] = _mm_blend_epi32(_mm_blend_epi32(minus, plus, 2), diagonal, 4);
    UNROLL for (unsigned r = 0; r < 3u; r++)
        m[r] = _mm_slli_epi32(m[r], 3);
    const __m128i unscaled = _mm_cmpeq_epi32(s, _mm_set1_epi32(1 << 30));
    if ((_mm_movemask_ps(_mm_castsi128_ps(unscaled)) & 14) != 14)
        scale_columns(m, _mm_shuffle_epi32(s, _MM_SHUFFLE(0, 3, 2, 1)));
    m[0] = _mm_blend_epi32(m[0], _mm_shuffle_epi32(t, 0x00), 8);
    m[1] = _mm_blend_epi32(m[1], _mm_shuffle_epi32(t, 0x55), 8);
    m[2] = _mm_blend_epi32(m[2], _mm_shuffle_epi32(t, 0xAA), 8);
}

AVX2 static void build_joint(int32_t out[12], const pelt_local_q16 *local, const int32_t *parent)
{
    __m128i m[3];
    local_rows(m, local);
    if (parent == NULL) {
        UNROLL for (unsigned r = 0; r < 3u; r++)
            _mm_storeu_si128((__m128i *)(void *)(out + 4u * r),
                             _mm_srav_epi32(m[r], _mm_setr_epi32(1, 1, 1, 0)));
        return;
    }
    rows b;
    set_rows(&b, m);
    const __m256i above = _mm256_loadu_si256((const __m256i *)(const void *)parent);
    const __m256i above2 = twice(load_four(parent + 8));
    _mm256_storeu_si256((__m256i *)(void *)out, finish_joint(dot(above, &b), above));
    _mm_storeu_si128((__m128i *)(void *)(out + 8),
                     lower(finish_joint(dot(above2, &b), above2)));
}

void pelt_kernel_joint_q16(int32_t out[12], const pelt_local_q16 *local, const int32_t *parent)
{
    if (has_avx2())
        build_joint(out, local, parent);
    else
        pelt_reference_joint_q16(out, local, parent);
}

/// Palette entries ///////////////////////////////////////////////////////////////////////////////

/* As num_entry_dot and num_entry_translate. */
AVX2_INLINE __m256i finish_entry(__m256i sum, __m256i joint, __m256i half, __m256i shift)
{
    const __m256i limit = lanes_of_row(INT32_MAX, (1 << 29) - 1);
    const __m256i least = lanes_of_row(INT32_MIN, 1 - (1 << 29));
    const __m256i translation =
        _mm256_add_epi32(_mm256_srai_epi32(joint, 3), _mm256_set1_epi32(2));
    const __m256i more = _mm256_blend_epi32(half, translation, 0x88);
    const __m256i all = _mm256_srav_epi32(_mm256_add_epi32(sum, more), shift);
    return _mm256_min_epi32(_mm256_max_epi32(all, least), limit);
}

AVX2 static void build_entry(int32_t out[12], const int32_t joint[12],
                             const format_entry_q16 *entry)
{
    const __m128i bind[3] = {load_four(entry->m), load_four(entry->m + 4), load_four(entry->m + 8)};
    const __m256i shift = _mm256_blend_epi32(_mm256_set1_epi32(entry->shift),
                                             _mm256_setzero_si256(), 0x88);
    const __m256i half = _mm256_set1_epi32((int32_t)((1u << (entry->shift - 1u)) + 1u));
    rows b;
    set_rows(&b, bind);
    const __m256i above = _mm256_loadu_si256((const __m256i *)(const void *)joint);
    const __m256i above2 = twice(load_four(joint + 8));
    _mm256_storeu_si256((__m256i *)(void *)out,
                        finish_entry(dot(above, &b), above, half, shift));
    _mm_storeu_si128((__m128i *)(void *)(out + 8),
                     lower(finish_entry(dot(above2, &b), above2, half, shift)));
}

void pelt_kernel_entry_q16(int32_t out[12], const int32_t joint[12], const format_entry_q16 *entry)
{
    if (has_avx2())
        build_entry(out, joint, entry);
    else
        pelt_reference_entry_q16(out, joint, entry);
}

#endif
