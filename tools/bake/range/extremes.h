/* SPDX-License-Identifier: MIT */
/* Plays every clip in double and notes how far joints and vertices go. */
#ifndef PELT_TOOLS_BAKE_RANGE_EXTREMES_H
#define PELT_TOOLS_BAKE_RANGE_EXTREMES_H

#include "bake/range/lean.h"

/* Largest absolute values of a joint over a set of moments. */
typedef struct bake_range {
    double norm;        /* column of the model-space 3x3 */
    double origin;      /* coordinate of the model-space origin */
    double translation; /* component of the local one; with Bezier control points */
    double scale;       /* likewise */
} bake_range;

typedef struct bake_extremes {
    const bake_range *in_clip; /* [clip_count][joint_count], rest among their moments */
    const bake_range *whole;   /* [joint_count], over rest and all clips */
    const double *sizes;       /* [clip_count], smallest size of the model, see box3_size */
    double model_size;         /* the smallest of these and of rest */
    double largest_size;       /* the largest */
    double largest;            /* |coordinate| of any vertex at any of these moments */
    const bool *scale_moves;   /* [joint_count] a clip changes its scale */
    const bool
        *uniform_chain; /* [joint_count] it and its ancestors scale all axes alike, and no clip
                            changes that */
    lean_reach lean;    /* q12: what its kernels' sums have to hold; else zeros */
} bake_extremes;

bool extremes_make(bake_extremes *out, const bake_job *job, const bake_meshes *meshes,
                   const bake_morphs *morphs, const bake_joints *joints, const bake_skins *skins);

/* Of a joint in a clip. */
static inline const bake_range *extremes_in_clip(const bake_extremes *extremes,
                                                 const bake_joints *joints, uint32_t clip)
{
    return extremes->in_clip + (size_t)clip * joints->count;
}

#endif
