/* SPDX-License-Identifier: MIT */
#include "bake/curve/channels.h"

#include <stdlib.h>
#include <string.h>

/* Part of the model's size that one joint's track may move any vertex by: a chain adds up several,
 * the whole track fit has 2e-5 in q16 (docs/DESIGN.md). */
#define TOLERANCE_Q16 1e-5
#define TOLERANCE_F32 2e-6
#define WEIGHT_TOLERANCE 1e-4      /* at most: targets that move little may still turn normals */
#define MIN_SIZE_RATIO (1.0 / 1024) /* of the largest size: where a clip shrinks the model away */
#define MIN_REACH 0.1               /* of the size: joints that move nothing are still followed */

/// Tolerances ////////////////////////////////////////////////////////////////////////////////////

static double entry_reach(const bake_entry *entry)
{
    double reach = 0;
    for (int corner = 0; entry->vertex_count > 0 && corner < 8; corner++) {
        double p[3];
        for (int c = 0; c < 3; c++)
            p[c] = corner >> c & 1 ? entry->high[c] : entry->low[c];
        mat34_point(p, &entry->inverse_bind, p);
        reach = fmax(reach, sqrt(vec_dot(p, p, 3)));
    }
    return reach;
}

/* How far from each joint, in its own units, the vertices are that it moves in this clip. */
static double *joint_reach(const baker *b, uint32_t clip, double size)
{
    const bake_range *ranges = b->ranges + (size_t)(clip + 1) * b->joint_count;
    double *reach = diag_calloc(b->joint_count, sizeof *reach);
    for (uint32_t i = 0; i < b->skin_count; i++) {
        for (uint32_t k = 0; k < b->skins[i].entry_count; k++) {
            const bake_entry *entry = &b->skins[i].entries[k];
            reach[entry->joint] = fmax(reach[entry->joint], entry_reach(entry));
        }
    }
    for (uint32_t i = b->joint_count; i-- > 0;) {
        const uint32_t parent = b->joints[i].parent;
        if (ranges[i].norm > 0)
            reach[i] = fmax(reach[i], MIN_REACH * size / ranges[i].norm);
        if (parent != BAKE_NONE)
            reach[parent] = fmax(reach[parent], ranges[i].translation + ranges[i].scale * reach[i]);
    }
    return reach;
}

static double clip_size(const baker *b, uint32_t clip)
{
    double largest = 0;
    for (uint32_t i = 0; i <= b->s->clip_count; i++)
        largest = fmax(largest, b->sizes[i]);
    return fmax(b->sizes[clip + 1], largest * MIN_SIZE_RATIO);
}

static double tolerance_of_size(const baker *b, double lever, double size)
{
    return (b->fixed ? TOLERANCE_Q16 : TOLERANCE_F32) * size / fmax(lever, 1e-30);
}

static double joint_tolerance(const baker *b, uint32_t clip, uint32_t joint, enum format_path path,
                              double reach, double size)
{
    const bake_range *ranges = b->ranges + (size_t)(clip + 1) * b->joint_count;
    const uint32_t parent = b->joints[joint].parent;
    double lever = parent == BAKE_NONE ? 1 : ranges[parent].norm;
    if (path != FORMAT_TRANSLATION)
        lever *= reach;
    if (path == FORMAT_ROTATION)
        lever *= ranges[joint].scale;
    return tolerance_of_size(b, lever, size);
}

static double weight_tolerance(const baker *b, uint32_t clip, const bake_mesh *mesh, double size)
{
    const bake_range *ranges = b->ranges + (size_t)(clip + 1) * b->joint_count;
    const bake_skin *skin = &b->skins[mesh->blob_skin];
    double norm = 0;
    for (uint32_t k = 0; k < skin->entry_count; k++) {
        const bake_entry *entry = &skin->entries[k];
        if (entry->vertex_count > 0)
            norm = fmax(norm, ranges[entry->joint].norm * matrix_norm(&entry->inverse_bind));
    }
    return fmin(tolerance_of_size(b, norm * mesh->morph_reach, size), WEIGHT_TOLERANCE);
}

/// Curves ////////////////////////////////////////////////////////////////////////////////////////

static const double *rest_value(const bake_trs *trs, enum format_path path)
{
    return path == FORMAT_TRANSLATION ? trs->t : path == FORMAT_ROTATION ? trs->r : trs->s;
}

/* Reduces a curve that does not move to one key; false where even that is the rest pose. */
static bool settle(bake_curve *curve, const baker *b)
{
    const bool weights = curve->path == FORMAT_WEIGHTS;
    const bake_joint *joint = weights ? NULL : &b->joints[curve->joint];
    const bool still_scale = curve->path == FORMAT_SCALE && !joint->scale_moves;
    if (!curve_is_constant(curve))
        return !still_scale;
    const double *value = curve_value(curve, 0);
    const double *rest =
        weights ? b->meshes[curve->joint].weights : rest_value(&joint->rest, curve->path);
    if (still_scale || curve_distance(curve, value, rest) <= curve->tolerance / 2)
        return false;
    curve_set_constant(curve, value);
    return true;
}

static bake_curve *next_curve(clip_curves *out, baker *b, uint32_t clip, uint32_t joint,
                              enum format_path path)
{
    bake_curve *curve = &out->curves[out->count];
    *curve = (bake_curve){.joint = joint, .path = path, .keys_left = &b->new_keys_left};
    curve->width = path == FORMAT_WEIGHTS    ? b->meshes[joint].target_count
                   : path == FORMAT_ROTATION ? 4
                                             : 3;
    curve->tolerance =
        path == FORMAT_WEIGHTS
            ? weight_tolerance(b, clip, &b->meshes[joint], out->size)
            : joint_tolerance(b, clip, joint, path, out->reach[joint], out->size);
    return curve;
}

static void keep_curve(clip_curves *out, bake_curve *curve, const baker *b, bool wanted)
{
    if (wanted && settle(curve, b))
        out->count++;
    else
        curve_free(curve);
}

/* The first `width` weights of each value of a channel that has more; free() values. */
static scene_channel narrow_channel(const scene_channel *channel, uint32_t width)
{
    const size_t rows =
        (size_t)channel->key_count * (channel->interpolation == SCENE_CUBICSPLINE ? 3u : 1u);
    double *values = diag_calloc(rows * width, sizeof *values);
    for (size_t i = 0; i < rows; i++)
        memcpy(values + i * width, channel->values + i * channel->width, width * sizeof *values);
    scene_channel narrow = *channel;
    narrow.width = width;
    narrow.values = values;
    return narrow;
}

/* One curve for each blob mesh of the node: its primitives may differ in attributes. */
static bool gather_weights(clip_curves *out, baker *b, uint32_t clip, const scene_channel *channel)
{
    bool ok = true;
    for (uint32_t m = b->mesh_of_node[channel->node];
         ok && m < b->mesh_count && b->meshes[m].node == channel->node; m++) {
        const uint32_t width = b->meshes[m].target_count;
        if (width == 0)
            continue;
        const scene_channel narrow = narrow_channel(channel, width);
        bake_curve *curve = next_curve(out, b, clip, m, FORMAT_WEIGHTS);
        ok = curve_from_channel(curve, &narrow, b->d);
        keep_curve(out, curve, b, ok);
        free((void *)narrow.values);
    }
    return ok;
}

/* A clip on a node with a matrix starts from the identity instead: all that it leaves out is
 * written, and the helper's half of the matrix undone. */
static void push_identity(clip_curves *out, baker *b, uint32_t clip, uint32_t joint,
                          const bool has_path[FORMAT_PATH_COUNT])
{
    const bake_trs identity = trs_identity();
    for (int path = 0; path < FORMAT_WEIGHTS; path++) {
        if (has_path[path])
            continue;
        bake_curve *curve = next_curve(out, b, clip, joint, (enum format_path)path);
        curve_set_constant(curve, rest_value(&identity, (enum format_path)path));
        keep_curve(out, curve, b, true);
    }
}

static bool gather_joints(clip_curves *out, baker *b, uint32_t clip)
{
    const scene_clip *source = &b->s->clips[clip];
    bool(*has_path)[FORMAT_PATH_COUNT] = diag_calloc(b->joint_count, sizeof *has_path);
    bool ok = true;
    for (uint32_t i = 0; ok && i < source->channel_count; i++) {
        const scene_channel *channel = &source->channels[i];
        if (channel->path == SCENE_WEIGHTS || !bake_uses_channel(b, channel))
            continue;
        const uint32_t joint = b->joint_of_node[channel->node];
        bake_curve *curve = next_curve(out, b, clip, joint, (enum format_path)channel->path);
        has_path[joint][channel->path] = true;
        ok = curve_from_channel(curve, channel, b->d);
        keep_curve(out, curve, b, ok);
    }
    const bool none[FORMAT_PATH_COUNT] = {false};
    for (uint32_t j = 0; ok && j < b->joint_count; j++) {
        const bake_joint *joint = &b->joints[j];
        const bool animated = has_path[j][0] || has_path[j][1] || has_path[j][2];
        if (joint->node == BAKE_NONE || !animated || !b->s->nodes[joint->node].has_matrix)
            continue;
        push_identity(out, b, clip, j, has_path[j]);
        if (joint->has_helper)
            push_identity(out, b, clip, joint->parent, none);
    }
    free(has_path);
    return ok;
}

/* A sheared matrix under animation adds up to six constants to each joint. */
static size_t most_curves(const baker *b, const scene_clip *clip)
{
    size_t most = clip->channel_count + 6 * (size_t)b->joint_count + 1;
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        const uint32_t node = clip->channels[i].node;
        for (uint32_t m = b->mesh_of_node[node];
             clip->channels[i].path == SCENE_WEIGHTS && m < b->mesh_count &&
             b->meshes[m].node == node;
             m++)
            most++;
    }
    return most;
}

bool clip_curves_gather(clip_curves *out, baker *b, uint32_t clip)
{
    const scene_clip *source = &b->s->clips[clip];
    *out = (clip_curves){.size = clip_size(b, clip)};
    out->reach = joint_reach(b, clip, out->size);
    out->curves = diag_calloc(most_curves(b, source), sizeof *out->curves);
    bool ok = gather_joints(out, b, clip);
    for (uint32_t i = 0; ok && i < source->channel_count; i++)
        if (source->channels[i].path == SCENE_WEIGHTS)
            ok = gather_weights(out, b, clip, &source->channels[i]);
    return ok;
}

void clip_curves_free(clip_curves *curves)
{
    for (uint32_t i = 0; i < curves->count; i++)
        curve_free(&curves->curves[i]);
    free(curves->curves);
    free(curves->reach);
}
