/* SPDX-License-Identifier: MIT */
/*
 * The q12 ("lean") arithmetic, for cores without a 32 x 16 bit multiply-accumulate: from model
 * matrices on (stages_q12.c) it needs 32 x 32 -> 32 bit multiplication only. Poses are q16's.
 *
 * The skinning bound. A palette entry has its 3x3 in [-2^16, 2^16) (Q30 of internal units per grid
 * step) and |translation| < 2^30 (Q16); weights w >= 0 sum to 2^14; coordinates are int16, normals
 * int8.
 *   3x3         |m_k - m_0| < 2^17, so that |sum of w_k (m_k - m_0)| over k >= 1 is below 2^31; the
 *               blended m_0 + (that >> 14) lies between the entries, or one below
 *   translation the same sum fits where |t_k - t_0| < 2^17, two internal units: the baker chooses
 *               the unit so in all clips (tools/bake/lean.c), whatever the size of t itself
 *   position    |sum of three e q| < 2^31 where the vertex is less than two internal units from
 *               the place of the grid's origin: the baker's again; shifted by 14, added to t
 *   normal      |sum of three e n| <= 3 * 2^16 * 2^7
 * A pose that takes the two of the baker further than that wraps, modulo 2^32 and the same on every
 * core.
 */
#ifndef PELT_Q12_H
#define PELT_Q12_H

#include "fixed.h"
#include "format.h"
#include "morph_fixed.h"
#include "pelt.h"

#define PELT_NAME(name) name##_q12
#define PELT_FLAVOUR_TAG PELT_Q12

typedef int32_t num;
typedef int32_t fraction;

#define NUM_ONE ((num)1 << 30)

typedef format_entry_q16 format_entry;

/// Morph targets ////////////////////////////////////////////////////////////////////////////////

/* As in q16.h; normals are Q7 for any number of influences, the third behind a gap. */
static inline void morph_record(uint8_t *record, const morph_sum *sum, uint32_t influences,
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

/* Tangents are Q15 for any number of influences. */
static inline void morph_tangent(uint8_t *out, const uint8_t *base, const morph_sum *sum,
                                 uint32_t influences)
{
    (void)influences;
    const int16_t *t = (const int16_t *)(const void *)base;
    int16_t *to = (int16_t *)(void *)out;
    int32_t v[3];
    for (unsigned i = 0; i < 3u; i++)
        v[i] = fx_add(t[i] * 128, sum->tangent[i]);
    morph_direction(to, v);
    to[3] = t[3];
}

#endif
