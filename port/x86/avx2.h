/* SPDX-License-Identifier: MIT */
/*
 * Eight vertices at a time, one in each 32-bit lane. Vertices i and i + 4 share a register's halves
 * wherever four words per vertex are loaded, so that transposing never crosses halves.
 *
 * Functions are marked one by one for what they need (FEATURES, by file): the rest of the library
 * keeps to what every x86-64 has, and the processor is asked before they are called.
 */
#ifndef PELT_X86_AVX2_H
#define PELT_X86_AVX2_H

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>

#include "../../src/base/memory.h"

#ifndef FEATURES
#define FEATURES "avx2" /* no FMA: no compiler can fuse what must keep the reference's bits */
#endif
#define AVX2 __attribute__((target(FEATURES)))
#define AVX2_INLINE static inline __attribute__((target(FEATURES), always_inline)) UNCHECKED

#define LANES 8u

/* UBSan's checks of every constant index, unrolled and inlined, take Clang minutes. ASan's stay. */
#ifdef __clang__
#define UNCHECKED                                                                                  \
    __attribute__((no_sanitize("bounds", "null", "object-size", "alignment", "pointer-overflow")))
#else
#define UNCHECKED
#endif

/* GCC unrolls short loops completely only where told to; arrays of registers need it. */
#ifdef __clang__
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

/* No load moves across: Clang would bring all of a block's to its front and spill them. */
#ifdef __clang__
#define IN_ORDER() __asm__ volatile("" ::: "memory")
#else
#define IN_ORDER() (void)0
#endif

/* Loads and tests of what the compiler's library has found out at start-up. */
#ifndef PELT_HAS_AVX2
#define PELT_HAS_AVX2 (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
#endif

/* Whether floats may be those of these kernels, which round as FMA does: true, unless the program
 * defines it, as the tool does, whose files are to be the same on every machine. */
bool pelt_x86_floats(void);

static inline bool has_avx2(void)
{
#ifdef FLOATS
    return PELT_HAS_AVX2 && pelt_x86_floats();
#else
    return PELT_HAS_AVX2;
#endif
}

/* A base that the compiler takes for new in every block. Otherwise GCC computes the address of each
 * word of a table before the loop, and spills all of them. */
AVX2_INLINE const void *fresh(const void *table)
{
    __asm__ volatile("" : "+r"(table));
    return table;
}

/* Words of two vertices: low half from a, high half from b; any 4-byte alignment. */
AVX2_INLINE __m256 load_halves(const void *a, const void *b)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps((const float *)a)),
                                _mm_loadu_ps((const float *)b), 1);
}

/* The records of eight vertices. */
typedef struct lanes {
    const uint8_t *at[LANES];
} lanes;

/* `count` records from here on, the last one repeated: no lane is idle, none beyond is read. */
AVX2_INLINE lanes lanes_of(const uint8_t *records, uint32_t record_bytes, uint32_t count)
{
    lanes l;
    UNROLL for (uint32_t i = 0; i < LANES; i++)
        l.at[i] = records + record_bytes * (i < count ? i : count - 1u);
    return l;
}

/* Four words, `offset` bytes into each record. */
AVX2_INLINE void load_rows(__m256 rows[4], const lanes *l, uint32_t offset)
{
    UNROLL for (uint32_t i = 0; i < 4u; i++)
        rows[i] = load_halves(l->at[i] + offset, l->at[i + 4u] + offset);
}

/* Within each half: columns[c] is word c of rows 0 to 3. */
AVX2_INLINE void transpose(__m256 columns[4], const __m256 rows[4])
{
    const __m256d a = _mm256_castps_pd(_mm256_unpacklo_ps(rows[0], rows[1]));
    const __m256d b = _mm256_castps_pd(_mm256_unpackhi_ps(rows[0], rows[1]));
    const __m256d c = _mm256_castps_pd(_mm256_unpacklo_ps(rows[2], rows[3]));
    const __m256d d = _mm256_castps_pd(_mm256_unpackhi_ps(rows[2], rows[3]));
    columns[0] = _mm256_castpd_ps(_mm256_unpacklo_pd(a, c));
    columns[1] = _mm256_castpd_ps(_mm256_unpackhi_pd(a, c));
    columns[2] = _mm256_castpd_ps(_mm256_unpacklo_pd(b, d));
    columns[3] = _mm256_castpd_ps(_mm256_unpackhi_pd(b, d));
}

/* Six words of each of eight vertices, vertex after vertex: 192 bytes. */
AVX2_INLINE void store_vertices(void *out, const __m256 words[6])
{
    __m256d pairs[2][3]; /* words 2j and 2j + 1 of vertices 0, 1 (2, 3); 4, 5 (6, 7) */
    UNROLL for (unsigned j = 0; j < 3u; j++) {
        pairs[0][j] = _mm256_castps_pd(_mm256_unpacklo_ps(words[2u * j], words[2u * j + 1u]));
        pairs[1][j] = _mm256_castps_pd(_mm256_unpackhi_ps(words[2u * j], words[2u * j + 1u]));
    }
    __m256d parts[6]; /* 16 bytes of the output of vertices 0 to 3; of 4 to 7 */
    UNROLL for (unsigned i = 0; i < 2u; i++) {
        parts[3u * i] = _mm256_unpacklo_pd(pairs[i][0], pairs[i][1]);
        parts[3u * i + 1u] = _mm256_shuffle_pd(pairs[i][2], pairs[i][0], 10);
        parts[3u * i + 2u] = _mm256_unpackhi_pd(pairs[i][1], pairs[i][2]);
    }
    double *to = out;
    UNROLL for (unsigned i = 0; i < 3u; i++) {
        const __m256d low = parts[2u * i], high = parts[2u * i + 1u];
        _mm256_storeu_pd(to + 4u * i, _mm256_insertf128_pd(low, _mm256_castpd256_pd128(high), 1));
        _mm256_storeu_pd(to + 12u + 4u * i, _mm256_permute2f128_pd(low, high, 0x31));
    }
}

/* Three words of each of eight vertices, `stride_bytes` apart: two by halves of registers, the
 * third, for which there is no such store, by way of the stack. */
AVX2_INLINE void store_strided(void *out, uint32_t stride_bytes, const __m256 words[3])
{
    const __m256 a = _mm256_unpacklo_ps(words[0], words[1]); /* of vertices 0, 1, 4, 5 */
    const __m256 b = _mm256_unpackhi_ps(words[0], words[1]); /* of 2, 3, 6, 7 */
    const __m128 pairs[4] = {_mm256_castps256_ps128(a), _mm256_castps256_ps128(b),
                             _mm256_extractf128_ps(a, 1), _mm256_extractf128_ps(b, 1)};
    float third[LANES] __attribute__((aligned(32)));
    _mm256_store_ps(third, words[2]);
    UNROLL for (uint32_t i = 0; i < LANES; i += 2u) {
        uint8_t *to = (uint8_t *)out + (size_t)stride_bytes * i, *next = to + stride_bytes;
        _mm_storel_pi((__m64 *)(void *)to, pairs[i / 2u]);
        _mm_storeh_pi((__m64 *)(void *)next, pairs[i / 2u]);
        memcpy(to + 8, third + i, sizeof *third);
        memcpy(next + 8, third + i + 1u, sizeof *third);
    }
}

#endif
