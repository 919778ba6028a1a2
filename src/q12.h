/* SPDX-License-Identifier: MIT */
/*
 * The q12 ("lean") arithmetic, for cores without a 32 x 16 bit multiply-accumulate: everything from the
 * palette on needs 32 x 32 -> 32 bit multiplication only. Poses and model matrices are q16's.
 *
 * The skinning bound. A palette entry has |3x3| <= 2^15 - 1 (Q27 of internal units per grid step) and
 * |translation| <= 2^18 - 1 (Q16); weights w >= 0 sum to 2^12; coordinates |q| < 2^14, normals int8.
 *   blending   |sum of m w| < 2^27 and |sum of t w| < 2^30; with two influences |m1 - m0| < 2^16,
 *              |t1 - t0| < 2^19 and w < 2^12: products below 2^31; the result lies between the
 *              entries, or one below
 *   position   |sum of three e q| <= 3 * 2^15 * 2^14 < 2^31; shifted by 11 and added to the
 *              translation: below 2^20 + 2^18
 *   normal     |sum of three e n| <= 3 * 2^15 * 2^7
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

/// Palette entries: 3x3 Q27, translation Q16 ////////////////////////////////////////////////////

typedef format_entry_q16 format_entry;

/* Row (Q29, |.| < 2) times column (Q(30 + shift)): below 1.5 * 2^30 in Q(27 + shift), see q16.h;
 * half a step and one of the 1.5 that three floors cost are added before the shift. */
static inline num num_entry_dot(const num row[4], num a, num b, num c, unsigned shift)
{
    const num sum = fx_dot3(row, a, b, c);
    const num m = (sum + (num)((1u << (shift - 1u)) + 1u)) >> shift;
    return m > 32767 ? 32767 : m < -32767 ? -32767 : m;
}

/* Row times translation (Q20) in Q17 plus the joint's own (Q20): below 1.75 * 2^30; to Q16. */
static inline num num_entry_translate(const num row[4], num a, num b, num c)
{
    const num sum = fx_dot3(row, a, b, c);
    const num t = (sum + (row[3] >> 3) + 3) >> 1;
    return t > (1 << 18) - 1 ? (1 << 18) - 1 : t < 1 - (1 << 18) ? 1 - (1 << 18) : t;
}

/// Morph targets ////////////////////////////////////////////////////////////////////////////////

/* As in q16.h; normals are Q7 for any number of influences. Positions saturate at 15 bits. */
static inline void morph_record(uint8_t *record, const morph_sum *sum, uint32_t influences,
                                unsigned position_shift)
{
    int16_t *at = (int16_t *)(void *)record;
    at += influences == 1u ? 1u : influences == 2u ? 2u : 8u;
    const unsigned down = 8u + position_shift;
    const int32_t half = (int32_t)1 << (down - 1u);
    for (unsigned i = 0; i < 3u; i++) {
        const int32_t p = at[i] + (fx_add(sum->position[i], half) >> down);
        at[i] = (int16_t)(p > 16383 ? 16383 : p < -16383 ? -16383 : p);
    }
    int8_t *normal = (int8_t *)(void *)(at + (influences == 1u ? 3 : 4));
    int32_t n[3];
    unsigned shift = 15; /* Q22 to Q7 */
    for (unsigned i = 0; i < 3u; i++) {
        n[i] = fx_add(normal[i] * 32768, sum->normal[i]);
        const int32_t magnitude = n[i] < 0 ? -(n[i] + 1) : n[i];
        while (((magnitude >> (shift - 1u)) + 1) >> 1 > 127)
            shift++;
    }
    for (unsigned i = 0; i < 3u; i++)
        normal[i] = (int8_t)(((n[i] >> (shift - 1u)) + 1) >> 1);
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
