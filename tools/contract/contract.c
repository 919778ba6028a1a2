/* SPDX-License-Identifier: MIT */
/* Bakes within E, the error that --error gives, see contract.h. */
#include "contract/contract.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/progress.h"
#include "contract/steps.h"
#include "scene/moments.h"
#include "scene/root_place.h"

#define USUAL (SEARCH_UNITY - 3 * SEARCH_LEVELS) /* an eighth of E */
#define MOST_SEARCHED (1u << 18)       /* keys; with more, only the usual share is tried at first */
#define TRIAL_COST ((uint64_t)1 << 21) /* of one trial of all clips, see scene_moment_cost */
#define LEAST_ROOM 1.02 /* the least E that is suggested, relative to the measured error */

/* The share of E that root motion leaves to the tracks. */
static double share_left(const scene *s)
{
    return s->root == NULL ? 1 : 1 - ROOT_SHARE;
}

static bool is_searched(const scene *s)
{
    uint64_t keys = 0;
    for (uint32_t i = 0; i < s->clip_count; i++)
        for (uint32_t k = 0; k < s->clips[i].channel_count; k++)
            keys += s->clips[i].channels[k].key_count;
    return keys <= MOST_SEARCHED;
}

/* Lowers the level of a clip that was within E at the trial's moments and exceeds it at others. */
static void step_back(clip_search *clip, double error)
{
    const double octaves = log2(clip->result.max_rel / error) * 2;
    const int steps = 1 + (int)fmin(octaves * SEARCH_LEVELS, SEARCH_COUNT);
    clip->low = clip->low > steps ? clip->low - steps : 0;
}

/* Measures unmeasured clips and lowers those that exceed E; *more: some of these are left. */
static bool check(bool *more, search *c)
{
    FREED_BY(trial_close) trial t = {0};
    *more = false;
    for (uint32_t i = 0; i < c->s->clip_count; i++)
        c->budget.of_clip[i] = c->clips[i].measured ? 0 : search_tracks(c, c->clips[i].low);
    if (!trial_open(&t, c, false))
        return false;
    c->arena_bytes = play_arena_bytes(&t.p.model);
    bool ok = verify_moments(&c->rest, c->v, PLAY_REST, (double[]){0}, 1, HUGE_VAL, c->d);
    for (uint32_t i = 0; i < c->s->clip_count && ok; i++) {
        clip_search *clip = &c->clips[i];
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
    return ok;
}

static void plan(search *c)
{
    const bool searched = is_searched(c->s);
    const uint64_t clips = c->s->clip_count;
    const uint64_t most = TRIAL_COST / (scene_moment_cost(c->s) * (clips + 1)) + 1;
    region *memory = &c->model->memory;
    c->clips = region_calloc(memory, clips, sizeof *c->clips);
    c->budget.of_clip = region_calloc(memory, clips, sizeof *c->budget.of_clip);
    c->budget.of_joint =
        region_calloc(memory, clips * c->model->joints.count, sizeof *c->budget.of_joint);
    for (size_t i = 0; i < clips * c->model->joints.count; i++)
        c->budget.of_joint[i] = 1;
    for (uint32_t i = 0; i < clips; i++) {
        clip_search *clip = &c->clips[i];
        clip->times = scene_moments(&clip->count, c->s, i, 0);
        clip->low = searched ? 0 : USUAL;
        clip->high = searched ? SEARCH_COUNT : USUAL + 1;
        clip->failed_s = clip->times[0];
        /* Odd, so that trials do not always meet the same of a key's four moments. */
        clip->stride = (uint32_t)((clip->count + most - 1) / most) | 1u;
    }
}

/* The clip with the largest error, and its result. */
static const verify_result *worst_of(int *clip, const search *c)
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

static void name_clip(char where[DIAG_NAME_BYTES], const search *c, int clip)
{
    snprintf(where, DIAG_NAME_BYTES, "the rest pose");
    if (clip >= 0)
        snprintf(where, DIAG_NAME_BYTES, "clip %u \"%.60s\"", c->s->clips[clip].index,
                 c->s->clips[clip].name);
}

/* Reports why the bake cannot keep E even with the finest tracks, and the least E that it could
 * keep; but sets c->wider to it if E was not given and half of what --volume allows is enough. */
static bool refuse(search *c)
{
    int clip;
    const double least = c->least * LEAST_ROOM / share_left(c->s);
    if (!(c->options->error > 0) && least <= c->s->volume / 2) {
        c->wider = least;
        return true;
    }
    const verify_result *worst = worst_of(&clip, c);
    char why[BLAME_BYTES] = "", where[DIAG_NAME_BYTES], advice[80];
    FREED_BY(trial_close) trial t = {0};
    FREED_BY(source_map_free) source_map map = {0};
    for (uint32_t i = 0; i < c->s->clip_count; i++)
        c->budget.of_clip[i] = (int)i == clip ? SEARCH_FINEST : 0;
    if (!trial_open(&t, c, true))
        return false;
    if (source_map_open(&map, &t.p.model, c->d))
        blame(why, worst, &t.p, &map, c->model, clip);
    name_clip(where, c, clip);
    if (!(c->options->error > 0) && c->s->volume > 0 && least < 0.5)
        snprintf(advice, sizeof advice, "give --volume %.2e", 2 * least);
    else if (least < 1)
        snprintf(advice, sizeof advice, "give --error %.2e or %s", least,
                 c->options->order.pack ? "leave out --pack" : "another --precision");
    else
        snprintf(advice, sizeof advice, "bring the model to one scale");
    return diag_fail(c->d, DIAG_INVALID,
                     "%s is off by %.2e of the model's size in %s at best, more than %.3g: %s, "
                     "/nodes/%u primitive %u vertex %u at %.6g s, %s",
                     where, c->least, traits_of(c->options->encoding)->name, c->budget.error, why,
                     worst->node, worst->primitive, worst->vertex, worst->time_s, advice);
}

/* Determines the budget of all clips; *met: each is within E. */
static bool settle(bool *met, search *c)
{
    int clip;
    if (is_searched(c->s) && !search_clips(c))
        return false;
    for (bool more = true; more;)
        if (!check(&more, c))
            return false;
    const double off = worst_of(&clip, c)->max_rel;
    c->least = fmin(c->least, off);
    *met = off <= c->budget.error;
    return true;
}

/* The vertices of one mesh at two moments of a clip that follow each other. */
typedef struct mesh_way {
    uint32_t vertex_count;
    double (*now)[3], (*before)[3];
    double step[3]; /* the largest that any vertex makes between two moments */
} mesh_way;

static void note(box3 *box, mesh_way *way, bool first)
{
    for (uint32_t v = 0; v < way->vertex_count; v++) {
        box3_add(box, way->now[v]);
        for (int c = 0; c < 3 && !first; c++)
            way->step[c] = fmax(way->step[c], fabs(way->now[v][c] - way->before[v][c]));
    }
    memcpy(way->before, way->now, way->vertex_count * sizeof *way->now);
}

/* boxes: [mesh_count], in glTF units. times: ascending, with the clip's first and last key and
 * enough moments between. Between two of them, vertices are assumed to leave the boxes of both by
 * at most half of the largest step of any vertex; each side is moved outward by that much, on each
 * axis separately. A turn of 180 degrees would need all of it, one of 90 degrees two fifths. */
static bool clip_boxes(box3 *boxes, play *p, uint32_t clip, const double *times, uint32_t count,
                       diag *d)
{
    const uint32_t mesh_count = p->model.mesh_count;
    FREED_BY(region_free) region memory = {0};
    mesh_way *ways = region_calloc(&memory, mesh_count, sizeof *ways);
    for (uint32_t m = 0; m < mesh_count; m++) {
        pelt_mesh_info info;
        ways[m].vertex_count =
            pelt_mesh_get(&info, &p->model, m) == PELT_OK ? info.vertex_count : 0;
        ways[m].now = region_calloc(&memory, ways[m].vertex_count, sizeof *ways[m].now);
        ways[m].before = region_calloc(&memory, ways[m].vertex_count, sizeof *ways[m].before);
        boxes[m] = box3_empty();
    }
    bool ok = true;
    for (uint32_t i = 0; i < count && ok; i++) {
        ok = play_pose(p, (int)clip, scene_ticks(times[i]), d);
        for (uint32_t m = 0; m < mesh_count && ok; m++) {
            ok = play_mesh(p, m, ways[m].now, NULL, d);
            note(&boxes[m], &ways[m], i == 0);
        }
    }
    for (uint32_t m = 0; m < mesh_count; m++)
        for (int c = 0; c < 3; c++) {
            boxes[m].low[c] -= ways[m].step[c] / 2;
            boxes[m].high[c] += ways[m].step[c] / 2;
        }
    return ok;
}

/* Measures the boxes of every clip and mesh as played. */
static bool measure_boxes(box3 **out, search *c, trial *t)
{
    const uint32_t mesh_count = t->p.model.mesh_count;
    box3 *boxes = diag_calloc((size_t)c->s->clip_count * mesh_count + 1, sizeof *boxes);
    bool ok = true;
    for (uint32_t i = 0; i < c->s->clip_count && ok; i++) {
        progress("measuring boxes", i, c->s->clip_count);
        ok = clip_boxes(boxes + (size_t)i * mesh_count, &t->p, i, c->clips[i].times,
                        c->clips[i].count, c->d);
    }
    *out = boxes;
    return ok;
}

/* Measures all again, in a trial that is open, against dual quaternions. */
static bool measure_volume(search *c)
{
    int clip;
    const verify_result *worst;
    char where[DIAG_NAME_BYTES];
    verify_linearly(c->v, false);
    bool ok = verify_moments(&c->rest, c->v, PLAY_REST, (double[]){0}, 1, HUGE_VAL, c->d);
    for (uint32_t i = 0; i < c->s->clip_count && ok; i++) {
        progress("measuring clips", i, c->s->clip_count);
        ok = verify_moments(&c->clips[i].result, c->v, (int)i, c->clips[i].times, c->clips[i].count,
                            HUGE_VAL, c->d);
    }
    worst = worst_of(&clip, c);
    if (!ok || worst->max_rel <= c->s->volume)
        return ok;
    name_clip(where, c, clip);
    return diag_fail(c->d, DIAG_INVALID,
                     "%s is %.2e of the model's size away from dual quaternion skinning at best, "
                     "more than %.3g, /nodes/%u primitive %u vertex %u at %.6g s, give --volume "
                     "%.2e",
                     where, worst->max_rel, c->s->volume, worst->node, worst->primitive,
                     worst->vertex, worst->time_s, worst->max_rel * LEAST_ROOM);
}

static bool bake_settled(bake_result *out, search *c)
{
    for (uint32_t i = 0; i < c->s->clip_count; i++)
        c->budget.of_clip[i] = search_tracks(c, c->clips[i].low);
    FREED box3 *boxes = NULL;
    FREED_BY(bake_result_free) bake_result little = {0};
    FREED_BY(trial_close) trial t = {0};
    const bake_options *o = c->options;
    const bool boxed = !o->no_boxes && c->s->clip_count > 0, linear = c->s->volume == 0;
    if ((boxed || !linear) && !trial_open(&t, c, false))
        return false;
    if (boxed && !measure_boxes(&boxes, c, &t))
        return false;
    if (!linear && !measure_volume(c))
        return false;
    if (o->big_endian &&
        !bake_write(&little, c->model, &c->budget, boxes, o->part, o->strip, false))
        return false;
    if (!bake_write(out, c->model, &c->budget, boxes, o->part, o->strip, o->big_endian))
        return false;
    out->little = little.blob;
    little.blob = NULL;
    out->stats.arena_bytes = c->arena_bytes;
    out->stats.rest_error = c->rest.max_rel;
    for (uint32_t i = 0; i < out->stats.clip_count; i++)
        out->stats.clips[i].error = c->clips[i].result.max_rel;
    return true;
}

/* Tries to bake within the budget's error, with its weights; *met: it succeeded, otherwise *out
 * is empty. */
static bool attempt(bake_result *out, bool *met, search *c, bool last)
{
    c->model = bake_open(c->s, c->options, &c->budget, c->d);
    if (c->model == NULL)
        return false;
    plan(c);
    bool ok = settle(met, c);
    if (ok && *met)
        ok = bake_settled(out, c);
    else if (ok && last)
        ok = refuse(c);
    for (uint32_t i = 0; i < c->s->clip_count; i++)
        free(c->clips[i].times);
    verify_close(c->v);
    bake_close(c->model);
    c->v = NULL;
    progress_clear();
    return ok;
}

static bool moves_targets(const scene *s)
{
    for (uint32_t i = 0; i < s->clip_count; i++)
        for (uint32_t k = 0; k < s->clips[i].channel_count; k++)
            if (s->clips[i].channels[k].path == SCENE_WEIGHTS)
                return true;
    return false;
}

bool contract_bake(bake_result *out, const scene *s, const bake_options *given, diag *d)
{
    bake_options chosen = *given, *options = &chosen;
    bake_colour_stats colour = {0};
    search c = {.s = s, .options = options, .budget = bake_first_budget(options), .d = d};
    c.budget.error *= share_left(s);
    c.budget.layers = c.budget.error;
    c.aim = c.budget.error * traits_of(options->encoding)->aim;
    bool met = false;
    *out = (bake_result){0};
    const bool textured = appearance_has_textures(s);
    if (options->texture_side == BAKE_AUTO && !textured)
        options->texture_side = 0;
    const bool asked = options->texture_side != 0 || options->measured == BAKE_ALL_COLOURS ||
                       (options->measured == BAKE_TEXTURED_COLOURS && textured);
    bool ok =
        (!asked || appearance_choose(options, &colour, s, d)) && attempt(out, &met, &c, false);
    /* Tries again without a budget for weights, then with closer keys, where the warnings would be the
     * same; then both without room for layers, so that no part of the error depends on E any more. Of
     * the last two, the better one gives the E that a refusal suggests, with which it can be kept. */
    const bool warned = diag_set_warnings(!ok || met);
    const int tries = traits_of(options->encoding)->fixed && moves_targets(s) ? 4 : 2;
    for (int i = 0; i < tries && ok && !met; i++) {
        c.budget.weights = 0;
        c.budget.close_keys = i % 2 == 1;
        c.budget.layers = i < 2 ? c.budget.layers : 0;
        c.least = i % 2 == 0 ? HUGE_VAL : c.least;
        diag_set_warnings(i == 2 && warned);
        ok = attempt(out, &met, &c, i + 1 == tries);
    }
    if (ok && c.wider > 0) {
        bake_options wider = *given;
        wider.error = c.wider;
        diag_set_warnings(warned);
        ok = contract_bake(out, s, &wider, d);
    }
    diag_set_warnings(warned);
    out->stats.colour = colour;
    return ok;
}
