/* SPDX-License-Identifier: MIT */
/* Plays every clip in double and notes how far joints and vertices go. */
#include <stdlib.h>
#include <string.h>

#include "bake/internal.h"

#define TIMES_PER_SEGMENT 4u          /* a key and three moments after it */
#define MAX_NODE_SAMPLES 8000000u     /* nodes x moments of one clip: then fewer moments */
#define MAX_VERTEX_SAMPLES 20000000u  /* of the model: then boxes stand for vertices */
#define MAX_CLIP_NODES (1u << 22)     /* clips x nodes */
#define SIZE_FRAMES 12u               /* moments of a clip at which the model's size is measured */
#define UNIFORM 1e-6                  /* relative difference of scales that counts as none */

/// Moments ///////////////////////////////////////////////////////////////////////////////////////

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

bool bake_uses_channel(const baker *b, const scene_channel *channel)
{
    return (channel->path == SCENE_WEIGHTS ? b->mesh_of_node : b->joint_of_node)[channel->node] !=
           BAKE_NONE;
}

/* All key times of a clip in order, each once. */
static double *key_times(uint32_t *count, const baker *b, uint32_t clip)
{
    const scene_clip *source = &b->s->clips[clip];
    size_t total = 0;
    const double *previous = NULL;
    for (uint32_t i = 0; i < source->channel_count; i++)
        total += source->channels[i].key_count;
    double *times = diag_calloc(total, sizeof *times);
    size_t filled = 0;
    for (uint32_t i = 0; i < source->channel_count; i++) {
        const scene_channel *channel = &source->channels[i];
        if (!bake_uses_channel(b, channel) || channel->times == previous)
            continue;
        previous = channel->times;
        memcpy(times + filled, channel->times, channel->key_count * sizeof *times);
        filled += channel->key_count;
    }
    qsort(times, filled, sizeof *times, compare_doubles);
    uint32_t kept = 0;
    for (size_t i = 0; i < filled; i++)
        if (kept == 0 || times[i] > times[kept - 1])
            times[kept++] = times[i];
    *count = kept;
    return times;
}

double *bake_frame_times(uint32_t *count, const baker *b, uint32_t clip)
{
    uint32_t key_count;
    double *keys = key_times(&key_count, b, clip);
    const uint64_t most = MAX_NODE_SAMPLES / (b->s->node_count + 1) + 2;
    uint32_t parts = TIMES_PER_SEGMENT;
    while (parts > 1 && (uint64_t)key_count * parts > most)
        parts--;
    const uint32_t stride = (uint32_t)(key_count / most + 1);
    double *times = diag_calloc((size_t)key_count * parts, sizeof *times);
    uint32_t filled = 0;
    for (uint32_t i = 0; i < key_count; i += stride) {
        times[filled++] = keys[i];
        for (uint32_t p = 1; p < parts && i + 1 < key_count; p++)
            times[filled++] = keys[i] + (keys[i + 1] - keys[i]) * p / parts;
    }
    free(keys);
    *count = filled;
    return times;
}

/// Joints ////////////////////////////////////////////////////////////////////////////////////////

static double largest_of(const double *v, int count)
{
    double largest = 0;
    for (int i = 0; i < count; i++)
        largest = fmax(largest, fabs(v[i]));
    return largest;
}

static void note_local(bake_range *range, const double t[3], const double s[3])
{
    range->translation = fmax(range->translation, largest_of(t, 3));
    range->scale = fmax(range->scale, largest_of(s, 3));
}

static bool same_scale(const double a[3], const double b[3])
{
    for (int i = 0; i < 3; i++)
        if (fabs(a[i] - b[i]) > UNIFORM * fabs(b[i]))
            return false;
    return true;
}

static void note_joints(baker *b, bake_range *ranges, const mat34 *globals, const eval_pose *pose)
{
    for (uint32_t i = 0; i < b->joint_count; i++) {
        bake_joint *joint = &b->joints[i];
        bake_range *range = &ranges[i];
        const double origin[3] = {globals[i].m[0][3], globals[i].m[1][3], globals[i].m[2][3]};
        range->norm = fmax(range->norm, matrix_norm(&globals[i]));
        range->origin = fmax(range->origin, largest_of(origin, 3));
        const bake_trs identity = trs_identity();
        const bool helper = joint->node == BAKE_NONE;
        const eval_local *local = &pose->locals[helper ? b->joints[i + 1].node : joint->node];
        const double *t = local->t, *s = local->s;
        if (local->has_matrix) {
            t = joint->rest.t;
            s = joint->rest.s;
        } else if (helper) { /* a clip replaces the matrix that it is half of */
            t = identity.t;
            s = identity.s;
        }
        note_local(range, t, s);
        joint->scale_moves |= !same_scale(s, joint->rest.s);
    }
}

/* Bezier control points reach further than the curve, and they are what is stored. */
static void note_control_points(baker *b, bake_range *ranges, const scene_clip *clip)
{
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        const scene_channel *c = &clip->channels[i];
        if (!bake_uses_channel(b, c) || c->interpolation != SCENE_CUBICSPLINE ||
            (c->path != SCENE_SCALE && c->path != SCENE_TRANSLATION))
            continue;
        bake_range *range = &ranges[b->joint_of_node[c->node]];
        double *limit = c->path == SCENE_SCALE ? &range->scale : &range->translation;
        for (uint32_t k = 0; k < c->key_count; k++) {
            const double *key = c->values + 9 * (size_t)k;
            const double before = k > 0 ? c->times[k] - c->times[k - 1] : 0;
            const double after = k + 1 < c->key_count ? c->times[k + 1] - c->times[k] : 0;
            for (int a = 0; a < 3; a++) {
                *limit = fmax(*limit, fabs(key[3 + a] - key[a] * before / 3));
                *limit = fmax(*limit, fabs(key[3 + a] + key[6 + a] * after / 3));
            }
        }
    }
}

/// Vertices //////////////////////////////////////////////////////////////////////////////////////

/* No vertex goes further than the corners of its entries' boxes. */
static double bound_of_boxes(const baker *b, const mat34 *globals)
{
    double bound = 0;
    for (uint32_t i = 0; i < b->skin_count; i++) {
        for (uint32_t k = 0; k < b->skins[i].entry_count; k++) {
            const bake_entry *entry = &b->skins[i].entries[k];
            if (entry->vertex_count == 0)
                continue;
            const mat34 m = mat34_mul(&globals[entry->joint], &entry->inverse_bind);
            for (int r = 0; r < 3; r++) {
                double low = m.m[r][3], high = m.m[r][3];
                for (int c = 0; c < 3; c++) {
                    const double x = m.m[r][c] * entry->low[c], y = m.m[r][c] * entry->high[c];
                    low += fmin(x, y);
                    high += fmax(x, y);
                }
                bound = fmax(bound, fmax(fabs(low), fabs(high)));
            }
        }
    }
    return bound;
}

/* Size of the model in a pose, as interfaces.md defines it; *largest takes the coordinates in. */
static double measure_vertices(double *largest, const baker *b, const eval_pose *pose)
{
    double low[3] = {0}, high[3] = {0};
    bool first = true;
    for (uint32_t i = 0; i < b->s->instance_count; i++) {
        const scene_instance *instance = &b->s->instances[i];
        const uint32_t count = scene_instance_primitive(b->s, instance)->vertex_count;
        double(*positions)[3] = diag_calloc(count, sizeof *positions);
        eval_instance(positions, NULL, NULL, b->s, pose, instance,
                      EVAL_UNIT_ROTATIONS | EVAL_UNIT_WEIGHTS);
        for (uint32_t v = 0; v < count; v++) {
            for (int c = 0; c < 3; c++) {
                low[c] = first || positions[v][c] < low[c] ? positions[v][c] : low[c];
                high[c] = first || positions[v][c] > high[c] ? positions[v][c] : high[c];
            }
            first = false;
        }
        free(positions);
    }
    double squares = 0, reach = 0;
    for (int c = 0; c < 3; c++) {
        squares += (high[c] - low[c]) * (high[c] - low[c]);
        reach = fmax(reach, fmax(fabs(low[c]), fabs(high[c])));
    }
    *largest = fmax(*largest, reach);
    return fmax(sqrt(squares), reach / 16);
}

/* What measure_vertices costs: vertices and their deltas. */
static uint64_t vertex_cost(const baker *b)
{
    uint64_t cost = 0;
    for (uint32_t i = 0; i < b->mesh_count; i++)
        cost += (uint64_t)b->meshes[i].vertices_in * (1u + b->meshes[i].target_count);
    return cost;
}

/* The power of two above x. */
static double next_power(double x)
{
    return ldexp(1, bake_exponent(x));
}

/// All of it /////////////////////////////////////////////////////////////////////////////////////

static void set_uniform(baker *b)
{
    for (uint32_t i = 0; i < b->joint_count; i++) {
        bake_joint *joint = &b->joints[i];
        const double *s = joint->rest.s, largest = largest_of(s, 3);
        const double alike[3] = {fabs(s[0]), fabs(s[1]), fabs(s[2])};
        joint->uniform_chain = same_scale(alike, (double[3]){largest, largest, largest});
    }
}

static void spread_uniform(baker *b)
{
    for (uint32_t i = 0; i < b->joint_count; i++) {
        bake_joint *joint = &b->joints[i];
        joint->uniform_chain &= !joint->scale_moves;
        if (joint->parent != BAKE_NONE && !b->joints[joint->parent].uniform_chain)
            joint->uniform_chain = false;
    }
}

static void measure_clip(baker *b, eval_pose *pose, mat34 *globals, uint32_t clip,
                         uint64_t *samples)
{
    bake_range *ranges = b->ranges + (size_t)(clip + 1) * b->joint_count;
    double *size = &b->sizes[clip + 1];
    uint32_t count;
    double *times = bake_frame_times(&count, b, clip);
    memcpy(ranges, b->ranges, b->joint_count * sizeof *ranges);
    *size = b->sizes[0];
    for (uint32_t i = 0; i < count; i++) {
        eval_pose_sample(pose, b->s, clip, times[i], EVAL_UNIT_ROTATIONS);
        bake_joint_globals(globals, b, pose);
        note_joints(b, ranges, globals, pose);
        bake_lean_note(b, globals);
        const double bound = bound_of_boxes(b, globals);
        const bool for_size = i % (count / SIZE_FRAMES + 1) == 0;
        if (*samples > MAX_VERTEX_SAMPLES) {
            b->largest = fmax(b->largest, bound);
        } else if (for_size || bound >= next_power(b->largest)) {
            *samples += vertex_cost(b);
            *size = fmin(*size, measure_vertices(&b->largest, b, pose));
        }
    }
    free(times);
    note_control_points(b, ranges, &b->s->clips[clip]);
}

bool bake_motion(baker *b)
{
    const size_t moments = (size_t)b->s->clip_count + 1;
    if (moments * b->s->node_count > MAX_CLIP_NODES)
        return diag_fail(b->d, DIAG_INVALID,
                         "%u animations of %u nodes are too many, /animations, split the file",
                         b->s->clip_count, b->s->node_count);
    b->ranges = diag_calloc(moments * b->joint_count, sizeof *b->ranges);
    b->sizes = diag_calloc(moments, sizeof *b->sizes);
    mat34 *globals = diag_calloc(b->joint_count, sizeof *globals);
    uint64_t samples = 0;
    set_uniform(b);
    eval_pose pose;
    eval_pose_init(&pose, b->s);
    eval_pose_sample(&pose, b->s, EVAL_REST, 0, EVAL_UNIT_ROTATIONS);
    bake_joint_globals(globals, b, &pose);
    note_joints(b, b->ranges, globals, &pose);
    bake_lean_begin(b);
    bake_lean_note(b, globals);
    b->sizes[0] = measure_vertices(&b->largest, b, &pose);
    for (uint32_t i = 0; i < b->s->clip_count; i++)
        measure_clip(b, &pose, globals, i, &samples);
    spread_uniform(b);
    eval_pose_free(&pose);
    free(globals);

    b->stats->model_size = b->sizes[0];
    for (size_t i = 1; i < moments; i++)
        b->stats->model_size = fmin(b->stats->model_size, b->sizes[i]);
    return true;
}
