/* SPDX-License-Identifier: MIT */
/* Whether a model fits the formats of q16 or q12 in given units, or single precision; and the choice
 * of units by that. */
#pragma once

#include "bake/range/extremes.h"
#include "bake/range/units.h"

/* The parts of the model that are checked. */
typedef struct units_input {
    const bake_job *job;
    const bake_meshes *meshes;
    const bake_morphs *morphs;
    const bake_joints *joints;
    const bake_skins *skins;
    const bake_extremes *extremes;
} units_input;

/* Names the part of a folded inverse bind that leaves its format, or NULL. */
const char *fits_entry(const bake_units *units, const bake_entry *entry, const bake_grid *grid);
/* Names the translation of a joint that leaves its format, or NULL. */
const char *fits_joint(const units_input *in, const bake_units *units, uint32_t joint);
/* Names the first number that leaves its format in these units, or NULL; *node is its node. Joints
 * that move no vertex saturate and are not counted. */
const char *fits_not(uint32_t *node, const units_input *in, const bake_units *units);
/* Whether the bind pose fits: model-space origins, locals, vertices as stored. */
bool fits_bind(const units_input *in, const bake_units *units, int shrink);

/* Returns false with a message if single precision cannot hold a number of the model, or a product
 * that the device computes: joint x inverse bind x vertex, and the squares of directions. */
bool fits_float(const units_input *in);
bool fits_float_bind(const bake_joints *joints, const trs *bind);

/* choose_units.c: chooses the finest units in which a model fits its formats. Returns false, with a
 * message in the job's `d`, if there are none. */
bool units_make(bake_units *out, const bake_job *job, const bake_meshes *meshes,
                const bake_morphs *morphs, const bake_joints *joints, const bake_skins *skins,
                const bake_extremes *extremes);
