/* SPDX-License-Identifier: MIT */
/* Plays every clip in double precision and records the extremes of joints and vertices. */
#include "bake/model.h"

#include <string.h>

#include "common/progress.h"
#include "scene/channel.h"
#include "scene/moments.h"

#define MAX_VERTEX_SAMPLES                                                                         \
    20000000u /* of the model; beyond this, boxes are measured instead of vertices */
#define MAX_CLIP_NODES (1u << 22) /* clips x nodes */
#define SIZE_FRAMES 12u           /* moments of a clip at which the model's size is measured */
#define UNIFORM 1e-6              /* relative difference below which scales count as equal */
/* The largest number in a pose: lengths are roots of sums of squares and determinants are cubes,
 * and both have to stay within double (1e308). */
#define LARGEST 1e100

/* The state that the functions of this file share. */
typedef struct survey {
    bake_model *m;
    lean_probe *lean; /* NULL unless the bake is lean */
    eval_pose pose;
    mat34 *globals;   /* [joint_count], of the pose */
    uint64_t samples; /* of vertices, so far */
} survey;

/// Joints ////////////////////////////////////////////////////////////////////////////////////////

static bool same_scale(const double a[3], const double b[3])
{
    for (int i = 0; i < 3; i++)
        if (fabs(a[i] - b[i]) > UNIFORM * fabs(b[i]))
            return false;
    return true;
}

/* Finds the joint's own translation and scale in the pose. */
static void local_of(const double **t, const double **scale, const survey *p, uint32_t joint)
{
    static const trs identity = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
    const bool helper = p->m->joints.joints[joint].node == BAKE_NONE;
    const scene_local *local = &p->pose.locals[joints_node(&p->m->joints, joint)];
    const trs *rest = &p->m->joints.rest[joint];
    /* While a clip replaces a node's matrix, its helper, which is half of it, is the identity. */
    const trs *instead = local->has_matrix ? rest : helper ? &identity : NULL;
    *t = instead != NULL ? instead->t : local->trs.t;
    *scale = instead != NULL ? instead->s : local->trs.s;
}

static bool out_of_range(const survey *p, const char *what, uint32_t joint)
{
    return diag_fail(p->m->job.d, DIAG_INVALID,
                     "%s beyond %g, /nodes/%u, bring the model to one scale", what, LARGEST,
                     joints_node(&p->m->joints, joint));
}

static bool note_joints(bake_range *ranges, const survey *p)
{
    for (uint32_t i = 0; i < p->m->joints.count; i++) {
        bake_range *range = &ranges[i];
        const mat34 *global = &p->globals[i];
        const double origin[3] = {global->m[0][3], global->m[1][3], global->m[2][3]};
        const double *t, *scale;
        local_of(&t, &scale, p, i);
        if (!vec_within(t, 3, LARGEST) || !vec_within(scale, 3, LARGEST) ||
            !vec_within(global->m[0], 12, LARGEST))
            return out_of_range(p, "the node's transform goes", i);
        range->norm = fmax(range->norm, matrix_norm(global));
        range->origin = fmax(range->origin, vec_largest(origin, 3));
        range->translation = fmax(range->translation, vec_largest(t, 3));
        range->scale = fmax(range->scale, vec_largest(scale, 3));
        p->m->extremes.scale_moves[i] |= !same_scale(scale, p->m->joints.rest[i].s);
    }
    return true;
}

/* Bezier control points, which are stored, reach further than the curve. */
static void note_control_points(bake_range *ranges, const survey *p, const scene_clip *clip)
{
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        const scene_channel *c = &clip->channels[i];
        if (!channel_is_used(p->m, c) || c->interpolation != SCENE_CUBICSPLINE ||
            (c->path != SCENE_SCALE && c->path != SCENE_TRANSLATION))
            continue;
        bake_range *range = &ranges[p->m->joints.of_node[c->node]];
        double *limit = c->path == SCENE_SCALE ? &range->scale : &range->translation;
        for (uint32_t k = 0; k < c->key_count; k++) {
            double points[6];
            channel_bezier(points, points + 3, c, k);
            *limit = fmax(*limit, vec_largest(points, 6));
        }
    }
}

/// Vertices //////////////////////////////////////////////////////////////////////////////////////

/* The distance that no vertex of the entry exceeds, from the corners of its box. */
static double bound_of_entry(const bake_entry *entry, const mat34 *globals)
{
    double bound = 0;
    const mat34 m = mat34_mul(&globals[entry->joint], &entry->inverse_bind);
    for (int r = 0; r < 3; r++) {
        double low = m.m[r][3], high = m.m[r][3];
        for (int c = 0; c < 3; c++) {
            const double x = m.m[r][c] * entry->box.low[c], y = m.m[r][c] * entry->box.high[c];
            low += fmin(x, y);
            high += fmax(x, y);
        }
        bound = fmax(bound, fmax(fabs(low), fabs(high)));
    }
    return bound;
}

/* The distance that no vertex exceeds. Returns false with a message if a vertex may leave the
 * range. */
static bool bound_of_boxes(double *bound, const survey *p)
{
    *bound = 0;
    for (uint32_t i = 0; i < p->m->skins.entry_count; i++) {
        const bake_entry *entry = &p->m->skins.entries[i];
        if (entry->vertex_count == 0)
            continue;
        const double most = bound_of_entry(entry, p->globals);
        if (!(most <= LARGEST))
            return out_of_range(p, "vertices go", entry->joint);
        *bound = fmax(*bound, most);
    }
    return true;
}

/* Returns the size of the model in the pose and extends *largest by its coordinates. */
static double measure_vertices(double *largest, const survey *p)
{
    const scene *s = p->m->job.scene;
    box3 box = box3_empty();
    for (uint32_t i = 0; i < s->instance_count; i++)
        eval_extend_box(&box, s, &p->pose, &s->instances[i],
                        EVAL_UNIT_ROTATIONS | EVAL_UNIT_WEIGHTS);
    *largest = fmax(*largest, box3_reach(&box));
    return box3_size(&box);
}

/* The cost of measure_vertices: the number of vertices and deltas. */
static uint64_t vertex_cost(const bake_meshes *meshes)
{
    uint64_t cost = 0;
    for (uint32_t i = 0; i < meshes->count; i++)
        cost += (uint64_t)meshes->meshes[i].vertices_in * (1u + meshes->meshes[i].target_count);
    return cost;
}

/// Moments ///////////////////////////////////////////////////////////////////////////////////////

#define TIMES_PER_SEGMENT 4u /* a key and three moments after it */
#define MAX_NODE_SAMPLES                                                                           \
    8000000u /* nodes x moments of one clip; beyond this there are fewer moments */

/* All key times of a clip in ascending order, each once. */
static double *key_times(uint32_t *count, const survey *p, uint32_t clip)
{
    const scene_clip *source = &p->m->job.scene->clips[clip];
    size_t total = 0;
    const double *previous = NULL;
    for (uint32_t i = 0; i < source->channel_count; i++)
        total += source->channels[i].key_count;
    double *times = diag_calloc(total, sizeof *times);
    size_t filled = 0;
    for (uint32_t i = 0; i < source->channel_count; i++) {
        const scene_channel *channel = &source->channels[i];
        if (!channel_is_used(p->m, channel) || channel->times == previous)
            continue;
        previous = channel->times;
        memcpy(times + filled, channel->times, channel->key_count * sizeof *times);
        filled += channel->key_count;
    }
    *count = scene_sort_times(times, (uint32_t)filled);
    return times;
}

/* All key times of channels that move something in the blob, and points between them, in glTF
 * seconds; free() them. */
static double *key_moments(uint32_t *count, const survey *p, uint32_t clip)
{
    uint32_t key_count;
    FREED double *keys = key_times(&key_count, p, clip);
    const uint64_t most = MAX_NODE_SAMPLES / (p->m->job.scene->node_count + 1) + 2;
    uint32_t parts = TIMES_PER_SEGMENT;
    while (parts > 1 && (uint64_t)key_count * parts > most)
        parts--;
    const uint32_t stride = (uint32_t)(key_count / most + 1);
    double *times = diag_calloc((size_t)key_count * parts, sizeof *times);
    uint32_t filled = 0;
    for (uint32_t i = 0; i < key_count; i += stride) {
        times[filled++] = keys[i];
        for (uint32_t n = 1; n < parts && i + 1 < key_count; n++)
            times[filled++] = keys[i] + (keys[i + 1] - keys[i]) * n / parts;
    }
    *count = filled;
    return times;
}

/// The survey ////////////////////////////////////////////////////////////////////////////////////

/* Records a pose, and sets *bound, beyond which no vertex lies. Returns false with a message if a
 * number leaves the range. */
static bool note_pose(bake_range *ranges, double *bound, survey *p, uint32_t clip, double time_s)
{
    eval_pose_sample(&p->pose, p->m->job.scene, clip, time_s, EVAL_UNIT_ROTATIONS);
    joints_globals(p->globals, &p->m->joints, &p->pose);
    if (!note_joints(ranges, p) || !bound_of_boxes(bound, p))
        return false;
    if (p->lean != NULL)
        lean_note(p->m, p->lean, p->globals);
    return true;
}

/* Measures a clip: extends the `ranges` of the rest pose, and lowers its *size to the model's smallest. */
static bool measure_clip(bake_range *ranges, double *size, survey *p, uint32_t clip)
{
    uint32_t count;
    FREED double *times = key_moments(&count, p, clip);
    double *largest = &p->m->extremes.largest, bound;
    for (uint32_t i = 0; i < count; i++) {
        progress_within(i, count);
        if (!note_pose(ranges, &bound, p, clip, times[i]))
            return false;
        const bool for_size = i % (count / SIZE_FRAMES + 1) == 0;
        if (p->samples > MAX_VERTEX_SAMPLES) {
            *largest = fmax(*largest, bound);
        } else if (for_size || bound >= ldexp(1, binary_exponent(*largest))) {
            p->samples += vertex_cost(&p->m->meshes);
            *size = fmin(*size, measure_vertices(largest, p));
        }
    }
    note_control_points(ranges, p, &p->m->job.scene->clips[clip]);
    return true;
}

static void note_whole(bake_range *whole, const bake_range *ranges, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        whole[i].norm = fmax(whole[i].norm, ranges[i].norm);
        whole[i].origin = fmax(whole[i].origin, ranges[i].origin);
        whole[i].translation = fmax(whole[i].translation, ranges[i].translation);
        whole[i].scale = fmax(whole[i].scale, ranges[i].scale);
    }
}

static void set_uniform(bake_model *m)
{
    bool *uniform = m->extremes.uniform_chain;
    for (uint32_t i = 0; i < m->joints.count; i++) {
        const double *s = m->joints.rest[i].s, largest = vec_largest(s, 3);
        const double alike[3] = {fabs(s[0]), fabs(s[1]), fabs(s[2])};
        const uint32_t parent = m->joints.joints[i].parent;
        m->extremes.any_scale_moves |= m->extremes.scale_moves[i];
        uniform[i] = same_scale(alike, (double[3]){largest, largest, largest}) &&
                     !m->extremes.scale_moves[i] && (parent == BAKE_NONE || uniform[parent]);
    }
}

static bool play_all(survey *p, bake_range *rest)
{
    bake_extremes *out = &p->m->extremes;
    const uint32_t joint_count = p->m->joints.count, clip_count = p->m->job.scene->clip_count;
    double bound;
    if (!note_pose(rest, &bound, p, EVAL_REST, 0))
        return false;
    note_whole(out->whole, rest, joint_count);
    const double rest_size = measure_vertices(&out->largest, p);
    out->model_size = out->largest_size = rest_size;
    for (uint32_t i = 0; i < clip_count; i++) {
        bake_range *ranges = extremes_in_clip(p->m, i);
        memcpy(ranges, rest, joint_count * sizeof *ranges);
        out->sizes[i] = rest_size;
        progress("playing clips", i, clip_count);
        if (!measure_clip(ranges, &out->sizes[i], p, i))
            return false;
        out->model_size = fmin(out->model_size, out->sizes[i]);
        out->largest_size = fmax(out->largest_size, out->sizes[i]);
        note_whole(out->whole, ranges, joint_count);
    }
    return true;
}

bool extremes_make(bake_model *m)
{
    const scene *s = m->job.scene;
    bake_extremes *out = &m->extremes;
    if (((size_t)s->clip_count + 1) * s->node_count > MAX_CLIP_NODES)
        return diag_fail(m->job.d, DIAG_INVALID,
                         "%u animations of %u nodes are too many, /animations, split the file",
                         s->clip_count, s->node_count);
    const uint32_t joint_count = m->joints.count, clip_count = s->clip_count;
    FREED_BY(region_free) region memory = {0};
    survey p = {.m = m, .globals = region_calloc(&memory, joint_count, sizeof *p.globals)};
    p.lean = m->job.traits->lean ? lean_probe_make(&memory, m) : NULL;
    out->in_clip = job_calloc(&m->job, (size_t)clip_count * joint_count, sizeof *out->in_clip);
    out->whole = job_calloc(&m->job, joint_count, sizeof *out->whole);
    out->sizes = job_calloc(&m->job, clip_count, sizeof *out->sizes);
    out->scale_moves = job_calloc(&m->job, joint_count, sizeof *out->scale_moves);
    out->uniform_chain = job_calloc(&m->job, joint_count, sizeof *out->uniform_chain);
    eval_pose_init(&p.pose, s);
    const bool ok = play_all(&p, region_calloc(&memory, joint_count, sizeof *out->whole));
    set_uniform(m);
    eval_pose_free(&p.pose);
    return ok;
}
