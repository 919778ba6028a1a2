/* SPDX-License-Identifier: MIT */
#include "reduce/chain.h"
#include "scene/channel.h"

#include <string.h>

void chain_find_channels(chain *c, const uint32_t *place, const scene_clip *clip)
{
    memset(c->channels, 0, (size_t)c->count * 3 * sizeof *c->channels);
    for (uint32_t k = 0; clip != NULL && k < clip->channel_count; k++) {
        const scene_channel *channel = &clip->channels[k];
        if (channel->path != SCENE_WEIGHTS && place[channel->node] < c->count)
            c->channels[(size_t)place[channel->node] * 3 + channel->path] = channel;
    }
}

bool chain_is_moved(const chain *c, uint32_t i)
{
    const scene_channel *const *channels = c->channels + (size_t)i * 3;
    return channels[0] != NULL || channels[1] != NULL || channels[2] != NULL;
}

bool chain_trs_at(trs *local, mat34 *matrix, const chain *c, uint32_t i, double time_s)
{
    const scene_node *node = &c->s->nodes[c->nodes[i]];
    memcpy(local->t, node->t, sizeof local->t);
    memcpy(local->r, node->r, sizeof local->r);
    memcpy(local->s, node->s, sizeof local->s);
    for (int path = 0; path < 3; path++) {
        const scene_channel *channel = c->channels[(size_t)i * 3 + (size_t)path];
        double *const out = path == 0 ? local->t : path == 1 ? local->r : local->s;
        if (channel != NULL)
            eval_channel(out, channel, time_s, EVAL_UNIT_ROTATIONS);
    }
    *matrix = node->matrix;
    if (node->has_matrix && !chain_is_moved(c, i))
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
