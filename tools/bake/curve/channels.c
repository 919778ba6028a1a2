/* SPDX-License-Identifier: MIT */
/* Turns the channels of a clip into curves and gives each a tolerance from the distance of the
 * vertices that its joint moves. */
#include "bake/curve/curve.h"

#include <stdlib.h>
#include <string.h>

#include "scene/moments.h"

#define WEIGHT_TOLERANCE 1e-4 /* the largest: even targets with small deltas may turn normals */
#define MIN_SIZE_RATIO                                                                             \
    (1.0 / 1024)      /* of the largest size, for a clip that shrinks the model to nothing */
#define MIN_REACH 0.1 /* of the size: joints that move no vertex are still animated */
#define MIN_LEVER 1e-30
/* In radians, for a scale a relative change: normals turn with a joint even if its vertices are
 * close. */
#define MAX_TURN 0.004

/// How far a track may be off: what it moves stays within a part of the model's size //////////////

/* The state that the functions of this file share, and the result. */
typedef struct gatherer {
    const bake_model *model;
    uint32_t clip;
    const bake_range *ranges; /* of the joints in this clip */
    double size;              /* of the model in this clip, the smallest */
    double *reach; /* [joint_count] distance of the vertices that it moves, in the joint's units */
    uint32_t *keys_left;
    clip_curves *out;
} gatherer;

static double entry_reach(const bake_entry *entry)
{
    double reach = 0;
    for (int corner = 0; entry->vertex_count > 0 && corner < 8; corner++) {
        double p[3];
        for (int c = 0; c < 3; c++)
            p[c] = corner >> c & 1 ? entry->box.high[c] : entry->box.low[c];
        mat34_point(p, &entry->inverse_bind, p);
        reach = fmax(reach, vec_length(p, 3));
    }
    return reach;
}

static void find_reach(gatherer *g)
{
    const bake_model *model = g->model;
    const bake_extremes *extremes = &model->extremes;
    g->ranges = extremes_in_clip(model, g->clip);
    g->size = fmax(extremes->sizes[g->clip], extremes->largest_size * MIN_SIZE_RATIO);
    g->reach = diag_calloc(model->joints.count, sizeof *g->reach);
    for (uint32_t i = 0; i < model->skins.entry_count; i++) {
        const bake_entry *entry = &model->skins.entries[i];
        g->reach[entry->joint] = fmax(g->reach[entry->joint], entry_reach(entry));
    }
    for (uint32_t i = model->joints.count; i-- > 0;) {
        const bake_range *range = &g->ranges[i];
        const uint32_t parent = model->joints.joints[i].parent;
        if (range->norm > 0)
            g->reach[i] = fmax(g->reach[i], MIN_REACH * g->size / range->norm);
        if (parent != BAKE_NONE && model->skins.moves[i])
            g->reach[parent] =
                fmax(g->reach[parent], range->translation + range->scale * g->reach[i]);
    }
}

static double of_size(const gatherer *g, double lever)
{
    return budget_of_clip(&g->model->job.budget, g->clip) * g->size / fmax(lever, MIN_LEVER);
}

static double of_joint(const gatherer *g, uint32_t joint)
{
    const double *factors = g->model->job.budget.of_joint;
    return factors == NULL ? 1 : factors[(size_t)g->clip * g->model->joints.count + joint];
}

/* The tolerance in the units of bake_curve.tolerance. */
static double joint_tolerance(const gatherer *g, uint32_t joint, enum format_path path)
{
    const uint32_t parent = g->model->joints.joints[joint].parent;
    double lever = parent == BAKE_NONE ? 1 : g->ranges[parent].norm;
    if (path != FORMAT_TRANSLATION)
        lever *= g->reach[joint];
    if (path == FORMAT_ROTATION)
        lever *= g->ranges[joint].scale;
    const double tolerance = of_size(g, lever) * of_joint(g, joint);
    if (path == FORMAT_ROTATION)
        return fmin(tolerance, MAX_TURN);
    return path == FORMAT_SCALE ? fmin(tolerance, MAX_TURN * g->ranges[joint].scale) : tolerance;
}

static double weight_tolerance(const gatherer *g, uint32_t mesh)
{
    const bake_skins *skins = &g->model->skins;
    const bake_skin *skin = &skins->skins[skins->of_mesh[mesh].skin];
    double norm = 0;
    for (uint32_t k = 0; k < skin->entry_count; k++) {
        const bake_entry *entry = &skin->entries[k];
        if (entry->vertex_count > 0)
            norm = fmax(norm, g->ranges[entry->joint].norm * matrix_norm(&entry->inverse_bind));
    }
    return fmin(of_size(g, norm * g->model->morphs[mesh].reach), WEIGHT_TOLERANCE);
}

/// Curves ////////////////////////////////////////////////////////////////////////////////////////

static const double *component(const trs *local, enum format_path path)
{
    return path == FORMAT_TRANSLATION ? local->t : path == FORMAT_ROTATION ? local->r : local->s;
}

static const double *rest_value(const bake_model *model, const bake_curve *curve)
{
    return curve->path == FORMAT_WEIGHTS
               ? model->morphs[curve->joint].weights
               : component(&model->joints.rest[curve->joint], curve->path);
}

/* Reduces a curve that does not move to one key. Returns false if that key is the rest pose. */
static bool settle(bake_curve *curve, const bake_model *model)
{
    const bool still_scale =
        curve->path == FORMAT_SCALE && !model->extremes.scale_moves[curve->joint];
    if (!curve_is_constant(curve))
        return !still_scale;
    const double *value = curve_value(curve, 0);
    if (still_scale ||
        curve_distance(curve, value, rest_value(model, curve)) <= curve->tolerance / 2)
        return false;
    curve_set_constant(curve, value);
    return true;
}

/* joint: for weights the blob mesh. */
static bake_curve next_curve(const gatherer *g, uint32_t joint, enum format_path path)
{
    bake_curve curve = {.joint = joint,
                        .path = path,
                        .start = scene_ticks(g->model->job.scene->clips[g->clip].start_s),
                        .keys_left = g->keys_left};
    if (path == FORMAT_WEIGHTS) {
        curve.width = g->model->meshes.meshes[joint].target_count;
        curve.tolerance = weight_tolerance(g, joint);
    } else {
        curve.width = path == FORMAT_ROTATION ? 4 : 3;
        curve.tolerance = joint_tolerance(g, joint, path);
    }
    curve.at_ticks = g->model->job.budget.close_keys;
    curve.most_turn = curve.at_ticks ? curve_turn_within(curve.tolerance) : CURVE_MOST_TURN;
    return curve;
}

/* Adds a curve that is wanted and not the rest pose; releases any other. */
static void keep_curve(gatherer *g, bake_curve *curve, bool wanted)
{
    clip_curves *out = g->out;
    if (!wanted || !settle(curve, g->model)) {
        curve_free(curve);
        return;
    }
    out->curves = diag_grow(out->curves, out->count, sizeof *out->curves);
    out->curves[out->count++] = *curve;
}

static bool add_curve(gatherer *g, uint32_t joint, enum format_path path,
                      const scene_channel *channel)
{
    bake_curve curve = next_curve(g, joint, path);
    const bool ok = curve_from_channel(&curve, channel, g->model->job.d);
    keep_curve(g, &curve, ok);
    return ok;
}

/* Copies the first `width` weights of each value of a channel that has more; free() values. */
static scene_channel narrow_channel(const scene_channel *channel, uint32_t width)
{
    const size_t rows = (size_t)channel->key_count * scene_key_values(channel);
    double *values = diag_calloc(rows * width, sizeof *values);
    for (size_t i = 0; i < rows; i++)
        memcpy(values + i * width, channel->values + i * channel->width, width * sizeof *values);
    scene_channel narrow = *channel;
    narrow.width = width;
    narrow.values = values;
    return narrow;
}

/* Adds one curve for each blob mesh of the node, as its primitives may have different
 * attributes. */
static bool gather_weights(gatherer *g, const scene_channel *channel)
{
    const bake_meshes *meshes = &g->model->meshes;
    bool ok = true;
    for (uint32_t m = meshes->of_node[channel->node];
         ok && m < meshes->count && meshes->meshes[m].node == channel->node; m++) {
        const uint32_t width = meshes->meshes[m].target_count;
        if (width == 0)
            continue;
        const scene_channel narrow = narrow_channel(channel, width);
        ok = add_curve(g, m, FORMAT_WEIGHTS, &narrow);
        free((void *)narrow.values);
    }
    return ok;
}

/* A clip that animates a node with a matrix replaces the matrix by the identity. Writes constants
 * for the properties that the clip does not animate, and undoes the helper's half of the matrix. */
static void push_identity(gatherer *g, uint32_t joint, const bool has_path[FORMAT_PATH_COUNT])
{
    const trs identity = trs_identity();
    for (int path = 0; path < FORMAT_WEIGHTS; path++) {
        if (has_path[path])
            continue;
        bake_curve curve = next_curve(g, joint, (enum format_path)path);
        curve_set_constant(&curve, component(&identity, (enum format_path)path));
        keep_curve(g, &curve, true);
    }
}

static void replace_matrices(gatherer *g, const bool (*has_path)[FORMAT_PATH_COUNT])
{
    static const bool none[FORMAT_PATH_COUNT] = {false};
    const bake_model *model = g->model;
    for (uint32_t j = 0; j < model->joints.count; j++) {
        const bake_joint *joint = &model->joints.joints[j];
        const bool animated = has_path[j][0] || has_path[j][1] || has_path[j][2];
        if (joint->node == BAKE_NONE || !animated ||
            !model->job.scene->nodes[joint->node].local.has_matrix)
            continue;
        push_identity(g, j, has_path[j]);
        if (joint->has_helper)
            push_identity(g, joint->parent, none);
    }
}

static bool gather_joints(gatherer *g)
{
    const bake_model *model = g->model;
    const scene_clip *source = &model->job.scene->clips[g->clip];
    FREED bool(*has_path)[FORMAT_PATH_COUNT] = diag_calloc(model->joints.count, sizeof *has_path);
    bool ok = true;
    for (uint32_t i = 0; ok && i < source->channel_count; i++) {
        const scene_channel *channel = &source->channels[i];
        if (channel->path == SCENE_WEIGHTS || !channel_is_used(model, channel))
            continue;
        const uint32_t joint = model->joints.of_node[channel->node];
        has_path[joint][channel->path] = true;
        ok = add_curve(g, joint, (enum format_path)channel->path, channel);
    }
    if (ok)
        replace_matrices(g, (const bool(*)[FORMAT_PATH_COUNT])has_path);
    return ok;
}

bool clip_curves_gather(clip_curves *out, const bake_model *model, uint32_t clip,
                        uint32_t *keys_left)
{
    const scene_clip *source = &model->job.scene->clips[clip];
    gatherer g = {.model = model, .clip = clip, .keys_left = keys_left, .out = out};
    *out = (clip_curves){0};
    if (!(budget_of_clip(&model->job.budget, clip) > 0))
        return true;
    find_reach(&g);
    bool ok = gather_joints(&g);
    for (uint32_t i = 0; ok && i < source->channel_count; i++)
        if (source->channels[i].path == SCENE_WEIGHTS)
            ok = gather_weights(&g, &source->channels[i]);
    free(g.reach);
    return ok;
}

void clip_curves_free(clip_curves *curves)
{
    for (uint32_t i = 0; i < curves->count; i++)
        curve_free(&curves->curves[i]);
    free(curves->curves);
}
