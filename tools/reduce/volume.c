/* SPDX-License-Identifier: MIT */
/* Chooses in-betweens, as few as are needed, and the weights of vertices on them. */
#include "reduce/reduce.h"

#include <stdlib.h>
#include <string.h>

#include "common/compare.h"
#include "common/progress.h"
#include "reduce/joint_set.h"
#include "reduce/fold.h"

#define MOMENTS 192u    /* of all clips */
#define WORTH_PART 0.95 /* one more in-between must leave at most this of what is beyond the aim */
#define ROUNDS 3        /* of choosing what weights are fitted to */

/* The least weight of a joint and of the one above it with which a vertex must follow dual quaternions
 * in the joint's test poses. */
#define TESTED 0.0625
/* The part that test poses count where a vertex is too far in clips, with long in-betweens. */
#define LESS 16.0

/* A vertex, and what it becomes. */
typedef struct spot {
    const scene_primitive *source;
    uint32_t vertex, count; /* 0: its weights stay */
    /* Distance from dual quaternions with its weights, and as it is now: in all poses, in clips. */
    double linear, off, in_clips;
    scene_between moves[PELT_MAX_INFLUENCES]; /* part 0: `joint` itself */
    double weights[PELT_MAX_INFLUENCES];
} spot;

/* A primitive whose weights may change. */
typedef struct work {
    scene_primitive *primitive;
    uint32_t node, skin, spot_count;
    spot *spots; /* ordered by joints */
} work;

typedef struct joint_work {
    double beyond,
        last;     /* distances beyond the aim of vertices that it turns, now and one round ago */
    bool changes; /* it has other in-betweens than one round ago */
    bool done;    /* more of them are not worth it */
} joint_work;

typedef struct skin_work {
    set_skin set;
    joint_work *joints; /* [joint_count] */
} skin_work;

typedef enum fit_step { MEASURE, FIT, LONGER } fit_step;

typedef struct volume {
    fit_step step;
    scene *s;
    scene_samples samples;
    volume_stats *stats;
    double aim;
    uint32_t most, work_count;
    work *works;
    skin_work *skins;
    region memory;
} volume;

/// One vertex ////////////////////////////////////////////////////////////////////////////////////

/* The poses by which a vertex is fitted, with sizes of the model as they count; all poses, and those of
 * clips. */
typedef struct judge {
    scene_samples fitted, all, clips;
    fitter f;
} judge;

/* Takes the places of a vertex in all poses, and which of these count. */
static void begin_spot(judge *j, const joint_set *set, const spot *at, const influence *pairs,
                       double less)
{
    fitter *f = &j->f;
    double weights[SCENE_MAX_INFLUENCES];
    uint32_t order[SCENE_MAX_INFLUENCES];
    const double sum = influences_sum(pairs, set->weighted);
    for (uint32_t i = 0; i < set->weighted; i++) {
        weights[i] = pairs[i].weight;
        order[i] = i;
    }
    for (uint32_t m = 0; m < set->pose_count; m++) {
        const mat34 move = dual_blend(set->duals + (size_t)m * set->weighted, order, weights,
                                      1 / sum, set->weighted);
        samples_point(f->points[m], set->samples, m < set->clip_count ? m : 0, f->node, at->source,
                      at->vertex);
        mat34_point(f->were[m], &move, f->points[m]);
        const uint32_t tested = m < set->clip_count ? 0 : joint_set_tested(set, m);
        uint32_t heavy = m < set->clip_count ? 2 : 0;
        for (uint32_t i = 0; i < set->weighted && m >= set->clip_count; i++)
            heavy += weights[i] >= TESTED * sum &&
                     (pairs[i].joint == tested || pairs[i].joint == set->of->above[tested]);
        j->all.sizes[m] = heavy == 2 ? set->sizes[m] : HUGE_VAL;
        j->fitted.sizes[m] = j->all.sizes[m] * (m < set->clip_count ? 1 : less);
    }
}

/* Fills up a set, of the candidates that `now` weighs, to FIT_MOST_CANDIDATES: with those from whose
 * side the vertex is off. Without any, the nearest comes first. Candidates have the vertex's weights. */
static uint32_t choose(influence *out, const fitter *f, const joint_set *set,
                       const influence *pairs, const influence *now, uint32_t count)
{
    double gains[FIT_MOST_CANDIDATES];
    const uint32_t kept = count;
    memcpy(out, now, count * sizeof *out);
    for (uint32_t i = 0; i < set->candidate_count; i++) {
        double along = 0, far = 0;
        for (uint32_t m = 0; m < set->pose_count; m++) {
            const mat34 *moves = &set->moves[(size_t)m * set->candidate_count];
            double at[3] = {0}, to[3];
            mat34_point(to, &moves[i], f->points[m]);
            for (uint32_t k = 0; k < kept; k++) {
                double part[3];
                mat34_point(part, &moves[now[k].joint], f->points[m]);
                for (int c = 0; c < 3; c++)
                    at[c] += now[k].weight * part[c];
            }
            for (int c = 0; c < 3; c++) {
                const double way = (to[c] - at[c]) / f->samples->sizes[m];
                const double off = (f->were[m][c] - at[c]) / f->samples->sizes[m];
                along += kept > 0 ? way * off : -(way - off) * (way - off);
                far += kept > 0 ? way * way : 1;
            }
        }
        const double gain = kept > 0 ? along * fabs(along) / fmax(far, 1e-30) : along;
        bool known = false;
        for (uint32_t k = 0; k < kept; k++)
            known |= now[k].joint == i;
        if (known)
            continue;
        uint32_t k = count < FIT_MOST_CANDIDATES ? count++ : count;
        for (; k > kept && gain > gains[k - 1]; k--)
            if (k < FIT_MOST_CANDIDATES) {
                gains[k] = gains[k - 1];
                out[k] = out[k - 1];
            }
        if (k == FIT_MOST_CANDIDATES)
            continue;
        gains[k] = gain;
        out[k].joint = i;
    }
    for (uint32_t k = 0; k < count; k++)
        out[k].weight = out[k].joint < set->weighted ? pairs[out[k].joint].weight : 0;
    out[0].weight += influences_sum(out, count) > 0 ? 0 : 1;
    return count;
}

/* Finds the fewest influences that bring a vertex within the aim, or else those that bring it
 * nearest: in clips, if it is not within the aim there. */
static void fit_spot(spot *at, const volume *v, judge *j, const joint_set *set,
                     const influence *pairs)
{
    fitter *f = &j->f;
    influence near[FIT_MOST_CANDIDATES], found[PELT_MAX_INFLUENCES] = {{0}};
    double off;
    uint32_t count = choose(near, f, set, pairs, found, 0);
    for (int round = 0; round < ROUNDS; round++)
        count =
            choose(near, f, set, pairs, found, fitter_fit(found, &off, f, near, count, v->most));
    for (uint32_t most = 1; most <= v->most && !(at->off <= v->aim); most++) {
        const uint32_t fitted = fitter_fit(found, &off, f, near, count, most);
        const double in_clips = fitter_off(f, &j->clips, found, fitted);
        off = fitter_off(f, &j->all, found, fitted);
        if (at->in_clips > v->aim ? !(in_clips < at->in_clips)
                                  : !(in_clips <= v->aim && off < at->off))
            continue;
        at->off = off;
        at->in_clips = in_clips;
        at->count = fitted;
        for (uint32_t i = 0; i < fitted; i++) {
            at->moves[i] = set->candidates[found[i].joint];
            at->weights[i] = found[i].weight;
        }
    }
}

/// All of them ///////////////////////////////////////////////////////////////////////////////////

COMPARE_BY(compare_joints, uint32_t, 1)

/* The influences of a vertex by joint. */
static uint32_t collect(influence *pairs, const spot *of)
{
    const uint32_t count = influences_collect(pairs, of->source, of->vertex);
    qsort(pairs, count, sizeof *pairs, compare_joints);
    return count;
}

static int compare_sets(const spot *a, const spot *b)
{
    influence x[SCENE_MAX_INFLUENCES], y[SCENE_MAX_INFLUENCES];
    const uint32_t x_count = collect(x, a), y_count = collect(y, b);
    int order = (x_count > y_count) - (x_count < y_count);
    for (uint32_t i = 0; i < x_count && order == 0; i++)
        order = compare_joints(&x[i], &y[i]);
    return order;
}

static int compare_spots(const void *a, const void *b)
{
    const spot *x = a, *y = b;
    const int order = compare_sets(x, y);
    return order != 0 ? order : (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

/* Fits vertices of one set of joints, or in the first step measures them. */
static void fit_set(volume *v, const work *w, joint_set *set, spot *spots, uint32_t count)
{
    influence pairs[SCENE_MAX_INFLUENCES];
    joint_set_pose(set, &v->samples, v->step == LONGER);
    const uint32_t rows = set->weighted > FIT_MOST_CANDIDATES ? set->weighted : FIT_MOST_CANDIDATES;
    double *sizes = region_calloc(&set->memory, set->pose_count, sizeof *sizes);
    double *fitted = region_calloc(&set->memory, set->pose_count, sizeof *fitted);
    judge j = {.fitted = {.count = set->pose_count, .sizes = fitted},
               .all = {.count = set->pose_count, .sizes = sizes},
               .clips = {.count = set->clip_count, .sizes = sizes},
               .f = {.samples = &j.fitted,
                     .node = w->node,
                     .joint_count = {0, set->candidate_count},
                     .palettes = {NULL, set->moves}}};
    j.f.points = region_calloc(&set->memory, set->pose_count, sizeof *j.f.points);
    j.f.were = region_calloc(&set->memory, set->pose_count, sizeof *j.f.were);
    j.f.off = region_calloc(&set->memory, (size_t)rows * set->pose_count, sizeof *j.f.off);
    for (uint32_t i = 0; i < count; i++) {
        spot *at = &spots[i];
        influence as_joints[SCENE_MAX_INFLUENCES];
        if (v->step != MEASURE && !((v->step == LONGER ? at->in_clips : at->linear) > v->aim))
            continue;
        (void)collect(pairs, at);
        begin_spot(&j, set, at, pairs, v->step == LONGER ? LESS : 1);
        for (uint32_t k = 0; k < set->weighted; k++)
            as_joints[k] = (influence){k, pairs[k].weight};
        if (v->step != LONGER) {
            at->count = 0;
            at->linear = at->off = fitter_off(&j.f, &j.all, as_joints, set->weighted);
            at->in_clips = fitter_off(&j.f, &j.clips, as_joints, set->weighted);
            if (v->step == FIT && set->weighted > v->most)
                at->off = at->in_clips = HUGE_VAL;
        }
        if (v->step != MEASURE)
            fit_spot(at, v, &j, set, pairs);
    }
    region_free(&set->memory);
}

static void fit_work(volume *v, const work *w)
{
    skin_work *skin = &v->skins[w->skin];
    FREED joint_set *set = diag_calloc(1, sizeof *set);
    for (uint32_t i = 0, next; i < w->spot_count; i = next) {
        influence pairs[SCENE_MAX_INFLUENCES];
        bool any = v->step == MEASURE;
        for (next = i + 1;
             next < w->spot_count && compare_sets(&w->spots[i], &w->spots[next]) == 0;)
            next++;
        joint_set_find(set, &skin->set, pairs, collect(pairs, &w->spots[i]));
        for (uint32_t k = 0; k < set->turning_count; k++)
            any |= skin->joints[set->turning[k]].changes;
        for (uint32_t p = i; p < next && v->step == LONGER; p++)
            any |= w->spots[p].in_clips > v->aim;
        if (any && set->turning_count > 0)
            fit_set(v, w, set, w->spots + i, next - i);
        for (uint32_t p = i; p < next; p++)
            for (uint32_t k = 0; k < set->turning_count && w->spots[p].off > v->aim; k++)
                skin->joints[set->turning[k]].beyond += w->spots[p].off - v->aim;
    }
}

static void fit_all(volume *v, fit_step step)
{
    v->step = step;
    for (uint32_t i = 0; i < v->work_count; i++) {
        progress("adding in-betweens", i, v->work_count);
        fit_work(v, &v->works[i]);
    }
}

/* Gives another in-between to joints whose vertices are still far; returns whether there are any. */
static bool add_parts(volume *v)
{
    bool any = false;
    for (uint32_t i = 0; i < v->s->skin_count; i++) {
        skin_work *skin = &v->skins[i];
        for (uint32_t k = 0; k < skin->set.skin->joint_count; k++) {
            uint32_t *parts = &skin->set.parts[k];
            joint_work *of = &skin->joints[k];
            of->done |=
                *parts == SET_MOST_PARTS || (*parts > 0 && of->beyond > WORTH_PART * of->last);
            of->changes = of->beyond > 0 && !of->done;
            *parts += of->changes;
            any |= of->changes;
            of->last = of->beyond;
            of->beyond = 0;
        }
    }
    return any;
}

/// The scene /////////////////////////////////////////////////////////////////////////////////////

static void open_works(volume *v, const scene *before)
{
    own_meshes meshes = own_meshes_open(v->s, before);
    v->works = region_calloc(&v->memory, before->instance_count, sizeof *v->works);
    for (uint32_t i = 0; i < before->instance_count; i++) {
        scene_primitive *primitive = own_primitive(&meshes, i);
        if (primitive == NULL || primitive->dual != NULL)
            continue; /* or another node draws it, too */
        scene_primitive *dual = scene_alloc(v->s, 1, sizeof *dual);
        *dual = *primitive;
        primitive->dual = dual;
        work *w = &v->works[v->work_count++];
        *w = (work){primitive, before->instances[i].node, before->instances[i].skin,
                    primitive->vertex_count,
                    region_calloc(&v->memory, primitive->vertex_count, sizeof *w->spots)};
        for (uint32_t k = 0; k < w->spot_count; k++)
            w->spots[k] = (spot){.source = dual, .vertex = k};
        qsort(w->spots, w->spot_count, sizeof *w->spots, compare_spots);
    }
}

static void open_skins(volume *v)
{
    v->skins = region_calloc(&v->memory, v->s->skin_count, sizeof *v->skins);
    for (uint32_t i = 0; i < v->s->skin_count; i++) {
        skin_work *skin = &v->skins[i];
        set_skin_open(&skin->set, &v->memory, v->s, &v->s->skins[i]);
        skin->joints = region_calloc(&v->memory, v->s->skins[i].joint_count, sizeof *skin->joints);
    }
}

static int compare_betweens(const void *a, const void *b)
{
    const scene_between *x = a, *y = b;
    const double keys[2][6] = {
        {x->parent, x->joint, x->pivot[0], x->pivot[1], x->pivot[2], x->part},
        {y->parent, y->joint, y->pivot[0], y->pivot[1], y->pivot[2], y->part}};
    for (int i = 0; i < 6; i++)
        if (keys[0][i] != keys[1][i])
            return keys[0][i] < keys[1][i] ? -1 : 1;
    return 0;
}

/* Adds the in-betweens that vertices of a skin have. */
static void take_betweens(const volume *v, uint32_t index)
{
    scene_skin *skin = &v->s->skins[index];
    scene_between *all = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < v->work_count; i++)
        for (uint32_t p = 0; p < v->works[i].spot_count && v->works[i].skin == index; p++)
            for (uint32_t k = 0; k < v->works[i].spots[p].count; k++) {
                if (v->works[i].spots[p].moves[k].part == 0)
                    continue;
                all = diag_grow(all, count, sizeof *all);
                all[count++] = v->works[i].spots[p].moves[k];
            }
    if (count > 0)
        qsort(all, count, sizeof *all, compare_betweens);
    scene_between *own = scene_alloc(v->s, count, sizeof *own);
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || compare_betweens(&all[i - 1], &all[i]) != 0)
            own[skin->between_count++] = all[i];
    skin->betweens = own;
    v->stats->entries += skin->between_count;
    free(all);
}

static uint32_t index_of(const scene_skin *skin, const scene_between *of)
{
    const scene_between *found = of->part == 0 ? NULL
                                               : bsearch(of, skin->betweens, skin->between_count,
                                                         sizeof *of, compare_betweens);
    return found == NULL ? of->joint : skin->joint_count + (uint32_t)(found - skin->betweens);
}

/* Writes the new weights of a primitive. */
static void take_weights(const volume *v, const work *w)
{
    const scene_primitive *old = w->primitive->dual;
    const uint32_t had = old->influences_per_vertex;
    const uint32_t width = had > PELT_MAX_INFLUENCES ? had : PELT_MAX_INFLUENCES;
    uint32_t *joints = scene_alloc(v->s, (size_t)old->vertex_count * width, sizeof *joints);
    double *weights = scene_alloc(v->s, (size_t)old->vertex_count * width, sizeof *weights);
    for (uint32_t i = 0; i < w->spot_count; i++) {
        const spot *of = &w->spots[i];
        const size_t to = (size_t)of->vertex * width, from = (size_t)of->vertex * had;
        v->stats->posed[0] = fmax(v->stats->posed[0], of->linear);
        v->stats->posed[1] = fmax(v->stats->posed[1], of->off);
        v->stats->vertices += of->count > 0;
        memcpy(joints + to, old->joints + from, (of->count > 0 ? 0 : had) * sizeof *joints);
        memcpy(weights + to, old->weights + from, (of->count > 0 ? 0 : had) * sizeof *weights);
        for (uint32_t k = 0; k < of->count; k++) {
            joints[to + k] = index_of(&v->s->skins[w->skin], &of->moves[k]);
            weights[to + k] = of->weights[k];
            if (joints[to + k] >= w->primitive->joint_limit)
                w->primitive->joint_limit = joints[to + k] + 1;
        }
    }
    w->primitive->joints = joints;
    w->primitive->weights = weights;
    w->primitive->influences_per_vertex = width;
}

void volume_fit(volume_stats *out, scene *s, const scene *before, double aim, uint32_t most)
{
    volume v = {.s = s, .stats = out, .aim = aim, .most = most};
    samples_make(&v.samples, before, MOMENTS);
    open_skins(&v);
    open_works(&v, before);
    fit_all(&v, MEASURE);
    while (add_parts(&v))
        fit_all(&v, FIT);
    fit_all(&v, LONGER);
    for (uint32_t i = 0; i < s->skin_count; i++)
        take_betweens(&v, i);
    for (uint32_t i = 0; i < v.work_count; i++)
        take_weights(&v, &v.works[i]);
    samples_free(&v.samples);
    region_free(&v.memory);
}
