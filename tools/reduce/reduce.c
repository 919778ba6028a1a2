/* SPDX-License-Identifier: MIT */
/* Runs the steps that reduce a scene and measures what they cost. */
#include "reduce/reduce.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reduce/fold.h"
#include "scene/eval.h"
#include "scene/moments.h"

#define MOMENTS 256u /* of all clips; joints and weights are chosen by them */
#define MOST_COMPARED ((uint64_t)20000000u) /* vertices, for all moments together */
#define FEWEST_MOMENTS 3u                   /* of a clip */
#define USUAL_MOMENTS 200u
#define NAMES_TOLD 6u
#define ROOM                                                                                       \
    0.94 /* the part of --volume that fitting may use: moments that it has not seen may be worse */

/* How closely new keys follow the motion of a folded joint's children: to an eighth of plan.off, taken as
 * radians, within these bounds. Finer keys would make up most of the blob. */
#define FINEST_TRACK 1e-4
#define COARSEST_TRACK 1e-2

/// What it costs /////////////////////////////////////////////////////////////////////////////////

/* How two scenes, or ways of skinning, are compared. */
typedef struct comparison {
    const scene *before, *after;
    unsigned flags[2];
} comparison;

/* Compares both in one pose. *stats keeps, over all calls, the vertex that is furthest off relative to the
 * model's size in its pose. */
static void compare_at(reduce_stats *stats, const comparison *of, eval_pose poses[2], uint32_t clip,
                       double time_s)
{
    const unsigned *flags = of->flags;
    const scene *before = of->before, *after = of->after;
    reduce_stats here = *stats;
    here.units = 0;
    here.clip = clip;
    here.time_s = time_s;
    box3 box = box3_empty();
    eval_pose_sample(&poses[0], before, clip, time_s, flags[0]);
    eval_pose_sample(&poses[1], after, clip, time_s, flags[1]);
    for (uint32_t i = 0; i < before->instance_count; i++) {
        const scene_instance *instance = &before->instances[i];
        const uint32_t count = scene_instance_primitive(before, instance)->vertex_count;
        FREED double(*was)[3] = diag_calloc(count, sizeof *was);
        FREED double(*is)[3] = diag_calloc(count, sizeof *is);
        eval_instance(was, NULL, NULL, before, &poses[0], instance, flags[0]);
        eval_instance(is, NULL, NULL, after, &poses[1], &after->instances[i], flags[1]);
        for (uint32_t v = 0; v < count; v++) {
            box3_add(&box, was[v]);
            for (int c = 0; c < 3; c++) {
                if (!(fabs(is[v][c] - was[v][c]) > here.units))
                    continue;
                here.units = fabs(is[v][c] - was[v][c]);
                here.node = instance->node;
                here.primitive = instance->primitive;
                here.vertex = v;
            }
        }
    }
    const double size = box3_size(&box);
    here.relative = size > 0 ? here.units / size : 0;
    if (here.relative > stats->relative)
        *stats = here;
}

static void compare(reduce_stats *stats, const scene *before, const scene *after, unsigned was,
                    unsigned is)
{
    const unsigned unit = EVAL_UNIT_ROTATIONS | EVAL_UNIT_WEIGHTS;
    const comparison of = {before, after, {unit | was, unit | is}};
    uint64_t vertices = 1;
    for (uint32_t i = 0; i < before->instance_count; i++) {
        const scene_primitive *p = scene_instance_primitive(before, &before->instances[i]);
        vertices += (uint64_t)p->vertex_count * (1 + p->target_count);
    }
    uint64_t moments = MOST_COMPARED / vertices / (before->clip_count + 1u);
    moments = moments < FEWEST_MOMENTS ? FEWEST_MOMENTS : moments;
    eval_pose poses[2];
    eval_pose_init(&poses[0], before);
    eval_pose_init(&poses[1], after);
    stats->clip = EVAL_REST;
    compare_at(stats, &of, poses, EVAL_REST, 0);
    for (uint32_t clip = 0; clip < before->clip_count; clip++) {
        uint32_t count;
        FREED double *times =
            scene_moments(&count, before, clip, moments < USUAL_MOMENTS ? (uint32_t)moments : 0);
        for (uint32_t i = 0; i < count; i++)
            compare_at(stats, &of, poses, clip, times[i]);
    }
    eval_pose_free(&poses[0]);
    eval_pose_free(&poses[1]);
}

/// The scene /////////////////////////////////////////////////////////////////////////////////////

static void *copy_table(scene *s, const void *table, size_t count, size_t size, size_t room)
{
    void *copy = scene_alloc(s, count + room, size);
    if (count > 0)
        memcpy(copy, table, count * size);
    return copy;
}

/* Copies the scene's tables so that they can be changed; the arrays they point to stay shared. */
static void copy_tables(scene *s)
{
    s->nodes = copy_table(s, s->nodes, s->node_count, sizeof *s->nodes, 0);
    s->skins = copy_table(s, s->skins, s->skin_count, sizeof *s->skins, 0);
    s->meshes = copy_table(s, s->meshes, s->mesh_count, sizeof *s->meshes, s->instance_count);
    s->clips = copy_table(s, s->clips, s->clip_count, sizeof *s->clips, 0);
    s->instances = copy_table(s, s->instances, s->instance_count, sizeof *s->instances, 0);
}

/* Whether the scene is still finite, as its readers rely on: products of matrices may overflow. */
static bool is_finite(const scene *s)
{
    bool ok = true;
    for (uint32_t i = 0; i < s->node_count; i++)
        ok &= vec_within(s->nodes[i].local.trs.t, 3, DBL_MAX) &&
              vec_within(s->nodes[i].local.trs.r, 4, DBL_MAX) &&
              vec_within(s->nodes[i].local.trs.s, 3, DBL_MAX) &&
              vec_within(s->nodes[i].local.matrix.m[0], 12, DBL_MAX);
    for (uint32_t i = 0; i < s->skin_count; i++)
        for (uint32_t k = 0; k < s->skins[i].joint_count; k++)
            ok &= vec_within(s->skins[i].inverse_binds[k].m[0], 12, DBL_MAX);
    for (uint32_t i = 0; i < s->clip_count; i++) {
        for (uint32_t k = 0; k < s->clips[i].channel_count; k++) {
            const scene_channel *channel = &s->clips[i].channels[k];
            const size_t values = (size_t)channel->key_count * scene_key_values(channel);
            ok &= vec_within(channel->values, values * channel->width, DBL_MAX);
        }
    }
    return ok;
}

/* Folds joints, and refits the weights of vertices, in a scene whose samples are taken. */
static bool fold_and_refit(reduce_stats *stats, scene *s, const scene_samples *samples,
                           const reduce_options *options, region *memory, diag *d)
{
    const uint32_t most = options->influences == 0 ? PELT_MAX_INFLUENCES : options->influences;
    uint32_t **of_joint = NULL;
    fold_plan plan = {0};
    if (options->joints > 0) {
        if (!fold_choose(&plan, memory, samples, options->joints, d))
            return false;
        stats->joints_before = plan.before;
        stats->joints_after = plan.after;
        stats->folded_count = plan.folded_count;
        stats->folded = scene_alloc(s, plan.folded_count, sizeof *stats->folded);
        memcpy(stats->folded, plan.folded, plan.folded_count * sizeof *stats->folded);
    }
    if (plan.folded_count == 0 && options->influences == 0)
        return true;
    copy_tables(s);
    if (plan.folded_count > 0) {
        of_joint = region_calloc(memory, s->skin_count, sizeof *of_joint);
        for (uint32_t i = 0; i < s->skin_count; i++)
            of_joint[i] = fold_skin(s, memory, samples, i, plan.into);
        tracks_refit(s, samples->s, plan.into,
                     fmin(fmax(plan.off / 8, FINEST_TRACK), COARSEST_TRACK), memory);
    }
    vertices_refit(s, &stats->vertices_fitted, samples, of_joint, plan.into, most);
    if (!scene_is_within(s))
        return diag_fail(d, DIAG_INVALID,
                         "the reduced character needs more than %zu bytes, /meshes, split the "
                         "asset",
                         SCENE_MAX_BYTES);
    return is_finite(s) || diag_fail(d, DIAG_INVALID,
                                     "joints cannot be folded, /nodes, their transforms multiply "
                                     "to numbers beyond all bounds");
}

/* What --joints and --influences ask for. */
static bool reduce_joints(reduce_stats *stats, scene *s, const reduce_options *options, diag *d)
{
    if (options->joints == 0 && options->influences == 0)
        return true;
    scene before = *s; /* its arrays live as long as *s */
    region memory = {0};
    FREED_BY(samples_free) scene_samples samples;
    samples_make(&samples, &before, MOMENTS);
    const bool ok = fold_and_refit(stats, s, &samples, options, &memory, d);
    region_free(&memory);
    if (ok) {
        compare(stats, &before, s, 0, 0);
        return true;
    }
    before.memory = s->memory; /* includes the new memory */
    *s = before;
    return false;
}

/* Does what --volume asks for. Of its distance the bake's own --error is set aside, but half of it at most. */
static bool add_volume(volume_stats *out, scene *s, const reduce_options *options, diag *d)
{
    const scene before = *s;
    reduce_stats measured = {0};
    copy_tables(s);
    volume_fit(out, s, &before, ROOM * options->volume - fmin(options->error, options->volume / 2),
               options->influences == 0 ? PELT_MAX_INFLUENCES : options->influences);
    s->volume = options->volume;
    compare(&measured, s, s, EVAL_DUAL, EVAL_FORMER);
    out->before = measured.relative;
    return scene_is_within(s) ||
           diag_fail(d, DIAG_INVALID,
                     "the character with in-betweens needs more than %zu bytes, /meshes, leave out "
                     "--volume",
                     SCENE_MAX_BYTES);
}

bool reduce_scene(reduce_stats *stats, scene *s, const reduce_options *options, diag *d)
{
    *stats = (reduce_stats){0};
    if (!reduce_joints(stats, s, options, d))
        return false;
    if (options->triangles > 0)
        simplify(&stats->triangles, s, options->triangles);
    if (options->levels > 0)
        simplify_levels(stats->levels, s, options->levels);
    return options->volume == 0 || add_volume(&stats->volume, s, options, d);
}

/// The notes /////////////////////////////////////////////////////////////////////////////////////

void reduce_tell(const reduce_stats *stats, const scene *s, const reduce_options *options,
                 const char *file)
{
    const simplify_stats *triangles = &stats->triangles;
    if (triangles->after < triangles->before)
        diag_warn(file,
                  "%" PRIu64 " of %" PRIu64 " triangles are left; the surface is up to %.2g of the "
                  "model's size from the source's vertices, %.2g in the mean%s",
                  triangles->after, triangles->before, triangles->largest, triangles->mean,
                  triangles->after > options->triangles ? "; no more can go" : "");
    if (s->level_count < options->levels)
        diag_warn(file, "no more triangles can go: levels of detail are left out, %u of %u stay",
                  s->level_count, options->levels);
    if (options->joints == 0 && options->influences == 0)
        return;
    if (stats->folded_count == 0 && stats->vertices_fitted == 0) {
        diag_warn(file, "there are no more joints and influences than asked for, nothing is lost");
        return;
    }
    if (stats->folded_count > 0) {
        char names[NAMES_TOLD * (DIAG_NAME_BYTES + 2)] = "";
        size_t length = 0;
        for (uint32_t i = 0; i < stats->folded_count && i < NAMES_TOLD; i++) {
            const char *name = diag_name(s->nodes[stats->folded[i]].name);
            char number[24];
            snprintf(number, sizeof number, "node %u", stats->folded[i]);
            length += (size_t)snprintf(names + length, sizeof names - length, "%s%s",
                                       i > 0 ? ", " : "", name[0] == '\0' ? number : name);
        }
        diag_warn(file,
                  "%u of %u joints were folded into their parents, the least important first: %s%s",
                  stats->joints_before - stats->joints_after, stats->joints_before, names,
                  stats->folded_count > NAMES_TOLD ? ", ..." : "");
    }
    char when[64] = "in the rest pose";
    if (stats->clip != EVAL_REST)
        snprintf(when, sizeof when, "in clip %u at %.6g s", s->clips[stats->clip].index,
                 stats->time_s);
    diag_warn(file,
              "the influences of %u vertices were changed; vertices move by up to %.2g of the "
              "model's size (%.3g units: /nodes/%u primitive %u vertex %u %s)",
              stats->vertices_fitted, stats->relative, stats->units, stats->node, stats->primitive,
              stats->vertex, when);
}
