/* SPDX-License-Identifier: MIT */
/* Updates rest transforms and channels of nodes whose parents have been folded. */
#pragma once

#include "common/region.h"
#include "scene/eval.h"

/* Changes nodes and clips of `out`, which are its own copies of those of `before`. Nodes for which
 * into[node] is another node lose their children and channels. The children hang on the node into
 * which their parent is folded and move as before, which takes new keys if a folded node moved.
 * Ends early if `out` exceeds SCENE_MAX_BYTES.
 *
 * tolerance  of the new keys' lines, in radians and relative to the transform's own size */
void tracks_refit(scene *out, const scene *before, const uint32_t *into, double tolerance,
                  region *memory);
