/* SPDX-License-Identifier: MIT */
/* Blending of q16 palette entries; the range proof is at the head of q16.h. */
#ifndef PELT_ELEMENT_Q16_H
#define PELT_ELEMENT_Q16_H

#include "fixed.h"

/*
 * Element i of entries mixed by weight. Starting values take back what floors lose on average: half a
 * step per influence in each element; in the translation also 1.5 for the three products of the
 * position (rounded down to a whole step).
 */
static inline int32_t element(const int32_t *const entry[4], const int16_t *w, unsigned i,
                              unsigned influences)
{
    int32_t sum = (int32_t)(i % 4u == 3u ? (influences + 3u) / 2u : influences / 2u);
    sum += fx_mulw(entry[0][i], w[0]) + fx_mulw(entry[1][i], w[1]);
    if (influences > 2u)
        sum += fx_mulw(entry[2][i], w[2]);
    if (influences > 3u)
        sum += fx_mulw(entry[3][i], w[3]);
    return sum;
}

static inline void find_entries(const int32_t *entry[4], const int16_t *record,
                                const int32_t *palette, unsigned influences)
{
    entry[0] = palette + (uint16_t)record[0] / 4u;
    entry[1] = palette + (uint16_t)record[1] / 4u;
    entry[2] = palette + (uint16_t)record[influences > 2u ? 2 : 0] / 4u;
    entry[3] = palette + (uint16_t)record[influences > 3u ? 3 : 0] / 4u;
}

#endif
