/* SPDX-License-Identifier: MIT */
/* The finest units in which a model fits its formats. */
#ifndef PELT_TOOLS_BAKE_RANGE_CHOOSE_UNITS_H
#define PELT_TOOLS_BAKE_RANGE_CHOOSE_UNITS_H

#include "bake/range/extremes.h"
#include "bake/range/units.h"

/* False where it fits none; the job's `d` says why. */
bool units_make(bake_units *out, const bake_job *job, const bake_meshes *meshes,
                const bake_morphs *morphs, const bake_joints *joints, const bake_skins *skins,
                const bake_extremes *extremes);

#endif
