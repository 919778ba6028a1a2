/* SPDX-License-Identifier: MIT */
/* Chooses the joints to fold into their parents, so that few remain and vertices move little. */
#pragma once

#include "common/diag.h"
#include "common/region.h"
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

/* The joints of a skin after folding. */
typedef struct folded_skin {
    uint32_t joint_count;
    uint32_t *joints; /* nodes that stay */
    mat34 *inverse_binds;
    uint32_t *of_joint; /* [joints of the skin before] index in `joints` */
} folded_skin;

/* Computes a skin after folding. A joint's vertices go to the joint into which it is folded, with
 * that joint's inverse bind. If the skin does not have that joint it is added, with an inverse bind
 * that leaves the vertices where they rest. */
void fold_skin(folded_skin *out, region *memory, const scene_samples *samples, uint32_t skin,
               const uint32_t *into);
