/* SPDX-License-Identifier: MIT */
/* Lists the key times of a clip and up to three moments behind each. */
#include "bake/range/key_moments.h"

#include <string.h>

#include "scene/moments.h"

#define TIMES_PER_SEGMENT 4u /* a key and three moments after it */
#define MAX_NODE_SAMPLES                                                                           \
    8000000u /* nodes x moments of one clip; beyond this there are fewer moments */

/* All key times of a clip in ascending order, each once. */
static double *key_times(uint32_t *count, const scene *s, const bake_meshes *meshes,
                         const bake_joints *joints, uint32_t clip)
{
    const scene_clip *source = &s->clips[clip];
    size_t total = 0;
    const double *previous = NULL;
    for (uint32_t i = 0; i < source->channel_count; i++)
        total += source->channels[i].key_count;
    double *times = diag_calloc(total, sizeof *times);
    size_t filled = 0;
    for (uint32_t i = 0; i < source->channel_count; i++) {
        const scene_channel *channel = &source->channels[i];
        if (!channel_is_used(channel, meshes, joints) || channel->times == previous)
            continue;
        previous = channel->times;
        memcpy(times + filled, channel->times, channel->key_count * sizeof *times);
        filled += channel->key_count;
    }
    *count = scene_sort_times(times, (uint32_t)filled);
    return times;
}

double *key_moments(uint32_t *count, const scene *s, const bake_meshes *meshes,
                    const bake_joints *joints, uint32_t clip)
{
    uint32_t key_count;
    FREED double *keys = key_times(&key_count, s, meshes, joints, clip);
    const uint64_t most = MAX_NODE_SAMPLES / (s->node_count + 1) + 2;
    uint32_t parts = TIMES_PER_SEGMENT;
    while (parts > 1 && (uint64_t)key_count * parts > most)
        parts--;
    const uint32_t stride = (uint32_t)(key_count / most + 1);
    double *times = diag_calloc((size_t)key_count * parts, sizeof *times);
    uint32_t filled = 0;
    for (uint32_t i = 0; i < key_count; i += stride) {
        times[filled++] = keys[i];
        for (uint32_t n = 1; n < parts && i + 1 < key_count; n++)
            times[filled++] = keys[i] + (keys[i + 1] - keys[i]) * n / parts;
    }
    *count = filled;
    return times;
}
