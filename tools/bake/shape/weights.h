/* SPDX-License-Identifier: MIT */
/* Reduces the vertex weights of a file to at most four positive ones that sum to one. */
#pragma once

#include "bake/job/bake_stats.h"
#include "bake/job/job.h"
#include "reduce/samples.h"

typedef struct bake_influences {
    uint32_t count; /* 1 to 4 */
    /* Joints of the glTF skin, the heaviest first; BAKE_NONE is the mesh's node. */
    uint32_t joint[4];
    double weight[4]; /* each > 0; the sum is 1 */
} bake_influences;

/* Takes the weights of one primitive that `node` draws: out[vertex_count]. It drops weights too
 * small to matter within job->budget, and reduces a vertex to four. *samples are the poses by which
 * weights are judged; they are computed at first use and released by samples_free. Adds to *stats.
 */
void weights_take(bake_influences *out, bake_stats *stats, scene_samples *samples,
                  const bake_job *job, uint32_t skin, const scene_primitive *source, uint32_t node);

/* The influences of a vertex that moves with the mesh's node. */
static inline bake_influences influences_of_node(void)
{
    return (bake_influences){1, {BAKE_NONE, 0, 0, 0}, {1, 0, 0, 0}};
}
