/* SPDX-License-Identifier: MIT */
/* Grids of int16 positions. */
#ifndef PELT_TOOLS_BAKE_GRID_H
#define PELT_TOOLS_BAKE_GRID_H

#define GRID_LIMIT 32767.0 /* largest |coordinate| on a grid */

/* position = step * stored + origin; the origin is a multiple of the step. */
typedef struct bake_grid {
    double step, origin[3];
} bake_grid;

typedef struct bake_box {
    double low[3], high[3];
} bake_box;

bake_box box_empty(void);
void box_extend(bake_box *box, const double low[3], const double high[3]);

/* Least e for which a box fits into steps of 2^e around the origin, a multiple of a step,
 * and offsets of up to `delta` do too. */
int grid_exponent(double origin[3], const bake_box *box, double delta);

#endif
