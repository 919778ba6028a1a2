/* SPDX-License-Identifier: MIT */
/*
 * Plain arrays in float with AVX2 and FMA: matrices are summed by weight, two columns side by side.
 * Against the reference each result is within 1e-6 of the sum of its terms' magnitudes.
 */
#include "../../src/kernel/plain.h"

#if defined(PELT_PLAIN_F32) && PELT_PLAIN_F32 == PELT_IN_X86

#define FEATURES "avx2,fma"
#define FLOATS
#include "avx2.h"

typedef float word;
#define ONE 1.0f

/* Columns 0 and 1, 2 and 3; the fourth of each half is idle. */
typedef struct turned {
    __m256 columns[2];
} turned;

AVX2_INLINE void turn(turned *to, const float m[12])
{
    const __m128 r0 = _mm_loadu_ps(m), r1 = _mm_loadu_ps(m + 4), r2 = _mm_loadu_ps(m + 8);
    const __m128 low = _mm_unpacklo_ps(r0, r1), high = _mm_unpackhi_ps(r0, r1);
    to->columns[0] = _mm256_setr_m128(_mm_movelh_ps(low, r2),
                                      _mm_shuffle_ps(low, r2, _MM_SHUFFLE(1, 1, 3, 2)));
    to->columns[1] = _mm256_setr_m128(_mm_shuffle_ps(high, r2, _MM_SHUFFLE(2, 2, 1, 0)),
                                      _mm_shuffle_ps(high, r2, _MM_SHUFFLE(3, 3, 3, 2)));
}

typedef struct vertex {
    const float *p, *n;
} vertex;

AVX2_INLINE void load(vertex *v, const float *p, const float *n)
{
    v->p = p;
    v->n = n;
}

typedef struct sums {
    __m256 columns[2];
    __m128i out[2];
} sums;

AVX2_INLINE void begin(sums *s)
{
    s->columns[0] = s->columns[1] = _mm256_setzero_ps();
}

AVX2_INLINE void add(sums *s, const turned *m, const vertex *v, const float *w, bool moves,
                     bool both)
{
    const __m256 weight = _mm256_broadcast_ss(w);
    (void)v, (void)moves, (void)both;
    s->columns[0] = _mm256_fmadd_ps(m->columns[0], weight, s->columns[0]);
    s->columns[1] = _mm256_fmadd_ps(m->columns[1], weight, s->columns[1]);
}

/* fourth: 1 for positions, 0 for directions */
AVX2_INLINE __m128i transform(const __m256 m[2], const float v[3], const __m256 fourth)
{
    const __m256 xy = _mm256_blend_ps(_mm256_broadcast_ss(v), _mm256_broadcast_ss(v + 1), 0xF0);
    const __m256 z1 = _mm256_blend_ps(_mm256_broadcast_ss(v + 2), fourth, 0xF0);
    const __m256 sum = _mm256_fmadd_ps(m[0], xy, _mm256_mul_ps(m[1], z1));
    return _mm_castps_si128(
        _mm_add_ps(_mm256_castps256_ps128(sum), _mm256_extractf128_ps(sum, 1)));
}

AVX2_INLINE void finish(sums *s, const vertex *v, bool moves, bool both)
{
    const __m256 zero = _mm256_setzero_ps();
    s->out[0] = transform(s->columns, v->p, moves ? _mm256_set1_ps(1.0f) : zero);
    s->out[1] = both ? transform(s->columns, v->n, zero) : s->out[0];
}

#include "plain.inc"

void pelt_kernel_plain_f32(const plain_run *run)
{
    if (has_avx2())
        plain(run);
    else
        pelt_reference_plain_f32(run);
}

#endif
