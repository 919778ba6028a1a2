/* SPDX-License-Identifier: MIT */
/*
 * f32 skinning with AVX2 and FMA. Plain runs, runs of one joint set and every place in a run have
 * the same operations in the same order and agree to the bit. Against the reference each result is
 * within 1e-6 of the sum of its terms' magnitudes: at most 8 roundings of 2^-24 on either side.
 */
#include "../../src/kernel/kernel.h"

#if defined(PELT_SKIN_F32) && PELT_SKIN_F32 == PELT_IN_X86

#define FEATURES "avx2,fma"
#define FLOATS
#include "avx2.h"

typedef float word;
#define RECORD_BYTES(n) format_record_bytes_f32(n)
#define SET_BYTES(n) format_set_bytes_f32(n)

/* Of runs of one joint set: the entries. */
typedef struct run_constants {
    const float *entries[4];
} run_constants;

AVX2_INLINE const float *entry(const uint8_t *record, const float *palette, unsigned influence)
{
    const uint32_t offset = ((const uint32_t *)(const void *)record)[influence];
    return (const float *)(const void *)((const uint8_t *)palette + offset);
}

AVX2_INLINE void prepare(run_constants *constants, const uint8_t *offsets, const float *palette,
                         unsigned influences, bool same_joints)
{
    if (!same_joints)
        return;
    UNROLL for (unsigned k = 0; k < influences; k++)
        constants->entries[k] = entry(offsets, palette, k);
}

/* Weight k in all lanes: of one load, as loads are what these kernels have most of. */
#define WEIGHT(weights, k) _mm256_permute_ps(weights, (k) * 0x55)

/* Mixes one vertex's entries: rows 0 and 1 side by side, and row 2. */
AVX2_INLINE void mix_vertex(__m256 *rows01, __m128 *row2, const uint8_t *record,
                              const float *palette, unsigned influences)
{
    const float *m = entry(record, palette, 0);
    *rows01 = _mm256_loadu_ps(m);
    *row2 = _mm_loadu_ps(m + 8);
    if (influences == 1u)
        return;
    /* Behind those of two and three influences are coordinates. */
    const uint8_t *weights = record + 4u * influences;
    const __m256 w = _mm256_broadcast_ps((const __m128 *)(const void *)weights);
    const __m256 first = WEIGHT(w, 0);
    *rows01 = _mm256_mul_ps(*rows01, first);
    *row2 = _mm_mul_ps(*row2, _mm256_castps256_ps128(first));
    UNROLL for (unsigned k = 1; k < influences; k++) {
        const __m256 weight = k == 1u ? WEIGHT(w, 1) : k == 2u ? WEIGHT(w, 2) : WEIGHT(w, 3);
        m = entry(record, palette, k);
        *rows01 = _mm256_fmadd_ps(_mm256_loadu_ps(m), weight, *rows01);
        *row2 = _mm_fmadd_ps(_mm_loadu_ps(m + 8), _mm256_castps256_ps128(weight), *row2);
    }
}

/* m[r][c]: element c of row r of eight vertices' mixed entries. */
AVX2_INLINE void mix_block(__m256 m[3][4], const lanes *records, const float *palette,
                             unsigned influences)
{
    __m256 rows[3][4];
    UNROLL for (unsigned i = 0; i < 4u; i++) {
        __m256 a01, b01;
        __m128 a2, b2;
        mix_vertex(&a01, &a2, records->at[i], palette, influences);
        mix_vertex(&b01, &b2, records->at[i + 4u], palette, influences);
        rows[0][i] = _mm256_insertf128_ps(a01, _mm256_castps256_ps128(b01), 1);
        rows[1][i] = _mm256_permute2f128_ps(a01, b01, 0x31);
        rows[2][i] = _mm256_insertf128_ps(_mm256_castps128_ps256(a2), b2, 1);
        IN_ORDER();
    }
    UNROLL for (unsigned r = 0; r < 3u; r++)
        transpose(m[r], rows[r]);
}

/* One element of the entries of a joint set, mixed with eight vertices' weights. */
AVX2_INLINE __m256 mix_element(const float *const entries[4], unsigned element,
                                 const __m256 weights[4], unsigned influences)
{
    const __m256 first = _mm256_broadcast_ss(entries[0] + element);
    if (influences == 1u)
        return first;
    __m256 sum = _mm256_mul_ps(first, weights[0]);
    UNROLL for (unsigned k = 1; k < influences; k++)
        sum = _mm256_fmadd_ps(_mm256_broadcast_ss(entries[k] + element), weights[k], sum);
    return sum;
}

AVX2_INLINE __m256 load_eight(const uint8_t *words)
{
    return _mm256_loadu_ps((const float *)(const void *)words);
}

/* Positions and normals in columns. Where a record has eight words, its last eight are one load. */
AVX2_INLINE void load_coordinates(__m256 p[3], __m256 n[3], const lanes *records, uint32_t bytes)
{
    __m256 rows[4], front[4], back[4], columns[4];
    if (bytes < 32u) {
        load_rows(rows, records, bytes - 24u); /* px py pz nx */
        transpose(front, rows);
        load_rows(rows, records, bytes - 16u); /* pz nx ny nz */
        transpose(columns, rows);
        p[0] = front[0];
        p[1] = front[1];
    } else {
        UNROLL for (unsigned i = 0; i < 4u; i++) { /* .. .. px py pz nx ny nz */
            const __m256 a = load_eight(records->at[i] + bytes - 32u);
            const __m256 b = load_eight(records->at[i + 4u] + bytes - 32u);
            front[i] = _mm256_permute2f128_ps(a, b, 0x20);
            back[i] = _mm256_permute2f128_ps(a, b, 0x31);
        }
        const __m256d low = _mm256_castps_pd(_mm256_unpackhi_ps(front[0], front[1]));
        const __m256d high = _mm256_castps_pd(_mm256_unpackhi_ps(front[2], front[3]));
        p[0] = _mm256_castpd_ps(_mm256_unpacklo_pd(low, high));
        p[1] = _mm256_castpd_ps(_mm256_unpackhi_pd(low, high));
        transpose(columns, back);
    }
    p[2] = columns[0];
    UNROLL for (unsigned c = 0; c < 3u; c++)
        n[c] = columns[c + 1u];
}

/* words: position and normal of eight vertices. */
AVX2_INLINE void block(__m256 words[6], const run_constants *constants, const lanes *records,
                       const float *palette, unsigned influences, bool same_joints)
{
    const uint32_t bytes = same_joints ? SET_BYTES(influences) : RECORD_BYTES(influences);
    const float *entries[4];
    __m256 m[3][4], weights[4], rows[4], p[3], n[3];
    if (!same_joints) {
        mix_block(m, records, palette, influences);
    } else if (influences > 1u) {
        load_rows(rows, records, 0);
        transpose(weights, rows);
    }
    if (same_joints) {
        UNROLL for (unsigned k = 0; k < influences; k++)
            entries[k] = fresh(constants->entries[k]);
    }
    load_coordinates(p, n, records, bytes);
    UNROLL for (unsigned r = 0; r < 3u; r++) {
        if (same_joints) {
            UNROLL for (unsigned c = 0; c < 4u; c++)
                m[r][c] = mix_element(entries, 4u * r + c, weights, influences);
        }
        words[r] = _mm256_fmadd_ps(m[r][0], p[0], m[r][3]);
        words[r] = _mm256_fmadd_ps(m[r][1], p[1], words[r]);
        words[r] = _mm256_fmadd_ps(m[r][2], p[2], words[r]);
        words[3u + r] = _mm256_mul_ps(m[r][0], n[0]);
        words[3u + r] = _mm256_fmadd_ps(m[r][1], n[1], words[3u + r]);
        words[3u + r] = _mm256_fmadd_ps(m[r][2], n[2], words[3u + r]);
    }
}

#include "run.inc"

KERNEL(pelt_kernel_1_f32, pelt_reference_1_f32, 1, false)
KERNEL(pelt_kernel_2_f32, pelt_reference_2_f32, 2, false)
KERNEL(pelt_kernel_3_f32, pelt_reference_3_f32, 3, false)
KERNEL(pelt_kernel_4_f32, pelt_reference_4_f32, 4, false)
KERNEL(pelt_kernel_set_1_f32, pelt_reference_set_1_f32, 1, true)
KERNEL(pelt_kernel_set_2_f32, pelt_reference_set_2_f32, 2, true)
KERNEL(pelt_kernel_set_3_f32, pelt_reference_set_3_f32, 3, true)
KERNEL(pelt_kernel_set_4_f32, pelt_reference_set_4_f32, 4, true)

#endif
