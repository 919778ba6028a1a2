/* SPDX-License-Identifier: MIT */
/* Takes root motion out of a scene's clips: samples and fits it, and computes the node's channels
 * without it. */
#include "reduce/root_motion.h"

#include <stdlib.h>
#include <string.h>

#include "pelt.h"
#include "reduce/chain.h"
#include "reduce/samples.h"
#include "scene/channel.h"
#include "scene/moments.h"
#include "scene/root_place.h"
#include "scene/select.h"

#define MOMENTS 64u /* moments by which the model's size is measured */
#define SMALLEST_SIZE                                                                              \
    (1.0 / 16) /* of the largest size; a model that shrinks to nothing needs no keys */

#define PI 3.14159265358979323846
#define MOST_SAMPLES (1u << 20) /* of a clip; beyond this no more are added between keys */
#define PARTS 8u /* parts of the way between two keys; each is less than half a turn */
#define MOST_HALVINGS 7
#define FINER 4.0            /* samples are this much closer to the motion than keys */
#define TURN_STEP 16777216.0 /* 2^24 steps a turn, as stored */
#define ROOT_SHEAR 1e-4      /* of the root, and of what turns stretch; more is refused */
#define LEAST_AXIS                                                                                 \
    1e-9 /* a rotation with less turns half way about another axis, and has no turn about +Y */

root_options root_parse(const char *text)
{
    const char *const colon = strrchr(text, ':');
    const bool xz = colon != NULL && strcmp(colon, ":xz") == 0;
    const bool yaw = colon != NULL && strcmp(colon, ":yaw") == 0;
    const bool both = colon != NULL && strcmp(colon, ":xz+yaw") == 0;
    const bool ends = colon != text && (xz || yaw || both);
    const size_t length = ends ? (size_t)(colon - text) : strlen(text);
    return (root_options){text, length, !(ends && yaw), !(ends && xz)};
}

/// The node //////////////////////////////////////////////////////////////////////////////////////

/* Whether every joint or node that moves an instance is a node of a subtree. */
static bool hangs_below(const scene *s, const scene_instance *instance, const bool *below)
{
    if (instance->skin == SCENE_NONE)
        return below[instance->node];
    const scene_primitive *p = scene_instance_primitive(s, instance);
    const size_t count = (size_t)p->vertex_count * p->influences_per_vertex;
    for (size_t i = 0; i < count; i++)
        if (p->weights[i] > 0 && !below[s->skins[instance->skin].joints[p->joints[i]]])
            return false;
    return true;
}

static void warn_of_others(const scene *s, uint32_t node, const char *file)
{
    FREED bool *below = diag_calloc(s->node_count, sizeof *below);
    uint32_t count = 0, first = 0;
    for (uint32_t i = 0; i < s->node_count; i++) {
        const uint32_t at = s->order[i], parent = s->nodes[at].parent;
        below[at] = at == node || (parent != SCENE_NONE && below[parent]);
    }
    for (uint32_t i = s->instance_count; i-- > 0;) {
        if (hangs_below(s, &s->instances[i], below))
            continue;
        first = s->instances[i].node;
        count++;
    }
    if (count == 0)
        return;
    diag_warn(file,
              "%u of %u primitives do not hang below node %u of --root-motion and keep their "
              "motion, first \"%s\", /nodes/%u",
              count, s->instance_count, node, diag_name(scene_mesh_name(s, first)), first);
}

/// A clip ////////////////////////////////////////////////////////////////////////////////////////

/* A moment of the clip: in ticks since its start, and in glTF time, which for a key is the key's
 * own. */
typedef struct moment {
    int32_t tick;
    double time_s;
} moment;

/* Where the root goes at a moment; later what remains of the node without it. */
typedef struct sample {
    moment at;
    bool is_key;
    root_place place;
    trs local;
} sample;

typedef struct root_job {
    chain c; /* from a root of the scene to the node */
    const root_options *options;
    double length; /* largest error, glTF units */
    double reach;  /* largest distance of a vertex from the node */
    region *memory;
    diag *d;
    /* Of a clip: */
    pelt_time start;
    int32_t ticks;
    double origin[2], rotation[4]; /* of the node at the start */
    uint32_t moment_count, count;
    moment *moments; /* keys of the chain's channels, ascending */
    sample *samples;
    const scene_root_track *track; /* NULL until the samples of the root are fitted */
    bool failed;                   /* nodes above scale unevenly or to nothing */
} root_job;

static moment moment_at(const root_job *t, int32_t tick)
{
    return (moment){tick, ((double)t->start + tick) / PELT_TICKS_PER_SECOND};
}

/// Moments at which something in the chain has a key ///////////////////////////////////////////////

static int ascending(const void *left, const void *right)
{
    const moment *a = left, *b = right;
    if (a->tick != b->tick)
        return a->tick < b->tick ? -1 : 1;
    return (a->time_s > b->time_s) - (a->time_s < b->time_s);
}

/* Sorts the moments within the clip and keeps the last one of each tick. */
static void sort_moments(root_job *t, size_t count)
{
    uint32_t kept = 0;
    qsort(t->moments, count, sizeof *t->moments, ascending);
    for (size_t i = 0; i < count; i++) {
        if (t->moments[i].tick < 0 || t->moments[i].tick > t->ticks)
            continue;
        if (kept > 0 && t->moments[kept - 1].tick == t->moments[i].tick)
            kept--;
        t->moments[kept++] = t->moments[i];
    }
    t->moment_count = kept;
}

/* Collects the keys. Before a jump the tick before it is added, at which the old pose still
 * holds. */
static void find_moments(root_job *t, const scene_clip *clip)
{
    const chain *c = &t->c;
    size_t most = 2, count = 0;
    for (uint32_t i = 0; i < c->count * 3; i++)
        most += c->channels[i] == NULL ? 0 : 2 * (size_t)c->channels[i]->key_count;
    t->moments = region_calloc(t->memory, most, sizeof *t->moments);
    t->moments[count++] = (moment){0, clip->start_s};
    t->moments[count++] = (moment){t->ticks, clip->end_s};
    for (uint32_t i = 0; i < c->count * 3; i++) {
        const scene_channel *channel = c->channels[i];
        for (uint32_t k = 0; channel != NULL && k < channel->key_count; k++) {
            const int32_t tick = scene_ticks(channel->times[k]) - t->start;
            t->moments[count++] = (moment){tick, channel->times[k]};
            if (channel->interpolation == SCENE_STEP && k > 0)
                t->moments[count++] = moment_at(t, tick - 1);
        }
    }
    sort_moments(t, count);
}

/// Where the node goes /////////////////////////////////////////////////////////////////////////////

/* The root's place at a moment; its full turns are those that bring it nearest to `near`. */
static sample place_at(const root_job *t, moment at, double near)
{
    const mat34 global = chain_at(&t->c, t->c.count, at.time_s);
    root_place out = {0, 0, 0};
    if (t->options->turns) {
        trs local;
        double turned[4];
        const double back[4] = {-t->rotation[0], -t->rotation[1], -t->rotation[2], t->rotation[3]};
        trs_decompose(&local, &global);
        quat_multiply(turned, local.r, back);
        out.turns =
            hypot(turned[1], turned[3]) < LEAST_AXIS ? near : atan2(turned[1], turned[3]) / PI;
        out.turns += rint(near - out.turns);
    }
    if (t->options->moves) {
        const mat34 turn = root_matrix(&(root_place){0, 0, out.turns});
        out.x = global.m[0][3] - turn.m[0][0] * t->origin[0] - turn.m[0][2] * t->origin[1];
        out.z = global.m[2][3] - turn.m[2][0] * t->origin[0] - turn.m[2][2] * t->origin[1];
    }
    return (sample){.at = at, .place = out};
}

/* The largest displacement of a vertex by this motion. */
static double way(const root_job *t, double x, double z, double turns)
{
    return fmax(fmax(fabs(x), fabs(z)), fabs(turns) * 2 * PI * t->reach);
}

/* The largest error of a vertex at `at` if the root moves linearly between two samples. */
static double off_line(const root_job *t, const sample *at, const sample *from, const sample *to)
{
    const double u = ((double)at->at.tick - from->at.tick) / ((double)to->at.tick - from->at.tick);
    const root_place *a = &from->place, *b = &to->place, *is = &at->place;
    const double x = a->x + (b->x - a->x) * u - is->x, z = a->z + (b->z - a->z) * u - is->z;
    const double turns = a->turns + (b->turns - a->turns) * u - is->turns;
    return way(t, x, z, turns);
}

/// What remains of the node ////////////////////////////////////////////////////////////////////////

/* The node's own transform without the root's motion. *norm: how much its ancestors enlarge it. */
static trs local_at(root_job *t, double *norm, double tick, double time_s)
{
    const chain *c = &t->c;
    const uint32_t last = c->count - 1;
    const mat34 above = chain_at(c, last, time_s);
    trs local, turned;
    mat34 own, back;
    *norm = matrix_norm(&above);
    if (!chain_trs_at(&local, &own, c, last, time_s) && trs_decompose(&local, &own) > ROOT_SHEAR)
        t->failed = true;
    if (!mat34_invert(&back, &above)) {
        t->failed = true;
        return local;
    }
    const root_place place = root_at(t->track, tick);
    const mat34 inverse = root_inverse(&place);
    back = mat34_mul(&back, &inverse);
    back = mat34_mul(&back, &above);
    double length, rotation[4];
    if (t->options->turns &&
        !(matrix_is_uniform(&length, &back, ROOT_SHEAR) && fabs(length - 1) <= ROOT_SHEAR))
        t->failed = true;
    trs_decompose(&turned, &back);
    memcpy(rotation, local.r, sizeof rotation);
    if (t->options->turns)
        quat_multiply(local.r, turned.r, rotation);
    mat34_point(local.t, &back, local.t);
    return local;
}

static sample rest_at(root_job *t, moment at)
{
    double norm;
    return (sample){.at = at, .local = local_at(t, &norm, at.tick, at.time_s)};
}

/* Whether what remains runs straight between two samples, at three moments between them. */
static bool runs_straight(root_job *t, const sample *from, const sample *to)
{
    bool straight = true;
    for (int i = 1; i < 4 && straight; i++) {
        double norm, q[4], off = 0;
        const double u = i / 4.0, *a = from->local.t, *b = to->local.t;
        const double tick = from->at.tick + ((double)to->at.tick - from->at.tick) * u;
        const trs is = local_at(t, &norm, tick, (t->start + tick) / PELT_TICKS_PER_SECOND);
        quat_slerp(q, from->local.r, to->local.r, u);
        for (int c = 0; c < 3; c++)
            off = fmax(off, fabs(a[c] + (b[c] - a[c]) * u - is.t[c]));
        straight = off * norm + chain_turn(q, is.r) * t->reach <= t->length;
    }
    return straight;
}

/// Samples /////////////////////////////////////////////////////////////////////////////////////////

static void add_sample(root_job *t, sample s)
{
    t->samples = diag_grow(t->samples, t->count, sizeof *t->samples);
    t->samples[t->count++] = s;
}

/* Adds samples between the last one and a moment, as many as motion that is not straight needs, then
 * that moment. */
static void add_up_to(root_job *t, moment to, int halvings)
{
    const sample from = t->samples[t->count - 1];
    const int32_t ticks = to.tick - from.at.tick;
    const moment middle = moment_at(t, from.at.tick + ticks / 2);
    sample half = {0}, end;
    if (t->track == NULL) {
        half = place_at(t, middle, from.place.turns);
        end = place_at(t, to, half.place.turns);
    } else {
        end = rest_at(t, to);
    }
    if (halvings > 0 && ticks > 3 && t->count < MOST_SAMPLES &&
        (t->track == NULL ? off_line(t, &half, &from, &end) * FINER > t->length
                          : !runs_straight(t, &from, &end))) {
        add_up_to(t, middle, halvings - 1);
        add_up_to(t, to, halvings - 1);
        return;
    }
    add_sample(t, end);
}

static void find_places(root_job *t)
{
    add_sample(t, place_at(t, t->moments[0], 0));
    const uint32_t parts = t->moment_count < MOST_SAMPLES / PARTS ? PARTS : 1;
    for (uint32_t i = 1; i < t->moment_count; i++) {
        const int32_t from = t->moments[i - 1].tick, ticks = t->moments[i].tick - from;
        for (uint32_t part = 1; part < parts && ticks > 2 * (int32_t)parts; part++)
            add_up_to(t, moment_at(t, from + (int32_t)((int64_t)ticks * part / parts)),
                      MOST_HALVINGS);
        add_up_to(t, t->moments[i], MOST_HALVINGS);
    }
}

/* The new keys of the node are at keys of the chain and of the track, and where they are needed
 * between them. */
static void find_rest(root_job *t)
{
    moment *moments =
        region_calloc(t->memory, (size_t)t->moment_count + t->track->key_count, sizeof *moments);
    memcpy(moments, t->moments, t->moment_count * sizeof *moments);
    for (uint32_t i = 0; i < t->track->key_count; i++)
        moments[t->moment_count + i] = moment_at(t, t->track->keys[i].tick);
    t->moments = moments;
    sort_moments(t, (size_t)t->moment_count + t->track->key_count);
    t->count = 0;
    add_sample(t, rest_at(t, t->moments[0]));
    for (uint32_t i = 1; i < t->moment_count && !t->failed; i++)
        add_up_to(t, t->moments[i], MOST_HALVINGS);
}

/// Keys ////////////////////////////////////////////////////////////////////////////////////////////

/* Marks as few samples as keys as keep the lines between them near all others, by the method of
 * Douglas and Peucker with a stack of ranges. Returns how many there are. */
static uint32_t choose_keys(root_job *t)
{
    FREED uint32_t *ends = diag_calloc(t->count, sizeof *ends);
    uint32_t depth = 0, first = 0, keys = 1;
    t->samples[0].is_key = true;
    ends[depth++] = t->count - 1;
    while (depth > 0) {
        const uint32_t last = ends[depth - 1];
        double most = t->length;
        uint32_t farthest = 0;
        for (uint32_t i = first + 1; i < last; i++) {
            const double off = off_line(t, &t->samples[i], &t->samples[first], &t->samples[last]);
            if (off > most) {
                most = off;
                farthest = i;
            }
        }
        if (farthest != 0) {
            ends[depth++] = farthest;
            continue;
        }
        keys += !t->samples[last].is_key;
        t->samples[last].is_key = true;
        first = last;
        depth--;
    }
    return keys;
}

static bool travels(const root_job *t)
{
    for (uint32_t i = 0; i < t->count; i++) {
        const root_place *p = &t->samples[i].place;
        if (way(t, p->x, p->z, p->turns) > t->length)
            return true;
    }
    return false;
}

static void write_track(scene_root_track *out, scene *s, root_job *t)
{
    const uint32_t count = choose_keys(t);
    scene_root_key *keys = scene_alloc(s, count, sizeof *keys);
    *out = (scene_root_track){count, keys};
    for (uint32_t i = 0; i < t->count; i++) {
        const sample *at = &t->samples[i];
        if (at->is_key)
            *keys++ = (scene_root_key){at->at.tick, at->place.x, at->place.z,
                                       rint(at->place.turns * TURN_STEP) / TURN_STEP};
    }
}

/* The node's channels anew: translation, where it turned rotation, and of a matrix all. Keys are at
 * ticks: a jump has become a line of one tick, which must not end behind the clip's last one. */
static void replace_channels(scene *s, const root_job *t, uint32_t index)
{
    const uint32_t last = t->c.count - 1, node = t->c.nodes[last];
    const bool all = s->nodes[node].local.has_matrix && !chain_is_moved(&t->c, last);
    const bool replaced[] = {true, all || t->options->turns, all};
    scene_clip clip = s->clips[index];
    scene_channel *channels = scene_alloc(s, (size_t)clip.channel_count + 3, sizeof *channels);
    double *times = scene_alloc(s, t->count, sizeof *times);
    trs *locals = region_calloc(t->memory, t->count, sizeof *locals);
    for (uint32_t i = 0; i < t->count; i++) {
        times[i] = moment_at(t, t->samples[i].at.tick).time_s;
        locals[i] = t->samples[i].local;
    }
    clip.channel_count = 0;
    for (uint32_t i = 0; i < s->clips[index].channel_count; i++) {
        const scene_channel *channel = &s->clips[index].channels[i];
        if (channel->node != node || channel->path == SCENE_WEIGHTS || !replaced[channel->path])
            channels[clip.channel_count++] = *channel;
    }
    for (int path = SCENE_TRANSLATION; path <= SCENE_SCALE; path++)
        if (replaced[path])
            channels[clip.channel_count++] =
                chain_channel(s, node, (scene_path)path, SCENE_LINEAR, t->count, times, locals);
    clip.channels = channels;
    s->clips[index] = clip;
}

/* The outermost node above whose scale the clip takes to zero or through it, or SCENE_NONE. */
static uint32_t find_vanishing(const chain *c)
{
    for (uint32_t i = 0; i + 1 < c->count; i++) {
        const scene_channel *scale = c->channels[(size_t)i * 3 + SCENE_SCALE];
        double was[3] = {0}, is[3];
        for (uint32_t k = 0; scale != NULL && k < scale->key_count; k++) {
            eval_channel(is, scale, scale->times[k], EVAL_UNIT_ROTATIONS);
            for (int axis = 0; axis < 3; axis++)
                if (is[axis] == 0 ||
                    (scale->interpolation != SCENE_STEP && is[axis] * was[axis] < 0))
                    return c->nodes[i];
            memcpy(was, is, sizeof was);
        }
    }
    return SCENE_NONE;
}

/* Returns false with a message in `d`. */
static bool root_take_clip(scene_root_track *out, scene *s, const root_job *job, uint32_t clip)
{
    const scene_clip *source = &s->clips[clip];
    root_job t = *job;
    chain_find_channels(&t.c, source);
    bool moved = false;
    for (uint32_t i = 0; i < t.c.count; i++)
        moved |= chain_is_moved(&t.c, i);
    /* Other clips are refused when they are baked. */
    const bool in_range = fabs(source->start_s) < 2048 && fabs(source->end_s) < 2048;
    t.start = scene_ticks(source->start_s);
    if (!moved || !in_range || scene_ticks(source->end_s) <= t.start)
        return true;
    t.ticks = scene_ticks(source->end_s) - t.start;
    const mat34 first = chain_at(&t.c, t.c.count, source->start_s);
    trs local;
    trs_decompose(&local, &first);
    memcpy(t.rotation, local.r, sizeof t.rotation);
    t.origin[0] = first.m[0][3];
    t.origin[1] = first.m[2][3];
    find_moments(&t, source);
    find_places(&t);
    if (travels(&t)) {
        write_track(out, s, &t);
        t.track = out;
        const uint32_t vanishing = find_vanishing(&t.c);
        t.failed = vanishing != SCENE_NONE;
        find_rest(&t);
        if (vanishing != SCENE_NONE)
            diag_fail(
                t.d, DIAG_INVALID,
                "its root motion cannot be taken out of clip %u, /nodes/%u, the scale of node "
                "%u above, \"%s\", reaches zero: name that node or one above it",
                source->index, t.c.nodes[t.c.count - 1], vanishing,
                diag_name(s->nodes[vanishing].name));
        else if (t.failed)
            diag_fail(t.d, DIAG_INVALID,
                      "its root motion cannot be taken out of clip %u, /nodes/%u, the nodes above "
                      "scale unevenly or to nothing: name a node higher up, or use :xz without yaw",
                      source->index, t.c.nodes[t.c.count - 1]);
        else
            replace_channels(s, &t, clip);
    }
    free(t.samples);
    return !t.failed;
}

/// All clips /////////////////////////////////////////////////////////////////////////////////////

static void set_tolerances(root_job *job, double error)
{
    FREED_BY(samples_free) scene_samples samples;
    samples_make(&samples, job->c.s, MOMENTS);
    double least = HUGE_VAL, most = 0;
    for (uint32_t i = 0; i < samples.count; i++) {
        const double size = samples.sizes[i];
        least = size > 0 ? fmin(least, size) : least;
        most = fmax(most, size);
    }
    if (!(most > 0))
        least = most = 1;
    job->reach = most;
    job->length = error * ROOT_SHARE * fmax(least, most * SMALLEST_SIZE);
}

bool root_take(scene *s, const root_options *options, double error, const char *file, diag *d)
{
    uint32_t node = 0;
    if (options->node == NULL)
        return true;
    FREED char *text = diag_calloc(options->node_length + 1, 1);
    memcpy(text, options->node, options->node_length);
    if (!scene_find_node(&node, s, text, "node", "--root-motion", file, d))
        return false;
    warn_of_others(s, node, file);
    scene_root *root = scene_alloc(s, 1, sizeof *root);
    scene_root_track *tracks = scene_alloc(s, s->clip_count, sizeof *tracks);
    bool ok = true;
    FREED_BY(region_free) region memory = {0};
    root_job job = {.c = chain_open(&memory, s), .options = options, .memory = &memory, .d = d};
    set_tolerances(&job, error);
    chain_make(&job.c, SCENE_NONE, node);
    for (uint32_t i = 0; i < s->clip_count && ok; i++)
        ok = root_take_clip(&tracks[i], s, &job, i) && scene_is_within(s);
    if (!ok)
        return diag_fail(d, DIAG_INVALID,
                         "the clips without root motion need more than %zu bytes, "
                         "/animations, split the asset",
                         SCENE_MAX_BYTES);
    *root = (scene_root){node, options->moves, options->turns, tracks};
    s->root = root;
    return true;
}
