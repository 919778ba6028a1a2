/* SPDX-License-Identifier: MIT */
/* Chooses the joints to fold into their parents, so that few remain and vertices move little. */
#pragma once

#include "common/diag.h"
#include "reduce/samples.h"

typedef struct fold_plan {
    uint32_t before, after; /* number of joints that a blob of the scene has */
    /* [node_count]: the node itself if it stays, else its nearest ancestor that does. */
    uint32_t *into;
    uint32_t folded_count;
    uint32_t *folded; /* nodes, in the order of folding */
    double off; /* the largest distance by which a fold moves a vertex, as a fraction of the size */
} fold_plan;

/* Folds joints until at most `most` are left, each time the one that matters least. That is
 * measured by how far vertices move at the worst moment, with small terms for how far the joint
 * could move them by turning, and for the motion that its children have to take over. Fails with
 * DIAG_INVALID if more joints have to stay: roots, joints of rigid meshes, and joints with children
 * whose scale differs by axis. */
bool fold_choose(fold_plan *out, region *memory, const scene_samples *samples, uint32_t most,
                 diag *d);

/* Sets the joints of a skin of `out` after folding, and returns for each joint before its index among
 * them. A joint's vertices go to the joint into which it is folded, with that joint's inverse bind.
 * If the skin does not have that joint it is added, with an inverse bind that leaves the vertices
 * where they rest. */
uint32_t *fold_skin(scene *out, region *memory, const scene_samples *samples, uint32_t skin,
                    const uint32_t *into);

/// Weights of vertices that lose joints or influences ////////////////////////////////////////////

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
/* The primitive of an instance in `out`, which several may share; NULL: it has no skin. */
scene_primitive *own_primitive(own_meshes *of, uint32_t instance);

/* Changes meshes, instances and nodes of `out`, which are its own copies of those of the sampled
 * scene (with room for one more mesh per instance). Weights refer to the skins of `out`, at most
 * `most` for a vertex; those that change are fitted anew. Adds to *fitted. Ends early if `out`
 * exceeds SCENE_MAX_BYTES.
 *
 * of_joint  [skin_count] of fold_skin, or NULL if no joint was folded */
void vertices_refit(scene *out, uint32_t *fitted, const scene_samples *samples,
                    uint32_t *const *of_joint, const uint32_t *into, uint32_t most);

/// Rest transforms and channels of nodes whose parents have been folded //////////////////////////

/* Changes nodes and clips of `out`, which are its own copies of those of `before`. Nodes for which
 * into[node] is another node lose their children and channels. The children hang on the node into
 * which their parent is folded and move as before, which takes new keys if a folded node moved.
 * Ends early if `out` exceeds SCENE_MAX_BYTES.
 *
 * tolerance  of the new keys' lines, in radians and relative to the transform's own size */
void tracks_refit(scene *out, const scene *before, const uint32_t *into, double tolerance,
                  region *memory);
