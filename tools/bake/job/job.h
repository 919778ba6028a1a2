/* SPDX-License-Identifier: MIT */
/* The values that every stage of the baker receives: the scene, the options, and where results and
 * messages go. */
#pragma once

#include "bake/job/bake_options.h"
#include "bake/job/traits.h"
#include "common/diag.h"
#include "common/region.h"
#include "scene/box.h"
#include "scene/scene.h"

#define BAKE_NONE UINT32_MAX

/* The error that a bake may make, and the shares of its causes, each as a fraction of the model's
 * size. */
typedef struct bake_budget {
    double error; /* E: the largest error of the whole pipeline */
    /* how far one joint's track may move a vertex; a chain of joints adds up several */
    double tracks;
    /* [clip_count] replaces `tracks` for a clip; 0: its tracks are left out. NULL: `tracks` for
     * all */
    const double *of_clip;
    /* [clip_count][joint_count] factors for the tracks of a joint; NULL: all alike */
    const double *of_joint;
    /* Keys of rotations are close enough for the device's arc between them to stay within the
     * track's tolerance; otherwise they are up to 88 degrees apart. */
    bool close_turns;
    double weights; /* how far dropped weights may move a vertex */
} bake_budget;

static inline double budget_of_clip(const bake_budget *budget, uint32_t clip)
{
    return budget->of_clip == NULL ? budget->tracks : budget->of_clip[clip];
}

typedef struct bake_job {
    const scene *scene;
    const bake_options *options;
    const encoding_traits *traits;
    bake_budget budget;
    /* [clip_count][blob mesh count] of the clips as played; NULL: not known */
    const box3 *clip_boxes;
    region *memory; /* holds all results until the blob is written */
    diag *d;
} bake_job;

/* Zeroed memory for a result. */
static inline void *job_calloc(const bake_job *job, size_t count, size_t size)
{
    return region_calloc(job->memory, count, size);
}

/* The costs that decide on order and sharing. */
static inline const bake_cost *job_cost(const bake_job *job)
{
    return job->options->order.cost == NULL ? bake_cost_default : job->options->order.cost;
}

static inline const kernel_cost *job_kernels(const bake_job *job)
{
    return bake_kernel_cost(job_cost(job), job->traits->encoding);
}
