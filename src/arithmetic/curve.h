/* SPDX-License-Identifier: MIT */
/* Computes an animated value between two keys of a track, for sampling. The arithmetic is in
 * integers even for float models, whose stages then convert the results. A number is Q30 of the
 * largest value that the track can hold, |v| <= 2^30; of a rotation, Q30 of one. */
#ifndef PELT_CURVE_H
#define PELT_CURVE_H

#include "timeline.h"

/* The fields of a format_curve. */
typedef struct curve_view {
    const uint8_t *bits; /* of each component */
    const format_range *ranges;
    const uint32_t *packed;
} curve_view;

/* Defined in another file, so that compilers do not treat a whole range as a special case. */
extern const format_range pelt_whole_ranges[4];

static inline curve_view curve_open(const format_curve *curve, uint32_t components, uint32_t kind)
{
    const uint8_t *behind = (const uint8_t *)curve + format_curve_bytes(components);
    curve_view view = {curve->bits, pelt_whole_ranges, (const uint32_t *)(const void *)behind};
    if ((kind & FORMAT_WHOLE_RANGE) == 0u) {
        view.ranges = (const format_range *)(const void *)behind;
        view.packed += components;
    }
    return view;
}

/* 32 bits from bit offset `at` on, the first one on top. */
static inline uint32_t curve_window(const uint32_t *packed, uint32_t at)
{
    const uint32_t *word = packed + (at >> 5);
    const unsigned shift = at & 31u;
    return word[0] << shift | (word[1] >> 1) >> (31u - shift);
}

/* The number whose bits begin a window: low + extent * (its bits as a fraction of 2^bits). Bits are
 * packed from the top of each word down, so a window already is a fraction of 2^32. low and extent
 * are Q15 and low + extent <= 1: the sum stays within 2^30. */
static inline int32_t curve_scaled(uint32_t window, unsigned bits, const format_range *range)
{
    const uint32_t part = window & ~(UINT32_MAX >> bits);
    return range->low * 32768 + (int32_t)(fx_mulwu(part, range->extent) >> 1);
}

/* The number of component `component`, whose bits begin at bit offset `at`. */
static inline int32_t curve_number(const curve_view *curve, unsigned component, uint32_t at)
{
    return curve_scaled(curve_window(curve->packed, at), curve->bits[component],
                        &curve->ranges[component]);
}

/* a + (b - a) u for |a|, |b| <= 2^30. The result lies between a and b and is low by at most 2
 * steps. */
static inline int32_t fx_lerp(int32_t a, int32_t b, int32_t u)
{
    return fx_add(a, fx_shl(fx_mulh(fx_sub(b, a), u), 1));
}

/* A cubic Bezier curve by de Casteljau's six interpolations, which never leave the range of the
 * control points. */
static inline int32_t curve_bezier(int32_t p0, int32_t p1, int32_t p2, int32_t p3, int32_t u)
{
    const int32_t a = fx_lerp(p0, p1, u), b = fx_lerp(p1, p2, u), c = fx_lerp(p2, p3, u);
    return fx_lerp(fx_lerp(a, b, u), fx_lerp(b, c, u), u);
}

/// Rotations /////////////////////////////////////////////////////////////////////////////////////

/* Returns the component of a unit quaternion that is not stored, which is at least 1/2: sqrt(1 -
 * the squares of the others), within 3e-8. m = w^2 is Q28 in [1/4, 1); y = 1 / sqrt(4 m) = 1 / 2w
 * within 1.6e-4, never above; w = 2 m y. One Newton step then adds the shortfall of w^2, times y.
 */
static inline int32_t curve_left_out(const int32_t q[3])
{
    const int32_t sum = fx_mulh(q[0], q[0]) + fx_mulh(q[1], q[1]) + fx_mulh(q[2], q[2]);
    const int32_t least = (int32_t)1 << 26, rest = ((int32_t)1 << 28) - 1 - sum;
    const int32_t m = rest < least ? least : rest;
    const int16_t y = (int16_t)fx_rsqrt15((uint32_t)m << 4); /* Q15 */
    const int32_t w = fx_mulw(m, y) * 16;                    /* Q27 -> 2 m y in Q30 */
    const int32_t missing = m - fx_mulh(w, w);               /* Q28, below 2^17 */
    return w + ((missing * (y >> 2)) >> 11);                 /* Q28 x Q13 -> Q30 */
}

/* Sharpness in Q29. Below CURVE_FLAT, rotations under 4 degrees, linear and spherical weights
 * differ by less than 1.5e-6 radians. CURVE_MOST_SHARPNESS is 0.2929, a turn of 90 degrees, and no
 * two unit keys of a segment are further apart. */
#define CURVE_FLAT (80u << 12)
#define CURVE_MOST_SHARPNESS (38392u << 12)

/* Corrects linear interpolation so that it follows the sphere. From a segment's sharpness c = 1 -
 * dot, Q29, and the fraction u it computes the weight of the second key, and s with 1 + s = 1 /
 * length of the interpolated quaternion, both Q31.
 *   weight = u + v (1 - 2u) c (k0 + k1 c - k2 c v),  v = u (1 - u)
 *   length^2 = 1 - x,  x = 2 c w (1 - w);  1 / sqrt(1 - x) = 1 + x (p0 + x (p1 + x (p2 + x p3)))
 * The coefficients are least-squares fits for c <= 0.2929 (docs/NOTES.md). Both corrections are
 * small, so factors of 16 bits suffice. c < 2^16, v and w (1 - w) <= 1/4; each step's format stands
 * beside it, and no product exceeds 2^32. Measured errors of rotation and length: 1.5e-6 (radians)
 * up to 30 degrees, 6e-6 up to 72; at 88 degrees 4e-5 of rotation and 7e-6 of length. */
static inline int32_t curve_slerp(int32_t *s, uint32_t sharpness, int32_t u)
{
    const uint32_t u16 = (uint32_t)u >> 15;          /* Q16 */
    const uint32_t v = u16 * (65536u - u16);         /* Q32 */
    if (sharpness < CURVE_FLAT) {                    /* x < 2^-11: s is x / 2 */
        *s = (int32_t)(sharpness * (v >> 18) >> 12); /* Q29 x Q14, < 2^31 */
        return u;
    }
    const uint32_t c = (sharpness + 2048u) >> 12; /* Q17, < 2^16 */
    const uint32_t cv = c * (v >> 14);            /* Q17 x Q18 = Q35, < 2^31.3 */
    const uint32_t k = 21839u + (9524u * (c >> 1) >> 16) - (19477u * (cv >> 19) >> 16); /* Q16 */
    const uint32_t term = (cv >> 17) * k >> 15; /* Q18 x Q16 -> Q19, < 2^14 */
    const int32_t weight = u + (((int32_t)term * (32768 - (int32_t)u16)) >> 3); /* 1 - 2u: Q15 */
    const uint32_t w16 = (uint32_t)weight >> 15;                                /* Q16 */
    const uint32_t x = c * (w16 * (65536u - w16) >> 14); /* c w (1 - w), Q35: 2 c w (1 - w), Q34 */
    const uint32_t x16 = x >> 18;                        /* Q16, < 2^13.3 */
    uint32_t p = 19914u + (23711u * x16 >> 16);
    p = 24593u + (p * x16 >> 16);
    p = 32769u + (p * x16 >> 16); /* Q16, < 2^15.2; the 1 makes up for the floors */
    *s = (int32_t)(fx_mulwu(x, (uint16_t)p) >> 3); /* Q34 -> Q31, <= 0.09 */
    return weight;
}

static inline int32_t curve_on_arc(int32_t a, int32_t way, int32_t weight, int32_t s)
{
    const int32_t chord = fx_add(a, fx_shl(fx_mulh(way, weight), 1));
    return fx_add(chord, fx_shl(fx_mulw(s, (int16_t)(chord >> 16)), 1)); /* Q31 x Q14 -> Q29 */
}

/* Interpolates between two keys along the arc. c = 1 - dot = |b - a|^2 / 2 avoids a difference of
 * nearly equal numbers. Four squares in Q28, each below 2^28 for unit keys of one hemisphere, are 2c in
 * Q28 and so c in Q29; for any other keys it is clamped to the range that curve_slerp takes. */
static inline void curve_arc(int32_t q[4], const int32_t a[4], const int32_t b[4], int32_t u)
{
    const int32_t x = fx_sub(b[0], a[0]), y = fx_sub(b[1], a[1]);
    const int32_t z = fx_sub(b[2], a[2]), w = fx_sub(b[3], a[3]);
    const uint32_t squares = (uint32_t)fx_mulh(x, x) + (uint32_t)fx_mulh(y, y) +
                             (uint32_t)fx_mulh(z, z) + (uint32_t)fx_mulh(w, w);
    int32_t s;
    const int32_t weight =
        curve_slerp(&s, squares < CURVE_MOST_SHARPNESS ? squares : CURVE_MOST_SHARPNESS, u);
    q[0] = curve_on_arc(a[0], x, weight, s);
    q[1] = curve_on_arc(a[1], y, weight, s);
    q[2] = curve_on_arc(a[2], z, weight, s);
    q[3] = curve_on_arc(a[3], w, weight, s);
}

/* Reads two keys of a track that leaves one component out, of at most 32 bits each, as nearly all
 * are: one window holds a key. The left-out component comes last. This runs more often than
 * anything else in sampling, so it is unrolled. */
static inline void curve_keys(int32_t a[4], int32_t b[4], const curve_view *curve,
                              const timeline_place *place)
{
    const unsigned x = curve->bits[0], y = curve->bits[1], z = curve->bits[2], bits = x + y + z;
    const format_range *ranges = curve->ranges;
    uint32_t from = curve_window(curve->packed, place->key * bits);
    uint32_t to = curve_window(curve->packed, place->next * bits);
    a[0] = curve_scaled(from, x, &ranges[0]);
    b[0] = curve_scaled(to, x, &ranges[0]);
    from <<= x;
    to <<= x;
    a[1] = curve_scaled(from, y, &ranges[1]);
    b[1] = curve_scaled(to, y, &ranges[1]);
    from <<= y;
    to <<= y;
    a[2] = curve_scaled(from, z, &ranges[2]);
    b[2] = curve_scaled(to, z, &ranges[2]);
    a[3] = curve_left_out(a);
    b[3] = curve_left_out(b);
}

/* The same for keys of any number of bits. */
static inline void curve_wide_keys(int32_t a[4], int32_t b[4], const curve_view *curve,
                                   const timeline_place *place)
{
    const unsigned x = curve->bits[0], y = curve->bits[1], bits = x + y + curve->bits[2];
    const uint32_t from = place->key * bits, to = place->next * bits;
    a[0] = curve_number(curve, 0, from);
    b[0] = curve_number(curve, 0, to);
    a[1] = curve_number(curve, 1, from + x);
    b[1] = curve_number(curve, 1, to + x);
    a[2] = curve_number(curve, 2, from + x + y);
    b[2] = curve_number(curve, 2, to + x + y);
    a[3] = curve_left_out(a);
    b[3] = curve_left_out(b);
}

#endif
