/* SPDX-License-Identifier: MIT */
/* Colours for a palette of 256: triangles are shaded along one of a few ramps, from a colour in
 * shadow to the same colour in light. Colours are RGB as displayed, in which distances are nearer to what is
 * seen than in linear light. */
#pragma once

#include <stdint.h>

#define RAMPS_COUNT 7u     /* of 32 shades, behind the scene's 16 colours */
#define RAMPS_TEXTURED 16u /* with textures: of 16 shades, of which the darkest is not used */

typedef struct ramps {
    uint32_t count;
    uint8_t rgb[RAMPS_TEXTURED][3];
} ramps;

/* Colours to choose from; those whose fourth byte is 0 are not meant. */
typedef struct ramps_set {
    const uint8_t (*rgba)[4]; /* [count] */
    uint32_t *off;            /* work space: [count] */
    uint32_t count;
} ramps_set;

/* Chooses r->count colours of two sets: each the furthest from those before it. */
void ramps_choose(ramps *r, const ramps_set sets[2]);

/* The ramp whose colour is nearest. */
uint32_t ramps_nearest(const ramps *r, const uint8_t rgb[3]);

/* The number of a ramp's first shade in the palette. */
uint32_t ramps_first(const ramps *r, uint32_t ramp);

/* Writes the shades of all ramps to the palette. */
void ramps_show(const ramps *r);
