/* SPDX-License-Identifier: MIT */
/*
 * --error E as a contract: bakes, plays the blob with the device library at the moments of
 * scene_moments, and turns what tracks may spend, clip by clip, until every vertex is within E of
 * the reference and the clips are as small as that allows.
 */
#ifndef PELT_TOOLS_CONTRACT_H
#define PELT_TOOLS_CONTRACT_H

#include "bake/baking.h"
#include "scene/scene.h"

/*
 * As bake_scene, with the errors of *out measured. False, with the least E that would do, where the
 * encoding comes no nearer. Deterministic.
 */
bool contract_bake(bake_result *out, const scene *s, const bake_options *options, diag *d);

#endif
