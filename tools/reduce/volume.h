/* SPDX-License-Identifier: MIT */
/* Adds in-between joints (scene/between.h) to skins, and refits weights to them, so that linear
 * blending comes near dual quaternion skinning. */
#pragma once

#include "scene/scene.h"

typedef struct volume_stats {
    double before;   /* largest distance to dual quaternions over rest and clips, over the size */
    double posed[2]; /* the same over test poses, before and after */
    uint32_t entries, vertices; /* in-betweens, and vertices of other weights */
} volume_stats;

/* `s` has tables of its own, with room for one more mesh per instance; `before` is the same scene.
 * Vertices that are more than `aim`, over the size, away from dual quaternions in rest, clips or
 * test poses get at most `most` new influences. All but `before` of *out is set. */
void volume_fit(volume_stats *out, scene *s, const scene *before, double aim, uint32_t most);
