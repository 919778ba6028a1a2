/* SPDX-License-Identifier: MIT */
/*
 * q16 skinning with AVX2: the reference's bits, from 16-bit multiplications. With
 * a = high 2^16 + low
 *
 *   weights w >= 0      floor(a w / 2^16) = high w + floor(low w / 2^16), low in [0, 2^16)
 *   coordinates         the same with low in [-2^15, 2^15) and high = (a + 2^15) >> 16
 *
 * as high times anything is whole. Two influences, or two coordinates, go side by side: PMADDWD
 * sums their high products, PMULHUW (PMULHW) takes their low ones. Sums of low products by weight
 * are at most 32767, as weights sum to 2^15 and each low is below 2^16: they fit 16 bits. Highs of
 * |a| <= 2^30 - 1 fit as well. The rest is addition modulo 2^32, in any order.
 */
#include "../../src/kernel/kernel.h"

#if defined(PELT_SKIN_Q16) && PELT_SKIN_Q16 == PELT_IN_X86

#include "avx2.h"

typedef int32_t word;
#define RECORD_BYTES(n) format_record_bytes_q16(n)
#define SET_BYTES(n) format_set_bytes_q16(n)

/* Elements of two entries (or of one, where influences are odd): 16-bit halves side by side. */
typedef struct pair {
    __m256i high, low;
} pair;

/* Of runs of one joint set: pairs of influences 0 and 1, and 2 and 3, by element. */
typedef struct run_constants {
    int32_t high[2][12], low[2][12];
    const int32_t *rigid; /* the one entry */
} run_constants;

AVX2_INLINE const int32_t *entry(const uint8_t *record, const int32_t *palette, unsigned influence)
{
    return palette + ((const uint16_t *)(const void *)record)[influence] / 4u;
}

/* Upper (lower) 16-bit halves of a in the lower, of b in the upper halves. */
AVX2_INLINE __m256i upper_halves(__m256i a, __m256i b)
{
    return _mm256_blend_epi16(_mm256_srli_epi32(a, 16), b, 0xAA);
}

AVX2_INLINE __m256i lower_halves(__m256i a, __m256i b)
{
    return _mm256_blend_epi16(a, _mm256_slli_epi32(b, 16), 0xAA);
}

/* Elements of influences k and k + 1; beyond the last influence: its weight is zero. */
AVX2_INLINE pair join(__m256i a, __m256i b, bool both)
{
    pair p;
    p.high = both ? upper_halves(a, b) : _mm256_srli_epi32(a, 16);
    p.low = both ? lower_halves(a, b) : a;
    return p;
}

/* Sum of the products of up to four influences; w: two 16-bit weights in each lane. */
AVX2_INLINE __m256i weigh(const pair pairs[2], __m256i w01, __m256i w23, unsigned influences)
{
    const __m256i ones = _mm256_set1_epi16(1);
    __m256i high = _mm256_madd_epi16(pairs[0].high, w01);
    __m256i low = _mm256_mulhi_epu16(pairs[0].low, w01);
    if (influences > 2u) {
        high = _mm256_add_epi32(high, _mm256_madd_epi16(pairs[1].high, w23));
        low = _mm256_add_epi16(low, _mm256_mulhi_epu16(pairs[1].low, w23));
    }
    return _mm256_add_epi32(high, _mm256_madd_epi16(low, ones));
}

/* What three rows of eight vertices' matrices are applied to: coordinates in 16-bit halves. */
typedef struct coordinates {
    __m256i xy;     /* x, y */
    __m256i z_low;  /* z, anything */
    __m256i z_high; /* 0, z */
} coordinates;

typedef struct row_halves {
    __m256i high_xy, high_z; /* high_z in the upper half; the lower one is not used */
    __m256i low_xy, low_z;   /* low_z in the lower half */
} row_halves;

AVX2_INLINE row_halves split_row(const __m256i row[3])
{
    const __m256i half = _mm256_set1_epi32(0x8000);
    row_halves h;
    h.high_xy = upper_halves(_mm256_add_epi32(row[0], half), _mm256_add_epi32(row[1], half));
    h.high_z = _mm256_add_epi32(row[2], half);
    h.low_xy = lower_halves(row[0], row[1]);
    h.low_z = row[2];
    return h;
}

/* Sum of a row's three products. */
AVX2_INLINE __m256i dot(const row_halves *row, const coordinates *v)
{
    const __m256i ones = _mm256_set1_epi16(1), low_one = _mm256_set1_epi32(1);
    const __m256i high = _mm256_add_epi32(_mm256_madd_epi16(row->high_xy, v->xy),
                                          _mm256_madd_epi16(row->high_z, v->z_high));
    const __m256i xy = _mm256_mulhi_epi16(row->low_xy, v->xy);
    const __m256i z = _mm256_mulhi_epi16(row->low_z, v->z_low);
    return _mm256_add_epi32(high, _mm256_add_epi32(_mm256_madd_epi16(xy, ones),
                                                   _mm256_madd_epi16(z, low_one)));
}

AVX2_INLINE __m256i as_integers(__m256 a)
{
    return _mm256_castps_si256(a);
}

/* The records of rigid sets, of three words; the fourth of a row is 0. */
AVX2_INLINE void load_three(__m256 rows[4], const lanes *l)
{
    const __m128i three = _mm_setr_epi32(-1, -1, -1, 0);
    UNROLL for (uint32_t i = 0; i < 4u; i++)
        rows[i] = _mm256_insertf128_ps(
            _mm256_castps128_ps256(_mm_maskload_ps((const float *)(const void *)l->at[i], three)),
            _mm_maskload_ps((const float *)(const void *)l->at[i + 4u], three), 1);
}

/* Position and normal of eight records, and their weights where they have the last one's layout. */
AVX2_INLINE void load_coordinates(coordinates *p, coordinates *n, __m256i *w01, __m256i *w23,
                                  const lanes *records, unsigned influences, bool same_joints)
{
    __m256 rows[4], columns[4];
    __m256i pz_nx, ny_nz;
    const uint32_t at = same_joints ? 0u : influences == 2u ? 4u : 8u; /* behind offsets */
    if (influences == 1u && !same_joints) { /* offset, px; py, pz; nx, ny; nz, 0 */
        load_rows(rows, records, 0);
        transpose(columns, rows);
        const __m256i pxy = _mm256_or_si256(_mm256_srli_epi32(as_integers(columns[0]), 16),
                                            _mm256_slli_epi32(as_integers(columns[1]), 16));
        p->xy = pxy;
        p->z_low = _mm256_srli_epi32(as_integers(columns[1]), 16);
        p->z_high = _mm256_slli_epi32(p->z_low, 16);
        n->xy = as_integers(columns[2]);
        n->z_low = as_integers(columns[3]);
        n->z_high = _mm256_slli_epi32(n->z_low, 16);
        return;
    }
    if (influences == 1u) { /* px py; pz nx; ny nz */
        load_three(rows, records);
        transpose(columns, rows);
        p->xy = as_integers(columns[0]);
        pz_nx = as_integers(columns[1]);
        ny_nz = as_integers(columns[2]);
    } else if (influences == 2u) { /* w0 w1; px py; pz nx; ny nz */
        load_rows(rows, records, at);
        transpose(columns, rows);
        *w01 = as_integers(columns[0]);
        p->xy = as_integers(columns[1]);
        pz_nx = as_integers(columns[2]);
        ny_nz = as_integers(columns[3]);
    } else {
        load_rows(rows, records, at); /* w0 w1; w2 w3; px py; pz nx */
        transpose(columns, rows);
        *w01 = as_integers(columns[0]);
        *w23 = as_integers(columns[1]);
        p->xy = as_integers(columns[2]);
        pz_nx = as_integers(columns[3]);
        load_rows(rows, records, at + 4u);
        transpose(columns, rows);
        ny_nz = as_integers(columns[3]);
    }
    p->z_low = pz_nx;
    p->z_high = _mm256_slli_epi32(pz_nx, 16);
    n->xy = upper_halves(pz_nx, _mm256_slli_epi32(ny_nz, 16));
    n->z_low = _mm256_srli_epi32(ny_nz, 16);
    n->z_high = _mm256_blend_epi16(ny_nz, _mm256_setzero_si256(), 0x55);
}

/// Runs of one joint set ////////////////////////////////////////////////////////////////////////

AVX2_INLINE __m256i load_words(const int32_t *words)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)words);
}

AVX2_INLINE void store_words(int32_t *words, __m256i a)
{
    _mm256_storeu_si256((__m256i *)(void *)words, a);
}

/* Twelve elements of an entry: 0 to 7, and 4 to 11. */
AVX2_INLINE __m256i load_elements(const int32_t *m, unsigned part)
{
    return load_words(m + 4u * part);
}

AVX2_INLINE void prepare(run_constants *constants, const uint8_t *offsets, const int32_t *palette,
                         unsigned influences, bool same_joints)
{
    if (!same_joints)
        return;
    constants->rigid = entry(offsets, palette, 0);
    if (influences == 1u)
        return;
    UNROLL for (unsigned k = 0; k < influences; k += 2u) {
        const bool both = k + 1u < influences;
        const int32_t *a = entry(offsets, palette, k);
        const int32_t *b = both ? entry(offsets, palette, k + 1u) : a;
        UNROLL for (unsigned part = 0; part < 2u; part++) {
            const pair p = join(load_elements(a, part), load_elements(b, part), both);
            store_words(constants->high[k / 2u] + 4u * part, p.high);
            store_words(constants->low[k / 2u] + 4u * part, p.low);
        }
    }
}

AVX2_INLINE __m256i broadcast(const int32_t *element)
{
    return _mm256_set1_epi32(*element);
}

AVX2_INLINE __m256i mix_element(const run_constants *constants, unsigned element, __m256i w01,
                                  __m256i w23, unsigned influences)
{
    pair pairs[2];
    pairs[0].high = broadcast(constants->high[0] + element);
    pairs[0].low = broadcast(constants->low[0] + element);
    if (influences > 2u) {
        pairs[1].high = broadcast(constants->high[1] + element);
        pairs[1].low = broadcast(constants->low[1] + element);
    }
    return weigh(pairs, w01, w23, influences);
}

/// Plain runs ///////////////////////////////////////////////////////////////////////////////////

/* Row 2 of two vertices' entries. */
AVX2_INLINE __m256i load_row2(const int32_t *a, const int32_t *b)
{
    return as_integers(load_halves(a + 8, b + 8));
}

/* rows[r]: row r of two vertices' mixed entries, of a in the lower half and of b in the upper. */
AVX2_INLINE void mix_two(__m256i rows[3], const uint8_t *a, const uint8_t *b,
                           const int32_t *palette, unsigned influences)
{
    pair pa[2], pb[2], p2[2]; /* of rows 0 and 1 of a and of b, and of both rows 2 */
    __m256i wa[2], wb[2], w2[2];
    UNROLL for (unsigned k = 0; k < influences; k += 2u) {
        const bool both = k + 1u < influences;
        const unsigned next = both ? k + 1u : k, slots = influences == 2u ? 2u : 4u;
        const int32_t *a0 = entry(a, palette, k), *a1 = entry(a, palette, next);
        const int32_t *b0 = entry(b, palette, k), *b1 = entry(b, palette, next);
        pa[k / 2u] = join(load_words(a0), load_words(a1), both);
        pb[k / 2u] = join(load_words(b0), load_words(b1), both);
        p2[k / 2u] = join(load_row2(a0, b0), load_row2(a1, b1), both);
        wa[k / 2u] = broadcast((const int32_t *)(const void *)(a + 2u * (slots + k)));
        wb[k / 2u] = broadcast((const int32_t *)(const void *)(b + 2u * (slots + k)));
        w2[k / 2u] = _mm256_blend_epi32(wa[k / 2u], wb[k / 2u], 0xF0);
    }
    const __m256i ra = weigh(pa, wa[0], wa[1], influences);
    const __m256i rb = weigh(pb, wb[0], wb[1], influences);
    rows[0] = _mm256_inserti128_si256(ra, _mm256_castsi256_si128(rb), 1);
    rows[1] = _mm256_permute2x128_si256(ra, rb, 0x31);
    rows[2] = weigh(p2, w2[0], w2[1], influences);
}

AVX2_INLINE void mix_block(__m256i m[3][4], const lanes *records, const int32_t *palette,
                             unsigned influences)
{
    __m256 rows[3][4], columns[4];
    UNROLL for (unsigned i = 0; i < 4u; i++) {
        const uint8_t *a = records->at[i], *b = records->at[i + 4u];
        __m256i mixed[3];
        if (influences > 1u) {
            mix_two(mixed, a, b, palette, influences);
        } else {
            const int32_t *ma = entry(a, palette, 0), *mb = entry(b, palette, 0);
            UNROLL for (unsigned r = 0; r < 3u; r++)
                mixed[r] = as_integers(load_halves(ma + 4u * r, mb + 4u * r));
        }
        UNROLL for (unsigned r = 0; r < 3u; r++)
            rows[r][i] = _mm256_castsi256_ps(mixed[r]);
    }
    UNROLL for (unsigned r = 0; r < 3u; r++) {
        transpose(columns, rows[r]);
        UNROLL for (unsigned c = 0; c < 4u; c++)
            m[r][c] = as_integers(columns[c]);
    }
}

/// All //////////////////////////////////////////////////////////////////////////////////////////

/* words: position and normal of eight vertices. Starting values as in the reference. */
AVX2_INLINE void block(__m256 words[6], const run_constants *constants, const lanes *records,
                       const int32_t *palette, unsigned influences, bool same_joints)
{
    __m256i m[3][4], w01, w23;
    coordinates p, n;
    const bool rigid = influences == 1u;
    const __m256i start = _mm256_set1_epi32(rigid ? 0 : (int32_t)(influences / 2u));
    const __m256i start_t = _mm256_set1_epi32(rigid ? 2 : (int32_t)((influences + 3u) / 2u));
    if (!same_joints)
        mix_block(m, records, palette, influences);
    load_coordinates(&p, &n, &w01, &w23, records, influences, same_joints);
    UNROLL for (unsigned r = 0; r < 3u; r++) {
        if (same_joints) {
            UNROLL for (unsigned c = 0; c < 4u; c++)
                m[r][c] = rigid ? broadcast(constants->rigid + 4u * r + c)
                                : mix_element(fresh(constants), 4u * r + c, w01, w23, influences);
        }
        if (!rigid) {
            UNROLL for (unsigned c = 0; c < 3u; c++)
                m[r][c] = _mm256_add_epi32(m[r][c], start);
        }
        const row_halves row = split_row(m[r]);
        __m256i position = _mm256_add_epi32(_mm256_add_epi32(m[r][3], start_t), dot(&row, &p));
        if (rigid)
            position = _mm256_srai_epi32(position, 1);
        words[r] = _mm256_castsi256_ps(position);
        words[3u + r] = _mm256_castsi256_ps(_mm256_add_epi32(_mm256_set1_epi32(1), dot(&row, &n)));
    }
}

#include "run.inc"

KERNEL(pelt_kernel_1_q16, pelt_reference_1_q16, 1, false)
KERNEL(pelt_kernel_2_q16, pelt_reference_2_q16, 2, false)
KERNEL(pelt_kernel_3_q16, pelt_reference_3_q16, 3, false)
KERNEL(pelt_kernel_4_q16, pelt_reference_4_q16, 4, false)
KERNEL(pelt_kernel_set_1_q16, pelt_reference_set_1_q16, 1, true)
KERNEL(pelt_kernel_set_2_q16, pelt_reference_set_2_q16, 2, true)
KERNEL(pelt_kernel_set_3_q16, pelt_reference_set_3_q16, 3, true)
KERNEL(pelt_kernel_set_4_q16, pelt_reference_set_4_q16, 4, true)

#endif
