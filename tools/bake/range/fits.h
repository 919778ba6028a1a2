/* SPDX-License-Identifier: MIT */
/* What units.c asks while it chooses: whether a model fits in units that it tries. */
#ifndef PELT_TOOLS_BAKE_RANGE_FITS_H
#define PELT_TOOLS_BAKE_RANGE_FITS_H

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

/*
 * bind.c: the bind pose out[joint_count], 2^shrink times smaller than the inverse binds say; 0
 * unless fixed point cannot hold it. Returns the largest shear that a local transform could not
 * take.
 */
double bind_pose(trs *out, const bake_joints *joints, const bake_skins *skins, int shrink);

/* fits.c: what of a folded inverse bind leaves its format, or NULL. */
const char *fits_entry(const bake_units *units, const bake_entry *entry, const bake_grid *grid);
/* What of a joint's translations does, or NULL. */
const char *fits_joint(const units_input *in, const bake_units *units, uint32_t joint);
/* The first thing that leaves its format in these units, or NULL; *node is where. Joints that move
 * nothing saturate and do not count. */
const char *fits_not(uint32_t *node, const units_input *in, const bake_units *units);
/* Whether the bind pose fits: model-space origins, locals, vertices as stored. */
bool fits_bind(const units_input *in, const bake_units *units, int shrink);

/* fits_float.c: false with a message where single precision cannot hold a number of the model or a
 * product that the device makes. */
bool fits_float(const units_input *in);
bool fits_float_bind(const bake_joints *joints, const trs *bind);

#endif
