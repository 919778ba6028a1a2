/* SPDX-License-Identifier: MIT */
/* Chooses the finest units in which a model fits its formats. */
#pragma once

#include "bake/range/extremes.h"
#include "bake/range/units.h"

/* Returns false, with a message in the job's `d`, if no units fit. */
bool units_make(bake_units *out, const bake_job *job, const bake_meshes *meshes,
                const bake_morphs *morphs, const bake_joints *joints, const bake_skins *skins,
                const bake_extremes *extremes);
