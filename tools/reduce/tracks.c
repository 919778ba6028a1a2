/* SPDX-License-Identifier: MIT */
/* Gives children of folded nodes new channels. */
#include "reduce/fold.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "pelt.h"
#include "reduce/chain.h"
#include "scene/channel.h"
#include "scene/moments.h"

#define MOST_HALVINGS 6
#define MOST_KEYS (1u << 20) /* of one node with new keys in one clip */
#define TICK_S (1.0 / PELT_TICKS_PER_SECOND)

/// Moments ///////////////////////////////////////////////////////////////////////////////////////

typedef struct moments {
    uint32_t count;
    double *times;
} moments;

static void add_time(moments *m, double time_s)
{
    m->times = diag_grow(m->times, m->count, sizeof *m->times);
    m->times[m->count++] = time_s;
}

/* The key times of the whole chain. Before a jump the last moment of the old pose is added. */
static moments key_times(const chain *c, bool all_jump)
{
    moments m = {0};
    for (uint32_t i = 0; i < c->count * 3; i++) {
        const scene_channel *channel = c->channels[i];
        for (uint32_t k = 0; channel != NULL && k < channel->key_count; k++) {
            add_time(&m, channel->times[k]);
            if (!all_jump && channel->interpolation == SCENE_STEP && k > 0)
                add_time(&m, channel->times[k] - TICK_S);
        }
    }
    m.count = scene_sort_times(m.times, m.count);
    return m;
}

static trs transform_at(const chain *c, double time_s)
{
    const mat34 m = chain_at(c, c->count, time_s);
    trs out;
    trs_decompose(&out, &m);
    return out;
}

/* Whether interpolation between two keys gives the transform at u. */
static bool runs_straight(const chain *c, double from_s, const trs *from, double to_s,
                          const trs *to, double u)
{
    const trs is = transform_at(c, from_s + (to_s - from_s) * u);
    double r[4], length = 0, scale = 0;
    quat_slerp(r, from->r, to->r, u);
    bool straight = chain_turn(r, is.r) <= c->tolerance;
    for (int i = 0; i < 3; i++) {
        length = fmax(length, fmax(fabs(from->t[i]), fabs(to->t[i])));
        scale = fmax(scale, fmax(fabs(from->s[i]), fabs(to->s[i])));
    }
    for (int i = 0; i < 3; i++) {
        const double t = from->t[i] + (to->t[i] - from->t[i]) * u;
        const double s = from->s[i] + (to->s[i] - from->s[i]) * u;
        straight &= fabs(t - is.t[i]) <= c->tolerance * length;
        straight &= fabs(s - is.s[i]) <= c->tolerance * scale;
    }
    return straight;
}

/* Adds the moments needed between two keys, then the second key. */
static void add_between(moments *out, const chain *c, double from_s, double to_s, int halvings)
{
    const double middle_s = from_s + (to_s - from_s) / 2;
    if (halvings > 0 && out->count < MOST_KEYS && middle_s - from_s > 2 * TICK_S) {
        const trs from = transform_at(c, from_s), to = transform_at(c, to_s);
        bool straight = true;
        for (int i = 1; i < 4; i++)
            straight = straight && runs_straight(c, from_s, &from, to_s, &to, i / 4.0);
        if (!straight) {
            add_between(out, c, from_s, middle_s, halvings - 1);
            add_between(out, c, middle_s, to_s, halvings - 1);
            return;
        }
    }
    add_time(out, to_s);
}

static moments moments_of(const chain *c, bool all_jump)
{
    moments keys = key_times(c, all_jump);
    if (all_jump)
        return keys;
    moments out = {0};
    add_time(&out, keys.times[0]);
    for (uint32_t i = 1; i < keys.count; i++)
        add_between(&out, c, keys.times[i - 1], keys.times[i], MOST_HALVINGS);
    free(keys.times);
    return out;
}

/// Channels //////////////////////////////////////////////////////////////////////////////////////

/* The channels of a clip of the new scene. */
typedef struct channel_list {
    scene *out;
    uint32_t count;
    scene_channel *channels;
} channel_list;

/* Adds a channel as seen from the new parent: `outer` is constant, rotates and scales all axes
 * alike. */
static void add_transformed(channel_list *list, const scene_channel *source, const mat34 *outer)
{
    trs by;
    trs_decompose(&by, outer);
    const double scale[3] = {by.s[0], by.s[0], by.s[0]};
    scene_channel *channel = &list->channels[list->count++];
    *channel = *source;
    channel->values = channel_change(list->out, source, outer, by.r, NULL, scale);
}

static void add_refitted(channel_list *list, const chain *c)
{
    bool all_jump = true;
    for (uint32_t i = 0; i < c->count * 3; i++)
        all_jump &= c->channels[i] == NULL || c->channels[i]->interpolation == SCENE_STEP;
    moments times = moments_of(c, all_jump);
    FREED trs *sampled = diag_calloc(times.count, sizeof *sampled);
    for (uint32_t i = 0; i < times.count; i++) {
        sampled[i] = transform_at(c, times.times[i]);
        const bool turned = i > 0 && vec_dot(sampled[i].r, sampled[i - 1].r, 4) < 0;
        for (int k = 0; turned && k < 4; k++)
            sampled[i].r[k] = -sampled[i].r[k];
    }
    double *seconds = scene_alloc(list->out, times.count, sizeof *seconds);
    memcpy(seconds, times.times, times.count * sizeof *seconds);
    for (int path = SCENE_TRANSLATION; path <= SCENE_SCALE; path++)
        list->channels[list->count++] =
            chain_channel(list->out, c->nodes[c->count - 1], (scene_path)path,
                          all_jump ? SCENE_STEP : SCENE_LINEAR, times.count, seconds, sampled);
    free(times.times);
}

/* Whether a constant matrix is a rotation, a positive scale equal on all axes, and a
 * translation. */
static bool is_plain(const mat34 *m)
{
    double length;
    return matrix_is_uniform(&length, m, SHEAR_LIMIT) && mat34_determinant(m) > 0;
}

/* Adds the channels of a node that stays, for one clip. */
static void add_channels(channel_list *list, chain *c, const scene_clip *clip)
{
    chain_find_channels(c, clip);
    bool own = false, above = false;
    for (uint32_t i = 0; i < c->count * 3; i++)
        *(i / 3 + 1 == c->count ? &own : &above) |= c->channels[i] != NULL;
    if (!own && !above)
        return;
    chain outer = *c;
    outer.count--;
    const mat34 fixed = chain_at(&outer, outer.count, 0); /* constant if nothing above moves */
    if (above || c->s->nodes[c->nodes[c->count - 1]].local.has_matrix || !is_plain(&fixed)) {
        add_refitted(list, c);
        return;
    }
    for (size_t path = 0; path < 3; path++) {
        const scene_channel *channel = c->channels[(size_t)(c->count - 1) * 3 + path];
        if (channel != NULL)
            add_transformed(list, channel, &fixed);
    }
}

/// Nodes /////////////////////////////////////////////////////////////////////////////////////////

static void rest_from(scene_node *node, const mat34 *m)
{
    node->local.matrix = *m;
    node->local.has_matrix = trs_decompose(&node->local.trs, m) > SHEAR_LIMIT;
    if (node->local.has_matrix)
        node->local.trs = trs_identity();
}

/* Rebuilds the list of children of every node. */
static void list_children(scene *out)
{
    uint32_t *children = scene_alloc(out, out->node_count, sizeof *children);
    FREED uint32_t *next = diag_calloc((size_t)out->node_count + 1, sizeof *next);
    for (uint32_t i = 0; i < out->node_count; i++)
        if (out->nodes[i].parent != SCENE_NONE)
            next[out->nodes[i].parent + 1]++;
    for (uint32_t i = 0; i < out->node_count; i++) {
        out->nodes[i].child_count = next[i + 1];
        next[i + 1] += next[i];
        out->nodes[i].children = children + next[i];
    }
    for (uint32_t i = 0; i < out->node_count; i++)
        if (out->nodes[i].parent != SCENE_NONE)
            children[next[out->nodes[i].parent]++] = i;
}

void tracks_refit(scene *out, const scene *before, const uint32_t *into, double tolerance,
                  region *memory)
{
    const uint32_t count = before->node_count;
    chain c = chain_open(memory, before);
    c.tolerance = tolerance;
    channel_list *lists = region_calloc(memory, before->clip_count, sizeof *lists);
    bool *moved = region_calloc(memory, count, sizeof *moved);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t parent = before->nodes[i].parent;
        moved[i] = into[i] == i && parent != SCENE_NONE && into[parent] != parent;
    }
    for (uint32_t k = 0; k < before->clip_count; k++) {
        const scene_clip *clip = &before->clips[k];
        uint32_t most = clip->channel_count;
        for (uint32_t i = 0; i < count; i++)
            most += moved[i] ? 3u : 0u;
        lists[k] = (channel_list){.out = out};
        lists[k].channels = scene_alloc(out, most, sizeof *lists[k].channels);
        for (uint32_t i = 0; i < clip->channel_count; i++) {
            const scene_channel *channel = &clip->channels[i];
            if (channel->path == SCENE_WEIGHTS ||
                (into[channel->node] == channel->node && !moved[channel->node]))
                lists[k].channels[lists[k].count++] = *channel;
        }
    }
    for (uint32_t i = 0; i < count && scene_is_within(out); i++) {
        if (!moved[i])
            continue;
        uint32_t top = before->nodes[i].parent; /* the chain includes the folded nodes above */
        while (top != SCENE_NONE && into[top] != top)
            top = before->nodes[top].parent;
        chain_make(&c, top, i);
        chain_find_channels(&c, NULL);
        const mat34 rest = chain_at(&c, c.count, 0);
        rest_from(&out->nodes[i], &rest);
        out->nodes[i].parent = into[before->nodes[i].parent];
        for (uint32_t k = 0; k < before->clip_count && scene_is_within(out); k++)
            add_channels(&lists[k], &c, &before->clips[k]);
    }
    for (uint32_t k = 0; k < before->clip_count; k++) {
        out->clips[k].channel_count = lists[k].count;
        out->clips[k].channels = lists[k].channels;
    }
    list_children(out);
}
