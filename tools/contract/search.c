/* SPDX-License-Identifier: MIT */
/* Searches for the levels of clips and the factors of joints that save most bytes. */
#include "contract/search.h"

#include <math.h>
#include <string.h>

#include "common/progress.h"
#include "scene/moments.h"

#define SPREADS 4          /* rounds that redistribute error between joints */
#define MOST_SPREAD 2.0    /* factor in one round */
#define LARGEST_SPREAD 8.0 /* factor over all rounds */
#define LIGHT_JOINTS 512u
#define LIGHT_MOMENT (1u << 15)       /* see scene_moment_cost */
#define SAVE_COST ((uint64_t)1 << 23) /* of one trial with one bit less, see scene_moment_cost */

static bool host_is_big_endian(void)
{
    const uint16_t one = 1;
    return *(const uint8_t *)&one == 0;
}

double search_tracks(const search *c, int level)
{
    return level == 0 ? SEARCH_FINEST
                      : c->budget.error * exp2((double)(level - SEARCH_UNITY) / SEARCH_LEVELS);
}

/// Trials ////////////////////////////////////////////////////////////////////////////////////////

bool trial_open(trial *t, search *c)
{
    source_map map;
    if (!bake_write(&t->baked, c->model, &c->budget, NULL, BAKE_WHOLE, false, host_is_big_endian()))
        return false;
    if (!play_open(&t->p, t->baked.blob, t->baked.bytes, c->d)) {
        bake_result_free(&t->baked);
        return false;
    }
    if (c->v == NULL && source_map_open(&map, &t->p.model, c->d)) {
        c->v = verify_open(&t->p, &map, c->s, c->d);
        if (c->v != NULL)
            verify_linearly(c->v, true); /* tracks are chosen apart from in-betweens */
        source_map_free(&map);
    }
    if (c->v != NULL) {
        verify_switch(c->v, &t->p);
        return true;
    }
    play_close(&t->p);
    bake_result_free(&t->baked);
    return false;
}

void trial_close(trial *t)
{
    play_close(&t->p);
    bake_result_free(&t->baked);
}

static int middle(const clip_search *clip)
{
    return (clip->low + clip->high) / 2;
}

/* Measures a clip at some of its moments, or at all of them; first where it failed last time.
 * *kept: it is within the error aimed at. by_node: see verify_moments; NULL: it stops at the
 * first moment that is not. */
static bool measure(bool *kept, double *by_node, search *c, uint32_t index)
{
    clip_search *clip = &c->clips[index];
    const uint32_t again = by_node == NULL;
    const uint32_t count = (clip->count + clip->stride - 1) / clip->stride;
    FREED double *times = diag_calloc(count + 1u, sizeof *times);
    times[0] = clip->failed_s;
    for (uint32_t i = 0; i < count; i++)
        times[again + i] = clip->times[(size_t)i * clip->stride];
    verify_result result;
    const bool ok = verify_moments(&result, c->v, (int)index, times, count + again,
                                   again ? c->aim : HUGE_VAL, by_node, c->d);
    *kept = ok && result.max_rel <= c->aim;
    if (*kept) {
        clip->measured = clip->stride == 1;
        clip->result = result;
    } else if (ok && again) {
        clip->failed_s = result.time_s;
    }
    return ok;
}

static bool try_clip(search *c, uint32_t index)
{
    clip_search *clip = &c->clips[index];
    bool kept;
    const bool ok = measure(&kept, NULL, c, index);
    *(kept ? &clip->low : &clip->high) = middle(clip);
    return ok;
}

/* Halves the ranges of all clips' levels; *more: some are not narrowed down yet. */
static bool halve(bool *more, search *c)
{
    trial t;
    *more = false;
    for (uint32_t i = 0; i < c->s->clip_count; i++) {
        const bool open = c->clips[i].high - c->clips[i].low > 1;
        c->of_clip[i] = open ? search_tracks(c, middle(&c->clips[i])) : 0;
        *more |= open;
    }
    if (!*more)
        return true;
    bool ok = trial_open(&t, c);
    if (!ok)
        return false;
    for (uint32_t i = 0; i < c->s->clip_count && ok; i++) {
        progress("fitting the error", i, c->s->clip_count);
        if (c->clips[i].high - c->clips[i].low > 1)
            ok = try_clip(c, i);
    }
    trial_close(&t);
    return ok;
}

/// Joints ////////////////////////////////////////////////////////////////////////////////////////

/* The number of keys of a clip's joints, which is the cost of one bit of precision. */
static void count_keys(double *keys, const search *c, uint32_t clip)
{
    const bake_joints *joints = &c->model->joints;
    const scene_clip *source = &c->s->clips[clip];
    for (uint32_t j = 0; j < joints->count; j++)
        keys[j] = 0;
    for (uint32_t k = 0; k < source->channel_count; k++) {
        const uint32_t joint = joints->of_node[source->channels[k].node];
        if (joint != BAKE_NONE && source->channels[k].path != SCENE_WEIGHTS)
            keys[joint] += source->channels[k].key_count;
    }
}

/* Raises the factors of joints above vertices with error to spare, and lowers those above
 * vertices with too much. */
static void share(double *factors, const search *c, const double *by_node)
{
    const bake_joints *joints = &c->model->joints;
    FREED double *below = diag_calloc(joints->count, sizeof *below);
    for (uint32_t j = joints->count; j-- > 0;) {
        const bake_joint *joint = &joints->joints[j];
        if (joint->node != BAKE_NONE)
            below[j] = fmax(below[j], by_node[joint->node]);
        if (joint->parent != BAKE_NONE)
            below[joint->parent] = fmax(below[joint->parent], below[j]);
        const double room = c->aim / fmax(below[j], c->aim / MOST_SPREAD);
        factors[j] = fmin(factors[j] * fmax(room, 1 / MOST_SPREAD), LARGEST_SPREAD);
    }
}

/* Measures a clip with its current factors: keeps them in *best if they are good, and tries
 * others next. */
static bool spread_clip(search *c, uint32_t index, double *best)
{
    const uint32_t joint_count = c->model->joints.count;
    double *factors = c->of_joint + (size_t)index * joint_count;
    FREED double *by_node = diag_calloc(c->s->node_count, sizeof *by_node);
    bool kept;
    const bool ok = measure(&kept, by_node, c, index);
    if (kept)
        memcpy(best, factors, joint_count * sizeof *best);
    share(factors, c, by_node);
    return ok;
}

static bool spread(search *c)
{
    const uint32_t joint_count = c->model->joints.count;
    const size_t size = (size_t)c->s->clip_count * joint_count;
    FREED double *best = diag_calloc(size, sizeof *best);
    bool ok = true;
    memcpy(best, c->of_joint, size * sizeof *best);
    for (int round = 0; ok && round < SPREADS; round++) {
        trial t;
        for (uint32_t i = 0; i < c->s->clip_count; i++)
            c->of_clip[i] = c->clips[i].low > 0 ? search_tracks(c, c->clips[i].low) : 0;
        ok = trial_open(&t, c);
        if (!ok)
            break;
        for (uint32_t i = 0; i < c->s->clip_count && ok; i++) {
            progress("sharing the error", i, c->s->clip_count);
            if (c->clips[i].low > 0)
                ok = spread_clip(c, i, best + (size_t)i * joint_count);
        }
        trial_close(&t);
    }
    memcpy(c->of_joint, best, size * sizeof *best);
    return ok;
}

/* The joint with the most keys left, which are then set to 0; BAKE_NONE if none has any. */
static uint32_t most_keys(double *keys, uint32_t count)
{
    uint32_t most = 0;
    for (uint32_t j = 1; j < count; j++)
        if (keys[j] > keys[most])
            most = j;
    if (count == 0 || !(keys[most] > 0))
        return BAKE_NONE;
    keys[most] = 0;
    return most;
}

/* Tries one bit less for one joint of each clip. */
static bool save_one(bool *any, search *c, double *keys, bool first)
{
    const uint32_t joint_count = c->model->joints.count, clips = c->s->clip_count;
    FREED uint32_t *tried = diag_calloc(clips, sizeof *tried);
    trial t;
    *any = false;
    for (uint32_t i = 0; i < clips; i++) {
        const bool open = c->clips[i].low > 0;
        const bool wanted = open && !first;
        tried[i] = wanted ? most_keys(keys + (size_t)i * joint_count, joint_count) : BAKE_NONE;
        c->of_clip[i] =
            open && (first || tried[i] != BAKE_NONE) ? search_tracks(c, c->clips[i].low) : 0;
        if (tried[i] != BAKE_NONE)
            c->of_joint[(size_t)i * joint_count + tried[i]] *= 2;
        *any |= c->of_clip[i] > 0;
    }
    bool ok = !*any || trial_open(&t, c);
    for (uint32_t i = 0; i < clips && ok && *any; i++) {
        clip_search *clip = &c->clips[i];
        if (first)
            clip->bytes = t.baked.stats.clips[i].bytes_out;
        if (tried[i] == BAKE_NONE)
            continue;
        bool kept = false;
        ok = t.baked.stats.clips[i].bytes_out >= clip->bytes || measure(&kept, NULL, c, i);
        if (kept)
            clip->bytes = t.baked.stats.clips[i].bytes_out;
        else
            c->of_joint[(size_t)i * joint_count + tried[i]] /= 2;
    }
    if (ok && *any)
        trial_close(&t);
    return ok;
}

static bool save(search *c)
{
    const uint32_t joint_count = c->model->joints.count;
    FREED double *keys = diag_calloc((size_t)c->s->clip_count * joint_count, sizeof *keys);
    bool ok = true, any = true;
    for (uint32_t i = 0; i < c->s->clip_count; i++)
        count_keys(keys + (size_t)i * joint_count, c, i);
    uint64_t cost = 0;
    for (uint32_t i = 0; i < c->s->clip_count; i++)
        cost += scene_moment_cost(c->s) * (c->clips[i].count / c->clips[i].stride + 4);
    const uint64_t tries = SAVE_COST / (cost + 1);
    for (uint64_t n = 0; ok && any && n <= tries; n++) {
        progress("saving bits", n, tries + 1);
        ok = save_one(&any, c, keys, n == 0);
    }
    return ok;
}

/* Whether a dozen more trials take negligible time. */
static bool is_light(const search *c)
{
    return c->model->joints.count <= LIGHT_JOINTS && scene_moment_cost(c->s) <= LIGHT_MOMENT;
}

bool search_clips(search *c)
{
    bool more = true;
    while (more)
        if (!halve(&more, c))
            return false;
    return !is_light(c) || (spread(c) && save(c));
}
