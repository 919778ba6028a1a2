/* SPDX-License-Identifier: MIT */
/* Folds joints into their parents: chooses which, so that few remain and vertices move little (fold.c);
 * refits the weights of vertices that lose joints or influences (vertices.c); and moves the children of
 * folded joints by keys of their own (tracks.c). */
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

/* Sets the joints that a skin of `out` has after folding. Returns an array with an element for each joint
 * that the skin had before: the index of the joint that now moves its vertices. That is the joint itself
 * if it stays, else the joint into which it is folded, with that joint's inverse bind.
 * If the skin does not have that joint it is added, with an inverse bind that leaves the vertices
 * where they rest. */
uint32_t *fold_skin(scene *out, region *memory, const scene_samples *samples, uint32_t skin,
                    const uint32_t *into);

/// Weights of vertices that lose joints or influences ////////////////////////////////////////////

/* Gives `out` meshes that may be changed: a copy of each mesh of `before` for each skin that moves it, made
 * when own_primitive() first needs it. `out` must be a copy of `before` with tables of its own, in which
 * there is room for one more mesh per instance. */
typedef struct skinned_mesh skinned_mesh;
typedef struct own_meshes {
    scene *out;
    const scene *before;
    skinned_mesh *meshes;
    uint32_t count;
} own_meshes;

own_meshes own_meshes_open(scene *out, const scene *before);
/* Lets an instance of `out` and its node use the copied mesh, and returns the instance's primitive in it.
 * Instances with the same mesh and skin share the copy. NULL: the instance has no skin. */
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
