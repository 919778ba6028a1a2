/* SPDX-License-Identifier: MIT */
/* Evaluates single animation channels, and arcs between quaternions. */
#pragma once

#include "scene/scene.h"

/* Spherical interpolation on the shorter arc; u in [0, 1]. Inputs of any length are mixed, not
 * normalised. */
void quat_slerp(double out[4], const double a[4], const double b[4], double u);

/* The same in two steps, for who looks at several places of an arc. */
typedef struct quat_arc {
    const double *from, *to;
    double angle, sine, sign;
} quat_arc;
quat_arc quat_arc_of(const double a[4], const double b[4]);
void quat_arc_at(double out[4], const quat_arc *arc, double u);

/* The numbers of a key's value. */
const double *channel_value(const scene_channel *channel, uint32_t key);

/* The Bezier points before and behind the value of a cubic key, for each of its numbers. */
void channel_bezier(double *in, double *out, const scene_channel *channel, uint32_t key);

/* The values of a channel after a change of axes: a translation t becomes `move` t, a rotation q left q
 * right (NULL: left q), and a scale is multiplied; tangents likewise. Memory of `to`. */
const double *channel_change(scene *to, const scene_channel *channel, const mat34 *move,
                             const double left[4], const double *right, const double scale[3]);

/* Whether the length of each rotation key is within a tolerance of one; true for other paths. */
bool channel_is_unit(const scene_channel *channel, double tolerance);

/* Writes the value at a time to out[channel->width]. flags: EVAL_* of scene/eval.h. */
void eval_channel(double *out, const scene_channel *channel, double time_s, unsigned flags);
