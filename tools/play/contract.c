/* SPDX-License-Identifier: MIT */
#include "play/contract.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bake/precision.h"
#include "common/progress.h"
#include "play/blame.h"
#include "play/verify.h"
#include "scene/moments.h"

/* What tracks may spend is E * 2^((level - UNITY) / LEVELS_PER_OCTAVE), at level 0 nothing. */
#define LEVELS_PER_OCTAVE 8
#define UNITY 56
#define LEVEL_COUNT 73
#define USUAL (UNITY - 3 * LEVELS_PER_OCTAVE) /* an eighth of E */
#define MOST_SEARCHED (1u << 18)          /* keys: files with more are written once, if that does */
#define FINEST 1e-12                      /* in place of nothing */
#define TRIAL_COST ((uint64_t)1 << 21)    /* of one trial of all clips, see scene_moment_cost */
#define SPREADS 4          /* times that joints are given what others leave over */
#define MOST_SPREAD 2.0    /* at a time */
#define LARGEST_SPREAD 8.0 /* in all */
#define SAVE_COST ((uint64_t)1 << 23) /* of trying one bit less for joint after joint */
#define LEAST_ROOM 1.02                   /* the least E that is named, above what was measured */

/* The search of one clip. */
typedef struct search {
    double *times; /* at which it is measured */
    uint32_t count, stride; /* of every stride-th in trials */
    int low, high; /* levels: known or hoped to be within E, known to be beyond */
    bool measured; /* `result` is of all moments, at `low` */
    verify_result result;
    size_t bytes; /* of what is within E */
    double failed_s; /* glTF time at which it was beyond E last */
} search;

/* What all of this file looks at. */
typedef struct contract {
    const scene *s;
    const bake_options *options;
    baking *b;
    bake_budget budget;
    double aim; /* of the search, below E: between moments errors are a little larger */
    double *of_clip, *of_joint; /* the budget's */
    search *clips;   /* [s->clip_count] */
    verify_result rest;
    size_t arena_bytes;
    verifier *v;
    diag *d;
} contract;

static bool host_is_big_endian(void)
{
    const uint16_t one = 1;
    return *(const uint8_t *)&one == 0;
}

static double tracks_at(const contract *c, int level)
{
    return level == 0 ? FINEST
                      : c->budget.error * exp2((double)(level - UNITY) / LEVELS_PER_OCTAVE);
}

static bool is_searched(const scene *s)
{
    uint64_t keys = 0;
    for (uint32_t i = 0; i < s->clip_count; i++)
        for (uint32_t k = 0; k < s->clips[i].channel_count; k++)
            keys += s->clips[i].channels[k].key_count;
    return keys <= MOST_SEARCHED;
}

/// Trials ////////////////////////////////////////////////////////////////////////////////////////

/* A blob that can be played. */
typedef struct trial {
    bake_result baked;
    play p;
} trial;

static bool trial_open(trial *t, contract *c)
{
    source_map map;
    if (!bake_write(&t->baked, c->b, &c->budget, false, host_is_big_endian()))
        return false;
    if (!play_open(&t->p, t->baked.blob, t->baked.bytes, c->d)) {
        bake_result_free(&t->baked);
        return false;
    }
    if (c->v == NULL && source_map_open(&map, &t->p.model, c->d)) {
        c->v = verify_open(&t->p, &map, c->s, c->d);
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

static void trial_close(trial *t)
{
    play_close(&t->p);
    bake_result_free(&t->baked);
}

static int middle(const search *clip)
{
    return (clip->low + clip->high) / 2;
}

/* *kept: a clip is within what is aimed at, at some of its moments or at all; where it failed last
 * time first. */
static bool keeps(bool *kept, contract *c, uint32_t index)
{
    search *clip = &c->clips[index];
    const uint32_t count = (clip->count + clip->stride - 1) / clip->stride;
    double *times = diag_calloc(count + 1u, sizeof *times);
    times[0] = clip->failed_s;
    for (uint32_t i = 0; i < count; i++)
        times[1 + i] = clip->times[(size_t)i * clip->stride];
    verify_result result;
    const bool ok =
        verify_moments(&result, c->v, (int)index, times, count + 1, c->aim, NULL, c->d);
    free(times);
    *kept = ok && result.max_rel <= c->aim;
    if (*kept) {
        clip->measured = clip->stride == 1;
        clip->result = result;
    } else if (ok) {
        clip->failed_s = result.time_s;
    }
    return ok;
}

static bool try_clip(contract *c, uint32_t index)
{
    search *clip = &c->clips[index];
    bool kept;
    const bool ok = keeps(&kept, c, index);
    *(kept ? &clip->low : &clip->high) = middle(clip);
    return ok;
}

/* Halves the bounds of all clips; *more: some are still apart. */
static bool halve(bool *more, contract *c)
{
    trial t;
    *more = false;
    for (uint32_t i = 0; i < c->s->clip_count; i++) {
        const bool open = c->clips[i].high - c->clips[i].low > 1;
        c->of_clip[i] = open ? tracks_at(c, middle(&c->clips[i])) : 0;
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

/* Keys of a clip's joints: what a bit of precision costs there. */
static void count_keys(double *keys, const contract *c, uint32_t clip)
{
    const bake_joints *joints = &bake_model_of(c->b)->joints;
    const scene_clip *source = &c->s->clips[clip];
    for (uint32_t j = 0; j < joints->count; j++)
        keys[j] = 0;
    for (uint32_t k = 0; k < source->channel_count; k++) {
        const uint32_t joint = joints->of_node[source->channels[k].node];
        if (joint != BAKE_NONE && source->channels[k].path != SCENE_WEIGHTS)
            keys[joint] += source->channels[k].key_count;
    }
}

/* What a clip's vertices leave over goes to the joints above them; what is too much is taken. */
static void share(double *factors, const contract *c, const double *by_node)
{
    const bake_joints *joints = &bake_model_of(c->b)->joints;
    double *below = diag_calloc(joints->count, sizeof *below);
    for (uint32_t j = joints->count; j-- > 0;) {
        const bake_joint *joint = &joints->joints[j];
        if (joint->node != BAKE_NONE)
            below[j] = fmax(below[j], by_node[joint->node]);
        if (joint->parent != BAKE_NONE)
            below[joint->parent] = fmax(below[joint->parent], below[j]);
        const double room = c->aim / fmax(below[j], c->aim / MOST_SPREAD);
        factors[j] = fmin(factors[j] * fmax(room, 1 / MOST_SPREAD), LARGEST_SPREAD);
    }
    free(below);
}

/* Measures with the present factors of a clip: keeps them in *best if they do, tries others next. */
static bool spread_clip(contract *c, uint32_t index, double *best)
{
    search *clip = &c->clips[index];
    const uint32_t joint_count = bake_model_of(c->b)->joints.count;
    const uint32_t count = (clip->count + clip->stride - 1) / clip->stride;
    double *factors = c->of_joint + (size_t)index * joint_count;
    double *by_node = diag_calloc(c->s->node_count, sizeof *by_node);
    double *times = diag_calloc(count, sizeof *times);
    for (uint32_t i = 0; i < count; i++)
        times[i] = clip->times[(size_t)i * clip->stride];
    verify_result result;
    const bool ok =
        verify_moments(&result, c->v, (int)index, times, count, HUGE_VAL, by_node, c->d);
    if (ok && result.max_rel <= c->aim) {
        memcpy(best, factors, joint_count * sizeof *best);
        clip->result = result;
        clip->measured = clip->stride == 1;
    }
    share(factors, c, by_node);
    free(times);
    free(by_node);
    return ok;
}

static bool spread(contract *c)
{
    const uint32_t joint_count = bake_model_of(c->b)->joints.count;
    const size_t size = (size_t)c->s->clip_count * joint_count;
    double *best = diag_calloc(size, sizeof *best);
    bool ok = true;
    memcpy(best, c->of_joint, size * sizeof *best);
    for (int round = 0; ok && round < SPREADS; round++) {
        trial t;
        for (uint32_t i = 0; i < c->s->clip_count; i++)
            c->of_clip[i] = c->clips[i].low > 0 ? tracks_at(c, c->clips[i].low) : 0;
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
    free(best);
    return ok;
}

/* The joint that has most keys left, which are then taken from it; BAKE_NONE where none has. */
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
static bool save_one(bool *any, contract *c, double *keys, bool first)
{
    const uint32_t joint_count = bake_model_of(c->b)->joints.count, clips = c->s->clip_count;
    uint32_t *tried = diag_calloc(clips, sizeof *tried);
    trial t;
    *any = false;
    for (uint32_t i = 0; i < clips; i++) {
        const bool open = c->clips[i].low > 0;
        tried[i] = open && !first ? most_keys(keys + (size_t)i * joint_count, joint_count) : BAKE_NONE;
        c->of_clip[i] = open && (first || tried[i] != BAKE_NONE) ? tracks_at(c, c->clips[i].low) : 0;
        if (tried[i] != BAKE_NONE)
            c->of_joint[(size_t)i * joint_count + tried[i]] *= 2;
        *any |= c->of_clip[i] > 0;
    }
    bool ok = !*any || trial_open(&t, c);
    for (uint32_t i = 0; i < clips && ok && *any; i++) {
        search *clip = &c->clips[i];
        if (first)
            clip->bytes = t.baked.stats.clips[i].bytes_out;
        if (tried[i] == BAKE_NONE)
            continue;
        bool kept = false;
        ok = t.baked.stats.clips[i].bytes_out >= clip->bytes || keeps(&kept, c, i);
        if (kept)
            clip->bytes = t.baked.stats.clips[i].bytes_out;
        else
            c->of_joint[(size_t)i * joint_count + tried[i]] /= 2;
    }
    if (ok && *any)
        trial_close(&t);
    free(tried);
    return ok;
}

static bool save(contract *c)
{
    const uint32_t joint_count = bake_model_of(c->b)->joints.count;
    double *keys = diag_calloc((size_t)c->s->clip_count * joint_count, sizeof *keys);
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
    free(keys);
    return ok;
}

/// The whole /////////////////////////////////////////////////////////////////////////////////////

/* Where a clip that was within E at some moments is beyond it at others. */
static void step_back(search *clip, double error)
{
    const double octaves = log2(clip->result.max_rel / error) * 2;
    const int steps = 1 + (int)fmin(octaves * LEVELS_PER_OCTAVE, LEVEL_COUNT);
    clip->low = clip->low > steps ? clip->low - steps : 0;
}

/* Measures what is not, and steps clips that are beyond E back; *more: some of these are left. */
static bool check(bool *more, contract *c)
{
    trial t;
    *more = false;
    for (uint32_t i = 0; i < c->s->clip_count; i++)
        c->of_clip[i] = c->clips[i].measured ? 0 : tracks_at(c, c->clips[i].low);
    bool ok = trial_open(&t, c);
    if (!ok)
        return false;
    c->arena_bytes = play_arena_bytes(&t.p.model);
    ok = verify_moments(&c->rest, c->v, PLAY_REST, (double[]){0}, 1, HUGE_VAL, NULL, c->d);
    for (uint32_t i = 0; i < c->s->clip_count && ok; i++) {
        search *clip = &c->clips[i];
        if (clip->measured)
            continue;
        progress("measuring clips", i, c->s->clip_count);
        ok = verify_moments(&clip->result, c->v, (int)i, clip->times, clip->count,
                            clip->low > 0 ? c->budget.error : HUGE_VAL, NULL, c->d);
        clip->measured = clip->result.max_rel <= c->budget.error || clip->low == 0;
        if (!clip->measured) {
            step_back(clip, c->aim);
            *more = true;
        }
    }
    trial_close(&t);
    return ok;
}

static void plan(contract *c)
{
    const bool searched = is_searched(c->s);
    const uint64_t clips = c->s->clip_count;
    const uint64_t most = TRIAL_COST / (scene_moment_cost(c->s) * (clips + 1)) + 1;
    c->clips = diag_calloc(clips, sizeof *c->clips);
    c->of_clip = diag_calloc(clips, sizeof *c->of_clip);
    c->of_joint = diag_calloc(clips * bake_model_of(c->b)->joints.count, sizeof *c->of_joint);
    c->budget.of_clip = c->of_clip;
    c->budget.of_joint = c->of_joint;
    for (size_t i = 0; i < clips * bake_model_of(c->b)->joints.count; i++)
        c->of_joint[i] = 1;
    for (uint32_t i = 0; i < clips; i++) {
        search *clip = &c->clips[i];
        clip->times = scene_moments(&clip->count, c->s, i, 0);
        clip->low = searched ? 0 : USUAL;
        clip->high = searched ? LEVEL_COUNT : USUAL + 1;
        clip->failed_s = clip->times[0];
        /* Odd, so that it is not always the same of a key's four. */
        clip->stride = (uint32_t)((clip->count + most - 1) / most) | 1u;
    }
}

/* The clip that is off most, and its result. */
static const verify_result *worst_of(int *clip, const contract *c)
{
    const verify_result *worst = &c->rest;
    *clip = PLAY_REST;
    for (uint32_t i = 0; i < c->s->clip_count; i++) {
        if (c->clips[i].result.max_rel > worst->max_rel) {
            worst = &c->clips[i].result;
            *clip = (int)i;
        }
    }
    return worst;
}

/* What stands in the way at the finest, and the least E that would do. */
static bool refuse(contract *c)
{
    int clip;
    const verify_result *worst = worst_of(&clip, c);
    char why[BLAME_BYTES] = "", where[DIAG_NAME_BYTES] = "the rest pose", advice[80];
    trial t;
    source_map map;
    for (uint32_t i = 0; i < c->s->clip_count; i++)
        c->of_clip[i] = (int)i == clip ? FINEST : 0;
    if (!trial_open(&t, c))
        return false;
    if (source_map_open(&map, &t.p.model, c->d)) {
        blame(why, worst, &t.p, &map, bake_model_of(c->b), clip);
        source_map_free(&map);
    }
    trial_close(&t);
    if (clip >= 0)
        snprintf(where, sizeof where, "clip %u \"%.60s\"", c->s->clips[clip].index,
                 c->s->clips[clip].name);
    const double least = worst->max_rel * LEAST_ROOM;
    if (least < 1)
        snprintf(advice, sizeof advice, "give --error %.2e or another --precision", least);
    else
        snprintf(advice, sizeof advice, "bring the model to one scale");
    return diag_fail(c->d, DIAG_INVALID,
                     "%s is off by %.2e of the model's size in %s at best, more than %.3g: %s, "
                     "/nodes/%u primitive %u vertex %u at %.6g s, %s",
                     where, worst->max_rel, precision_of(c->options->encoding)->name,
                     c->budget.error, why, worst->node, worst->primitive, worst->vertex,
                     worst->time_s, advice);
}

/* The budget of all clips; *met: each is within E. */
static bool settle(bool *met, contract *c)
{
    int clip;
    bool more = true;
    while (more)
        if (!halve(&more, c))
            return false;
    if (is_searched(c->s) && !(spread(c) && save(c)))
        return false;
    for (more = true; more;)
        if (!check(&more, c))
            return false;
    *met = worst_of(&clip, c)->max_rel <= c->budget.error;
    return true;
}

static bool bake_settled(bake_result *out, contract *c)
{
    for (uint32_t i = 0; i < c->s->clip_count; i++)
        c->of_clip[i] = tracks_at(c, c->clips[i].low);
    if (!bake_write(out, c->b, &c->budget, c->options->strip, c->options->big_endian))
        return false;
    out->stats.arena_bytes = c->arena_bytes;
    out->stats.rest_error = c->rest.max_rel;
    for (uint32_t i = 0; i < out->stats.clip_count; i++)
        out->stats.clips[i].error = c->clips[i].result.max_rel;
    return true;
}

/* Within the budget's error, its weights as given; *met: that is so, or *out is empty. */
static bool attempt(bake_result *out, bool *met, contract *c, bool last)
{
    c->b = bake_open(c->s, c->options, &c->budget, c->d);
    if (c->b == NULL)
        return false;
    plan(c);
    bool ok = settle(met, c);
    if (ok && *met)
        ok = bake_settled(out, c);
    else if (ok && last)
        ok = refuse(c);
    for (uint32_t i = 0; i < c->s->clip_count; i++)
        free(c->clips[i].times);
    free(c->clips);
    free(c->of_clip);
    free(c->of_joint);
    verify_close(c->v);
    bake_close(c->b);
    c->v = NULL;
    progress_clear();
    return ok;
}

bool contract_bake(bake_result *out, const scene *s, const bake_options *options, diag *d)
{
    contract c = {.s = s, .options = options, .budget = bake_first_budget(options), .d = d};
    c.aim = c.budget.error * precision_of(options->encoding)->aim;
    bool met = false;
    *out = (bake_result){0};
    bool ok = attempt(out, &met, &c, false);
    if (!ok || met)
        return ok;
    /* Nothing for weights, and the same warnings again. */
    c.budget.weights = 0;
    const bool warned = diag_set_warnings(false);
    ok = attempt(out, &met, &c, true);
    diag_set_warnings(warned);
    return ok;
}
