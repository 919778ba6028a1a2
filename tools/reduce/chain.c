/* SPDX-License-Identifier: MIT */
/* Samples chains of nodes. */
#include "reduce/chain.h"

#include <string.h>

#include "scene/channel.h"

chain chain_open(region *memory, const scene *s)
{
    const size_t most = s->node_count;
    chain c = {.s = s,
               .nodes = region_calloc(memory, most, sizeof *c.nodes),
               .place = region_calloc(memory, most, sizeof *c.place),
               .channels = region_calloc(memory, 3 * most, sizeof *c.channels)};
    memset(c.place, 0xFF, most * sizeof *c.place);
    return c;
}

void chain_make(chain *c, uint32_t top, uint32_t node)
{
    while (c->count > 0)
        c->place[c->nodes[--c->count]] = SCENE_NONE;
    for (uint32_t i = node; i != top; i = c->s->nodes[i].parent)
        c->count++;
    for (uint32_t i = node, k = c->count; k-- > 0; i = c->s->nodes[i].parent) {
        c->nodes[k] = i;
        c->place[i] = k;
    }
}

void chain_find_channels(chain *c, const scene_clip *clip)
{
    memset(c->channels, 0, (size_t)c->count * 3 * sizeof *c->channels);
    for (uint32_t k = 0; clip != NULL && k < clip->channel_count; k++) {
        const scene_channel *channel = &clip->channels[k];
        const uint32_t place = c->place[channel->node];
        if (channel->path != SCENE_WEIGHTS && place != SCENE_NONE)
            c->channels[(size_t)place * 3 + channel->path] = channel;
    }
}

bool chain_is_moved(const chain *c, uint32_t i)
{
    const scene_channel *const *channels = c->channels + (size_t)i * 3;
    return channels[0] != NULL || channels[1] != NULL || channels[2] != NULL;
}

bool chain_trs_at(trs *local, mat34 *matrix, const chain *c, uint32_t i, double time_s)
{
    const scene_local *rest = &c->s->nodes[c->nodes[i]].local;
    *local = rest->trs;
    for (int path = 0; path < 3; path++) {
        const scene_channel *channel = c->channels[(size_t)i * 3 + (size_t)path];
        double *const out = path == 0 ? local->t : path == 1 ? local->r : local->s;
        if (channel != NULL)
            eval_channel(out, channel, time_s, EVAL_UNIT_ROTATIONS);
    }
    *matrix = rest->matrix;
    if (rest->has_matrix && !chain_is_moved(c, i))
        return false;
    quat_normalise(local->r);
    *matrix = trs_matrix(local);
    return true;
}

mat34 chain_at(const chain *c, uint32_t count, double time_s)
{
    mat34 m = mat34_identity();
    for (uint32_t i = 0; i < count; i++) {
        trs local;
        mat34 inner;
        chain_trs_at(&local, &inner, c, i, time_s);
        m = i == 0 ? inner : mat34_mul(&m, &inner);
    }
    return m;
}

double chain_turn(const double a[4], const double b[4])
{
    double same = 0, opposite = 0;
    for (int i = 0; i < 4; i++) {
        same = fmax(same, fabs(a[i] - b[i]));
        opposite = fmax(opposite, fabs(a[i] + b[i]));
    }
    return 2 * fmin(same, opposite);
}

scene_channel chain_channel(scene *s, uint32_t node, scene_path path,
                            scene_interpolation interpolation, uint32_t count, const double *times,
                            const trs *locals)
{
    const uint32_t width = path == SCENE_ROTATION ? 4 : 3;
    double *values = scene_alloc(s, (size_t)count * width, sizeof *values);
    for (uint32_t i = 0; i < count; i++)
        memcpy(values + (size_t)i * width,
               path == SCENE_TRANSLATION ? locals[i].t
               : path == SCENE_ROTATION  ? locals[i].r
                                         : locals[i].s,
               width * sizeof *values);
    return (scene_channel){.node = node,
                           .path = path,
                           .interpolation = interpolation,
                           .key_count = count,
                           .width = width,
                           .times = times,
                           .values = values};
}
