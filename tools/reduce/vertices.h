/* SPDX-License-Identifier: MIT */
/* Refits weights of vertices that lose joints or influences. */
#pragma once

#include "reduce/fold.h"

/* Changes meshes, instances and nodes of `out`, which are its own copies of those of the sampled
 * scene (with room for one more mesh per instance). Weights refer to the skins of `out`, at most
 * `most` for a vertex; those that change are fitted anew. Adds to *fitted. Ends early if `out`
 * exceeds SCENE_MAX_BYTES.
 *
 * skins  [skin_count], or NULL if no joint was folded */
void vertices_refit(scene *out, uint32_t *fitted, const scene_samples *samples,
                    const folded_skin *skins, const uint32_t *into, uint32_t most);
