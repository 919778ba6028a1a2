/* SPDX-License-Identifier: MIT */
/* Grids of int16 positions. */
#ifndef PELT_TOOLS_BAKE_SKELETON_GRID_H
#define PELT_TOOLS_BAKE_SKELETON_GRID_H

#include "scene/box.h"

#define GRID_LIMIT 32767.0 /* largest |coordinate| on a grid */

/* position = step * stored + origin; the origin is a multiple of the step. */
typedef struct bake_grid {
    double step, origin[3];
} bake_grid;

/* Least e for which a box fits into steps of 2^e around the origin, a multiple of a step,
 * and offsets of up to `delta` do too. */
int grid_exponent(double origin[3], const box3 *box, double delta);

#endif
