/* SPDX-License-Identifier: MIT */
/* Vertex weights as stored in the file -> at most four positive ones that sum to one. */
#ifndef PELT_TOOLS_BAKE_SHAPE_WEIGHTS_H
#define PELT_TOOLS_BAKE_SHAPE_WEIGHTS_H

#include "bake/job/bake_stats.h"
#include "bake/job/job.h"
#include "reduce/samples.h"

typedef struct bake_influences {
    uint32_t count; /* 1 to 4 */
    /* Heaviest first, joints of the glTF skin; BAKE_NONE: the mesh's node. */
    uint32_t joint[4];
    double weight[4]; /* > 0, sum 1 */
} bake_influences;

/*
 * Those of one primitive that `node` draws: out[vertex_count]. Weights go that are too small to
 * tell within job->budget, and what is more than four. *samples are the poses by which weights are
 * judged, made when they are needed first: samples_free gives them back. Adds to *stats.
 */
void weights_take(bake_influences *out, bake_stats *stats, scene_samples *samples,
                  const bake_job *job, uint32_t skin, const scene_primitive *source, uint32_t node);

/* A vertex that moves with the mesh's node. */
static inline bake_influences influences_of_node(void)
{
    return (bake_influences){1, {BAKE_NONE, 0, 0, 0}, {1, 0, 0, 0}};
}

#endif
