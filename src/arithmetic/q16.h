/* SPDX-License-Identifier: MIT */
/*
 * The q16 arithmetic: what the stages (*.inc) are written over when their numbers are fixed point.
 * f32.h has the same names in float. Formats and ranges are argued here, once.
 *
 * The skinning bound. A palette entry m has |3x3| <= 2^30 - 1 and |translation| <= 2^29 - 1 in
 * absolute value; weights w >= 0 sum to 2^15; coordinates q are int16.
 *   one influence    |sum of floor(m q / 2^16)| <= 3 * 2^29, plus 2^29 - 1, plus 2 < 2^31
 *   several          |sum of floor(m w / 2^16)| <= 2^29 + 4 for the 3x3 and 2^28 + 4 for the
 *                    translation, as every |m w| <= 2^30 w and the w sum to 2^15; partial sums
 *                    are smaller; then 3 * (2^28 + 2) + 2^28 + 8 < 2^31
 * so no intermediate of any vertex leaves 32 bits.
 */
#ifndef PELT_ARITHMETIC_Q16_H
#define PELT_ARITHMETIC_Q16_H

#include "../base/fixed.h"
#include "../blob/format.h"
#include "morph_q16.h"
#include "pelt.h"

#define PELT_NAME(name) name##_q16
#define NUM_TAKES(encoding) ((encoding) == PELT_EXACT || (encoding) == PELT_LEAN)
#define NUM_KERNELS(model) ((model)->family->q16)
#define NUM_HEAD_BYTES(influences) format_head_bytes_q16(influences)

typedef int32_t num;

/// Rotations, scales (Q30) and their products ///////////////////////////////////////////////////

#define NUM_ONE ((num)1 << 30)

/* Product of two Q30 in Q28, |result| <= 4; sums of these stay in Q28. */
static inline num num_mul(num a, num b)
{
    return fx_mulh(a, b);
}

static inline num num_add(num a, num b)
{
    return fx_add(a, b);
}

static inline num num_sub(num a, num b)
{
    return fx_sub(a, b);
}

/* 1 - 2 a of a Q28 sum, as Q30. Unit quaternions: a in [0, 1]. */
static inline num num_one_minus_twice(num a)
{
    return fx_shl(fx_sub((num)1 << 27, a), 3);
}

/* 2 a of a Q28 sum, as Q30. */
static inline num num_twice(num a)
{
    return fx_shl(a, 3);
}

/* A Q28 product as Q30, saturated at +-2. */
static inline num num_from_product(num a)
{
    return fx_shl(fx_clamp(a, (num)1 << 29), 2);
}

/// Model matrices: 3x3 Q29, translation Q20 ////////////////////////////////////////////////////

/* Element of a parentless joint's 3x3: Q30 to Q29. */
static inline num num_root(num a)
{
    return a >> 1;
}

/*
 * Row (Q29, |.| < 2) times column (Q30, |.| <= 2): Q27, |sum| <= 12 * 2^27 < 2^31. Three floors
 * bias it by 1.5 steps on average: the 6 after the shift takes that back.
 */
static inline num num_joint_dot(const num row[4], num a, num b, num c)
{
    const num sum = fx_dot3(row, a, b, c);
    return fx_shl(fx_clamp(sum, (num)1 << 28), 2) + 6;
}

/* Row (Q29, |.| < 2) times translation (Q20; Q24 in lean models, the same bits): each product below
 * 2^29 in Q17, the sum below 1.5 * 2^30; back to Q20, plus the parent's. */
static inline num num_joint_translate(const num row[4], const num t[3])
{
    const num sum = fx_dot3(row, t[0], t[1], t[2]);
    return fx_add_saturated(fx_shl(fx_clamp(sum, (num)1 << 27), 3) + 12, row[3]);
}

/// Palette entries: 3x3 Q33, translation Q17 ////////////////////////////////////////////////////

typedef format_entry_q16 format_entry;

/*
 * Row (Q29, |.| < 2) times column (Q(36 + shift)): each product below 2^29, the sum below
 * 1.5 * 2^30 in Q(33 + shift); shift >= 1 makes the result less than 2^30, the palette's bound.
 * Half a step and one of the 1.5 that three floors cost are added before the shift.
 */
static inline num num_entry_dot(const num row[4], num a, num b, num c, unsigned shift)
{
    const num sum = fx_dot3(row, a, b, c);
    return (sum + (num)((1u << (shift - 1u)) + 1u)) >> shift;
}

/* Row times translation (Q20): Q17; plus the joint's own, Q20 to Q17. Below 1.75 * 2^30, then
 * clamped to the palette's bound. */
static inline num num_entry_translate(const num row[4], num a, num b, num c)
{
    const num sum = fx_dot3(row, a, b, c);
    const num t = sum + (row[3] >> 3) + 2;
    return t > (1 << 29) - 1 ? (1 << 29) - 1 : t < 1 - (1 << 29) ? 1 - (1 << 29) : t;
}

/// Sampling //////////////////////////////////////////////////////////////////////////////////////

/* Position in a segment, Q31, [0, 1). */
typedef int32_t fraction;

/*
 * elapsed * reciprocal: the mantissa is 2^63 / (duration * 2^z) and elapsed < duration, so that
 * elapsed * 2^z * mantissa / 2^63 is in [0, 1). Halves keep both factors positive in int32; the
 * product of Q31 x Q30 is 29 bits of fraction.
 */
static inline fraction num_fraction(uint32_t elapsed, const void *reciprocals, uint32_t segment)
{
    const uint32_t reciprocal = ((const uint32_t *)reciprocals)[segment];
    const uint32_t scaled = elapsed << (reciprocal & 31u);
    /* The mask: a reciprocal that belies the times gives a wrong fraction, not one outside. */
    return fx_shl(fx_mulh((int32_t)(scaled >> 1), (int32_t)((reciprocal & ~31u) >> 1)), 2) &
           INT32_MAX;
}

/* a + (b - a) u, |a|, |b| < 2^30; between a and b, low by at most 2 steps. */
static inline num num_lerp(num a, num b, fraction u)
{
    return fx_add(a, fx_shl(fx_mulh(fx_sub(b, a), u), 1));
}

#define NUM_ROTATION_BYTES FORMAT_ROTATION_BYTES_Q16
#define NUM_ROTATION_CUBIC_BYTES FORMAT_ROTATION_CUBIC_BYTES_Q16
#define NUM_QUATERNION_BYTES 10u

/* Ten bytes to Q30: 20-bit components from Q19 (bits = 11) or Q18 (bits = 12). */
static inline void num_unpack(num q[4], const void *key, unsigned bits)
{
    const int16_t *high = key;
    const uint32_t nibbles = ((const uint16_t *)key)[4];
    for (unsigned i = 0; i < 4u; i++) {
        const int32_t component = (int32_t)high[i] * 16 + (int32_t)((nibbles >> (4u * i)) & 15u);
        q[i] = fx_shl(component, bits);
    }
}

/* Written out, as nothing else is done as often: the loop would cost as much again. */
static inline void num_unpack_key(num q[4], const void *key)
{
    const int16_t *high = key;
    const uint32_t nibbles = ((const uint16_t *)key)[4];
    q[0] = fx_shl((int32_t)high[0] * 16 + (int32_t)(nibbles & 15u), 11u);
    q[1] = fx_shl((int32_t)high[1] * 16 + (int32_t)(nibbles >> 4 & 15u), 11u);
    q[2] = fx_shl((int32_t)high[2] * 16 + (int32_t)(nibbles >> 8 & 15u), 11u);
    q[3] = fx_shl((int32_t)high[3] * 16 + (int32_t)(nibbles >> 12 & 15u), 11u);
}

static inline void num_unpack_control(num q[4], const void *key, unsigned index)
{
    num_unpack(q, (const uint8_t *)key + NUM_QUATERNION_BYTES * index, 12u);
}

/* Below this sharpness (rotations under 4 degrees) linear and spherical weights differ by less than
 * 1e-6 radians. */
#define NUM_FLAT_SHARPNESS 80u

/*
 * From a segment's sharpness c = 1 - dot and the fraction u: the weight that makes linear
 * interpolation follow the sphere, and s with 1 + s = 1 / length of the result.
 *   weight = u + v (1 - 2u) c (k0 + k1 c - k2 c v),  v = u (1 - u)
 *   length^2 = 1 - x,  x = 2 c w (1 - w);  1 / sqrt(1 - x) = 1 + x (p0 + x (p1 + x (p2 + x p3)))
 * Least squares fits for c <= 0.2929 (docs/DESIGN.md): weight right to 8e-6 radians of rotation up
 * to 80 degrees, length to 2e-7. c <= 2^-1.7 is checked when the model is opened, v <= 1/4; each
 * step's format stands beside it.
 */
static inline fraction num_slerp(num *s, const void *key, fraction u)
{
    const uint32_t sharpness = ((const uint16_t *)key)[5]; /* Q17 */
    const int32_t c = (int32_t)(sharpness << 14);          /* Q31 */
    const int32_t v = fx_mulh(u, INT32_MAX - u);           /* u (1 - u), Q30, <= 2^28 */
    const int32_t cv = fx_mulh(c, v);                      /* Q29 */
    if (sharpness < NUM_FLAT_SHARPNESS) {                  /* x < 2^-11: p2 x^2 is below 2^-23 */
        const int32_t x = fx_shl(cv, 3);                   /* 2 c v, Q31 */
        const int32_t p = 536869602 + fx_shl(fx_mulh(402933581, x), 1); /* p0 + p1 x, Q30 */
        *s = fx_shl(fx_mulh(p, x), 2);                     /* Q29 -> Q31 */
        return u;
    }
    const int32_t k = 357811030 + fx_mulh(312075330, c) -  /* k0, k1 c: Q30 */
                      fx_shl(fx_mulh(638222734, cv), 2);   /* k2 c v: Q28 -> Q30 */
    const int32_t term = fx_mulh(fx_shl(cv, 2), k);        /* Q31 x Q30 -> Q29 */
    const fraction weight = u + fx_shl(fx_mulh(term, (1 << 30) - u), 4); /* 1 - 2u is Q30 */
    const int32_t x = fx_shl(fx_mulh(c, fx_mulh(weight, INT32_MAX - weight)), 3); /* Q31 */
    int32_t p = 326277724 + fx_shl(fx_mulh(388483529, x), 1);
    p = 402933581 + fx_shl(fx_mulh(p, x), 1);
    p = 536869602 + fx_shl(fx_mulh(p, x), 1);
    *s = fx_shl(fx_mulh(p, x), 2); /* <= 0.09 */
    return weight;
}

/* q (1 + s) */
static inline num num_lengthen(num q, num s)
{
    return fx_add(q, fx_shl(fx_mulh(q, s), 1));
}

/*
 * To unit length; |component| < 2. squares is Q28, at most 16 * 2^28 - 4 in 32 bits; it is brought
 * to [1, 4) by an even shift z, so that 1 / length = rsqrt * 2^(z / 2 - 1). All zero: identity.
 */
static inline void num_normalise_quaternion(num q[4])
{
    uint32_t squares = 0;
    for (unsigned i = 0; i < 4u; i++)
        squares += (uint32_t)fx_mulh(q[i], q[i]);
    if (squares == 0u) {
        q[0] = q[1] = q[2] = 0;
        q[3] = NUM_ONE;
        return;
    }
    /* From half the unit length on without counting: not every core has an instruction for it. */
    const unsigned zeros = squares < 1u << 26   ? fx_clz(squares) & ~1u
                           : squares < 1u << 28 ? 4u
                           : squares < 1u << 30 ? 2u
                                                : 0u;
    const int32_t scale = fx_rsqrt30(squares << zeros);
    for (unsigned i = 0; i < 4u; i++)
        q[i] = fx_shl(fx_mulh(q[i], scale), 1u + zeros / 2u);
}

/// Pose blending /////////////////////////////////////////////////////////////////////////////////

#define NUM_WEIGHT_ONE 65536

/* Q16, below one, to Q31. */
static inline fraction num_weight_fraction(num weight)
{
    return fx_shl(weight, 15);
}

/* num_lerp for Q30 up to 2 of either sign, whose difference needs 33 bits: of the halves. Right to
 * 6 steps; saturated, as rounding down may leave the format. */
static inline num num_lerp_scale(num a, num b, fraction u)
{
    return fx_shl(fx_clamp(num_lerp(a >> 1, b >> 1, u), (num)1 << 30), 1);
}

/// Plain arrays, Q16.16 //////////////////////////////////////////////////////////////////////////

/* Row times vector plus constant: exact modulo 2^64, rounded once, half up; modulo 2^32. */
static inline num num_plain_dot(const num row[3], const num v[3], num constant)
{
    uint64_t sum = ((uint64_t)(int64_t)constant << 16) + 0x8000u;
    for (unsigned i = 0; i < 3u; i++)
        sum += (uint64_t)((int64_t)row[i] * v[i]);
    return (num)(int32_t)(uint32_t)(sum >> 16);
}

/* A weighted sum in the making, Q32. */
typedef uint64_t plain_sum;

static inline plain_sum num_plain_add(plain_sum sum, num value, num weight)
{
    return sum + (uint64_t)((int64_t)value * weight);
}

static inline num num_plain_round(plain_sum sum)
{
    return (num)(int32_t)(uint32_t)((sum + 0x8000u) >> 16);
}

/* Plus weight times the way from a to b: 33 and 32 bits, modulo 2^64. */
static inline plain_sum num_plain_towards(plain_sum sum, num a, num b, num weight)
{
    return sum + (uint64_t)(((int64_t)b - a) * weight);
}

/* Weight times a factor in Q30, up to one, to nearest. */
static inline num num_scaled_weight(num weight, num scale)
{
    return (num)(((int64_t)weight * scale + ((int64_t)1 << 29)) >> 30);
}

/// Morph targets ////////////////////////////////////////////////////////////////////////////////

/* Weights are interpolated in Q23, |w| <= 2^29, and rounded once. */
static inline num num_fine_weight(num weight)
{
    return fx_shl(weight, 7);
}

static inline num num_fine_weight_end(num weight)
{
    return fx_add(weight, 64) >> 7;
}

#endif
