/* SPDX-License-Identifier: MIT */
/* In-betweens in fixed point (format.h), from entries alone and with products that a Cortex-M0 has. The
 * rotation is within 2^-13 of what it should be; where there is none it is exactly none. */
#include "../arithmetic/q16.h"
#include "../base/inline.h"
#include "../kernel/family.h"

/* 2^30 / sqrt(m / 2^30) for m in [2^30, 2^32), within 2^-24 of it: one Newton step more than
 * fx_rsqrt15, whose square has 30 bits and whose error is below 2^-12.5, so that in Q27 it has 15 bits
 * and its product with 15 bits fits. */
static inline num rsqrt_fine(uint32_t m)
{
    const num y = (num)fx_rsqrt15(m);
    const num error = ((num)1 << 27) - fx_mulh(y * y, (num)(m >> 1));
    return (y << 15) + ((y * error) >> 13); /* Q15 * Q27 / 2 */
}

/* Shifts a 3x3 by one power of two so that the largest magnitude has 15 - `down` bits; false for zeros. */
static inline bool level(num out[9], const num *m, unsigned stride, unsigned down)
{
    uint32_t all = 0;
    for (unsigned r = 0; r < 3u; r++)
        for (unsigned c = 0; c < 3u; c++) {
            const num a = m[stride * r + c];
            all |= (uint32_t)(a ^ (a >> 31));
        }
    const unsigned up = fx_clz(all | 1u) - 1u; /* [0, 30] */
    for (unsigned r = 0; r < 3u; r++)
        for (unsigned c = 0; c < 3u; c++)
            out[3u * r + c] = fx_shl(m[stride * r + c], up) >> (16u + down);
    return all != 0u;
}

/* The rotation of S^-1 T as a quaternion, Q15, w >= 0, from k R = S^T T, whose scale is then of no
 * matter; if that is zero the identity. T times 2^up is of 30 bits. Half a turn is about the axis whose largest component, the first
 * of equals, is positive. Where scales differ between axes R is no rotation, but the quaternion is of
 * unit length and still the identity where S and T are the same. */
static void rotation_between(num q[4], const num s[12], const num t[12], unsigned up)
{
    num a[9], b[9], d[9], v[4];
    level(a, s, 4, 0);
    for (unsigned i = 0; i < 9u; i++)
        b[i] = fx_shl(t[4u * (i / 3u) + i % 3u], up);
    /* Of 15 bits times 30, /2^16: below 2^29, three are below 1.5 * 2^30. */
    for (unsigned r = 0; r < 3u; r++)
        for (unsigned c = 0; c < 3u; c++)
            d[3u * r + c] = fx_mulw(b[c], (int16_t)a[r]) + fx_mulw(b[3u + c], (int16_t)a[3u + r]) +
                            fx_mulw(b[6u + c], (int16_t)a[6u + r]);
    q[0] = q[1] = q[2] = 0;
    q[3] = 32768;
    if (!level(d, d, 3, 1))
        return;
    /* The largest of d is in [2^13, 2^14), nine squares sum to [2^26, 9 * 2^28). That is 3 k^2. The
     * root is sqrt(m / 2^30) in Q27, below 2^28; / sqrt(3), in Q15, and k below 2^14.8. */
    uint32_t squares = 0;
    for (unsigned i = 0; i < 9u; i++)
        squares += (uint32_t)(d[i] * d[i]);
    unsigned zeros = fx_clz(squares) & ~1u;
    squares <<= zeros;
    const num root = fx_mulh((num)(squares >> 1), rsqrt_fine(squares)) >> (12u + zeros / 2u);
    const num k = (root * 18919 + 16384) >> 15;
    /* Half of 4 k c times the quaternion, where its component c is at least a half: [k, 2 k] long. */
    const num trace = d[0] + d[4] + d[8];
    if (trace > 0) {
        v[0] = d[7] - d[5];
        v[1] = d[2] - d[6];
        v[2] = d[3] - d[1];
        v[3] = k + trace;
    } else {
        const unsigned x = d[0] >= d[4] ? d[0] >= d[8] ? 0u : 2u : d[4] >= d[8] ? 1u : 2u;
        const unsigned y = x == 2u ? 0u : x + 1u, z = 3u - x - y;
        v[x] = k + 2 * d[4u * x] - trace;
        v[y] = d[3u * x + y] + d[3u * y + x];
        v[z] = d[3u * x + z] + d[3u * z + x];
        v[3] = d[3u * z + y] - d[3u * y + z];
    }
    /* Any d, also of no rotation, has v[i] / 2 below 1.19 * 2^15 and three of them below 2^14, so that
     * the squares fit; the largest is at least k / 2. */
    squares = 0;
    for (unsigned i = 0; i < 4u; i++) {
        v[i] >>= 1;
        squares += (uint32_t)v[i] * (uint32_t)v[i];
    }
    zeros = fx_clz(squares) & ~1u;
    const num scale = (rsqrt_fine(squares << zeros) + 16384) >> 15; /* Q15, at most one */
    for (unsigned i = 0; i < 4u; i++) {
        const num part = fx_mul(v[i], v[3] < 0 ? -scale : scale); /* below 2^31 */
        q[i] = ((part >> (14u - zeros / 2u)) + 1) >> 1;
    }
}

/* The rows of the rotation in Q14, of the part of a quaternion (Q15, w >= 0) from the identity. */
static inline void rotation_part(int16_t out[9], const num q[4], num part)
{
    num n[4];
    uint32_t squares = 0;
    for (unsigned i = 0; i < 4u; i++) {
        const num whole = i < 3u ? 0 : (32768 - part) * 32768;
        n[i] = (whole + part * q[i] + 16384) >> 15;
        squares += (uint32_t)(n[i] * n[i]);
    }
    /* Two unit quaternions in one hemisphere: [1/2, 1], Q30, within their roundings. The root's
     * reciprocal is [2^15, 2^15.5] in Q15; the products with it are below 2^30.6. */
    if (squares > ((uint32_t)1 << 30) - 1u)
        squares = ((uint32_t)1 << 30) - 1u;
    const num scale = (rsqrt_fine(squares << 2) + 8192) >> 14;
    for (unsigned i = 0; i < 4u; i++)
        n[i] = (n[i] * scale + 16384) >> 15;
    /* Halves of the elements in Q30 are sums of two products, at most one. */
    const num x = n[0], y = n[1], z = n[2], w = n[3], one = ((num)1 << 29) + 16384;
    const num xx = x * x, yy = y * y, zz = z * z;
    out[0] = (int16_t)((one - yy - zz) >> 15);
    out[1] = (int16_t)((x * y - w * z + 16384) >> 15);
    out[2] = (int16_t)((x * z + w * y + 16384) >> 15);
    out[3] = (int16_t)((x * y + w * z + 16384) >> 15);
    out[4] = (int16_t)((one - xx - zz) >> 15);
    out[5] = (int16_t)((y * z - w * x + 16384) >> 15);
    out[6] = (int16_t)((x * z - w * y + 16384) >> 15);
    out[7] = (int16_t)((y * z + w * x + 16384) >> 15);
    out[8] = (int16_t)((one - xx - yy) >> 15);
}

/* A row's product with a column of a rotation, Q14, clamped to the bounds of entries. Exact: elements
 * below 2^30, so a row is shorter than 1.74 * 2^30, and the sum of floors below 2^28.8; three floors lose
 * 1.5 steps of four on average. Lean: at most 2^16, the sum below 2^30.8. */
static inline num element(const num row[4], const int16_t *column, bool lean)
{
    if (lean) {
        const num sum = fx_add(fx_add(fx_mul(row[0], column[0]), fx_mul(row[1], column[3])),
                               fx_mul(row[2], column[6]));
        return fx_clamp(fx_add(sum, 8192) >> 14, 65536);
    }
    const num sum =
        fx_mulw(row[0], column[0]) + fx_mulw(row[1], column[3]) + fx_mulw(row[2], column[6]);
    return fx_shl(fx_clamp(sum, ((num)1 << 28) - 2), 2) + 6;
}

/* A difference of rows times a place in grid steps, as positions are: elements below 2^31, lean at most
 * 2^17 and shifted by 2. Sums of entries that are not of one skeleton wrap. */
static inline num offset(const num to[4], const num from[4], const num place[3], bool lean)
{
    num sum = 0;
    for (unsigned i = 0; i < 3u; i++)
        sum = fx_add(sum,
                     fx_mulw(fx_shl(fx_sub(to[i], from[i]), lean ? 2u : 0u), (int16_t)place[i]));
    return sum;
}

PELT_INLINE void build(pelt_entry_q16 *palette, uint32_t entries, const format_between_q16 *between,
                       uint32_t count, bool lean)
{
    uint32_t source = UINT32_MAX, target = 0;
    num q[4];
    for (pelt_entry_q16 *out = palette + entries; count > 0u; count--, between++, out++) {
        const num *s = palette[between->source].opaque, *t = palette[between->target].opaque;
        int16_t turn[9];
        /* Parts of a joint follow each other. */
        if (between->source != source || between->target != target)
            rotation_between(q, s, t, lean ? 13u : 0u);
        source = between->source;
        target = between->target;
        rotation_part(turn, q, between->part);
        for (num *row = out->opaque; row < out->opaque + 12; row += 4, s += 4, t += 4) {
            for (unsigned c = 0; c < 3u; c++)
                row[c] = element(s, turn + c, lean);
            /* What the pivot moves from source to target, and the part of it, [0, 1) in Q15. */
            const num way = fx_add(offset(t, s, between->pivot, lean), fx_sub(t[3], s[3]));
            const num moved = fx_shl(fx_mulw(way, (int16_t)between->part), 1);
            const num sum = fx_add(fx_add(s[3], moved), offset(s, row, between->pivot, lean));
            row[3] = lean ? fx_add(sum, 3) : fx_clamp(fx_add(sum, 3), ((num)1 << 29) - 1);
        }
    }
}

void pelt_betweens_exact(pelt_entry_q16 *palette, uint32_t entries,
                         const format_between_q16 *betweens, uint32_t count)
{
    build(palette, entries, betweens, count, false);
}

void pelt_betweens_lean(pelt_entry_q16 *palette, uint32_t entries,
                        const format_between_q16 *betweens, uint32_t count)
{
    build(palette, entries, betweens, count, true);
}
