/* SPDX-License-Identifier: MIT */
/* Bakes so that the error stays within --error. It plays the blob through the device library at the
 * moments of scene_moments and changes the tolerance of each clip's tracks until every vertex is
 * within E of the reference and the clips are as small as that allows. */
#pragma once

#include "bake/baking.h"
#include "scene/scene.h"

/* Like bake_scene, with measured errors in *out. Returns false, naming the least E that is
 * possible, if the encoding cannot keep E. Deterministic. */
bool contract_bake(bake_result *out, const scene *s, const bake_options *options, diag *d);
