/* SPDX-License-Identifier: MIT */
/* Finds the frame grid on which the keys of a clip lie. */
#include "bake/curve/curve.h"

#include <string.h>

#include "scene/moments.h"

#define MOST_FRAMES 65535u
#define MOST_DIVISIONS 8u /* frames in the shortest time between two keys */
#define MOST_GRIDS 64u
#define MOST_SLACK 16u /* distance in ticks of a key from the grid, if the motion allows it */

static uint32_t rate_of(double ticks_per_frame)
{
    /* (2 ticks + 1) mantissa / 2^(32 + shift) = (ticks + 1/2) / ticks_per_frame, mantissa in [2^31, 2^32) */
    int exponent = 0;
    const double part = frexp(1 / (2 * ticks_per_frame), &exponent); /* part * 2^exponent */
    const uint32_t mantissa = (uint32_t)fmin(rint(ldexp(part, 27)), ldexp(1, 27) - 1) << 5;
    return exponent > 0 || exponent < -31 ? 0 : mantissa | (uint32_t)-exponent;
}

/* The frame that the library computes for a tick since the clip's start. */
static uint32_t frame_at(uint32_t rate, uint32_t elapsed)
{
    const uint64_t product = (uint64_t)(2 * elapsed + 1) * (rate & ~FORMAT_RATE_SHIFT);
    return (uint32_t)(product >> 32 >> (rate & FORMAT_RATE_SHIFT));
}

/* Finds a frame that begins at most `slack` ticks from `elapsed`; the key may take it. */
static bool frame_near(uint32_t *frame, uint32_t rate, uint32_t elapsed, uint32_t slack)
{
    if (rate == 0 || elapsed > INT32_MAX - slack)
        return false;
    *frame = frame_at(rate, elapsed + slack);
    const uint32_t before = elapsed > slack ? elapsed - slack : 0;
    return *frame <= MOST_FRAMES && (before == 0 ? *frame == 0 || frame_at(rate, 0) < *frame
                                                 : frame_at(rate, before - 1) < *frame);
}

/* Distinct ticks, ascending, of the candidates of all curves that are not constant. */
static int32_t *gather_ticks(uint32_t *count, const bake_curve *curves, uint32_t curve_count)
{
    size_t most = 1, found = 0;
    for (uint32_t i = 0; i < curve_count; i++)
        most += curves[i].kept == NULL ? curves[i].key_count : 0;
    int32_t *ticks = diag_calloc(most, sizeof *ticks);
    for (uint32_t i = 0; i < curve_count; i++) {
        if (curves[i].kept != NULL)
            continue;
        memcpy(ticks + found, curves[i].ticks, curves[i].key_count * sizeof *ticks);
        found += curves[i].key_count;
    }
    *count = scene_sort_ticks(ticks, (uint32_t)found);
    return ticks;
}

static uint32_t count_on_grid(uint32_t rate, const int32_t *ticks, uint32_t count, int32_t start)
{
    uint32_t on = 0, frame;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t elapsed = (uint32_t)ticks[i] - (uint32_t)start;
        on += frame_near(&frame, rate, elapsed, MOST_SLACK);
    }
    return on;
}

/* Lists usual frame rates, and rates for which the shortest time between two keys is a few
 * frames. */
static uint32_t list_grids(double ticks_per_frame[MOST_GRIDS], const int32_t *ticks, uint32_t count,
                           int32_t start)
{
    static const double rates[] = {1,  2,  3,  4,  5,  6,  8,  10,  12, 15,
                                   20, 24, 25, 30, 48, 50, 60, 100, 120};
    uint32_t grids = 0;
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++)
        ticks_per_frame[grids++] = PELT_TICKS_PER_SECOND / rates[i];
    double shortest = 0;
    for (uint32_t i = 1; i < count; i++) {
        const double gap = (double)ticks[i] - ticks[i - 1];
        if (gap > 2 * MOST_SLACK && (shortest == 0 || gap < shortest))
            shortest = gap;
    }
    const double length = (double)ticks[count - 1] - start;
    for (uint32_t m = 1; shortest > 0 && m <= MOST_DIVISIONS; m++)
        ticks_per_frame[grids++] = length / rint(length / shortest * m);
    return grids;
}

clip_frames clip_frames_choose(const bake_curve *curves, uint32_t curve_count, int32_t start,
                               int32_t end)
{
    clip_frames best = {start, 0};
    double steps[MOST_GRIDS], best_step = 0;
    uint32_t count, most = 0;
    FREED int32_t *ticks = gather_ticks(&count, curves, curve_count);
    const uint32_t grids =
        count > 1 && (int64_t)end - start < INT32_MAX ? list_grids(steps, ticks, count, start) : 0;
    for (uint32_t i = 0; i < grids; i++) {
        const uint32_t rate = rate_of(steps[i]);
        const uint32_t on = count_on_grid(rate, ticks, count, start);
        if (on > most || (on == most && on > 0 && steps[i] > best_step)) {
            best.rate = rate;
            best_step = steps[i];
            most = on;
        }
    }
    return best;
}

/* The number of ticks by which a curve's keys may be moved: a quarter of its tolerance at its greatest
 * speed, from 1 to MOST_SLACK; 0 for steps. */
static uint32_t slack_of(const bake_curve *curve)
{
    double slack = curve->interpolation == FORMAT_STEP ? 0 : MOST_SLACK;
    for (uint32_t k = 0; slack > 0 && k + 1 < curve->kept_count; k++) {
        const uint32_t from = curve->kept[k], to = curve->kept[k + 1];
        const double way = curve_distance(curve, curve_value(curve, from), curve_value(curve, to));
        const double ticks = (double)curve->ticks[to] - curve->ticks[from];
        if (way > 0)
            slack = fmin(slack, curve->tolerance / 4 * ticks / way);
    }
    return (uint32_t)fmax(slack, curve->interpolation == FORMAT_STEP ? 0 : 1);
}

bool clip_frames_of(uint32_t *frames, const clip_frames *grid, const bake_curve *curve)
{
    if (curve->at_ticks && curve->interpolation == FORMAT_CUBIC)
        return false;
    const uint32_t slack = slack_of(curve);
    for (uint32_t k = 0; k < curve->kept_count; k++) {
        const uint32_t elapsed = (uint32_t)curve->ticks[curve->kept[k]] - (uint32_t)grid->start;
        if (!frame_near(&frames[k], grid->rate, elapsed, slack) ||
            (k > 0 && frames[k] <= frames[k - 1]))
            return false;
    }
    return true;
}
