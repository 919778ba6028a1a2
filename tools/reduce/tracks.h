/* SPDX-License-Identifier: MIT */
/* Rest transforms and channels of nodes whose parents have been folded. */
#ifndef PELT_TOOLS_REDUCE_TRACKS_H
#define PELT_TOOLS_REDUCE_TRACKS_H

#include "common/region.h"
#include "scene/eval.h"

/*
 * Changes nodes and clips of `out`, which are its own copies of those of `before`: nodes for which
 * into[node] is another have no children and no channels any more. Their children hang on what they
 * are folded into and move as before, which takes new keys where a folded node moved. Ends early
 * where `out` exceeds SCENE_MAX_BYTES.
 *
 * tolerance  of the new keys' lines, in radians and parts of the transform's own size
 */
void tracks_refit(scene *out, const scene *before, const uint32_t *into, double tolerance,
                  region *memory);

#endif
