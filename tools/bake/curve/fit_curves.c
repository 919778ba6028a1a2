/* SPDX-License-Identifier: MIT */
/* Chooses the candidates that become keys, greedily, and the curves that share a timeline. */
#include "bake/curve/curve.h"

#include <stdlib.h>
#include <string.h>

#include "scene/channel.h"

#define TIMELINE_KEY_BYTES 1.0 /* of a frame number */
#define NUMBER_BYTES 1.5       /* of a component, about */
#define MAX_SPAN 256u          /* candidates in one segment, to bound the search */
#define OWN_TIMELINE_GAIN 1.2  /* a timeline of its own costs a search at run time */

/* The approximate size of one key in a curve's track. */
static double key_bytes(const bake_curve *curve)
{
    const bool cubic = curve->interpolation == FORMAT_CUBIC;
    const double components = curve->path == FORMAT_ROTATION && !cubic ? 3 : curve->width;
    return components * (cubic ? 3 : 1) * NUMBER_BYTES;
}

static bool all_span(bake_curve *const *group, uint32_t count, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < count; i++)
        if (!curve_spans(group[i], from, to))
            return false;
    return true;
}

/* Chooses, from left to right, the longest segments that all curves of the group can take. */
static uint32_t choose_keys(uint32_t *kept, bake_curve *const *group, uint32_t count)
{
    const uint32_t key_count = group[0]->key_count;
    uint32_t chosen = 0, key = 0;
    kept[chosen++] = 0;
    while (key + 1 < key_count) {
        uint32_t next = key + 1;
        while (next + 1 < key_count && next - key < MAX_SPAN &&
               all_span(group, count, key, next + 1))
            next++;
        kept[chosen++] = next;
        key = next;
    }
    return chosen;
}

static void find_middles(bake_curve *curve)
{
    if (curve->path != FORMAT_ROTATION || curve->interpolation != FORMAT_LINEAR)
        return;
    curve->middles = diag_calloc(curve->key_count, 4 * sizeof *curve->middles);
    for (uint32_t k = 0; k + 1 < curve->key_count; k++)
        quat_slerp(curve->middles + 4 * (size_t)k, curve_value(curve, k), curve_value(curve, k + 1),
                   0.5);
}

static void set_kept(bake_curve *curve, const uint32_t *kept, uint32_t count)
{
    free(curve->kept);
    curve->kept = diag_calloc(count, sizeof *kept);
    memcpy(curve->kept, kept, count * sizeof *kept);
    curve->kept_count = count;
}

/* Removes from the group the curves for which sharing would cost more than keys of their own. */
static uint32_t keep_sharing(bake_curve **group, uint32_t count, uint32_t shared_keys)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < count; i++) {
        const double bytes = key_bytes(group[i]);
        const double own = (bytes + TIMELINE_KEY_BYTES) * group[i]->kept_count;
        if (bytes * shared_keys <= own * OWN_TIMELINE_GAIN)
            group[left++] = group[i];
    }
    return left;
}

/* Fits curves with the same candidate times: each alone, then together those that gain by
 * sharing. */
static void fit_group(bake_curve **group, uint32_t count)
{
    FREED uint32_t *kept = diag_calloc(group[0]->key_count, sizeof *kept);
    for (uint32_t i = 0; i < count; i++) {
        find_middles(group[i]);
        set_kept(group[i], kept, choose_keys(kept, &group[i], 1));
    }
    while (count > 1) {
        const uint32_t shared_keys = choose_keys(kept, group, count);
        const uint32_t left = keep_sharing(group, count, shared_keys);
        if (left == count) {
            for (uint32_t i = 0; i < count; i++)
                set_kept(group[i], kept, shared_keys);
            break;
        }
        count = left;
    }
}

static int compare_ticks(const bake_curve *a, const bake_curve *b)
{
    if (a->key_count != b->key_count)
        return a->key_count < b->key_count ? -1 : 1;
    return memcmp(a->ticks, b->ticks, a->key_count * sizeof *a->ticks);
}

/* Orders equal timelines next to each other, and otherwise as in the clip. */
static int compare_times(const void *left, const void *right)
{
    const bake_curve *a = *(bake_curve *const *)left, *b = *(bake_curve *const *)right;
    const int order = compare_ticks(a, b);
    return order != 0 ? order : (a > b) - (a < b);
}

void fit_curves(bake_curve *curves, uint32_t count)
{
    FREED bake_curve **sorted = diag_calloc(count, sizeof *sorted);
    uint32_t sorted_count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (curves[i].kept == NULL) /* constants already have theirs */
            sorted[sorted_count++] = &curves[i];
    qsort(sorted, sorted_count, sizeof *sorted, compare_times);
    for (uint32_t first = 0, end; first < sorted_count; first = end) {
        end = first + 1;
        while (end < sorted_count && compare_ticks(sorted[first], sorted[end]) == 0)
            end++;
        fit_group(&sorted[first], end - first);
    }
}
