/* SPDX-License-Identifier: MIT */
/* Sums of floor(a b / 2^16), a of 32 bits and b of 16, as fixed.h's fx_mulw.
 *
 * x86 has products of 16-bit halves only, so that two influences, or two coordinates, go side by
 * side. With a = high 2^16 + low
 *
 *   weights w >= 0      floor(a w / 2^16) = high w + floor(low w / 2^16), low in [0, 2^16)
 *   coordinates         the same with low in [-2^15, 2^15) and high = (a + 2^15) >> 16
 *
 * as high times anything is whole. MADD sums two high products, MULHI takes the low ones. Sums of
 * low products by weight are at most 32767, as weights sum to 2^15 and each low is below 2^16: they
 * fit 16 bits. Highs of |a| <= 2^30 - 1 fit as well. The rest is addition modulo 2^32, in any order.
 */
#ifndef PELT_VECTOR_HALVES_H
#define PELT_VECTOR_HALVES_H

#include "vector.h"

/* The upper half of each word of a (of b) below the upper half of b's; the lower ones likewise. */
VECTOR_INLINE vi upper_halves(vi a, vi b)
{
    const vi down = (vi)((vu)a >> 16);
#ifdef VECTOR_AVX2 /* which has an instruction for it */
    return (vi)__builtin_shufflevector((vh)down, (vh)b, 0, 17, 2, 19, 4, 21, 6, 23, 8, 25, 10, 27,
                                       12, 29, 14, 31);
#else
    return down | (b & ~0xFFFF);
#endif
}

VECTOR_INLINE vi lower_halves(vi a, vi b)
{
#ifdef VECTOR_AVX2
    return (vi)__builtin_shufflevector((vh)a, (vh)(b << 16), 0, 17, 2, 19, 4, 21, 6, 23, 8, 25, 10,
                                       27, 12, 29, 14, 31);
#else
    return (a & 0xFFFF) | b << 16;
#endif
}

/* Elements of two influences; coordinates of three components; a row that they are applied to. */
typedef struct pair {
    vi first, second;
} pair;

typedef struct coordinates {
    vi xy, z, z_high;
} coordinates;

typedef struct row_halves {
    vi high_xy, high_z, low_xy, low_z;
} row_halves;

#ifdef MADD

/* first: upper halves; second: lower ones. Beyond the last influence: its weight is zero. */
VECTOR_INLINE pair join(vi a, vi b, bool both)
{
    const pair p = {both ? upper_halves(a, b) : (vi)((vu)a >> 16), both ? lower_halves(a, b) : a};
    return p;
}

/* Sum of the products of up to four influences; w: two 16-bit weights in each lane. */
VECTOR_INLINE vi weigh(const pair pairs[2], vi w01, vi w23, unsigned influences)
{
    vi high = MADD(pairs[0].first, w01), low = MULHI_U(pairs[0].second, w01);
    if (influences > 2u) {
        high = plus(high, MADD(pairs[1].first, w23));
        low += MULHI_U(pairs[1].second, w23); /* neither half overflows */
    }
    return plus(high, MADD(low, all(0x10001)));
}

/* xy: two 16-bit coordinates in each lane; z: one, and anything above. */
VECTOR_INLINE coordinates coordinates_of(vi xy, vi z)
{
    const coordinates v = {xy, z, z << 16};
    return v;
}

VECTOR_INLINE row_halves split_row(const vi row[3])
{
    const row_halves h = {upper_halves(plus(row[0], all(0x8000)), plus(row[1], all(0x8000))),
                          plus(row[2], all(0x8000)), lower_halves(row[0], row[1]), row[2]};
    return h;
}

/* Sum of a row's three products. */
VECTOR_INLINE vi dot(const row_halves *row, const coordinates *v)
{
    const vi high = plus(MADD(row->high_xy, v->xy), MADD(row->high_z, v->z_high));
    return plus(high, plus(MADD(MULHI(row->low_xy, v->xy), all(0x10001)),
                           MADD(MULHI(row->low_z, v->z), all(1))));
}

#else

VECTOR_INLINE pair join(vi a, vi b, bool both)
{
    const pair p = {a, both ? b : all(0)};
    return p;
}

VECTOR_INLINE vi weigh(const pair pairs[2], vi w01, vi w23, unsigned influences)
{
    vi sum = plus(MULW(pairs[0].first, w01 << 16 >> 16), MULW(pairs[0].second, w01 >> 16));
    if (influences > 2u)
        sum = plus(sum, MULW(pairs[1].first, w23 << 16 >> 16));
    if (influences > 3u)
        sum = plus(sum, MULW(pairs[1].second, w23 >> 16));
    return sum;
}

/* Here xy is x, z is y, and z_high is z. */
VECTOR_INLINE coordinates coordinates_of(vi xy, vi z)
{
    const coordinates v = {xy << 16 >> 16, xy >> 16, z << 16 >> 16};
    return v;
}

VECTOR_INLINE row_halves split_row(const vi row[3])
{
    const row_halves h = {row[0], row[1], row[2], row[0]};
    return h;
}

VECTOR_INLINE vi dot(const row_halves *row, const coordinates *v)
{
    return plus(plus(MULW(row->high_xy, v->xy), MULW(row->high_z, v->z)),
                MULW(row->low_xy, v->z_high));
}

#endif

#endif
