/* SPDX-License-Identifier: MIT */
/* Which joints to fold into their parents, so that few remain and vertices move little. */
#ifndef PELT_TOOLS_REDUCE_FOLD_H
#define PELT_TOOLS_REDUCE_FOLD_H

#include "common/diag.h"
#include "common/region.h"
#include "reduce/samples.h"

typedef struct fold_plan {
    uint32_t before, after; /* joints that a blob of the scene has */
    uint32_t *into;         /* [node_count]: itself where it stays, else the nearest ancestor
                                 that does */
    uint32_t folded_count;
    uint32_t *folded; /* nodes, in the order in which they went */
    double off;       /* the farthest that a fold moves a vertex, part of the size */
} fold_plan;

/*
 * Folds until at most `most` joints are left, each time the one that matters least: by how far
 * vertices move at the worst moment, with a little for how far it could move them by turning, and
 * for the motion that its children have to take over.
 * DIAG_INVALID where that many have to stay: roots, what rigid meshes hang on, and joints with
 * children whose scale differs by axis.
 */
bool fold_choose(fold_plan *out, region *memory, const scene_samples *samples, uint32_t most,
                 diag *d);

/* Places of the joints of a skin after folding. */
typedef struct folded_skin {
    uint32_t joint_count;
    uint32_t *joints; /* nodes that stay */
    mat34 *inverse_binds;
    uint32_t *of_joint; /* [joints of the skin before] */
} folded_skin;

/*
 * A joint's vertices go to the place of the node that it is folded into, and are bound to that as
 * its own are. Where the skin has no such place they get one that leaves them where they rest.
 */
void fold_skin(folded_skin *out, region *memory, const scene_samples *samples, uint32_t skin,
               const uint32_t *into);

#endif
