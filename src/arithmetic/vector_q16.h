/* SPDX-License-Identifier: MIT */
/* Directions, angles and lengths of src/motion in fixed point; vector_f32.h has the same names in
 * float. A direction is Q30 of unit length. Formats and ranges are argued here. */
#ifndef PELT_ARITHMETIC_VECTOR_Q16_H
#define PELT_ARITHMETIC_VECTOR_Q16_H

#include "../base/inline.h"
#include "q16.h"
#include "turns.h"

/// Vectors ///////////////////////////////////////////////////////////////////////////////////////

/* The number of bits that the largest magnitude needs; 0 if all are zero. */
static inline unsigned num_bits(const num *v, unsigned count)
{
    uint32_t all = 0;
    PELT_UNROLLED
    for (unsigned i = 0; i < count; i++)
        all |= v[i] < 0 ? 0u - (uint32_t)v[i] : (uint32_t)v[i];
    return 32u - fx_clz(all);
}

static inline num num_halved(num a)
{
    return a >> 1;
}

static inline num num_magnitude(num a)
{
    return a < 0 ? fx_sub(0, a) : a;
}

/* Half of a Q28 sum of products, as Q30; |sum| <= 2. */
static inline num num_half_product(num a)
{
    return fx_shl(a, 1);
}

/* A Q28 product, or a sum of them, below 2, as Q30. */
static inline num num_from_part(num a)
{
    return fx_shl(a, 2);
}

/* v * 2^up, shifted down by at most 31, and up only where the result fits. */
static inline num num_scaled(num v, int32_t up)
{
    return up >= 0 ? fx_shl(v, (unsigned)up) : v >> -up;
}

/* Shifts all by one power of two so that the largest magnitude is in [2^29, 2^30): sums of three
 * products of such numbers with directions (fx_mulh) stay below 2^30. Zeros stay zero. */
static inline void num_level(num *v, unsigned count)
{
    const int32_t up = 30 - (int32_t)num_bits(v, count);
    if (up >= 0) {
        PELT_UNROLLED
        for (unsigned i = 0; i < count; i++)
            v[i] = fx_shl(v[i], (unsigned)up);
    } else {
        for (unsigned i = 0; i < count; i++)
            v[i] >>= -up;
    }
}

/* The direction of a vector of any format, within 2^-27; its length is 1 within 5e-8. Returns false
 * and writes nothing for the zero vector. Magnitudes are shifted into [2^30, 2^31), so the squares
 * sum to [2^28, 3 * 2^30] in 32 bits; see fx_normalise_quaternion. */
PELT_CALLED bool num_unit(num out[3], const num v[3])
{
    const unsigned bits = num_bits(v, 3);
    num x = v[0], y = v[1], z = v[2];
    if (bits == 0u)
        return false;
    if (bits > 31u) {
        x >>= 1;
        y >>= 1;
        z >>= 1;
    } else {
        x = fx_shl(x, 31u - bits);
        y = fx_shl(y, 31u - bits);
        z = fx_shl(z, 31u - bits);
    }
    const uint32_t squares =
        (uint32_t)fx_mulh(x, x) + (uint32_t)fx_mulh(y, y) + (uint32_t)fx_mulh(z, z);
    const unsigned zeros = squares >> 30 != 0u ? 0u : 2u;
    const int32_t scale = fx_rsqrt30(squares << zeros);
    out[0] = fx_shl(fx_mulh(x, scale), 1u + zeros / 2u);
    out[1] = fx_shl(fx_mulh(y, scale), 1u + zeros / 2u);
    out[2] = fx_shl(fx_mulh(z, scale), 1u + zeros / 2u);
    return true;
}

/* The sum of three products, as fx_dot3 has it. */
static inline num num_products(const num a[3], const num b[3])
{
    return fx_dot3(a, b[0], b[1], b[2]);
}

/* Turns a vector of any format by a unit quaternion: v + w t + r x t with t = 2 r x v. Magnitudes
 * are shifted into [2^28, 2^29), so that t stays below 2^31; the result is rounded to the vector's
 * format. */
static inline void num_turn(num out[3], const num r[4], const num v[3])
{
    const int32_t up = 29 - (int32_t)num_bits(v, 3);
    num level[3], t[3], sum[3];
    for (unsigned i = 0; i < 3u; i++)
        level[i] = num_scaled(v[i], up);
    for (unsigned i = 0, j = 1, k = 2; i < 3u; i++, j = k, k = 3u - i - j)
        t[i] = fx_shl(fx_sub(fx_mulh(r[j], level[k]), fx_mulh(r[k], level[j])), 3);
    for (unsigned i = 0, j = 1, k = 2; i < 3u; i++, j = k, k = 3u - i - j) {
        const num across = fx_sub(fx_mulh(r[j], t[k]), fx_mulh(r[k], t[j]));
        sum[i] = fx_add(level[i], fx_shl(fx_add(fx_mulh(r[3], t[i]), across), 2));
    }
    for (unsigned i = 0; i < 3u; i++)
        out[i] = up > 0 ? fx_add(sum[i] >> (up - 1), 1) >> 1 : num_scaled(sum[i], -up);
}

/// Angles ////////////////////////////////////////////////////////////////////////////////////////

typedef int32_t turn_angle; /* 2^32 is a turn */
#define NUM_HALF_TURN 0x7FFFFFFF

#define num_half_angle num_halved

/* The product, normalised, of a unit quaternion and one that is 1/2 to 1 long. */
void pelt_turn_multiply_q16(num out[4], const num a[4], const num b[4]);

static inline bool num_limit_is_valid(turn_angle limit)
{
    return limit >= 0;
}

static inline void num_sin_cos(num *sine, num *cosine, turn_angle a)
{
    *sine = turns_sine(a);
    *cosine = turns_cosine(a);
}

#define num_angle_of_sine turns_of_sine /* of half the angle */

/// Lengths ///////////////////////////////////////////////////////////////////////////////////////

/* n / m as Q30 within 2^-27, for |n| <= m, m > 0. With x = m / 2^bits in [1/2, 1), (rsqrt)^2 = 1 /
 * (4 x), and one Newton step r (2 - x r) adds the missing bits. */
static inline num num_ratio(num n, num m)
{
    const unsigned zeros = fx_clz((uint32_t)m); /* 1 ... 31 */
    const uint32_t x = (uint32_t)m << zeros;
    const num y = fx_rsqrt30(x);
    const num r = fx_shl(fx_mulh(y, y), 3);                                /* Q29, (1, 2] */
    const num error = fx_sub((num)1 << 28, fx_mulh(r, (num)(x >> 1)));     /* Q28, below 2^-22 */
    const num reciprocal = fx_add(r, fx_mulh(r, fx_shl(error, 20)) >> 16); /* Q48, Q45, Q29 */
    const num ratio = fx_mulh(fx_shl(n, zeros - 1u), reciprocal);          /* Q31, to Q28 */
    return fx_shl(fx_clamp(ratio, (num)1 << 28), 2);
}

/* sqrt(a b) within 4e-8 of it and a step, for lengths from 0 to 2^31 - 1. */
static inline num num_mean(num a, num b)
{
    if (a <= 0 || b <= 0)
        return 0;
    const unsigned za = fx_clz((uint32_t)a) - 1u;
    const unsigned zb = fx_clz((uint32_t)b) - 1u;
    const unsigned odd = (za + zb) & 1u;
    /* Both are in [2^30, 2^31), one perhaps halved, so the product's high word is at least 2^27. */
    const uint32_t product = (uint32_t)fx_mulh(fx_shl(a, za), fx_shl(b, zb) >> odd);
    const unsigned zeros = fx_clz(product) & ~1u;
    const uint32_t m = product << zeros;
    const num root = fx_mulh((num)(m >> 1), fx_rsqrt30(m)); /* sqrt(m) 2^12, [2^27, 2^28) */
    const int32_t up = 4 - ((int32_t)(zeros + za + zb) - (int32_t)odd) / 2;
    return up >= 0 ? fx_shl(root, (unsigned)up) : ((root >> (-up - 1)) + 1) >> 1;
}

/* The root of a sum of products (fx_mulh) of lengths, where it fits; 0 of negative ones. */
static inline num num_root_of(num a)
{
    return fx_shl(num_mean(a, NUM_ONE), 1);
}

/* a / 2^down, rounded down; num_raised takes it back, where it fits. */
static inline num num_lowered(num a, int32_t down)
{
    return a >> (down > 31 ? 31 : down);
}

static inline num num_raised(num a, int32_t up)
{
    return fx_shl(a, (unsigned)up);
}

/* A part of one, Q16, as Q30. */
static inline num num_part(num part)
{
    return fx_shl(part, 14);
}

/// Ways in the model /////////////////////////////////////////////////////////////////////////////

/* The difference of two places in Q(length_bits). It has up to 41 bits, as targets may be further
 * away than any joint. */
typedef int64_t wide_num;

/* A place that the caller gives in Q16.16. */
static inline wide_num num_place(num a, uint32_t length_bits)
{
    return (wide_num)((uint64_t)(wide_num)a << (length_bits - 16u));
}

/* The number of bits by which a difference exceeds `bits`; negative if it has fewer. */
static inline int32_t num_excess(const wide_num v[3], int32_t bits)
{
    uint64_t all = 0;
    for (unsigned i = 0; i < 3u; i++)
        all |= v[i] < 0 ? 0u - (uint64_t)v[i] : (uint64_t)v[i];
    const uint32_t high = (uint32_t)(all >> 32), low = (uint32_t)all;
    return (high != 0u ? 64 - (int32_t)fx_clz(high) : 32 - (int32_t)fx_clz(low)) - bits;
}

/* Shifts a difference down by the result of num_excess. */
static inline void num_narrow(num out[3], const wide_num v[3], int32_t down)
{
    if (down < 0)
        for (unsigned i = 0; i < 3u; i++)
            out[i] = fx_shl((num)v[i], (unsigned)-down);
    else if (down < 32) /* of two words, which compilers do not know to be enough */
        for (unsigned i = 0; i < 3u; i++)
            out[i] = (num)((uint32_t)v[i] >> down | ((uint32_t)(v[i] >> 32) << 1) << (31 - down));
    else
        for (unsigned i = 0; i < 3u; i++)
            out[i] = (num)((int32_t)(v[i] >> 32) >> (down - 32));
}

/* Undoes num_narrow, rounded to nearest; -31 <= down < 64. Both shift two words, as not every target
 * has the compiler's routines for 64-bit shifts. */
static inline wide_num num_widened(num a, int32_t down)
{
    if (down < 0)
        return ((wide_num)(a >> (-down - 1)) + 1) >> 1;
    const uint32_t low = down < 32 ? (uint32_t)a << down : 0u;
    const uint32_t high =
        down < 32 ? (uint32_t)(a >> (31 - down) >> 1) : (uint32_t)a << (down - 32);
    return (wide_num)((uint64_t)high << 32 | low);
}

/* A place in a joint's axes, given in Q16.16, from which the joint's matrix, Q29 times 2^scale_shift,
 * makes an offset in the model's axes: rows times level, below 1.5 * 2^30 as level has 30 bits, times
 * 2^shift is in Q(length_bits). Shifts that leave +-31 are no model's. */
typedef struct num_offset {
    num level[3];
    int32_t shift;
} num_offset;

static inline void num_offset_of(num_offset *out, const num place[3], uint32_t length_bits,
                                 int32_t scale_shift)
{
    const int32_t bits = (int32_t)num_bits(place, 3);
    const int32_t shift = (int32_t)length_bits + scale_shift - 43 + bits;
    out->shift = shift > 31 ? 31 : shift < -31 ? -31 : shift;
    for (unsigned i = 0; i < 3u; i++)
        out->level[i] = num_scaled(place[i], 30 - bits);
}

/* `to` plus the offset. */
static inline void num_add_offset(wide_num to[3], const num m[12], const num_offset *offset)
{
    const num *v = offset->level;
    const int32_t shift = offset->shift;
    for (unsigned i = 0; i < 3u; i++, m += 4) {
        const num sum = fx_dot3(m, v[0], v[1], v[2]);
        to[i] += shift < 0 ? (wide_num)((sum >> (-shift - 1)) + 1) >> 1 : num_widened(sum, shift);
    }
}

/* The offset by itself, down by *down as by num_narrow, which is raised to keep it within 30 bits. */
static inline void num_narrow_offset(num out[3], int32_t *down, const num m[12],
                                     const num_offset *offset)
{
    const num *v = offset->level;
    PELT_UNROLLED
    for (unsigned i = 0; i < 3u; i++)
        out[i] = fx_dot3(m + 4u * i, v[0], v[1], v[2]);
    const int32_t least = (int32_t)num_bits(out, 3) + offset->shift - 30;
    *down = *down > least ? *down : least;
    const int32_t up = offset->shift - *down; /* at most what leaves 30 bits */
    PELT_UNROLLED
    for (unsigned i = 0; i < 3u; i++)
        out[i] = num_scaled(out[i], up < -31 ? -31 : up);
}

/* Vectors from num_narrow are level. */
#define num_level_two(a, b)

/* A length times 2^up, up >= 0; the most where it leaves 31 bits. */
static inline num num_length(num a, int32_t up)
{
    return up > 31 || a >> (31 - up) != 0 ? INT32_MAX : fx_shl(a, (unsigned)up);
}

#endif
