/* SPDX-License-Identifier: MIT */
/* Chooses the moments of clips at which errors and extremes are measured. */
#include "scene/moments.h"

#include <stdlib.h>
#include <string.h>

#include "common/compare.h"
#include "common/diag.h"

#define TIMES_PER_KEY 4u     /* the key and three moments after it */
#define FEWEST_KEY_TIMES 64u /* of a clip, even if the budget allows fewer */
#define SPREAD_TIMES 64u
#define MOMENT_COST 32u /* of a moment and of a node, relative to a vertex */
#define NODE_COST 4u
#define JUMP_TICKS 2 /* a moment this close to a key of a STEP channel is moved */

typedef struct tick_list {
    uint32_t count;
    pelt_time *ticks;
} tick_list;

pelt_time scene_ticks(double seconds)
{
    const double ticks = floor(seconds * PELT_TICKS_PER_SECOND + 0.5);
    return ticks >= INT32_MAX ? INT32_MAX : ticks <= INT32_MIN ? INT32_MIN : (pelt_time)ticks;
}

COMPARE_BY(compare_ticks, pelt_time, 1)
COMPARE_BY(compare_times, double, 1)

static uint32_t sort_once(char *items, uint32_t count, size_t size,
                          int (*compare)(const void *, const void *))
{
    uint32_t kept = 0;
    qsort(items, count, size, compare);
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || compare(items + i * size, items + (kept - 1) * size) != 0)
            memmove(items + kept++ * size, items + i * size, size);
    return kept;
}

uint32_t scene_sort_ticks(pelt_time *ticks, uint32_t count)
{
    return sort_once((char *)ticks, count, sizeof *ticks, compare_ticks);
}

uint32_t scene_sort_times(double *times, uint32_t count)
{
    return sort_once((char *)times, count, sizeof *times, compare_times);
}

/* The ticks of the keys of all channels, or of those that jump. Channels that share their times
 * count once. */
static tick_list key_ticks(region *memory, const scene_clip *clip, bool jumps_only)
{
    size_t total = 0;
    for (uint32_t i = 0; i < clip->channel_count; i++)
        total += clip->channels[i].key_count;
    tick_list list = {0, region_calloc(memory, total, sizeof *list.ticks)};
    const double *before = NULL;
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        const scene_channel *channel = &clip->channels[i];
        if (channel->times == before || (jumps_only && channel->interpolation != SCENE_STEP))
            continue;
        before = channel->times;
        for (uint32_t k = 0; k < channel->key_count; k++)
            list.ticks[list.count++] = scene_ticks(channel->times[k]);
    }
    list.count = scene_sort_ticks(list.ticks, list.count);
    return list;
}

/* The index of the first jump at or after `tick`. */
static uint32_t find_jump(const tick_list *jumps, int64_t tick)
{
    uint32_t low = 0, high = jumps->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (jumps->ticks[middle] < tick)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Moves a tick to the far side of the jumps around it. */
static pelt_time step_aside(int64_t tick, const tick_list *jumps)
{
    uint32_t i = find_jump(jumps, tick - JUMP_TICKS + 1);
    for (; i < jumps->count && jumps->ticks[i] - tick < JUMP_TICKS; i++)
        tick = (int64_t)jumps->ticks[i] + JUMP_TICKS;
    return tick > INT32_MAX ? INT32_MAX : (pelt_time)tick;
}

/* Adds both ends, and between them one random moment in each of `count` equal parts. */
static void add_spread(tick_list *list, double start_s, double end_s, uint32_t count)
{
    uint32_t random = 1;
    for (uint32_t i = 0; i < count; i++) {
        random = random * 1664525u + 1013904223u;
        const double part = (i + random / 4294967296.0 - 0.5) / (count > 1 ? count - 1 : 1);
        const double u = i == 0 ? 0 : i + 1 == count ? 1 : part;
        list->ticks[list->count++] = scene_ticks(start_s + (end_s - start_s) * u);
    }
}

static void add_keys(tick_list *list, const tick_list *keys, uint32_t most)
{
    const uint32_t stride = keys->count / (most + 1) + 1;
    for (uint32_t i = 0; i < keys->count; i += stride) {
        const int64_t key = keys->ticks[i];
        const int64_t whole = (i + 1 < keys->count ? keys->ticks[i + 1] : key) - key;
        for (uint32_t part = 0; part < TIMES_PER_KEY; part++)
            list->ticks[list->count++] = (pelt_time)(key + whole * part / TIMES_PER_KEY);
    }
}

uint64_t scene_moment_cost(const scene *s)
{
    uint64_t cost = MOMENT_COST + (uint64_t)NODE_COST * s->node_count;
    for (uint32_t i = 0; i < s->instance_count; i++) {
        const scene_primitive *p = scene_instance_primitive(s, &s->instances[i]);
        cost += (uint64_t)p->vertex_count * (1 + p->target_count);
    }
    return cost;
}

/* The largest number of keys of a clip that are measured. */
static uint32_t most_keys(const scene *s)
{
    const uint64_t most =
        SCENE_MOST_LOOKED_AT / (scene_moment_cost(s) * TIMES_PER_KEY * s->clip_count);
    return most < FEWEST_KEY_TIMES ? FEWEST_KEY_TIMES
                                   : (uint32_t)(most < SCENE_MAX_KEYS ? most : SCENE_MAX_KEYS);
}

double *scene_moments(uint32_t *count, const scene *s, uint32_t clip, uint32_t samples)
{
    const scene_clip *source = &s->clips[clip];
    const uint32_t spread = samples == 0 ? SPREAD_TIMES : samples;
    FREED_BY(region_free) region memory = {0};
    const tick_list keys = key_ticks(&memory, source, false);
    const tick_list jumps = key_ticks(&memory, source, true);
    const size_t most = spread + (size_t)TIMES_PER_KEY * keys.count;
    tick_list list = {0, region_calloc(&memory, most, sizeof *list.ticks)};
    add_spread(&list, source->start_s, source->end_s, spread);
    if (samples == 0)
        add_keys(&list, &keys, most_keys(s));
    for (uint32_t i = 0; i < list.count; i++)
        list.ticks[i] = step_aside(list.ticks[i], &jumps);
    list.count = scene_sort_ticks(list.ticks, list.count);
    double *times = diag_calloc(list.count, sizeof *times);
    for (uint32_t i = 0; i < list.count; i++)
        times[i] = (double)list.ticks[i] / PELT_TICKS_PER_SECOND;
    *count = list.count;
    return times;
}
