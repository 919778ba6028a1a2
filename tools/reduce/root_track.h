/* SPDX-License-Identifier: MIT */
/* Root motion of one clip: computes its track, and the node's channels without that motion. */
#pragma once

#include "common/region.h"
#include "pelt.h"
#include "reduce/chain.h"
#include "reduce/root_motion.h"

typedef struct root_job {
    chain c;         /* from a root of the scene to the node */
    uint32_t *place; /* [node_count] index of each node in the chain */
    const root_options *options;
    double length; /* largest error, glTF units */
    double reach;  /* largest distance of a vertex from the node */
    region *memory;
    diag *d;
} root_job;

/* Returns false with a message in `d`. */
bool root_take_clip(scene_root_track *out, scene *s, const root_job *job, uint32_t clip);
