/* SPDX-License-Identifier: MIT */
/* What every stage of the baker is given: the scene, how to bake it, where results and words go. */
#ifndef PELT_TOOLS_BAKE_JOB_H
#define PELT_TOOLS_BAKE_JOB_H

#include "bake/job/bake_options.h"
#include "bake/job/budget.h"
#include "bake/job/traits.h"
#include "common/diag.h"
#include "common/region.h"
#include "scene/box.h"
#include "scene/scene.h"

#define BAKE_NONE UINT32_MAX

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
