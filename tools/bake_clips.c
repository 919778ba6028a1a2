/* SPDX-License-Identifier: MIT */
/* Animations -> CLIP, TRAK and KEYS. */
#include <stdlib.h>
#include <string.h>

#include "bake_fit.h"
#include "bake_keys.h"

/* Part of the model's size that one joint's track may move any vertex by: a chain adds up several,
 * the whole track fit has 2e-5 in q16 (docs/DESIGN.md). */
#define TOLERANCE_Q16 1e-5
#define TOLERANCE_F32 2e-6
#define MIN_SIZE_RATIO (1.0 / 1024) /* of the largest size: where a clip shrinks the model away */
#define MIN_REACH 0.1               /* of the size: joints that move nothing are still followed */

typedef struct clip_sections {
    byte_buffer *clips, *tracks, *keys;
    buffer_pool pool; /* timelines and values, equal ones once */
} clip_sections;

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

static double tolerance_of(const baker *b, uint32_t clip, uint32_t joint, enum format_path path,
                           double reach, double size)
{
    const bake_range *ranges = b->ranges + (size_t)(clip + 1) * b->joint_count;
    const uint32_t parent = b->joints[joint].parent;
    double lever = parent == BAKE_NONE ? 1 : ranges[parent].norm;
    if (path != FORMAT_TRANSLATION)
        lever *= reach;
    if (path == FORMAT_ROTATION)
        lever *= ranges[joint].scale;
    return (b->q16 ? TOLERANCE_Q16 : TOLERANCE_F32) * size / fmax(lever, 1e-30);
}

/// Curves of a clip //////////////////////////////////////////////////////////////////////////////

static const double *rest_value(const bake_trs *trs, enum format_path path)
{
    return path == FORMAT_TRANSLATION ? trs->t : path == FORMAT_ROTATION ? trs->r : trs->s;
}

/* Reduces a curve that does not move to one key; false where even that is the rest pose. */
static bool settle(bake_curve *curve, const baker *b)
{
    const bake_joint *joint = &b->joints[curve->joint];
    if (!curve_is_constant(curve))
        return curve->path != FORMAT_SCALE || joint->scale_moves;
    double value[4];
    memcpy(value, curve_value(curve, 0), curve->width * sizeof *value);
    if (curve_distance(curve, value, rest_value(&joint->rest, curve->path)) <= curve->tolerance / 2)
        return false;
    if (curve->path == FORMAT_SCALE && !joint->scale_moves)
        return false;
    curve_set_constant(curve, value);
    return true;
}

typedef struct clip_curves {
    uint32_t count;
    bake_curve *curves;
    const double *reach;
    double size;
} clip_curves;

static bake_curve *push_curve(clip_curves *out, const baker *b, uint32_t clip, uint32_t joint,
                              enum format_path path)
{
    bake_curve *curve = &out->curves[out->count];
    *curve = (bake_curve){.joint = joint, .path = path, .width = path == FORMAT_ROTATION ? 4 : 3};
    curve->tolerance = tolerance_of(b, clip, joint, path, out->reach[joint], out->size);
    return curve;
}

/* A clip on a node with a matrix starts from the identity instead: all that it leaves out is
 * written, and the helper's half of the matrix undone. */
static void push_identity(clip_curves *out, const baker *b, uint32_t clip, uint32_t joint,
                          const bool has_path[FORMAT_PATH_COUNT])
{
    const bake_trs identity = trs_identity();
    for (int path = 0; path < FORMAT_PATH_COUNT; path++) {
        if (has_path[path])
            continue;
        bake_curve *curve = push_curve(out, b, clip, joint, (enum format_path)path);
        curve_set_constant(curve, rest_value(&identity, (enum format_path)path));
        if (settle(curve, b))
            out->count++;
        else
            curve_free(curve);
    }
}

static bool gather_curves(clip_curves *out, baker *b, uint32_t clip)
{
    const scene_clip *source = &b->s->clips[clip];
    bool(*has_path)[FORMAT_PATH_COUNT] = diag_calloc(b->joint_count, sizeof *has_path);
    bool ok = true;
    for (uint32_t i = 0; ok && i < source->channel_count; i++) {
        const scene_channel *channel = &source->channels[i];
        const uint32_t joint = b->joint_of_node[channel->node];
        if (channel->path == SCENE_WEIGHTS || joint == BAKE_NONE)
            continue;
        bake_curve *curve = push_curve(out, b, clip, joint, (enum format_path)channel->path);
        has_path[joint][channel->path] = true;
        ok = curve_from_channel(curve, channel, b->d);
        if (ok && settle(curve, b))
            out->count++;
        else
            curve_free(curve);
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

/// Clips /////////////////////////////////////////////////////////////////////////////////////////

typedef struct track_place {
    uint32_t joint, kind, timeline, values;
} track_place;

static int compare_places(const void *left, const void *right)
{
    const track_place *a = left, *b = right;
    if (a->timeline != b->timeline)
        return a->timeline < b->timeline ? -1 : 1;
    if (a->joint != b->joint)
        return a->joint < b->joint ? -1 : 1;
    return (a->kind > b->kind) - (a->kind < b->kind);
}

static void put_tracks(clip_sections *out, const baker *b, const clip_curves *curves)
{
    track_place *places = diag_calloc(curves->count, sizeof *places);
    for (uint32_t i = 0; i < curves->count; i++) {
        const bake_curve *curve = &curves->curves[i];
        byte_buffer data = {.big_endian = b->options->big_endian};
        places[i].joint = curve->joint;
        places[i].kind = (uint32_t)curve->path * 4 + (uint32_t)curve->interpolation;
        put_timeline(&data, b, curve);
        places[i].timeline = pool_add(&out->pool, &data);
        data.count = 0;
        put_values(&data, b, curve);
        places[i].values = pool_add(&out->pool, &data);
        buffer_free(&data);
    }
    qsort(places, curves->count, sizeof *places, compare_places);
    for (uint32_t i = 0; i < curves->count; i++) {
        buffer_u16(out->tracks, (uint16_t)places[i].joint);
        buffer_u16(out->tracks, (uint16_t)places[i].kind);
        buffer_u32(out->tracks, places[i].timeline);
        buffer_u32(out->tracks, places[i].values);
    }
    free(places);
}

/* What the channels of blob joints take in the file, arrays that they share once. */
static void count_source(bake_clip_stats *stats, const baker *b, const scene_clip *clip)
{
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        const scene_channel *c = &clip->channels[i];
        if (c->path == SCENE_WEIGHTS || b->joint_of_node[c->node] == BAKE_NONE)
            continue;
        bool new_times = true, new_values = true;
        for (uint32_t k = 0; k < i; k++) {
            const scene_channel *before = &clip->channels[k];
            if (before->path == SCENE_WEIGHTS || b->joint_of_node[before->node] == BAKE_NONE)
                continue;
            new_times &= before->times != c->times;
            new_values &= before->values != c->values;
        }
        const size_t values = c->width * (c->interpolation == SCENE_CUBICSPLINE ? 3u : 1u);
        stats->channels_in++;
        stats->keys_in += c->key_count;
        stats->bytes_in += (new_times ? 4u : 0u) * (size_t)c->key_count;
        stats->bytes_in += (new_values ? 4u * values : 0u) * (size_t)c->key_count;
    }
}

static bool clip_ticks(int32_t *tick, baker *b, uint32_t clip, double seconds)
{
    if (!(fabs(seconds) < 2047))
        return diag_fail(b->d, DIAG_INVALID,
                         "/animations/%u has a key at %.6g s, the limit is 2047 s: shift or cut it",
                         clip, seconds);
    *tick = (int32_t)floor(seconds * BAKE_TICKS_PER_SECOND + 0.5);
    return true;
}

static bool write_clip(clip_sections *out, baker *b, uint32_t clip)
{
    const scene_clip *source = &b->s->clips[clip];
    bake_clip_stats *stats = &b->stats->clips[clip];
    const size_t before = out->keys->count + out->tracks->count + out->clips->count;
    int32_t start = 0, end = 0;
    if (!clip_ticks(&start, b, clip, source->start_s) || !clip_ticks(&end, b, clip, source->end_s))
        return false;
    clip_curves curves = {.size = clip_size(b, clip)};
    double *reach = joint_reach(b, clip, curves.size);
    curves.reach = reach;
    /* A sheared matrix under animation adds up to six constants to each joint. */
    curves.curves = diag_calloc((size_t)source->channel_count + 6 * (size_t)b->joint_count + 1,
                                sizeof *curves.curves);
    const bool ok = gather_curves(&curves, b, clip);
    if (ok) {
        fit_curves(curves.curves, curves.count, b->q16);
        buffer_u32(out->clips, bake_name(b, source->name));
        buffer_i32(out->clips, start);
        buffer_i32(out->clips, end);
        buffer_u32(out->clips, (uint32_t)(out->tracks->count / sizeof(format_track)));
        buffer_u32(out->clips, curves.count);
        put_tracks(out, b, &curves);
    }
    for (uint32_t i = 0; i < curves.count; i++) {
        stats->keys_out += curves.curves[i].kept_count;
        stats->keys_inserted += curves.curves[i].inserted;
        curve_free(&curves.curves[i]);
    }
    stats->name = source->name;
    stats->tracks_out = curves.count;
    stats->bytes_out = out->keys->count + out->tracks->count + out->clips->count - before;
    count_source(stats, b, source);
    free(curves.curves);
    free(reach);
    return ok;
}

bool bake_write_clips(baker *b)
{
    clip_sections out = {0};
    out.clips = blob_section_add(&b->writer, FORMAT_CLIPS, FORMAT_SECTION_REQUIRED);
    out.tracks = blob_section_add(&b->writer, FORMAT_TRACKS, FORMAT_SECTION_REQUIRED);
    out.keys = blob_section_add(&b->writer, FORMAT_KEYS, FORMAT_SECTION_REQUIRED);
    out.pool.buffer = out.keys;
    b->stats->clip_count = b->s->clip_count;
    b->stats->clips = diag_calloc(b->s->clip_count, sizeof *b->stats->clips);
    bool ok = true;
    if (b->s->clip_count > UINT16_MAX)
        ok = diag_fail(b->d, DIAG_INVALID, "%u animations, the limit is %u: split the file",
                       b->s->clip_count, UINT16_MAX);
    for (uint32_t i = 0; ok && i < b->s->clip_count; i++)
        ok = write_clip(&out, b, i);
    pool_free(&out.pool);
    if (ok && out.keys->count > INT32_MAX)
        ok = diag_fail(b->d, DIAG_INVALID, "more than 2^31 bytes of keys: split the file");
    return ok;
}
