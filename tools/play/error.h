/* SPDX-License-Identifier: MIT */
/* What the device library makes of a baked scene against the double-precision reference. */
#ifndef PELT_TOOLS_PLAY_ERROR_H
#define PELT_TOOLS_PLAY_ERROR_H

#include "blob/source_map.h"
#include "play/play.h"
#include "scene/scene.h"

typedef struct play_error {
    double
        relative; /* largest |coordinate error| / size of the model, see box3_size */
    double units; /* the same error in glTF units */
    uint32_t node, primitive, vertex;
    double time_s;
} play_error;

/*
 * The largest at `moments` >= 1 times spread over the clip, its ends among them. `clip` is an
 * animation, or PLAY_REST.
 */
bool play_error_clip(play_error *worst, play *p, const source_map *map, const scene *s, int clip,
                     uint32_t moments, diag *d);

#endif
