/* SPDX-License-Identifier: MIT */
/* A scene at moments of its rest pose and its clips: by these weights and joints are judged. */
#ifndef PELT_TOOLS_REDUCE_SAMPLES_H
#define PELT_TOOLS_REDUCE_SAMPLES_H

#include "scene/eval.h"

typedef struct scene_samples {
    const scene *s;
    uint32_t count;         /* moments, at least 1: the first is the rest pose */
    mat34 *globals;         /* [count][node_count] */
    double *morphs;         /* [count][weight_count] */
    double *sizes;          /* [count] of the model, by some of its vertices: never above it */
    uint32_t weight_count;  /* of all nodes */
    uint32_t *weight_first; /* [node_count + 1], see eval_pose */
} scene_samples;

/* At most `most` moments, fewer where the scene has very many nodes; samples_free gives it back. */
void samples_make(scene_samples *out, const scene *s, uint32_t most);
void samples_free(scene_samples *samples);

static inline const mat34 *samples_global(const scene_samples *samples, uint32_t moment,
                                          uint32_t node)
{
    return &samples->globals[(size_t)moment * samples->s->node_count + node];
}

/* A vertex as morphed at a moment, where `node` draws its primitive; not yet skinned. */
void samples_point(double out[3], const scene_samples *samples, uint32_t moment, uint32_t node,
                   const scene_primitive *primitive, uint32_t vertex);

#endif
