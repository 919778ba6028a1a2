/* SPDX-License-Identifier: MIT */
/* Refits weights of vertices that lose joints or influences. */
#pragma once

#include "reduce/fold.h"

/* Copies of the meshes of `before` in `out`, one for each skin that moves one: `out` is `before` with
 * tables of its own, and room for one more mesh per instance. */
typedef struct skinned_mesh skinned_mesh;
typedef struct own_meshes {
    scene *out;
    const scene *before;
    skinned_mesh *meshes;
    uint32_t count;
} own_meshes;

own_meshes own_meshes_open(scene *out, const scene *before);
void own_meshes_close(own_meshes *of);
/* The primitive of an instance in `out`, which several may share; NULL: it has no skin. */
scene_primitive *own_primitive(own_meshes *of, uint32_t instance);

/* Changes meshes, instances and nodes of `out`, which are its own copies of those of the sampled
 * scene (with room for one more mesh per instance). Weights refer to the skins of `out`, at most
 * `most` for a vertex; those that change are fitted anew. Adds to *fitted. Ends early if `out`
 * exceeds SCENE_MAX_BYTES.
 *
 * skins  [skin_count], or NULL if no joint was folded */
void vertices_refit(scene *out, uint32_t *fitted, const scene_samples *samples,
                    const folded_skin *skins, const uint32_t *into, uint32_t most);
