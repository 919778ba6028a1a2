/* SPDX-License-Identifier: MIT */
/*
 * Morph targets before quantisation: which weights occur, and the box that the grid must cover.
 *
 * The box holds every vertex at all combinations of the weights that rest and clips reach, and
 * each target alone at weights from -0.25 to 1.25. Within a fineness of 1/16384 of the mesh it also
 * holds all combinations of these, and where clips move targets, in fixed point, what an additive
 * layer adds as far as E can pay for it; beyond that, positions saturate at the grid's end.
 */
#ifndef PELT_TOOLS_BAKE_SKELETON_MORPHS_H
#define PELT_TOOLS_BAKE_SKELETON_MORPHS_H

#include "bake/shape/meshes.h"
#include "scene/box.h"

#define GRID_LIMIT 32767.0 /* largest |coordinate| on a grid */

/* position = step * stored + origin; the origin is a multiple of the step. */
typedef struct bake_grid {
    double step, origin[3];
} bake_grid;

/* Least e for which a box fits into steps of 2^e around the origin, a multiple of a step,
 * and offsets of up to `delta` do too. */
int grid_exponent(double origin[3], const box3 *box, double delta);

/* Of one mesh; without targets the box holds the positions as stored. */
typedef struct bake_morph {
    double *weights;           /* [target_count] defaults */
    double (*weight_range)[2]; /* [target_count] in rest and all clips, 0 among them */
    double largest_delta;      /* |component| of a position's */
    double reach;              /* largest sum over targets of a vertex's |delta| */
    uint32_t delta_flags;      /* FORMAT_DELTA_* */
    box3 box;                  /* that the grid covers */
} bake_morph;

typedef struct bake_morphs {
    const bake_morph *of; /* [mesh count] */
} bake_morphs;

bake_morphs morphs_make(const bake_job *job, const bake_meshes *meshes);

/* Where a vertex can be before skinning, with weights within weight_range. */
box3 morph_box(const bake_morph *morph, const scene_primitive *source, uint32_t vertex);

#endif
