/* SPDX-License-Identifier: MIT */
/* The operations that layers of poses (src/motion) need, in the q16 arithmetic; layers_f32.h has
 * the same names. Rotations and scales are Q30, lengths Q(length_bits). The weights that calls
 * take, and morph weights, are Q16.16. */
#ifndef PELT_LAYERS_Q16_H
#define PELT_LAYERS_Q16_H

#include "../base/inline.h"
#include "q16.h"

/// Weights of a call, and of a mask //////////////////////////////////////////////////////////////

/* A mask entry m of 0 to 255 takes m / 255 of a weight, which is num_mask_unit(weight) * m; 255
 * takes the weight itself. For weights in [0, 2^16) the result is Q31. 2^15 / 255 = 128.50196, so
 * unit < 2^23.01, and 254 times that is below 2^31. It is off by at most two steps of unit, 2^-22
 * of 1. */
static inline fraction num_mask_unit(num weight)
{
    return weight * 128 + (weight >> 1) + (weight >> 9);
}

static inline fraction num_masked(fraction whole, fraction unit, uint32_t m)
{
    return m == 255u ? whole : unit * (int32_t)m;
}

/* Weights of additive layers are in [-2^16, 2^17]; as Q29, |.| <= 2^30. 2^13 / 255 = 32.12549. */
#define NUM_ADD_LEAST (-65536)
#define NUM_ADD_MOST 131072

static inline fraction num_add_fraction(num weight)
{
    return weight * 8192;
}

static inline fraction num_add_unit(num weight)
{
    return weight * 32 + (weight >> 3) + (weight >> 11);
}

/* sum + a b, and a sum of three such products, in Q28. */
#define num_mul_add fx_mulh_add
#define num_dot3 fx_dot3

/* Writes x, y, z, w at unit length, with num_normalise_quaternion's results but without an array.
 * The interpolations of two unit quaternions in one hemisphere are 0.7 to 1 long; for them the
 * leading zeros of the squares, Q28, need not be counted. */
PELT_EACH void num_unit_quaternion(num q[4], num x, num y, num z, num w)
{
    uint32_t squares =
        (uint32_t)num_mul_add(num_mul_add(num_mul_add(num_mul(x, x), y, y), z, z), w, w);
    unsigned up = 3;
    if (squares - ((uint32_t)1 << 26) < (uint32_t)3 << 26) {
        squares <<= 4;
    } else if (squares == 0u) {
        q[0] = q[1] = q[2] = 0;
        q[3] = NUM_ONE;
        return;
    } else {
        const unsigned zeros = fx_clz(squares) & ~1u;
        squares <<= zeros;
        up = 1u + zeros / 2u;
    }
    const num scale = fx_rsqrt30(squares);
    q[0] = fx_shl(fx_mulh(x, scale), up);
    q[1] = fx_shl(fx_mulh(y, scale), up);
    q[2] = fx_shl(fx_mulh(z, scale), up);
    q[3] = fx_shl(fx_mulh(w, scale), up);
}

/// Between two poses /////////////////////////////////////////////////////////////////////////////

/* num_lerp for Q30 numbers up to 2 of either sign. Their difference needs 33 bits, so the halves
 * are interpolated. The result is right within 6 steps, and saturated because rounding down may
 * leave the format. */
static inline num num_lerp_scale(num a, num b, fraction u)
{
    return fx_shl(fx_clamp(num_lerp(a >> 1, b >> 1, u), (num)1 << 30), 1);
}

/* num_lerp for morph weights up to 64 of either sign, rounded to nearest. The difference is below
 * 2^24, so 7 more bits fit. */
static inline num num_lerp_weight(num a, num b, fraction u)
{
    return fx_add(a, (fx_mulh(fx_shl(fx_sub(b, a), 7), u) + 32) >> 6);
}

/// Of several poses //////////////////////////////////////////////////////////////////////////////

/* 2^60 / m for m in [2^30, 2^31), so the result is in (2^29, 2^30], within 2^-27 of itself. It is
 * the square of the reciprocal root and one Newton step, whose error term is Q28. */
static inline int32_t num_reciprocal(int32_t m)
{
    const int32_t y = fx_rsqrt30((uint32_t)m);
    const int32_t r = fx_shl(fx_mulh(y, y), 2);
    const int32_t error = ((int32_t)1 << 28) - fx_mulh(m, r); /* below 2^6 */
    const int32_t better = fx_mulh_add(r, r, error * 16);
    return better < NUM_ONE ? better : NUM_ONE;
}

/* Weights and their sum are shifted up into [2^30, 2^31), or down where there are many weights. */
typedef uint64_t num_total;

static inline bool num_total_divides(num_total total)
{
    return total > 0u;
}

typedef struct num_shares {
    unsigned up, down;
    int32_t reciprocal;
} num_shares;

static inline num_shares num_shares_open(num_total total)
{
    num_shares shares = {0, 0, 0};
    for (; total >> 31 != 0u; total >>= 1)
        shares.down++;
    shares.up = fx_clz((uint32_t)total) - 1u;
    shares.reciprocal = num_reciprocal((int32_t)((uint32_t)total << shares.up));
    return shares;
}

/* The share of a weight in the sum, Q31, right within 2^-27: the product loses 2^-28 of a weight, and a
 * sum that was shifted down, by which it grows, loses as much. */
static inline fraction num_share(const num_shares *shares, num weight)
{
    const int32_t w = (int32_t)((uint32_t)(weight >> shares->down) << shares->up);
    const int32_t part = fx_mulh(w, shares->reciprocal); /* Q28 */
    return (part < ((int32_t)1 << 28) ? part : ((int32_t)1 << 28) - 1) * 8;
}

/* Sums of u (b - a), halved. Shares are positive and sum to at most one, so the sum of differences
 * of 31-bit numbers stays below 2^30. For scales the differences are of halves. */
static inline num num_sum(num sum, num a, num b, fraction u)
{
    return fx_mulh_add(sum, fx_sub(b, a), u);
}

static inline num num_sum_end(num a, num sum)
{
    return fx_add(a, fx_shl(sum, 1));
}

static inline num num_sum_scale(num sum, num a, num b, fraction u)
{
    return fx_mulh_add(sum, fx_sub(b >> 1, a >> 1), u);
}

static inline num num_sum_scale_end(num a, num sum)
{
    return sum == 0 ? a : fx_shl(fx_clamp(fx_add(a >> 1, fx_shl(sum, 1)), (num)1 << 30), 1);
}

/* num_sum for morph weights, with 7 more bits as in num_lerp_weight. */
static inline num num_sum_weight(num sum, num a, num b, fraction u)
{
    return fx_mulh_add(sum, fx_shl(fx_sub(b, a), 7), u);
}

static inline num num_sum_weight_end(num a, num sum)
{
    return fx_add(a, (sum + 32) >> 6);
}

/// Added to a pose ///////////////////////////////////////////////////////////////////////////////

/* The product a b of two Q30 quaternions in Q28. Each component is the sum of four floors; for unit
 * quaternions it lies within [-1, 1]. */
static inline void num_turn_product(num out[4], const num a[4], const num b[4])
{
    out[0] = num_mul_add(num_mul_add(num_mul_add(num_mul(a[3], b[0]), a[0], b[3]), a[1], b[2]),
                         fx_sub(0, a[2]), b[1]);
    out[1] = num_mul_add(num_mul_add(num_mul_add(num_mul(a[3], b[1]), a[1], b[3]), a[2], b[0]),
                         fx_sub(0, a[0]), b[2]);
    out[2] = num_mul_add(num_mul_add(num_mul_add(num_mul(a[3], b[2]), a[2], b[3]), a[0], b[1]),
                         fx_sub(0, a[1]), b[0]);
    out[3] = num_mul_add(
        num_mul_add(num_mul_add(num_mul(a[3], b[3]), fx_sub(0, a[0]), b[0]), fx_sub(0, a[1]), b[1]),
        fx_sub(0, a[2]), b[2]);
}

/* 1 + u (d - 1) in Q29, for a d of num_turn_product. u is Q29, so its products with Q30 are Q27,
 * |.| <= 2. For unit quaternions with w >= 0 the sum is 0.7 to 2.24 long. */
static inline void num_turn_part(num d[4], fraction u)
{
    for (unsigned i = 0; i < 3u; i++)
        d[i] = fx_shl(fx_mulh(fx_shl(d[i], 2), u), 2);
    d[3] = fx_shl(fx_add((num)1 << 27, fx_mulh(fx_sub(fx_shl(d[3], 2), NUM_ONE), u)), 2);
}

/* to = to * n for an n of num_turn_part. The product is Q27 and at most 2.24 long, so it fits
 * Q29. */
static inline void num_turn_by(num to[4], const num n[4])
{
    num q[4];
    num_turn_product(q, to, n);
    num_unit_quaternion(to, fx_shl(q[0], 2), fx_shl(q[1], 2), fx_shl(q[2], 2), fx_shl(q[3], 2));
}

/* t + u (b - a) for |t|, |a|, |b| < 2^30, within 4 steps and saturated to that range. The product
 * with Q29 has 3 bits less; half of what they can hold is added. */
static inline num num_add_length(num t, num a, num b, fraction u)
{
    const num most = ((num)1 << 30) - 1;
    if (a == b)
        return t;
    const num moved = fx_shl(fx_clamp(fx_mulh(fx_sub(b, a), u), (num)1 << 28), 3) + 4;
    return fx_clamp(fx_add_saturated(t, moved), most);
}

/* The same for morph weights up to 64: the difference with 7 more bits, times Q29, is Q20,
 * rounded. */
static inline num num_add_weight(num w, num a, num b, fraction u)
{
    const num most = 64 * 65536;
    const num sum = fx_add(w, (fx_mulh(fx_shl(fx_sub(b, a), 7), u) + 8) >> 4);
    return sum > most ? most : sum < -most ? -most : sum;
}

/* |a| shifted up into [2^30, 2^31), where a is not 0. The exponent is lowered by one more than the
 * shift. */
static inline int32_t num_mantissa(int32_t a, int32_t *exponent)
{
    const uint32_t magnitude = a < 0 ? 0u - (uint32_t)a : (uint32_t)a;
    const unsigned zeros = fx_clz(magnitude);
    *exponent -= (int32_t)zeros;
    return (int32_t)((magnitude << zeros) >> 1);
}

/* s (1 + u (b / a - 1)) in Q30, saturated at +-2. It is s plus s u (b - a) / a, computed from four
 * mantissas m, each of value m 2^(1 - zeros), and their exponents, so that no ratio has to fit on
 * the way. Each product drops 2^-28 of itself. The Q29 of u and the 2^60 of the reciprocal leave
 * 2^6; one of these six bits is for the sum, which is of halves. */
static inline num num_add_scale(num s, num a, num b, fraction u)
{
    if (a == b || a == 0 || s == 0 || u == 0)
        return s;
    int32_t exponent = 5, of_a = 0;
    int32_t way = fx_sub(b >> 1, a >> 1);
    if (way < ((int32_t)1 << 30) && way >= -((int32_t)1 << 30) + 1)
        way = fx_sub(b, a); /* fits, as half of it is below 2^30 */
    else
        exponent++;
    const bool down = ((s ^ way) ^ (u ^ a)) < 0;
    const int32_t r = num_reciprocal(num_mantissa(a, &of_a));
    int32_t m = fx_shl(fx_mulh(num_mantissa(s, &exponent), num_mantissa(way, &exponent)), 1);
    m = fx_shl(fx_mulh(m, r), 2);
    m = fx_mulh(m, num_mantissa(u, &exponent)); /* below 2^30 */
    exponent -= of_a;
    if (exponent > 0)
        m = exponent > 30 || m >> (31 - exponent) != 0 ? INT32_MAX : fx_shl(m, (unsigned)exponent);
    else if (exponent < 0)
        m = exponent < -30 ? 0 : (m + ((int32_t)1 << (-exponent - 1))) >> -exponent;
    return fx_shl(fx_clamp(fx_add_saturated(s >> 1, down ? -m : m), (num)1 << 30), 1);
}

#endif
