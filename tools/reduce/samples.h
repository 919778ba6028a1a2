/* SPDX-License-Identifier: MIT */
/* A scene at sampled moments of its rest pose and its clips, by which weights and joints are
 * judged. */
#pragma once

#include "scene/eval.h"

typedef struct scene_samples {
    const scene *s;
    uint32_t count; /* number of moments, at least 1: the first is the rest pose */
    mat34 *globals; /* [count][node_count] */
    double *morphs; /* [count][weight_count] */
    /* [count] size of the model, by some of its vertices: never above the true one */
    double *sizes;
    uint32_t weight_count;  /* of all nodes */
    uint32_t *weight_first; /* [node_count + 1], see eval_pose */
    region memory;          /* holds all arrays */
} scene_samples;

/* Samples at most `most` moments, fewer if the scene has very many nodes; samples_free releases
 * them. */
void samples_make(scene_samples *out, const scene *s, uint32_t most);
void samples_free(scene_samples *samples);

static inline const mat34 *samples_global(const scene_samples *samples, uint32_t moment,
                                          uint32_t node)
{
    return &samples->globals[(size_t)moment * samples->s->node_count + node];
}

/* A vertex with its morph targets at a moment, before skinning, where `node` draws its
 * primitive. */
void samples_point(double out[3], const scene_samples *samples, uint32_t moment, uint32_t node,
                   const scene_primitive *primitive, uint32_t vertex);
