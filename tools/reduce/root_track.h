/* SPDX-License-Identifier: MIT */
/* Root motion of one clip: its track, and the node's channels without it. */
#ifndef PELT_TOOLS_REDUCE_ROOT_TRACK_H
#define PELT_TOOLS_REDUCE_ROOT_TRACK_H

#include "common/region.h"
#include "pelt.h"
#include "reduce/chain.h"
#include "reduce/root_motion.h"

typedef struct root_job {
    chain c;         /* from a root of the scene to the node */
    uint32_t *place; /* [node_count], of each in the chain */
    const root_options *options;
    double length; /* what may be off, glTF units */
    double reach;  /* how far from the node vertices are */
    region *memory;
    diag *d;
} root_job;

/* False where `d` says why. */
bool root_take_clip(scene_root_track *out, scene *s, const root_job *job, uint32_t clip);

#endif
