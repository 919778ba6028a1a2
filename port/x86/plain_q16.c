/* SPDX-License-Identifier: MIT */
/* Plain arrays in Q16.16 with AVX2: a row in each 64-bit lane, the last is idle. Same bits. */
#include "../../src/kernel/plain.h"

#if defined(PELT_PLAIN_Q16) && PELT_PLAIN_Q16 == PELT_IN_X86

#include "avx2.h"

typedef int32_t word;
#define ONE 65536

/* Columns, of the first three only the low words count; the last is Q32 and has the half that
 * rounding takes. */
typedef struct turned {
    __m256i column[4];
} turned;

AVX2_INLINE void turn(turned *to, const int32_t m[12])
{
    const __m128i r0 = _mm_loadu_si128((const __m128i *)(const void *)m);
    const __m128i r1 = _mm_loadu_si128((const __m128i *)(const void *)(m + 4));
    const __m128i r2 = _mm_loadu_si128((const __m128i *)(const void *)(m + 8));
    const __m128i low = _mm_unpacklo_epi32(r0, r1), high = _mm_unpackhi_epi32(r0, r1);
    to->column[0] = _mm256_cvtepu32_epi64(_mm_unpacklo_epi64(low, r2));
    to->column[1] = _mm256_cvtepu32_epi64(_mm_unpackhi_epi64(low, _mm_slli_si128(r2, 4)));
    to->column[2] = _mm256_cvtepu32_epi64(_mm_unpacklo_epi64(high, _mm_srli_si128(r2, 8)));
    const __m256i translation =
        _mm256_cvtepu32_epi64(_mm_unpackhi_epi64(high, _mm_srli_si128(r2, 4)));
    to->column[3] =
        _mm256_add_epi64(_mm256_slli_epi64(translation, 16), _mm256_set1_epi64x(ONE / 2));
}

/* Coordinates, in all lanes. */
typedef struct vertex {
    __m256i p[3], n[3];
} vertex;

AVX2_INLINE void load(vertex *v, const int32_t *p, const int32_t *n)
{
    UNROLL for (unsigned c = 0; c < 3u; c++) {
        v->p[c] = _mm256_set1_epi32(p[c]);
        v->n[c] = _mm256_set1_epi32(n[c]);
    }
}

/* Q32, with the half that rounding takes. */
typedef struct sums {
    __m256i p, n;
    __m128i out[2];
} sums;

AVX2_INLINE void begin(sums *s)
{
    s->p = s->n = _mm256_set1_epi64x(ONE / 2);
}

/* Rounded to Q16.16, in the low words. What is lost on top never comes down: 48 bits will do. */
AVX2_INLINE __m256i transform(const turned *m, const __m256i v[3], __m256i start)
{
    const __m256i xy = _mm256_add_epi64(_mm256_mul_epi32(m->column[0], v[0]),
                                        _mm256_mul_epi32(m->column[1], v[1]));
    const __m256i z = _mm256_add_epi64(_mm256_mul_epi32(m->column[2], v[2]), start);
    return _mm256_srli_epi64(_mm256_add_epi64(xy, z), 16);
}

AVX2_INLINE void add(sums *s, const turned *m, const vertex *v, const int32_t *w, bool moves,
                     bool both)
{
    const __m256i half = _mm256_set1_epi64x(ONE / 2), weight = _mm256_set1_epi32(*w);
    const __m256i p = transform(m, v->p, moves ? m->column[3] : half);
    s->p = _mm256_add_epi64(s->p, _mm256_mul_epi32(p, weight));
    if (both)
        s->n = _mm256_add_epi64(s->n, _mm256_mul_epi32(transform(m, v->n, half), weight));
}

AVX2_INLINE __m128i narrowed(__m256i sum)
{
    const __m256i order = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
    return _mm256_castsi256_si128(
        _mm256_permutevar8x32_epi32(_mm256_srli_epi64(sum, 16), order));
}

AVX2_INLINE void finish(sums *s, const vertex *v, bool moves, bool both)
{
    (void)v, (void)moves;
    s->out[0] = narrowed(s->p);
    s->out[1] = both ? narrowed(s->n) : s->out[0];
}

#include "plain.inc"

void pelt_kernel_plain_q16(const plain_run *run)
{
    if (has_avx2())
        plain(run);
    else
        pelt_reference_plain_q16(run);
}

#endif
