/* SPDX-License-Identifier: MIT */
/* Morph targets before quantisation: the weights that occur, and the box that the grid must cover.
 *
 * The box holds every vertex at all combinations of the weights that rest and clips reach, and each
 * target alone at weights from -0.25 to 1.25. If a fineness of 1/16384 of the mesh allows it, it
 * also holds all combinations of these, and in fixed point, where clips move targets, the vertices
 * of additive layers as far as E can afford them. Beyond the box, positions saturate at the grid's
 * end. */
#pragma once

#include "bake/shape/meshes.h"
#include "scene/box.h"

#define GRID_LIMIT 32767.0 /* largest |coordinate| on a grid */

/* A grid: position = step * stored + origin; the origin is a multiple of the step. */
typedef struct bake_grid {
    double step, origin[3];
} bake_grid;

/* The smallest e for which a box, and offsets of up to `delta`, fit into steps of 2^e around the
 * origin, which is a multiple of a step. */
int grid_exponent(double origin[3], const box3 *box, double delta);

/* The morph data of one mesh; without targets the box holds the stored positions. */
typedef struct bake_morph {
    double *weights;           /* [target_count] defaults */
    double (*weight_range)[2]; /* [target_count] in rest and all clips, 0 among them */
    double largest_delta;      /* of a component of a position's delta */
    double reach;              /* largest sum over targets of a vertex's |delta| */
    uint32_t delta_flags;      /* FORMAT_DELTA_* */
    box3 box;                  /* that the grid covers */
} bake_morph;

typedef struct bake_morphs {
    const bake_morph *of; /* [mesh count] */
} bake_morphs;

bake_morphs morphs_make(const bake_job *job, const bake_meshes *meshes);

/* The box in which a vertex can be before skinning, with weights within weight_range. */
box3 morph_box(const bake_morph *morph, const scene_primitive *source, uint32_t vertex);
