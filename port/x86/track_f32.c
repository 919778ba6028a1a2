/* SPDX-License-Identifier: MIT */
/*
 * Sampling a track in float with AVX2 and FMA: the components of a key are the lanes of a
 * register's half, the next key's of the other. As curve.h and sample.inc but for rounding. Cubic
 * tracks, wide keys and rotations of four components are left to them.
 */
#include "../../src/arithmetic/curve.h"
#include "../../src/kernel/kernel.h"

#if defined(PELT_STAGES_F32) && PELT_STAGES_F32 == PELT_IN_X86

#define FEATURES "avx2,fma"
#define FLOATS
#include "avx2.h"

/* 64 bits from a bit offset on; `bits` of them are there, and the word behind. */
static inline uint64_t window_of(const uint32_t *packed, uint32_t at, uint32_t bits)
{
    const uint64_t high = curve_window(packed, at);
    return high << 32 | (bits > 32u ? curve_window(packed, at + 32u) : 0u);
}

static inline int top_of(uint64_t window)
{
    return (int)(uint32_t)(window >> 32);
}

/* Three numbers of both keys, of up to 64 bits together; the fourth lanes hold anything. Of bits
 * and ranges as much is read as they take and up to four bytes behind, which every curve has. */
AVX2_INLINE __m256 numbers_of(const curve_view *curve, uint32_t bits, const timeline_place *place)
{
    const unsigned x = curve->bits[0], y = curve->bits[1];
    const uint64_t from = window_of(curve->packed, place->key * bits, bits);
    const uint64_t to = window_of(curve->packed, place->next * bits, bits);
    const __m128i key = _mm_setr_epi32(top_of(from), top_of(from << x), top_of(from << x << y), 0);
    const __m128i next = _mm_setr_epi32(top_of(to), top_of(to << x), top_of(to << x << y), 0);
    const __m256i window = _mm256_setr_m128i(key, next);
    int four;
    memcpy(&four, curve->bits, sizeof four);
    const __m256i widths = _mm256_cvtepu8_epi32(_mm_set1_epi32(four));
    const __m256i behind = _mm256_srlv_epi32(_mm256_set1_epi32(-1), widths);
    const __m256i part = _mm256_andnot_si256(behind, window);
    const __m128i stored = _mm_loadu_si128((const __m128i *)(const void *)curve->ranges);
    const __m256i ranges = _mm256_broadcastsi128_si256(stored);
    const __m256 low = _mm256_cvtepi32_ps(_mm256_srai_epi32(_mm256_slli_epi32(ranges, 16), 16));
    const __m256 extent = _mm256_cvtepi32_ps(_mm256_srli_epi32(ranges, 16));
    const __m256 step = _mm256_mul_ps(extent, _mm256_set1_ps(0x1p-39f));
    return _mm256_fmadd_ps(_mm256_cvtepi32_ps(_mm256_srli_epi32(part, 8)), step,
                           _mm256_mul_ps(low, _mm256_set1_ps(1.0f / 32768.0f)));
}

/* Between the keys along the arc, as num_arc in f32.h. */
AVX2_INLINE __m128 on_arc(__m128 a, __m128 b, __m128 u)
{
    const __m128 one = _mm_set1_ps(1.0f), way = _mm_sub_ps(b, a);
    const __m128 c = _mm_min_ps(_mm_mul_ps(_mm_set1_ps(0.5f), _mm_dp_ps(way, way, 0xFF)),
                                _mm_set1_ps(0.2929f));
    const __m128 v = _mm_mul_ps(u, _mm_sub_ps(one, u));
    const __m128 k = _mm_fmadd_ps(c, _mm_fnmadd_ps(_mm_set1_ps(0.29719562f), v,
                                                   _mm_set1_ps(0.1453214f)),
                                  _mm_set1_ps(0.33323749f));
    const __m128 slope = _mm_mul_ps(v, _mm_fnmadd_ps(_mm_set1_ps(2.0f), u, one));
    const __m128 weight = _mm_fmadd_ps(_mm_mul_ps(slope, c), k, u);
    const __m128 half = _mm_mul_ps(_mm_mul_ps(c, weight), _mm_sub_ps(one, weight));
    const __m128 x = _mm_add_ps(half, half);
    __m128 p = _mm_fmadd_ps(x, _mm_set1_ps(0.36180348f), _mm_set1_ps(0.30386981f));
    p = _mm_fmadd_ps(x, p, _mm_set1_ps(0.37526114f));
    p = _mm_fmadd_ps(x, p, _mm_set1_ps(0.49999878f));
    const __m128 chord = _mm_fmadd_ps(way, weight, a);
    return _mm_fmadd_ps(chord, _mm_mul_ps(x, p), chord);
}

/* Lane 3 is the component that is left out; at least 1/2. */
AVX2_INLINE __m128 rotation_of(__m256 q, uint32_t left_out, __m128 u)
{
    static const int32_t order[4][4] = {{3, 0, 1, 2}, {0, 3, 1, 2}, {0, 1, 3, 2}, {0, 1, 2, 3}};
    const __m256 rest = _mm256_sub_ps(_mm256_set1_ps(1.0f), _mm256_dp_ps(q, q, 0x78));
    const __m256 whole =
        _mm256_blend_ps(q, _mm256_sqrt_ps(_mm256_max_ps(rest, _mm256_set1_ps(0.25f))), 0x88);
    const __m128 arc =
        on_arc(_mm256_castps256_ps128(whole), _mm256_extractf128_ps(whole, 1), u);
    return _mm_permutevar_ps(
        arc, _mm_loadu_si128((const __m128i *)(const void *)order[left_out]));
}

AVX2 static void sample_track(pelt_local_f32 *local, uint32_t kind, const format_curve *curve,
                              uint32_t bits, const timeline_place *place)
{
    const uint32_t path = format_path_of(kind);
    const curve_view view = curve_open(curve, 3, kind);
    const bool step = format_interpolation_of(kind) == FORMAT_STEP;
    const __m128 u = _mm_set1_ps(step ? 0.0f : (float)place->u * (1.0f / 2147483648.0f));
    const __m256 numbers = numbers_of(&view, bits, place);
    if (path == FORMAT_ROTATION) {
        _mm_storeu_ps(local->rotation, rotation_of(numbers, curve->form, u));
        return;
    }
    const uint32_t exponent = ((uint32_t)curve->form + 30u) << 23; /* 2^(form - 97) */
    float scale;
    memcpy(&scale, &exponent, sizeof scale);
    const __m128 a = _mm256_castps256_ps128(numbers), b = _mm256_extractf128_ps(numbers, 1);
    const __m128 v = _mm_mul_ps(_mm_fmadd_ps(_mm_sub_ps(b, a), u, a), _mm_set1_ps(scale));
    float *out = path == FORMAT_TRANSLATION ? local->translation : local->scale;
    _mm_storel_pi((__m64 *)(void *)out, v);
    _mm_store_ss(out + 2, _mm_movehl_ps(v, v));
}

void pelt_kernel_track_f32(pelt_local_f32 *local, uint32_t kind, const void *values,
                           const timeline_place *place)
{
    const format_curve *curve = values;
    const bool three = format_path_of(kind) != FORMAT_ROTATION || curve->form <= 3u;
    if (has_avx2() && format_interpolation_of(kind) < FORMAT_CUBIC && three) {
        const uint32_t bits = (uint32_t)curve->bits[0] + curve->bits[1] + curve->bits[2];
        if (bits <= 64u) {
            sample_track(local, kind, curve, bits, place);
            return;
        }
    }
    pelt_reference_track_f32(local, kind, values, place);
}

#endif
