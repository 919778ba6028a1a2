/* SPDX-License-Identifier: MIT */
/* Sums weighted morph deltas in fixed point and adds them to vertex records of both encodings,
 * exact and lean. The morph stage includes it. */
#ifndef PELT_MORPH_Q16_H
#define PELT_MORPH_Q16_H

#include "../base/fixed.h"
#include "../blob/format.h"
#include "pelt.h"

#define NUM_TANGENT_BYTES FORMAT_TANGENT_BYTES_Q16
#define NUM_DELTA_BYTES(flags) format_delta_bytes_q16(flags)
#define NUM_DELTA_TARGET(delta) (*(const uint16_t *)(const void *)(delta))

typedef int16_t delta_num;

/* Sums of weighted deltas: position in steps of 2^-8 of a delta's step, normal and tangent in Q22.
 * A weight of one adds at most 2^23, so they fit while the |w| sum to at most 253, and wrap beyond. */
typedef struct morph_sum {
    int32_t position[3], normal[3], tangent[3];
} morph_sum;

/* The Q30 factor that makes weights sum to one: 1 / sum if the positive ones exceed one, else one.
 * sum = x 2^(30 - zeros) in Q16 with x in [1, 4): 1 / sum = (rsqrt x)^2 2^(zeros - 14). */
static inline int32_t sum_scale(const int32_t *weights, uint32_t count)
{
    uint32_t sum = 0; /* from 2^31 on nothing is added */
    for (uint32_t i = 0; i < count; i++)
        if (weights[i] > 0 && sum <= INT32_MAX)
            sum += (uint32_t)weights[i];
    if (sum <= 65536u)
        return (1 << 30);
    const unsigned zeros = fx_clz(sum) & ~1u; /* <= 14 */
    const int32_t y = fx_rsqrt30(sum << zeros);
    return fx_shl(fx_mulh(y, y), 2) >> (14u - zeros);
}

/* Weight (Q16) times scale (Q30) in Q24; |w| <= 64 gives |result| <= 2^30. */
static inline int32_t num_weight(int32_t weight, int32_t scale)
{
    const int32_t limit = 64 << 16;
    const int32_t w = weight > limit ? limit : weight < -limit ? -limit : weight;
    return fx_shl(fx_mulh(w * 256, scale), 2);
}

/* Weight (Q24) times an int16 delta, in 2^-8 of the delta's step. */
static inline int32_t num_add_delta(int32_t sum, int32_t weight, delta_num delta)
{
    return fx_add(sum, fx_mulw(weight, delta));
}

/* A direction from Q22 to int16 Q14, halved until it fits; only the direction matters. */
static inline void morph_direction(int16_t out[3], const int32_t v[3])
{
    unsigned down = 8;
    for (unsigned i = 0; i < 3u; i++) {
        const int32_t magnitude = v[i] < 0 ? -(v[i] + 1) : v[i];
        while (magnitude >> down > 32766)
            down++;
    }
    for (unsigned i = 0; i < 3u; i++)
        out[i] = (int16_t)(((v[i] >> (down - 1u)) + 1) >> 1);
}

/* Adds a sum to an exact record in place. Positions are rounded to the nearest grid step and
 * saturated. Directions are written in Q14 whatever the number of influences, as morphed runs are
 * renormalised. */
static inline void morph_exact(uint8_t *record, const morph_sum *sum, uint32_t influences,
                               unsigned position_shift)
{
    int16_t *at = (int16_t *)(void *)record;
    at += influences == 1u ? 1u : influences == 2u ? 4u : 8u;
    const unsigned down = 8u + position_shift;
    const int32_t half = (int32_t)1 << (down - 1u);
    for (unsigned i = 0; i < 3u; i++) {
        const int32_t p = at[i] + (fx_add(sum->position[i], half) >> down);
        at[i] = (int16_t)fx_clamp(p, 32768);
    }
    at += 3;
    int32_t n[3];
    for (unsigned i = 0; i < 3u; i++)
        n[i] = fx_add(at[i] * (influences == 1u ? 256 : 128), sum->normal[i]);
    morph_direction(at, n);
}

/* The same for a lean record. Normals are Q7 whatever the number of influences, and the third
 * component stands behind a gap. */
static inline void morph_lean(uint8_t *record, const morph_sum *sum, uint32_t influences,
                              unsigned position_shift)
{
    int16_t *at = (int16_t *)(void *)record;
    at += influences == 1u ? 1u : influences == 2u ? 2u : 8u;
    const unsigned down = 8u + position_shift;
    const int32_t half = (int32_t)1 << (down - 1u);
    for (unsigned i = 0; i < 3u; i++) {
        int32_t *wide = i == 2u && influences > 2u ? (int32_t *)(void *)(at + 2) : NULL;
        const int32_t base = wide != NULL ? *wide : at[i];
        const int32_t p = fx_clamp(fx_add(base, fx_add(sum->position[i], half) >> down), 32768);
        if (wide != NULL)
            *wide = p;
        else
            at[i] = (int16_t)p;
    }
    int8_t *normal = (int8_t *)(void *)(at + (influences == 1u ? 3 : 4));
    int32_t n[3];
    unsigned shift = 15; /* Q22 to Q7 */
    for (unsigned i = 0; i < 3u; i++) {
        n[i] = fx_add(normal[i == 2u ? 3u : i] * 32768, sum->normal[i]);
        const int32_t magnitude = n[i] < 0 ? -(n[i] + 1) : n[i];
        while (((magnitude >> (shift - 1u)) + 1) >> 1 > 127)
            shift++;
    }
    for (unsigned i = 0; i < 3u; i++)
        normal[i == 2u ? 3u : i] = (int8_t)(((n[i] >> (shift - 1u)) + 1) >> 1);
}

static inline void num_morph_record(uint8_t *record, const morph_sum *sum, uint32_t influences,
                                    unsigned position_shift, uint32_t encoding)
{
    if (encoding == PELT_LEAN)
        morph_lean(record, sum, influences, position_shift);
    else
        morph_exact(record, sum, influences, position_shift);
}

/* Tangents are Q15; in exact models those with one influence are Q14, like their normals. */
static inline void num_morph_tangent(uint8_t *out, const uint8_t *base, const morph_sum *sum,
                                     uint32_t influences, uint32_t encoding)
{
    const int16_t *t = (const int16_t *)(const void *)base;
    int16_t *to = (int16_t *)(void *)out;
    int32_t v[3];
    for (unsigned i = 0; i < 3u; i++)
        v[i] = fx_add(t[i] * (influences == 1u && encoding == PELT_EXACT ? 256 : 128),
                      sum->tangent[i]);
    morph_direction(to, v);
    to[3] = t[3];
}

/* The handedness of a stored tangent in the output's format. */
static inline int32_t num_handedness(const uint8_t *tangent)
{
    return ((const int16_t *)(const void *)tangent)[3] < 0 ? -65536 : 65536;
}

#endif
