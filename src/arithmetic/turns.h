/* SPDX-License-Identifier: MIT */
/* Sine and cosine of angles in turns, without library or table, for src/motion. In fixed point an
 * angle is an int32_t of which 2^32 is one turn, so that angles wrap as turns do; in float it is
 * turns.
 *
 * sin(pi/2 t) = t p(t^2) for t in [0, 1], where p has degree 5 and the least largest error:
 * 1.4e-11. */
#ifndef PELT_TURNS_H
#define PELT_TURNS_H

#include "../base/fixed.h"

#define TURNS_QUARTER ((int32_t)1 << 30)

/* The coefficients of p: the first in Q30, the others in Q31. The first is 3 higher for the floors,
 * so that the sine of a quarter turn is one. */
#define TURNS_C0 1686629716
#define TURNS_C1 (-1387197326)
#define TURNS_C2 171138528
#define TURNS_C3 (-10053703)
#define TURNS_C4 344064
#define TURNS_C5 (-7341)

/* The result is Q30, [-2^30, 2^30], within 2^-28 of the true sine; odd and symmetric to the bit. */
static inline int32_t turns_sine(int32_t angle)
{
    uint32_t t = angle < 0 ? 0u - (uint32_t)angle : (uint32_t)angle; /* <= 2^31 */
    uint32_t low;
    if (t > 1u << 30) /* sin(pi - x) = sin x */
        t = (1u << 31) - t;
    t <<= 1;                                         /* quarter turns, Q31, <= 2^31 */
    const uint32_t square = fx_multiply(t, t, &low); /* Q30, <= 2^30 */
    const int32_t s =
        square >> 30 != 0u ? INT32_MAX : (int32_t)(square << 1 | low >> 31); /* Q31, below one */
    /* Products are Q30 and below their coefficient, as s <= 1. Each floor loses less than 2^-30, which the
     * next factor s reduces. */
    int32_t p = TURNS_C4 + 2 * fx_mulh(TURNS_C5, s);
    p = TURNS_C3 + 2 * fx_mulh(p, s);
    p = TURNS_C2 + 2 * fx_mulh(p, s);
    p = TURNS_C1 + 2 * fx_mulh(p, s);
    p = TURNS_C0 + fx_mulh(p, s);                           /* Q30, [1, pi / 2] */
    uint32_t sine = fx_multiply(t, (uint32_t)p << 1, &low); /* Q31 x Q31 -> Q30 */
    sine += low >> 31;
    if (sine > 1u << 30)
        sine = 1u << 30;
    return angle < 0 ? -(int32_t)sine : (int32_t)sine;
}

static inline int32_t turns_cosine(int32_t angle)
{
    return turns_sine(fx_add(angle, TURNS_QUARTER));
}

/* The angle whose half has the sine s, in [0, 0.7072]: s p(s^2) turns, p of degree 6 fitted to the least
 * largest error of 1.5e-8 turns. s is Q30, and p(s^2) <= 0.36 is Q32; floors cost three steps of
 * 2^-32 turn. Of other s, as matrices out of their range give, it is any number: p stays below 2^31. */
static inline int32_t turns_of_sine(int32_t s)
{
    const int32_t x = fx_shl(fx_mulh(s, s), 3); /* Q31, <= 2^30 */
    if (x == 0)                                 /* s < 2^-14: the polynomial is its constant */
        return fx_shl(fx_mulh(s, 1367131809), 2);
    int32_t p = -114676643 + 2 * fx_mulh(162402413, x);
    p = 107782738 + 2 * fx_mulh(p, x);
    p = 45778783 + 2 * fx_mulh(p, x);
    p = 104287816 + 2 * fx_mulh(p, x);
    p = 227767518 + 2 * fx_mulh(p, x);
    p = 1367131809 + 2 * fx_mulh(p, x);
    return fx_shl(fx_mulh(s, p), 2); /* at most 2^30 */
}

/* sin(pi/2 t), t in [-1, 1] */
static inline float turns_quarter_f32(float t)
{
    const float s = t * t;
    return t * (1.57079629f +
                s * (-0.645963360f + s * (0.0796884805f + s * (-0.00467222791f + s * 0.0001509f))));
}

/* Removes whole turns: the result is in [-0.5, 0.5], 0 for every float from 2^23 on, and NaN for a
 * number that is not finite. */
static inline float turns_wrap_f32(float turns)
{
    if (!(turns > -8388608.0f && turns < 8388608.0f))
        return turns * 0.0f;
    const float part = turns - (float)(int32_t)turns;
    return part > 0.5f ? part - 1.0f : part < -0.5f ? part + 1.0f : part;
}

/* Within 2.1e-7 of the sine of the given float. */
static inline float turns_sine_f32(float turns)
{
    const float part = turns_wrap_f32(turns);
    return turns_quarter_f32(4.0f * (part > 0.25f    ? 0.5f - part
                                     : part < -0.25f ? -0.5f - part
                                                     : part));
}

/* As turns_of_sine. */
static inline float turns_of_sine_f32(float s)
{
    const float x = s * s;
    return s * (0.318310179f +
                x * (0.0530312578f +
                     x * (0.0242813993f +
                          x * (0.0106587035f +
                               x * (0.0250951242f + x * (-0.0267002367f + x * 0.0378122584f))))));
}

static inline float turns_cosine_f32(float turns)
{
    const float part = turns_wrap_f32(turns);
    return turns_quarter_f32(4.0f * (0.25f - (part < 0.0f ? -part : part)));
}

#endif
