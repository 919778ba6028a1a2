/* SPDX-License-Identifier: MIT */
#include "bake/weights.h"

#include <stdlib.h>

#include "scene/eval.h"

/* Files keep weights in 8 bits at the least: 1/255 is never this close. */
#define SUM_TOLERANCE 1e-5

typedef struct weight_pair {
    uint32_t joint;
    double weight;
} weight_pair;

/* Positive weights with each joint once; returns their number. */
static uint32_t collect(weight_pair *pairs, const scene_primitive *source, uint32_t vertex)
{
    const uint32_t width = source->influences_per_vertex;
    const uint32_t *joints = source->joints + (size_t)vertex * width;
    const double *weights = source->weights + (size_t)vertex * width;
    uint32_t count = 0;
    for (uint32_t i = 0; i < width; i++) {
        if (!(weights[i] > 0))
            continue;
        uint32_t k = 0;
        while (k < count && pairs[k].joint != joints[i])
            k++;
        if (k == count)
            pairs[count++] = (weight_pair){joints[i], 0};
        pairs[k].weight += weights[i];
    }
    return count;
}

/* Heaviest first, then by joint: an insertion sort of at most SCENE_MAX_INFLUENCES. */
static void sort_pairs(weight_pair *pairs, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        const weight_pair moving = pairs[i];
        uint32_t k = i;
        while (k > 0 &&
               (pairs[k - 1].weight < moving.weight ||
                (pairs[k - 1].weight == moving.weight && pairs[k - 1].joint > moving.joint))) {
            pairs[k] = pairs[k - 1];
            k--;
        }
        pairs[k] = moving;
    }
}

static double sum_of(const weight_pair *pairs, uint32_t count)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += pairs[i].weight;
    return sum;
}

static void apply(double out[3], const mat34 *palette, const weight_pair *pairs, uint32_t count,
                  const double position[3])
{
    const double sum = sum_of(pairs, count);
    mat34 blended = {{{0}}};
    for (uint32_t i = 0; i < count; i++)
        mat34_add_scaled(&blended, pairs[i].weight / sum, &palette[pairs[i].joint]);
    mat34_point(out, &blended, position);
}

/* How far a vertex moves in the rest pose when only four of its influences remain. */
static double drop_distance(const mat34 *palette, const weight_pair *pairs, uint32_t count,
                            const double position[3])
{
    double all[3], four[3];
    apply(all, palette, pairs, count, position);
    apply(four, palette, pairs, PELT_MAX_INFLUENCES, position);
    return vec3_distance(all, four);
}

static mat34 *rest_palette(const scene *s, uint32_t skin)
{
    mat34 *palette = diag_calloc(s->skins[skin].joint_count, sizeof *palette);
    eval_pose pose;
    eval_pose_init(&pose, s);
    eval_skin_palette(palette, s, &pose, skin);
    eval_pose_free(&pose);
    return palette;
}

void weights_take(bake_influences *out, weight_repairs *repairs, const bake_job *job, uint32_t skin,
                  const scene_primitive *source)
{
    mat34 *palette = NULL;
    weight_pair pairs[SCENE_MAX_INFLUENCES];
    for (uint32_t v = 0; v < source->vertex_count; v++) {
        uint32_t count = collect(pairs, source, v);
        if (count == 0) {
            out[v] = influences_of_node();
            repairs->missing++;
            continue;
        }
        sort_pairs(pairs, count);
        if (fabs(sum_of(pairs, count) - 1) > SUM_TOLERANCE)
            repairs->repaired++;
        if (count > PELT_MAX_INFLUENCES) {
            if (palette == NULL)
                palette = rest_palette(job->scene, skin);
            const double shift = drop_distance(palette, pairs, count, source->positions[v]);
            repairs->over_four++;
            repairs->influences_dropped += count - PELT_MAX_INFLUENCES;
            repairs->dropped_shift = fmax(repairs->dropped_shift, shift);
            count = PELT_MAX_INFLUENCES;
        }
        const double sum = sum_of(pairs, count);
        out[v].count = count;
        for (uint32_t i = 0; i < count; i++) {
            out[v].joint[i] = pairs[i].joint;
            out[v].weight[i] = pairs[i].weight / sum;
        }
    }
    free(palette);
}
