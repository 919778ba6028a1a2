/* SPDX-License-Identifier: MIT */
#include "play/contract.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bake/precision.h"
#include "common/progress.h"
#include "play/blame.h"
#include "play/verify.h"
#include "scene/moments.h"

/* What tracks may spend is E * 2^((level - UNITY) / LEVELS_PER_OCTAVE), at level 0 nothing. */
#define LEVELS_PER_OCTAVE 4
#define UNITY 28
#define LEVEL_COUNT 37
#define USUAL (UNITY - 3 * LEVELS_PER_OCTAVE) /* an eighth of E */
#define MOST_SEARCHED (1u << 18)          /* keys: files with more are written once, if that does */
#define FINEST 1e-12                      /* in place of nothing */
#define TRIAL_COST ((uint64_t)1 << 21)    /* of one trial of all clips, see scene_moment_cost */
#define LEAST_ROOM 1.02                   /* the least E that is named, above what was measured */

/* The search of one clip. */
typedef struct search {
    double *times; /* at which it is measured */
    uint32_t count, stride; /* of every stride-th in trials */
    int low, high; /* levels: known or hoped to be within E, known to be beyond */
    bool measured; /* `result` is of all moments, at `low` */
    verify_result result;
    double failed_s; /* glTF time at which it was beyond E last */
} search;

/* What all of this file looks at. */
typedef struct contract {
    const scene *s;
    const bake_options *options;
    baking *b;
    bake_budget budget;
    double aim; /* of the search, below E: between moments errors are a little larger */
    double *of_clip; /* the budget's */
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

/* The clip between its bounds, at some of the moments or at all; where it failed last time first. */
static bool try_clip(contract *c, uint32_t index, int level)
{
    search *clip = &c->clips[index];
    const uint32_t count = (clip->count + clip->stride - 1) / clip->stride;
    double *times = diag_calloc(count + 1u, sizeof *times);
    times[0] = clip->failed_s;
    for (uint32_t i = 0; i < count; i++)
        times[1 + i] = clip->times[(size_t)i * clip->stride];
    verify_result result;
    const bool ok =
        verify_moments(&result, c->v, (int)index, times, count + 1, c->aim, c->d);
    free(times);
    if (!ok)
        return false;
    if (result.max_rel <= c->aim) {
        clip->low = level;
        clip->measured = clip->stride == 1;
        clip->result = result;
    } else {
        clip->high = level;
        clip->failed_s = result.time_s;
    }
    return true;
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
            ok = try_clip(c, i, middle(&c->clips[i]));
    }
    trial_close(&t);
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
    ok = verify_moments(&c->rest, c->v, PLAY_REST, (double[]){0}, 1, HUGE_VAL, c->d);
    for (uint32_t i = 0; i < c->s->clip_count && ok; i++) {
        search *clip = &c->clips[i];
        if (clip->measured)
            continue;
        progress("measuring clips", i, c->s->clip_count);
        ok = verify_moments(&clip->result, c->v, (int)i, clip->times, clip->count,
                            clip->low > 0 ? c->budget.error : HUGE_VAL, c->d);
        clip->measured = clip->result.max_rel <= c->budget.error || clip->low == 0;
        if (!clip->measured) {
            step_back(clip, c->aim);
            *more = true;
        }
    }
    trial_close(&t);
    return ok;
}

static bool is_searched(const scene *s)
{
    uint64_t keys = 0;
    for (uint32_t i = 0; i < s->clip_count; i++)
        for (uint32_t k = 0; k < s->clips[i].channel_count; k++)
            keys += s->clips[i].channels[k].key_count;
    return keys <= MOST_SEARCHED;
}

static void plan(contract *c)
{
    const bool searched = is_searched(c->s);
    const uint64_t clips = c->s->clip_count;
    const uint64_t most = TRIAL_COST / (scene_moment_cost(c->s) * (clips + 1)) + 1;
    c->clips = diag_calloc(clips, sizeof *c->clips);
    c->of_clip = diag_calloc(clips, sizeof *c->of_clip);
    c->budget.of_clip = c->of_clip;
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
