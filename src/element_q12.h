/* SPDX-License-Identifier: MIT */
/* Blending of q12 palette entries; the range proof is at the head of q12.h. */
#ifndef PELT_ELEMENT_Q12_H
#define PELT_ELEMENT_Q12_H

#include "fixed.h"

/* Element i of the blended entry: from the first towards the others. Only differences are weighed,
 * so that translations may be large. */
static inline int32_t element(const int32_t *const entry[4], const int16_t *weights, unsigned i,
                              unsigned influences)
{
    const int32_t first = entry[0][i];
    int32_t sum = 0;
    if (influences > 1u)
        sum = fx_mul(fx_sub(entry[1][i], first), weights[1]);
    if (influences > 2u)
        sum = fx_add(sum, fx_mul(fx_sub(entry[2][i], first), weights[2]));
    if (influences > 3u)
        sum = fx_add(sum, fx_mul(fx_sub(entry[3][i], first), weights[3]));
    return fx_add(first, sum >> 14);
}

static inline void find_entries(const int32_t *entry[4], const int16_t *record,
                                const int32_t *palette, unsigned influences)
{
    entry[0] = palette + (uint16_t)record[0] / 4u;
    entry[1] = influences > 1u ? palette + (uint16_t)record[1] / 4u : entry[0];
    entry[2] = influences > 2u ? palette + (uint16_t)record[2] / 4u : entry[0];
    entry[3] = influences > 3u ? palette + (uint16_t)record[3] / 4u : entry[0];
}

#endif
