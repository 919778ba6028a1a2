/* SPDX-License-Identifier: MIT */
/* Plays every clip in double precision and records how far joints and vertices go. */
#pragma once

#include "bake/range/lean.h"

/* The largest magnitudes of a joint over a set of moments. */
typedef struct bake_range {
    double norm;        /* of a column of the model-space 3x3 */
    double origin;      /* of a coordinate of the model-space origin */
    double translation; /* of a component of the local translation, with Bezier control points */
    double scale;       /* of a component of the local scale, likewise */
} bake_range;

typedef struct bake_extremes {
    const bake_range *in_clip; /* [clip_count][joint_count]; includes the rest pose */
    const bake_range *whole;   /* [joint_count], over the rest pose and all clips */
    const double *sizes;       /* [clip_count], smallest size of the model, see box3_size */
    double model_size;         /* the smallest of these and of the rest pose */
    double largest_size;       /* the largest */
    double largest;            /* of a coordinate of any vertex at any of these moments */
    const bool *scale_moves;   /* [joint_count] whether a clip changes the joint's scale */
    const bool
        /* [joint_count] whether the joint and its ancestors scale all axes alike, and no clip
         * changes that. */
        *uniform_chain;
    lean_reach lean; /* q12: the largest terms of its kernels' sums; else zeros */
} bake_extremes;

bool extremes_make(bake_extremes *out, const bake_job *job, const bake_meshes *meshes,
                   const bake_morphs *morphs, const bake_joints *joints, const bake_skins *skins);

/* The ranges of a joint in a clip. */
static inline const bake_range *extremes_in_clip(const bake_extremes *extremes,
                                                 const bake_joints *joints, uint32_t clip)
{
    return extremes->in_clip + (size_t)clip * joints->count;
}
