/* SPDX-License-Identifier: MIT */
/* The names of layers_q16.h in the f32 arithmetic, for the layers of src/motion. */
#ifndef PELT_LAYERS_F32_H
#define PELT_LAYERS_F32_H

#include "f32.h"

static inline fraction num_mask_unit(num weight)
{
    return weight * (1.0f / 255.0f);
}

/* GCC 12 writes a conditional conversion for a Cortex-M55, vcvtne.f32.s32, which GNU as does not
 * accept. Therefore the conversion stands before the condition. With -Os that does not help, and
 * the bits of 2^23 + m are used instead. */
static inline float num_of_byte(uint32_t m)
{
#ifdef __OPTIMIZE_SIZE__
    const uint32_t bits = 0x4B000000u | m;
    float number;
    memcpy(&number, &bits, sizeof number);
    return number - 8388608.0f;
#else
    return (float)m;
#endif
}

static inline fraction num_masked(fraction whole, fraction unit, uint32_t m)
{
    const float part = unit * num_of_byte(m);
    return m == 255u ? whole : part;
}

#define NUM_ADD_LEAST (-1.0f)
#define NUM_ADD_MOST 2.0f

#define num_add_fraction(weight) (weight)
#define num_add_unit num_mask_unit

static inline num num_mul_add(num sum, num a, num b)
{
    return sum + a * b;
}

static inline num num_dot3(const num a[3], num x, num y, num z)
{
    return a[0] * x + a[1] * y + a[2] * z;
}

static inline void num_unit_quaternion(num q[4], num x, num y, num z, num w)
{
    q[0] = x;
    q[1] = y;
    q[2] = z;
    q[3] = w;
    num_normalise_quaternion(q);
}

#define num_lerp_scale num_lerp
#define num_lerp_weight num_lerp

typedef float num_total;

/* Whether the total is finite and large enough to divide a weight by it. */
static inline bool num_total_divides(num_total total)
{
    return total >= 1e-30f && total <= 1e30f;
}

typedef float num_shares;

static inline num_shares num_shares_open(num_total total)
{
    return 1.0f / total;
}

static inline fraction num_share(const num_shares *shares, num weight)
{
    return weight * *shares;
}

/* Sums of (b - a) u; num_sum_end adds them to the first pose's value. */
#define num_sum num_plain_towards
#define num_sum_scale num_sum
#define num_sum_weight num_sum
#define num_sum_end num_add
#define num_sum_scale_end num_add
#define num_sum_weight_end num_add

static inline void num_turn_product(num out[4], const num a[4], const num b[4])
{
    out[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    out[1] = a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2];
    out[2] = a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0];
    out[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

static inline void num_turn_part(num d[4], fraction u)
{
    for (unsigned i = 0; i < 3u; i++)
        d[i] *= u;
    d[3] = 1.0f + u * (d[3] - 1.0f);
}

static inline void num_turn_by(num to[4], const num n[4])
{
    num q[4];
    num_turn_product(q, to, n);
    num_unit_quaternion(to, q[0], q[1], q[2], q[3]);
}

#define num_add_length num_sum
#define num_add_weight num_sum

static inline num num_add_scale(num s, num a, num b, fraction u)
{
    return a == 0.0f || a == b ? s : s * (1.0f + u * (b / a - 1.0f));
}

#endif
