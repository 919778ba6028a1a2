/* SPDX-License-Identifier: MIT */
/* What error a bake may make and on what it spends it, each a part of the model's size. */
#ifndef PELT_TOOLS_BAKE_JOB_BUDGET_H
#define PELT_TOOLS_BAKE_JOB_BUDGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
