/* SPDX-License-Identifier: MIT */
/* What every stage of the baker is given: the scene, how to bake it, where results and words go. */
#ifndef PELT_TOOLS_BAKE_JOB_H
#define PELT_TOOLS_BAKE_JOB_H

#include "bake/job/bake_options.h"
#include "bake/job/traits.h"
#include "common/diag.h"
#include "common/region.h"
#include "scene/box.h"
#include "scene/scene.h"

#define BAKE_NONE UINT32_MAX

/* What error a bake may make and on what it spends it, each a part of the model's size. */
typedef struct bake_budget {
    double error;  /* E: what the whole pipeline may be off */
    double tracks; /* what one joint's track may move a vertex: a chain of joints adds up several */
    const double *of_clip; /* [clip_count] instead of `tracks`, by clip; 0: its tracks are left out.
                              NULL: `tracks` for all */
    const double
        *of_joint;    /* [clip_count][joint_count] how much more, or less, tracks of a joint may
                               than others of the clip; NULL: all alike */
    bool close_turns; /* keys of rotations no further apart than the device's arc between them keeps
                         to the track's tolerance; else 88 degrees */
    double weights;   /* what dropping weights may move a vertex */
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
    const box3 *clip_boxes; /* [clip_count][blob mesh count] as played, or NULL: not known */
    region *memory;         /* of all results, until the blob is written */
    diag *d;
} bake_job;

/* Zeroed, for a result. */
static inline void *job_calloc(const bake_job *job, size_t count, size_t size)
{
    return region_calloc(job->memory, count, size);
}

/* Whose costs decide on order and sharing. */
static inline const bake_cost *job_cost(const bake_job *job)
{
    return job->options->order.cost == NULL ? bake_cost_default : job->options->order.cost;
}

static inline const kernel_cost *job_kernels(const bake_job *job)
{
    return bake_kernel_cost(job_cost(job), job->traits->encoding);
}

#endif
