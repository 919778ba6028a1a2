/* SPDX-License-Identifier: MIT */
/* Weights of vertices that lose joints or influences. */
#ifndef PELT_TOOLS_REDUCE_VERTICES_H
#define PELT_TOOLS_REDUCE_VERTICES_H

#include "reduce/fold.h"

/*
 * Changes meshes, instances and nodes of `out`, which are its own copies of those of the scene
 * sampled (with room for one more mesh per instance): weights are of the skins of `out`, at most
 * `most` a vertex. Those that change are fitted anew. Adds to *fitted. Ends early
 * where `out` exceeds SCENE_MAX_BYTES.
 *
 * skins  [skin_count], or NULL: as they are
 */
void vertices_refit(scene *out, uint32_t *fitted, const scene_samples *samples,
                    const folded_skin *skins, const uint32_t *into, uint32_t most);

#endif
