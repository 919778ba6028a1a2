/* SPDX-License-Identifier: MIT */
/* Distances between values of a curve, and whether one segment can replace several. */
#pragma once

#include "bake/curve/curve.h"

/* Angle of the rotation between two unit quaternions. */
double quat_turn(const double a[4], const double b[4]);

/* The largest angle of a linear segment, in radians: for the library's formulas, and for its arc to
 * stay within a tolerance. */
#define CURVE_MOST_TURN 1.53588974175501 /* 88 degrees */
double curve_turn_within(double tolerance);

/* Whether the stored numbers can hold a rotation's segment, and its quaternions can be normalised
 * safely. */
bool curve_rotation_fits(double points[4][CURVE_BLOCK]);

/* The distance of two values of the curve's kind, in the units of its tolerance. */
double curve_distance(const bake_curve *curve, const double *a, const double *b);

/* Whether all candidates stay within half the tolerance of the first one. */
bool curve_is_constant(const bake_curve *curve);

/* Whether one segment from candidate `from` to candidate `to` > from stays within the tolerance. */
bool curve_spans(const bake_curve *curve, uint32_t from, uint32_t to);

/* The Bezier points of the segment between two candidates of a FORMAT_CUBIC curve, which need not
 * be neighbours. points[1] and points[2] are the `out` of `from` and the `in` of `to`. Only the
 * components of one block. */
void curve_bezier(double points[4][CURVE_BLOCK], const bake_curve *curve, uint32_t from,
                  uint32_t to, uint32_t first);
