/* SPDX-License-Identifier: MIT */
/* Colours for a palette of 256: triangles are shaded along one of a few ramps, from a colour in
 * shadow to the same colour in light. */
#pragma once

#include "draw.h"

#define RAMPS_FIRST 16u /* first colour of the ramps in the palette; those before are the scene's */
#define RAMPS_SHADES 32u
#define RAMPS_COUNT 7u

/* Chooses the ramps' colours, linear RGB, among those of the triangles: each the furthest from
 * those before it.
 * colours  RGBA per vertex
 * off      work space: [count] */
void ramps_choose(uint8_t ramps[RAMPS_COUNT][3], const draw_triangle *triangles, uint32_t count,
                  const uint8_t *colours, uint32_t *off);

/* Gives each triangle the nearest ramp. */
void ramps_assign(draw_triangle *triangles, uint32_t count, const uint8_t *colours,
                  const uint8_t ramps[RAMPS_COUNT][3]);

/* Writes the shades of all ramps to the palette. */
void ramps_show(const uint8_t ramps[RAMPS_COUNT][3]);
