/* SPDX-License-Identifier: MIT */
/* Repairs, drops and refits the weights of vertices. */
#include "bake/shape/meshes.h"

#include <string.h>

#include "reduce/fitter.h"
#include "scene/between.h"

/* Sums that differ from one by less are not repaired. 8-bit weights, the coarsest in files, differ
 * by 1/255 or nothing. */
#define SUM_TOLERANCE 1e-5

#define MOMENTS 192u /* of all clips; weights are judged in these poses */

/* Limits for weights that are dropped as too small. Clips show only a few of the poses that a
 * program makes with blends, aims and limbs. Therefore a dropped weight must also be small enough
 * in any pose in which the joints of a vertex turn by 90 degrees against each other: it then moves
 * the vertex by at most its weight times sqrt(2) times the distance from the joints' origins.
 * FREE_TURN is how many times E that may be. Normals and tangents may turn by DIRECTION_TURN times
 * E in radians, at most MOST_TURN, half a degree. As a matrix of turns changes by at most sqrt(2)
 * times the weight that moves, that bounds the weight. */
#define FREE_TURN 4.0
#define DIRECTION_TURN 32.0
#define MOST_TURN (1.0 / 128)

static double most_turn(const bake_job *job)
{
    return fmin(MOST_TURN, DIRECTION_TURN * job->budget.error);
}

/* The largest part of a vertex's weight that may move from some joints to others. */
static double most_moved(const bake_job *job, const fitter *f, const influence *pairs,
                         uint32_t count, const double position[3])
{
    double at[3], lever = 0;
    mat34_point(at, &f->palettes[0][pairs[0].joint], position);
    for (uint32_t i = 0; i < count; i++) {
        const mat34 *global =
            samples_global(f->samples, 0, f->before->joints[skin_joint(f->before, pairs[i].joint)]);
        const double origin[3] = {global->m[0][3], global->m[1][3], global->m[2][3]};
        lever = fmax(lever, vec3_distance(at, origin));
    }
    return fmin(most_turn(job),
                FREE_TURN * job->budget.error * f->samples->sizes[0] / (sqrt(2) * lever));
}

/* The weight that moves: half the sum of all changes. */
static double moved(const influence *from, uint32_t from_count, const influence *to,
                    uint32_t to_count)
{
    const double sum = influences_sum(from, from_count);
    double changes = 0;
    for (uint32_t i = 0; i < from_count; i++) {
        double weight = from[i].weight / sum;
        for (uint32_t k = 0; k < to_count; k++)
            weight -= to[k].joint == from[i].joint ? to[k].weight : 0;
        changes += fabs(weight);
    }
    return changes / 2;
}

/* Reduces the influences of a vertex to at most four, none of them too small; returns how many
 * remain. */
static uint32_t drop(influence *pairs, uint32_t count, bake_stats *stats, const bake_job *job,
                     fitter *f, uint32_t vertex)
{
    const double sum = influences_sum(pairs, count);
    const double limit = most_moved(job, f, pairs, count, f->primitive->positions[vertex]);
    double rest = sum;
    bool begun = false;
    for (uint32_t most = 1; most < count; most++) {
        rest -= pairs[most - 1].weight; /* at least this much moves */
        const bool must = most == PELT_MAX_INFLUENCES;
        if (!must && !(rest <= limit * sum))
            continue;
        influence kept[PELT_MAX_INFLUENCES];
        if (!begun)
            fitter_begin(f, vertex, pairs, count);
        begun = true;
        /* If nothing needs to change, nothing does, so that vertices that share weights still
         * do. */
        uint32_t kept_count = most;
        double off = fitter_off(f, f->samples, pairs, most);
        if (off <= job->budget.weights)
            influences_scale(kept, pairs, most);
        else
            kept_count = fitter_fit(kept, &off, f, pairs, count, most);
        if (must) {
            stats->over_four++;
            stats->dropped_shift = fmax(stats->dropped_shift, off);
        } else if (off <= job->budget.weights && moved(pairs, count, kept, kept_count) <= limit &&
                   fitter_turn(f, vertex, pairs, count, kept, kept_count) <= most_turn(job)) {
            stats->influences_too_small += count - kept_count;
        } else {
            continue;
        }
        memcpy(pairs, kept, kept_count * sizeof *kept);
        return kept_count;
    }
    return count;
}

void weights_take(bake_influences *out, bake_stats *stats, scene_samples *samples,
                  const bake_job *job, const scene_instance *instance)
{
    const scene_primitive *source = scene_instance_primitive(job->scene, instance);
    fitter f = {0};
    influence pairs[SCENE_MAX_INFLUENCES];
    for (uint32_t v = 0; v < source->vertex_count; v++) {
        uint32_t count = influences_collect(pairs, source, v);
        if (count == 0) {
            out[v] = influences_of_node();
            stats->weights_missing++;
            continue;
        }
        if (fabs(influences_sum(pairs, count) - 1) > SUM_TOLERANCE)
            stats->weights_repaired++;
        if (count > 1) {
            const scene_skin *skin = &job->scene->skins[instance->skin];
            if (samples->s == NULL)
                samples_make(samples, job->scene, MOMENTS);
            if (f.samples == NULL)
                fitter_open(&f, samples, skin, skin, source, instance->node);
            count = drop(pairs, count, stats, job, &f, v);
        }
        const double sum = influences_sum(pairs, count);
        out[v].count = count;
        for (uint32_t i = 0; i < count; i++) {
            out[v].joint[i] = pairs[i].joint;
            out[v].weight[i] = pairs[i].weight / sum;
        }
    }
    region_free(&f.memory);
}
