/* SPDX-License-Identifier: MIT */
/* Builds the candidate keys of a curve from a channel of the glTF file. */
#include "bake/curve/curve.h"

#include <stdlib.h>
#include <string.h>

#include "scene/channel.h"
#include "scene/moments.h"

#define MAX_DEPTH 24       /* halvings when a curve is fitted anew */
#define MIN_TOLERANCE 4e-7 /* radians: the resolution of float keys */

/// Candidates ////////////////////////////////////////////////////////////////////////////////////

static double seconds_of(double ticks)
{
    return ticks / PELT_TICKS_PER_SECOND;
}

/* Appends a key. It replaces the last key if that has the same tick, as the later one wins, or if it
 * does not lie behind the clip's start either, which is rounded; a key before the last one is dropped. */
static void push_key(bake_curve *curve, int32_t tick, const double *value)
{
    const uint32_t stride = curve_stride(curve);
    if (curve->key_count > 0 && curve->ticks[curve->key_count - 1] > tick)
        return;
    if (curve->key_count == 0 ||
        (curve->ticks[curve->key_count - 1] < tick && tick > curve->start)) {
        curve->ticks = diag_grow(curve->ticks, curve->key_count, sizeof *curve->ticks);
        curve->values = diag_grow(curve->values, curve->key_count, stride * sizeof *curve->values);
        curve->key_count++;
    }
    const size_t last = curve->key_count - 1;
    curve->ticks[last] = tick;
    memcpy(curve->values + last * stride, value, stride * sizeof *value);
}

/* Negates quaternions so that each is in the hemisphere of the one before. */
static void align(const bake_curve *curve)
{
    for (uint32_t k = 1; k < curve->key_count; k++) {
        double *q = curve->values + 4 * (size_t)k;
        if (vec_dot(q - 4, q, 4) < 0)
            for (int i = 0; i < 4; i++)
                q[i] = -q[i];
    }
}

/* Appends a key. If the turn from the last key is too wide for one segment, it first appends keys
 * at equal fractions of it. */
static void push_turn(bake_curve *curve, int32_t tick, const double *value)
{
    const int32_t before = curve->key_count > 0 ? curve->ticks[curve->key_count - 1] : tick;
    double from[4], q[4];
    if (curve->path == FORMAT_ROTATION && before < tick) {
        memcpy(from, curve_value(curve, curve->key_count - 1), sizeof from);
        const uint32_t parts = 1 + (uint32_t)(quat_turn(from, value) / curve->most_turn);
        for (uint32_t p = 1; p < parts; p++) {
            const int32_t at = before + (int32_t)(((int64_t)tick - before) * p / parts);
            if (at <= curve->ticks[curve->key_count - 1] || at >= tick)
                continue;
            quat_slerp(q, from, value, ((double)at - before) / ((double)tick - before));
            quat_normalise(q);
            push_key(curve, at, q);
            curve->inserted++;
        }
    }
    push_key(curve, tick, value);
}

/* A linear key may lie between two ticks. It becomes a key at each of them if the motion within a
 * tick counts, else one at the nearest. */
static void push_between(bake_curve *curve, const scene_channel *channel, uint32_t key,
                         int32_t nearest, const double *exact)
{
    const double ticks = channel->times[key] * PELT_TICKS_PER_SECOND;
    const double sides[2] = {floor(ticks), ceil(ticks)};
    FREED double *values = diag_calloc(curve->width, 2 * sizeof *values);
    bool matters = false;
    for (int i = 0; i < 2; i++) {
        double *value = values + (size_t)i * curve->width;
        eval_channel(value, channel, seconds_of(sides[i]), EVAL_UNIT_ROTATIONS);
        matters |= curve_distance(curve, value, exact) > curve->tolerance;
    }
    for (int i = 0; matters && i < 2; i++)
        push_turn(curve, (int32_t)sides[i], values + (size_t)i * curve->width);
    if (!matters)
        push_turn(curve, nearest, exact);
}

/* The value of a key, for a cubic one with the Bezier points around it, all divided by `longest`. */
static void take_key(double *out, const bake_curve *curve, const scene_channel *channel,
                     uint32_t key, double longest)
{
    const uint32_t width = curve->width;
    if (curve->interpolation == FORMAT_CUBIC) {
        memcpy(out + width, channel->values + (3 * (size_t)key + 1) * width, width * sizeof *out);
        channel_bezier(out, out + 2 * width, channel, key);
        for (uint32_t i = 0; i < 3 * width; i++)
            out[i] /= longest;
        return;
    }
    memcpy(out, channel->values + (size_t)key * width, width * sizeof *out);
    if (curve->path == FORMAT_ROTATION)
        quat_normalise(out);
}

/* A Bezier curve's value if all three places are the same, else the control points of its parts. */
static double blossom(const double points[4], double u, double v, double w)
{
    const double at[3] = {u, v, w};
    double p[4];
    memcpy(p, points, sizeof p);
    for (int n = 3; n > 0; n--)
        for (int i = 0; i < n; i++)
            p[i] += (p[i + 1] - p[i]) * at[3 - n];
    return p[0];
}

/* Appends the part of a cubic segment from the first tick in it to the last, if there are any. */
static void push_part(bake_curve *curve, const scene_channel *channel, uint32_t key, double longest)
{
    const uint32_t width = curve->width;
    const double start = channel->times[key] * PELT_TICKS_PER_SECOND;
    const double whole = channel->times[key + 1] * PELT_TICKS_PER_SECOND - start;
    const double first = ceil(start), last = floor(start + whole), length = last - first;
    if (length < 0)
        return;
    FREED double *from = diag_calloc(width, 6 * sizeof *from);
    double *to = from + 3 * (size_t)width;
    take_key(from, curve, channel, key, longest);
    take_key(to, curve, channel, key + 1, longest);
    for (uint32_t i = 0; i < width; i++) {
        double *a[3] = {from + i, from + width + i, from + 2 * width + i};
        double *b[3] = {to + i, to + width + i, to + 2 * width + i};
        const double points[4] = {*a[1], *a[2], *b[0], *b[1]};
        const double u = (first - start) / whole, v = (last - start) / whole;
        *a[1] = blossom(points, u, u, u);
        *a[2] = blossom(points, u, u, v);
        *b[0] = blossom(points, u, v, v);
        *b[1] = blossom(points, v, v, v);
        /* Goes on as it is for the tick before and behind. */
        *a[0] = *a[1] - (*a[2] - *a[1]) / fmax(length, 1);
        *b[2] = *b[1] + (*b[1] - *b[0]) / fmax(length, 1);
    }
    const uint32_t before = curve->key_count - 1;
    if (curve->ticks[before] == (int32_t)first) /* it ends the segment before */
        memcpy(from, curve->values + before * 3 * (size_t)width, width * sizeof *from);
    push_key(curve, (int32_t)first, from);
    if (length > 0)
        push_key(curve, (int32_t)last, to);
}

/* Appends the value that a cubic channel holds before its first key or behind its last. */
static void push_end(bake_curve *curve, const scene_channel *channel, uint32_t key, double tick,
                     double longest)
{
    const uint32_t width = curve->width;
    FREED double *end = diag_calloc(width, 3 * sizeof *end);
    take_key(end, curve, channel, key, longest);
    memcpy(end, end + width, width * sizeof *end);
    memcpy(end + 2 * (size_t)width, end, width * sizeof *end);
    push_key(curve, (int32_t)tick, end);
}

/* Makes keys of a cubic channel at ticks, so that it has its values at all of them even if its own
 * keys lie between two. */
static void from_parts(bake_curve *curve, const scene_channel *channel, double longest)
{
    const uint32_t last = channel->key_count - 1;
    const double end = ceil(channel->times[last] * PELT_TICKS_PER_SECOND);
    push_end(curve, channel, 0, floor(channel->times[0] * PELT_TICKS_PER_SECOND), longest);
    for (uint32_t k = 0; k < last; k++)
        push_part(curve, channel, k, longest);
    if (end > curve->ticks[curve->key_count - 1])
        push_end(curve, channel, last, end, longest);
    curve->inserted = curve->key_count > last ? curve->key_count - last - 1 : 0;
}

static void from_keys(bake_curve *curve, const scene_channel *channel)
{
    /* Only the direction of a quaternion counts, so if one of a cubic curve is longer than one, all
     * are shrunk alike. */
    double longest = 1;
    const bool cubic = curve->interpolation == FORMAT_CUBIC;
    for (uint32_t k = 0; cubic && curve->path == FORMAT_ROTATION && k < channel->key_count; k++) {
        const double *value = channel->values + (3 * (size_t)k + 1) * 4;
        longest = fmax(longest, vec_length(value, 4));
    }
    FREED double *key = diag_calloc(curve_stride(curve), sizeof *key);
    if (cubic && curve->at_ticks) {
        from_parts(curve, channel, longest);
        return;
    }
    for (uint32_t k = 0; k < channel->key_count; k++) {
        const int32_t tick = scene_ticks(channel->times[k]);
        take_key(key, curve, channel, k, longest);
        if (curve->interpolation == FORMAT_LINEAR)
            push_between(curve, channel, k, tick, key);
        else
            push_key(curve, tick, key);
    }
    if (curve->interpolation == FORMAT_LINEAR && curve->path == FORMAT_ROTATION)
        align(curve);
}

/* Appends linear keys between two ticks, close enough together. The key at `from` is already
 * there. Returns false if more keys are needed than are left. */
static bool refine(bake_curve *curve, const scene_channel *channel, int32_t from, int32_t to,
                   int depth)
{
    double a[4], b[4], middle[4], mixed[4];
    eval_channel(a, channel, seconds_of(from), EVAL_UNIT_ROTATIONS);
    eval_channel(b, channel, seconds_of(to), EVAL_UNIT_ROTATIONS);
    bool close = quat_turn(a, b) < curve->most_turn;
    for (uint32_t n = 1; close && n < CURVE_CHECKS; n++) {
        const double u = (double)n / CURVE_CHECKS;
        const double tick = from + ((double)to - from) * u;
        eval_channel(middle, channel, seconds_of(tick), EVAL_UNIT_ROTATIONS);
        quat_slerp(mixed, a, b, u);
        close = curve_distance(curve, middle, mixed) <= fmax(curve->tolerance, MIN_TOLERANCE) / 2;
    }
    if (*curve->keys_left == 0)
        return false;
    if (!close && depth < MAX_DEPTH && (int64_t)to - from > 1) {
        const int32_t half = from + (int32_t)(((int64_t)to - from) / 2);
        return refine(curve, channel, from, half, depth + 1) &&
               refine(curve, channel, half, to, depth + 1);
    }
    push_key(curve, to, b);
    --*curve->keys_left;
    return true;
}

/* Replaces a cubic rotation that the blob cannot hold by linear keys. */
static bool fit_anew(bake_curve *curve, const scene_channel *channel, diag *d)
{
    curve_free(curve);
    curve->interpolation = FORMAT_LINEAR;
    int32_t last = 0;
    for (uint32_t k = 0; k < channel->key_count; k++) {
        const int32_t tick = scene_ticks(channel->times[k]);
        double value[4];
        if (k == 0) {
            eval_channel(value, channel, channel->times[0], EVAL_UNIT_ROTATIONS);
            push_key(curve, tick, value);
        } else if (tick > last && !refine(curve, channel, last, tick, 0)) {
            return diag_fail(d, DIAG_INVALID,
                             "cubic rotations so far from unit length that %u keys do not follow "
                             "them, animation of /nodes/%u, export unit quaternions",
                             CURVE_MAX_NEW_KEYS, channel->node);
        }
        last = tick;
    }
    align(curve);
    curve->inserted =
        curve->key_count > channel->key_count ? curve->key_count - channel->key_count : 0;
    return true;
}

bool curve_from_channel(bake_curve *curve, const scene_channel *channel, diag *d)
{
    curve->interpolation = (enum format_interpolation)channel->interpolation;
    from_keys(curve, channel);
    const bool turns = curve->path == FORMAT_ROTATION && curve->interpolation == FORMAT_CUBIC;
    for (uint32_t k = 0; turns && k + 1 < curve->key_count; k++) {
        double points[4][CURVE_BLOCK];
        curve_bezier(points, curve, k, k + 1, 0);
        if (!curve_rotation_fits(points))
            return fit_anew(curve, channel, d);
    }
    return true;
}

void curve_set_constant(bake_curve *curve, const double *value)
{
    FREED double *copy = diag_calloc(curve->width, sizeof *copy);
    memcpy(copy, value, curve->width * sizeof *copy);
    if (curve->path == FORMAT_ROTATION)
        quat_normalise(copy);
    curve_free(curve);
    curve->interpolation = FORMAT_STEP;
    push_key(curve, 0, copy);
    curve->inserted = 0;
    curve->kept_count = 1;
    curve->kept = diag_calloc(1, sizeof *curve->kept);
}

void curve_free(bake_curve *curve)
{
    free(curve->ticks);
    free(curve->values);
    free(curve->kept);
    free(curve->middles);
    curve->ticks = NULL;
    curve->values = NULL;
    curve->kept = NULL;
    curve->middles = NULL;
    curve->key_count = 0;
}
