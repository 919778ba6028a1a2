/* SPDX-License-Identifier: MIT */
/*
 * Sampling in float with AVX2 and FMA. What depends on the timeline alone is computed once for all
 * of its tracks; a track is then one register's work. As in sample.inc and f32.h but for rounding.
 */
#include "../../src/kernel/kernel.h"
#include "../../src/blob/timeline.h"

#if defined(PELT_STAGES_F32) && PELT_STAGES_F32 == PELT_IN_X86

#define FEATURES "avx2,fma"
#include "avx2.h"

enum {
    VECTOR_WORDS = FORMAT_VECTOR_BYTES / 4,
    VECTOR_CUBIC_WORDS = FORMAT_VECTOR_CUBIC_BYTES / 4,
    ROTATION_WORDS = FORMAT_ROTATION_BYTES_F32 / 4,
    ROTATION_CUBIC_WORDS = FORMAT_ROTATION_CUBIC_BYTES_F32 / 4
};

/* A time in a timeline, broadcast: the fraction u, and weight = u + c (a + c b) of a rotation whose
 * segment has sharpness c (num_slerp in f32.h, sorted by powers of c). */
typedef struct moment {
    uint32_t key, next;
    __m128 u, a, b;
} moment;

AVX2_INLINE moment find_moment(const uint8_t *timeline, pelt_time time)
{
    const uint32_t *counted = (const uint32_t *)(const void *)timeline;
    const uint32_t count = counted[0];
    const timeline_place place =
        timeline_find((const int32_t *)(const void *)(counted + 1), count, time);
    float u = 0.0f;
    if (place.next != place.key)
        u = (float)place.elapsed * ((const float *)(const void *)(counted + 1 + count))[place.key];
    const float v = u * (1.0f - u), t = v * (1.0f - 2.0f * u);
    const moment m = {place.key, place.next, _mm_set1_ps(u), _mm_set1_ps(0.33323749f * t),
                      _mm_set1_ps(t * (0.1453214f - 0.29719562f * v))};
    return m;
}

AVX2_INLINE __m128 lerp(__m128 a, __m128 b, __m128 u)
{
    return _mm_fmadd_ps(_mm_sub_ps(b, a), u, a);
}

/* Of a cubic Bezier's control points: de Casteljau's interpolations. */
AVX2_INLINE __m128 bezier(__m128 p0, __m128 p1, __m128 p2, __m128 p3, __m128 u)
{
    const __m128 a = lerp(p0, p1, u), b = lerp(p1, p2, u), c = lerp(p2, p3, u);
    return lerp(lerp(a, b, u), lerp(b, c, u), u);
}

AVX2_INLINE __m128 slerp(const float *key, const moment *at)
{
    const __m128 from = _mm_loadu_ps(key), to = _mm_loadu_ps(key + ROTATION_WORDS);
    const __m128 c = _mm_broadcast_ss(key + 4);
    const __m128 weight = _mm_fmadd_ps(_mm_fmadd_ps(c, at->b, at->a), c, at->u);
    /* Half of num_slerp's x: its coefficients times powers of two. */
    const __m128 x = _mm_mul_ps(_mm_mul_ps(c, weight), _mm_sub_ps(_mm_set1_ps(1.0f), weight));
    __m128 p = _mm_fmadd_ps(x, _mm_set1_ps(16.0f * 0.36180348f), _mm_set1_ps(8.0f * 0.30386981f));
    p = _mm_fmadd_ps(x, p, _mm_set1_ps(4.0f * 0.37526114f));
    p = _mm_fmadd_ps(x, p, _mm_set1_ps(2.0f * 0.49999878f));
    const __m128 chord = lerp(from, to, weight);
    return _mm_fmadd_ps(chord, _mm_mul_ps(x, p), chord);
}

/* To unit length; what has none to the identity, as num_normalise_quaternion. */
AVX2_INLINE __m128 unit_quaternion(__m128 q)
{
    const __m128 squares = _mm_dp_ps(q, q, 0xFF);
    const __m128 has_length = _mm_cmpgt_ps(squares, _mm_set1_ps(1e-30f));
    return _mm_blendv_ps(_mm_setr_ps(0.0f, 0.0f, 0.0f, 1.0f), _mm_div_ps(q, _mm_sqrt_ps(squares)),
                         has_length);
}

AVX2_INLINE void sample_rotation(float out[4], const float *values, unsigned interpolation,
                                 const moment *at)
{
    __m128 q;
    if (interpolation == FORMAT_CUBIC) { /* in, value, out */
        const float *a = values + (size_t)ROTATION_CUBIC_WORDS * at->key;
        const float *b = values + (size_t)ROTATION_CUBIC_WORDS * at->next;
        q = unit_quaternion(bezier(_mm_loadu_ps(a + 4), _mm_loadu_ps(a + 8), _mm_loadu_ps(b),
                                   _mm_loadu_ps(b + 4), at->u));
    } else {
        const float *key = values + (size_t)ROTATION_WORDS * at->key;
        const bool still = interpolation == FORMAT_STEP || at->next == at->key;
        q = still ? _mm_loadu_ps(key) : slerp(key, at);
    }
    _mm_storeu_ps(out, q);
}

/* Three words in the upper lanes, after the one before them: every blob has one, but none may
 * follow the last key. */
AVX2_INLINE __m128 load_vector(const float *v)
{
    return _mm_loadu_ps(v - 1);
}

AVX2_INLINE void sample_vector(float out[3], const float *values, unsigned interpolation,
                               const moment *at)
{
    __m128 v;
    if (interpolation == FORMAT_CUBIC) {
        const float *a = values + (size_t)VECTOR_CUBIC_WORDS * at->key;
        const float *b = values + (size_t)VECTOR_CUBIC_WORDS * at->next;
        v = bezier(load_vector(a + 3), load_vector(a + 6), load_vector(b), load_vector(b + 3),
                   at->u);
    } else {
        v = load_vector(values + (size_t)VECTOR_WORDS * at->key);
        if (interpolation == FORMAT_LINEAR)
            v = lerp(v, load_vector(values + (size_t)VECTOR_WORDS * at->next), at->u);
    }
    _mm_store_ss(out, _mm_permute_ps(v, 1));
    _mm_storeh_pi((__m64 *)(void *)(out + 1), v);
}

AVX2 static void sample_tracks(pelt_local_f32 *locals, const format_track *track,
                               const format_track *end, const uint8_t *keys, pelt_time time)
{
    moment at = {0, 0, _mm_setzero_ps(), _mm_setzero_ps(), _mm_setzero_ps()};
    for (uint32_t timeline = FORMAT_NONE; track != end; track++) {
        const unsigned path = track->kind >> 2, interpolation = track->kind & 3u;
        if (path == FORMAT_WEIGHTS) /* pelt_morph_weights_sample_f32 */
            continue;
        if (track->timeline != timeline) {
            timeline = track->timeline;
            at = find_moment(keys + timeline, time);
        }
        pelt_local_f32 *local = &locals[track->joint];
        const float *values = (const float *)(const void *)(keys + track->values);
        if (path == FORMAT_ROTATION)
            sample_rotation(local->rotation, values, interpolation, &at);
        else
            sample_vector(path == FORMAT_TRANSLATION ? local->translation : local->scale, values,
                          interpolation, &at);
    }
}

void pelt_kernel_tracks_f32(pelt_local_f32 *locals, const format_track *tracks, uint32_t count,
                            const uint8_t *keys, pelt_time time)
{
    if (has_avx2())
        sample_tracks(locals, tracks, tracks + count, keys, time);
    else
        pelt_reference_tracks_f32(locals, tracks, count, keys, time);
}

#endif
