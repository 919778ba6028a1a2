/* SPDX-License-Identifier: MIT */
/* Evaluates a scene at sampled moments. */
#include "reduce/samples.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "scene/moments.h"

#define MOST_MATRICES (1u << 18) /* of all moments, 24 MiB */

static double size_at(const scene *s, const eval_pose *pose)
{
    box3 box = box3_empty();
    for (uint32_t i = 0; i < s->instance_count; i++)
        eval_extend_box(&box, s, pose, &s->instances[i], EVAL_UNIT_WEIGHTS);
    return box3_size(&box);
}

static void note_moment(scene_samples *out, eval_pose *pose, uint32_t clip, double time_s)
{
    const size_t nodes = out->s->node_count, at = out->count++;
    eval_pose_sample(pose, out->s, clip, time_s, EVAL_UNIT_ROTATIONS);
    memcpy(out->globals + at * nodes, pose->globals, nodes * sizeof *out->globals);
    memcpy(out->morphs + at * out->weight_count, pose->weights,
           out->weight_count * sizeof *out->morphs);
    out->sizes[at] = size_at(out->s, pose);
}

void samples_make(scene_samples *out, const scene *s, uint32_t most)
{
    const uint32_t bound =
        MOST_MATRICES / (s->node_count + 1u); /* at least 4, as there are at most SCENE_MAX_NODES */
    most = most < bound ? most : bound;
    *out = (scene_samples){.s = s};
    FREED_BY(eval_pose_free) eval_pose pose;
    eval_pose_init(&pose, s);
    const size_t nodes = s->node_count, counts = (nodes + 1) * sizeof *out->weight_first;
    region *memory = &out->memory;
    out->weight_first = memcpy(region_calloc(memory, counts, 1), pose.weight_first, counts);
    out->weight_count = pose.weight_first[nodes];
    out->globals = region_calloc(memory, most * nodes, sizeof *out->globals);
    out->morphs = region_calloc(memory, (size_t)most * out->weight_count, sizeof *out->morphs);
    out->sizes = region_calloc(memory, most, sizeof *out->sizes);
    note_moment(out, &pose, EVAL_REST, 0);
    for (uint32_t clip = 0; clip < s->clip_count; clip++) {
        /* Each of the remaining clips gets the same share; if there are more clips than moments,
         * some get none. */
        const uint32_t share = (most - out->count) / (s->clip_count - clip);
        const uint64_t due = (uint64_t)(clip + 1) * (most - 1) / s->clip_count;
        if (share == 0 && due < out->count)
            continue;
        uint32_t count;
        FREED double *times = scene_moments(&count, s, clip, share == 0 ? 1 : share);
        for (uint32_t i = 0; i < count && out->count < most; i++)
            note_moment(out, &pose, clip, times[i]);
    }
}

void samples_free(scene_samples *samples)
{
    region_free(&samples->memory);
    *samples = (scene_samples){0};
}

void samples_point(double out[3], const scene_samples *samples, uint32_t moment, uint32_t node,
                   const scene_primitive *primitive, uint32_t vertex)
{
    eval_morphed(out, primitive, vertex,
                 samples->morphs + (size_t)moment * samples->weight_count +
                     samples->weight_first[node]);
}
