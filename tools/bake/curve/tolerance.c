/* SPDX-License-Identifier: MIT */
#include "bake/curve/tolerance.h"

#include <stdlib.h>

#define WEIGHT_TOLERANCE 1e-4       /* at most: targets that move little may still turn normals */
#define MIN_SIZE_RATIO (1.0 / 1024) /* of the largest size: where a clip shrinks the model away */
#define MIN_REACH 0.1               /* of the size: joints that move nothing are still followed */
#define MIN_LEVER 1e-30
#define MAX_TURN 0.004 /* radians; of a scale, a part: normals turn however small the lever is */

static double entry_reach(const bake_entry *entry)
{
    double reach = 0;
    for (int corner = 0; entry->vertex_count > 0 && corner < 8; corner++) {
        double p[3];
        for (int c = 0; c < 3; c++)
            p[c] = corner >> c & 1 ? entry->box.high[c] : entry->box.low[c];
        mat34_point(p, &entry->inverse_bind, p);
        reach = fmax(reach, sqrt(vec_dot(p, p, 3)));
    }
    return reach;
}

clip_levers levers_make(const bake_model *model, uint32_t clip)
{
    const bake_extremes *extremes = &model->extremes;
    const bake_range *ranges = extremes_in_clip(extremes, &model->joints, clip);
    const uint32_t joint_count = model->joints.count;
    const double size = fmax(extremes->sizes[clip], extremes->largest_size * MIN_SIZE_RATIO);
    double *reach = diag_calloc(joint_count, sizeof *reach);
    for (uint32_t i = 0; i < model->skins.count; i++) {
        for (uint32_t k = 0; k < model->skins.skins[i].entry_count; k++) {
            const bake_entry *entry = &model->skins.skins[i].entries[k];
            reach[entry->joint] = fmax(reach[entry->joint], entry_reach(entry));
        }
    }
    for (uint32_t i = joint_count; i-- > 0;) {
        const uint32_t parent = model->joints.joints[i].parent;
        if (ranges[i].norm > 0)
            reach[i] = fmax(reach[i], MIN_REACH * size / ranges[i].norm);
        if (parent != BAKE_NONE && model->skins.moves[i])
            reach[parent] = fmax(reach[parent], ranges[i].translation + ranges[i].scale * reach[i]);
    }
    return (clip_levers){size, reach};
}

void levers_free(clip_levers *levers)
{
    free(levers->reach);
}

static double of_size(const bake_model *model, uint32_t clip, double lever, double size)
{
    return budget_of_clip(&model->job->budget, clip) * size / fmax(lever, MIN_LEVER);
}

static double of_joint(const bake_model *model, uint32_t clip, uint32_t joint)
{
    const double *factors = model->job->budget.of_joint;
    return factors == NULL ? 1 : factors[(size_t)clip * model->joints.count + joint];
}

double joint_tolerance(const bake_model *model, const clip_levers *levers, uint32_t clip,
                       uint32_t joint, enum format_path path)
{
    const bake_range *ranges = extremes_in_clip(&model->extremes, &model->joints, clip);
    const uint32_t parent = model->joints.joints[joint].parent;
    double lever = parent == BAKE_NONE ? 1 : ranges[parent].norm;
    if (path != FORMAT_TRANSLATION)
        lever *= levers->reach[joint];
    if (path == FORMAT_ROTATION)
        lever *= ranges[joint].scale;
    const double tolerance =
        of_size(model, clip, lever, levers->size) * of_joint(model, clip, joint);
    if (path == FORMAT_ROTATION)
        return fmin(tolerance, MAX_TURN);
    return path == FORMAT_SCALE ? fmin(tolerance, MAX_TURN * ranges[joint].scale) : tolerance;
}

double weight_tolerance(const bake_model *model, const clip_levers *levers, uint32_t clip,
                        uint32_t mesh)
{
    const bake_range *ranges = extremes_in_clip(&model->extremes, &model->joints, clip);
    const bake_skin *skin = &model->skins.skins[model->skins.of_mesh[mesh].skin];
    double norm = 0;
    for (uint32_t k = 0; k < skin->entry_count; k++) {
        const bake_entry *entry = &skin->entries[k];
        if (entry->vertex_count > 0)
            norm = fmax(norm, ranges[entry->joint].norm * matrix_norm(&entry->inverse_bind));
    }
    return fmin(of_size(model, clip, norm * model->morphs.of[mesh].reach, levers->size),
                WEIGHT_TOLERANCE);
}
