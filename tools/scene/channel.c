/* SPDX-License-Identifier: MIT */
/* Evaluates animation channels in double precision. */
#include "scene/channel.h"

#include <string.h>

#include "scene/eval.h"

/* Below this angle (radians) the sines cancel; a linear mix is then exact to the last bits. */
#define SLERP_MIN_ANGLE 1e-9

quat_arc quat_arc_of(const double a[4], const double b[4])
{
    const double dot = vec_dot(a, b, 4);
    const double angle = fabs(dot) >= 1.0 ? 0.0 : acos(fabs(dot));
    return (quat_arc){a, b, angle, sin(angle), dot < 0 ? -1.0 : 1.0};
}

void quat_arc_at(double out[4], const quat_arc *arc, double u)
{
    double from = 1.0 - u, to = u;
    if (arc->angle >= SLERP_MIN_ANGLE) {
        from = sin(arc->angle * from) / arc->sine;
        to = sin(arc->angle * to) / arc->sine;
    }
    for (int i = 0; i < 4; i++)
        out[i] = from * arc->from[i] + arc->sign * to * arc->to[i];
}

void quat_slerp(double out[4], const double a[4], const double b[4], double u)
{
    const quat_arc arc = quat_arc_of(a, b);
    quat_arc_at(out, &arc, u);
}

/* The largest k with times[k] <= time. The caller guarantees times[0] <= time < the last. */
static uint32_t find_key(const double *times, uint32_t count, double time_s)
{
    uint32_t low = 0, high = count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (times[middle] <= time_s)
            low = middle;
        else
            high = middle;
    }
    return low;
}

const double *channel_value(const scene_channel *channel, uint32_t key)
{
    const size_t width = channel->width;
    if (channel->interpolation == SCENE_CUBICSPLINE)
        return channel->values + (3 * (size_t)key + 1) * width;
    return channel->values + key * width;
}

void channel_bezier(double *in, double *out, const scene_channel *channel, uint32_t key)
{
    const uint32_t width = channel->width;
    const double *times = channel->times, *value = channel_value(channel, key);
    const double before = key > 0 ? times[key] - times[key - 1] : 0;
    const double after = key + 1 < channel->key_count ? times[key + 1] - times[key] : 0;
    for (uint32_t i = 0; i < width; i++) {
        in[i] = value[i] - (value - width)[i] * before / 3;
        out[i] = value[i] + value[width + i] * after / 3;
    }
}

static void cubic_between(double *out, const scene_channel *channel, uint32_t key, double u,
                          double step_s)
{
    const uint32_t width = channel->width;
    const double *p0 = channel_value(channel, key), *p1 = channel_value(channel, key + 1);
    const double *out_tangent = p0 + width, *in_tangent = p1 - width;
    const double u2 = u * u, u3 = u2 * u;
    for (uint32_t i = 0; i < width; i++)
        out[i] = (2 * u3 - 3 * u2 + 1) * p0[i] + step_s * (u3 - 2 * u2 + u) * out_tangent[i] +
                 (-2 * u3 + 3 * u2) * p1[i] + step_s * (u3 - u2) * in_tangent[i];
    if (channel->path == SCENE_ROTATION)
        quat_normalise(out);
}

static void linear_between(double *out, const scene_channel *channel, uint32_t key, double u,
                           unsigned flags)
{
    const double *p0 = channel_value(channel, key), *p1 = channel_value(channel, key + 1);
    if (channel->path == SCENE_ROTATION) {
        double a[4], b[4];
        memcpy(a, p0, sizeof a);
        memcpy(b, p1, sizeof b);
        if (flags & EVAL_UNIT_ROTATIONS) {
            quat_normalise(a);
            quat_normalise(b);
        }
        quat_slerp(out, a, b, u);
        return;
    }
    for (uint32_t i = 0; i < channel->width; i++)
        out[i] = (1 - u) * p0[i] + u * p1[i];
}

void eval_channel(double *out, const scene_channel *channel, double time_s, unsigned flags)
{
    const double *times = channel->times;
    const uint32_t last = channel->key_count - 1;
    uint32_t key;
    if (!(time_s > times[0])) /* true for a NaN time, too */
        key = 0;
    else if (time_s >= times[last])
        key = last;
    else
        key = find_key(times, channel->key_count, time_s);

    const bool between = time_s > times[0] && key < last && channel->interpolation != SCENE_STEP;
    if (!between) {
        memcpy(out, channel_value(channel, key), channel->width * sizeof *out);
    } else {
        const double step_s = times[key + 1] - times[key];
        const double u = (time_s - times[key]) / step_s;
        if (channel->interpolation == SCENE_CUBICSPLINE)
            cubic_between(out, channel, key, u, step_s);
        else
            linear_between(out, channel, key, u, flags);
    }
    if (channel->path == SCENE_ROTATION && (flags & EVAL_UNIT_ROTATIONS))
        quat_normalise(out);
}

const double *channel_change(scene *to, const scene_channel *channel, const mat34 *move,
                             const double left[4], const double *right, const double scale[3])
{
    const bool cubic = channel->interpolation == SCENE_CUBICSPLINE;
    const size_t rows = (size_t)channel->key_count * scene_key_values(channel);
    double *values = scene_alloc(to, rows * channel->width, sizeof *values);
    for (size_t i = 0; i < rows; i++) {
        const double *in = channel->values + i * channel->width;
        double *out = values + i * channel->width;
        if (channel->path == SCENE_TRANSLATION && cubic && i % 3 != 1)
            mat34_direction(out, move, in);
        else if (channel->path == SCENE_TRANSLATION)
            mat34_point(out, move, in);
        else if (channel->path == SCENE_ROTATION)
            quat_multiply(out, left, in);
        if (channel->path == SCENE_ROTATION && right != NULL)
            quat_multiply(out, out, right);
        for (int k = 0; k < 3 && channel->path == SCENE_SCALE; k++)
            out[k] = scale[k] * in[k];
    }
    return values;
}

bool channel_is_unit(const scene_channel *c, double tolerance)
{
    for (uint32_t k = 0; c->path == SCENE_ROTATION && k < c->key_count; k++)
        if (!(quat_off_unit(channel_value(c, k)) <= tolerance))
            return false;
    return true;
}
