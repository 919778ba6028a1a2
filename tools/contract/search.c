/* SPDX-License-Identifier: MIT */
/* Searches for each clip the largest error level (steps.h) with which all vertices stay within --error,
 * called E, and then for joints whose tracks can lose one more bit. */
#include "contract/steps.h"

#include <math.h>

#include "common/progress.h"
#include "scene/moments.h"

#define LIGHT_JOINTS 512u
#define LIGHT_MOMENT (1u << 15)       /* see scene_moment_cost */
#define SAVE_COST ((uint64_t)1 << 23) /* of one trial with one bit less, see scene_moment_cost */

double search_tracks(const search *c, int level)
{
    return level == 0 ? SEARCH_FINEST
                      : c->budget.error * exp2((double)(level - SEARCH_UNITY) / SEARCH_LEVELS);
}

/// Trials ////////////////////////////////////////////////////////////////////////////////////////

bool trial_open(trial *t, search *c, bool mapped)
{
    FREED_BY(source_map_free) source_map map = {0};
    if (!bake_write(&t->baked, c->model, &c->budget, NULL, BAKE_WHOLE, !mapped && c->v != NULL,
                    false))
        return false;
    if (!play_open(&t->p, t->baked.blob, t->baked.bytes, c->d))
        return false;
    if (c->v == NULL && source_map_open(&map, &t->p.model, c->d)) {
        c->v = verify_open(&t->p, &map, c->s, c->d);
        if (c->v != NULL)
            verify_linearly(c->v, true); /* tracks are chosen apart from in-betweens */
    }
    if (c->v != NULL)
        verify_switch(c->v, &t->p);
    return c->v != NULL;
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

/* Measures a clip at some of its moments, or at all of them, until one is not within the error aimed at;
 * first where it failed last time. *kept: all are within it. */
static bool measure(bool *kept, search *c, uint32_t index)
{
    clip_search *clip = &c->clips[index];
    const uint32_t count = (clip->count + clip->stride - 1) / clip->stride;
    FREED double *times = diag_calloc(count + 1u, sizeof *times);
    times[0] = clip->failed_s;
    for (uint32_t i = 0; i < count; i++)
        times[1 + i] = clip->times[(size_t)i * clip->stride];
    verify_result result;
    const bool ok = verify_moments(&result, c->v, (int)index, times, count + 1, c->aim, c->d);
    *kept = ok && result.max_rel <= c->aim;
    if (*kept) {
        clip->measured = clip->stride == 1;
        clip->result = result;
    } else if (ok) {
        clip->failed_s = result.time_s;
    }
    return ok;
}

/* Halves the ranges of all clips' levels; *more: some are not narrowed down yet. */
static bool halve(bool *more, search *c)
{
    FREED_BY(trial_close) trial t = {0};
    *more = false;
    for (uint32_t i = 0; i < c->s->clip_count; i++) {
        const bool open = c->clips[i].high - c->clips[i].low > 1;
        c->budget.of_clip[i] = open ? search_tracks(c, middle(&c->clips[i])) : 0;
        *more |= open;
    }
    if (!*more)
        return true;
    bool ok = trial_open(&t, c, false);
    if (!ok)
        return false;
    for (uint32_t i = 0; i < c->s->clip_count && ok; i++) {
        clip_search *clip = &c->clips[i];
        bool kept;
        progress("fitting the error", i, c->s->clip_count);
        if (clip->high - clip->low <= 1)
            continue;
        ok = measure(&kept, c, i);
        *(kept ? &clip->low : &clip->high) = middle(clip);
    }
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
    FREED_BY(trial_close) trial t = {0};
    *any = false;
    for (uint32_t i = 0; i < clips; i++) {
        const bool open = c->clips[i].low > 0;
        const bool wanted = open && !first;
        tried[i] = wanted ? most_keys(keys + (size_t)i * joint_count, joint_count) : BAKE_NONE;
        c->budget.of_clip[i] =
            open && (first || tried[i] != BAKE_NONE) ? search_tracks(c, c->clips[i].low) : 0;
        if (tried[i] != BAKE_NONE)
            c->budget.of_joint[(size_t)i * joint_count + tried[i]] *= 2;
        *any |= c->budget.of_clip[i] > 0;
    }
    bool ok = !*any || trial_open(&t, c, false);
    for (uint32_t i = 0; i < clips && ok && *any; i++) {
        clip_search *clip = &c->clips[i];
        if (first)
            clip->bytes = t.baked.stats.clips[i].bytes_out;
        if (tried[i] == BAKE_NONE)
            continue;
        bool kept = false;
        ok = t.baked.stats.clips[i].bytes_out >= clip->bytes || measure(&kept, c, i);
        if (kept)
            clip->bytes = t.baked.stats.clips[i].bytes_out;
        else
            c->budget.of_joint[(size_t)i * joint_count + tried[i]] /= 2;
    }
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

bool search_clips(search *c)
{
    bool more = true;
    while (more)
        if (!halve(&more, c))
            return false;
    /* Saves bits if a dozen more trials take negligible time. */
    const bool light =
        c->model->joints.count <= LIGHT_JOINTS && scene_moment_cost(c->s) <= LIGHT_MOMENT;
    return !light || save(c);
}
