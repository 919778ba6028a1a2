/* SPDX-License-Identifier: MIT */
/* The choice of units: powers of two in which a model fits the formats of its encoding. */
#pragma once

#include "bake/range/extremes.h"
#include "bake/range/units.h"

/* Chooses the finest units in which a model fits its formats. Returns false, with a
 * message in the job's `d`, if there are none. */
bool units_make(bake_units *out, const bake_job *job, const bake_meshes *meshes,
                const bake_morphs *morphs, const bake_joints *joints, const bake_skins *skins,
                const bake_extremes *extremes);
