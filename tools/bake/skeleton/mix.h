/* SPDX-License-Identifier: MIT */
/* Mixes of palette entries: what vertices with the same joints and weights have in common. */
#ifndef PELT_TOOLS_BAKE_SKELETON_MIX_H
#define PELT_TOOLS_BAKE_SKELETON_MIX_H

#include <stdint.h>
#include <stdlib.h>

/* Quantised as in records. */
typedef struct bake_mix {
    uint32_t influences, entry[4], weight[4];
} bake_mix;

/* Palette entries behind those of a skin. */
typedef struct skin_mixes {
    uint32_t count;
    const bake_mix *mixes; /* by number of influences, then ascending */
} skin_mixes;

typedef struct bake_mixes {
    uint32_t count;      /* in all skins together */
    double cost;         /* of making them, see cost.h */
    const skin_mixes *of_skin; /* [blob skin count] */
} bake_mixes;

/* Number of influences, entries, weights. */
static inline int mix_compare(const void *left, const void *right)
{
    const bake_mix *a = left, *b = right;
    if (a->influences != b->influences)
        return a->influences < b->influences ? -1 : 1;
    for (int k = 0; k < 4; k++)
        if (a->entry[k] != b->entry[k])
            return a->entry[k] < b->entry[k] ? -1 : 1;
    for (int k = 0; k < 4; k++)
        if (a->weight[k] != b->weight[k])
            return a->weight[k] < b->weight[k] ? -1 : 1;
    return 0;
}

/* NULL where there is none like it. */
static inline const bake_mix *mix_find(const skin_mixes *mixes, const bake_mix *key)
{
    return mixes->count == 0
               ? NULL
               : bsearch(key, mixes->mixes, mixes->count, sizeof *key, mix_compare);
}

#endif
