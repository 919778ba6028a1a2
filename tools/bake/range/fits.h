/* SPDX-License-Identifier: MIT */
/* Whether a model fits the formats of q16 or q12 in given units, or single precision. */
#ifndef PELT_TOOLS_BAKE_RANGE_FITS_H
#define PELT_TOOLS_BAKE_RANGE_FITS_H

#include "bake/range/extremes.h"
#include "bake/range/units.h"

/* What is looked at. */
typedef struct units_input {
    const bake_job *job;
    const bake_meshes *meshes;
    const bake_morphs *morphs;
    const bake_joints *joints;
    const bake_skins *skins;
    const bake_extremes *extremes;
} units_input;

/* What of a folded inverse bind leaves its format, or NULL. */
const char *fits_entry(const bake_units *units, const bake_entry *entry, const bake_grid *grid);
/* What of a joint's translations does, or NULL. */
const char *fits_joint(const units_input *in, const bake_units *units, uint32_t joint);
/* The first thing that leaves its format in these units, or NULL; *node is where. Joints that move
 * nothing saturate and do not count. */
const char *fits_not(uint32_t *node, const units_input *in, const bake_units *units);
/* Whether the bind pose fits: model-space origins, locals, vertices as stored. */
bool fits_bind(const units_input *in, const bake_units *units, int shrink);

/* False with a message where single precision cannot hold a number of the model, or a product that
 * the device makes: joint x inverse bind x vertex, and the squares of directions. */
bool fits_float(const units_input *in);
bool fits_float_bind(const bake_joints *joints, const trs *bind);

#endif
