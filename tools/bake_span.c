/* SPDX-License-Identifier: MIT */
/* Distances, and whether a segment can stand for several. */
#include <string.h>

#include "bake_curve.h"

#define MAX_CONTROL 1.99       /* Q18 in 20 bits holds (-2, 2) */
#define MAX_CONTROL_SPREAD 1.9 /* differences are taken in Q30 */
#define MIN_CUBIC_LENGTH 0.25  /* of a quaternion between keys, before normalising */

/// Values ////////////////////////////////////////////////////////////////////////////////////////

static double length_of_difference(const double *a, const double *b, uint32_t width, double sign)
{
    double squares = 0;
    for (uint32_t i = 0; i < width; i++)
        squares += (a[i] - sign * b[i]) * (a[i] - sign * b[i]);
    return sqrt(squares);
}

double curve_distance(const bake_curve *curve, const double *a, const double *b)
{
    if (curve->path != FORMAT_ROTATION)
        return length_of_difference(a, b, 3, 1);
    double p[4], q[4];
    memcpy(p, a, sizeof p);
    memcpy(q, b, sizeof q);
    quat_normalise(p);
    quat_normalise(q);
    const double sign = vec_dot(p, q, 4) < 0 ? -1 : 1;
    return 2 * length_of_difference(p, q, 4, sign);
}

static void bezier_at(double *out, double points[4][4], uint32_t width, double u)
{
    const double v = 1 - u;
    for (uint32_t i = 0; i < width; i++)
        out[i] = v * v * v * points[0][i] + 3 * u * v * v * points[1][i] +
                 3 * u * u * v * points[2][i] + u * u * u * points[3][i];
}

void curve_bezier(double points[4][4], const bake_curve *curve, uint32_t from, uint32_t to)
{
    const uint32_t width = curve->width;
    const double *a = curve_value(curve, from), *b = curve_value(curve, to);
    const int32_t *ticks = curve->ticks;
    const double whole = (double)ticks[to] - ticks[from];
    const double first = (double)ticks[from + 1] - ticks[from];
    const double last = (double)ticks[to] - ticks[to - 1];
    for (uint32_t i = 0; i < width; i++) {
        points[0][i] = a[i];
        points[1][i] = a[i] + (a[width + i] - a[i]) * (whole / first);
        points[2][i] = b[i] + (*(b + i - width) - b[i]) * (whole / last);
        points[3][i] = b[i];
    }
}

double quat_turn(const double a[4], const double b[4])
{
    return 2 * acos(fmin(fabs(vec_dot(a, b, 4)), 1));
}

bool curve_rotation_fits(double points[4][4])
{
    for (int i = 0; i < 4; i++) {
        double low = points[0][i], high = points[0][i];
        for (int p = 1; p < 4; p++) {
            low = fmin(low, points[p][i]);
            high = fmax(high, points[p][i]);
        }
        if (!(fmax(fabs(low), fabs(high)) < MAX_CONTROL) || !(high - low < MAX_CONTROL_SPREAD))
            return false;
    }
    for (uint32_t n = 0; n <= CURVE_CHECKS; n++) {
        double q[4];
        bezier_at(q, points, 4, (double)n / CURVE_CHECKS);
        if (!(vec_dot(q, q, 4) > MIN_CUBIC_LENGTH * MIN_CUBIC_LENGTH))
            return false;
    }
    return true;
}

/// Tests /////////////////////////////////////////////////////////////////////////////////////////

bool curve_is_constant(const bake_curve *curve)
{
    const double *first = curve_value(curve, 0);
    for (uint32_t k = 0; k < curve->key_count; k++) {
        if (curve_distance(curve, first, curve_value(curve, k)) > curve->tolerance / 2)
            return false;
        if (curve->interpolation != FORMAT_CUBIC)
            continue;
        /* The curve stays within the hull of its control points; the outermost two are not used. */
        const double *value = curve_value(curve, k);
        if (k > 0 && curve_distance(curve, first, value - curve->width) > curve->tolerance / 2)
            return false;
        if (k + 1 < curve->key_count &&
            curve_distance(curve, first, value + curve->width) > curve->tolerance / 2)
            return false;
    }
    return true;
}

static bool linear_spans(const bake_curve *curve, uint32_t from, uint32_t to)
{
    const double *a = curve_value(curve, from), *b = curve_value(curve, to);
    const bool rotation = curve->path == FORMAT_ROTATION;
    if (rotation && (vec_dot(a, b, 4) <= 0 || quat_turn(a, b) > CURVE_MAX_TURN))
        return false;
    const double start = curve->ticks[from], whole = curve->ticks[to] - start;
    for (uint32_t k = from; k < to; k++) {
        const double *p = curve_value(curve, k), *q = curve_value(curve, k + 1);
        /* Between keys straight lines differ less than at them; arcs can differ most there. */
        const double middle = ((double)curve->ticks[k] + curve->ticks[k + 1]) / 2;
        double mixed[4], exact[4];
        for (int half = rotation ? 0 : 1; half < 2; half++) {
            const double u = ((half ? curve->ticks[k] : middle) - start) / whole;
            if (half && k == from)
                continue;
            if (rotation) {
                quat_slerp(mixed, a, b, u);
                quat_slerp(exact, p, q, half ? 0 : 0.5);
            } else {
                memcpy(exact, p, 3 * sizeof *exact);
                for (int i = 0; i < 3; i++)
                    mixed[i] = a[i] + (b[i] - a[i]) * u;
            }
            if (curve_distance(curve, mixed, exact) > curve->tolerance)
                return false;
        }
    }
    return true;
}

static bool cubic_spans(const bake_curve *curve, uint32_t from, uint32_t to)
{
    double whole[4][4], part[4][4], mixed[4], exact[4];
    curve_bezier(whole, curve, from, to);
    if (curve->path == FORMAT_ROTATION && !curve_rotation_fits(whole))
        return false;
    const double start = curve->ticks[from], duration = curve->ticks[to] - start;
    for (uint32_t k = from; k < to; k++) {
        const double length = (double)curve->ticks[k + 1] - curve->ticks[k];
        curve_bezier(part, curve, k, k + 1);
        for (uint32_t n = k == from; n < CURVE_CHECKS; n++) {
            const double u = (double)n / CURVE_CHECKS;
            bezier_at(exact, part, curve->width, u);
            bezier_at(mixed, whole, curve->width,
                      (curve->ticks[k] + u * length - start) / duration);
            if (curve_distance(curve, mixed, exact) > curve->tolerance)
                return false;
        }
    }
    return true;
}

static bool step_spans(const bake_curve *curve, uint32_t from, uint32_t to)
{
    for (uint32_t k = from + 1; k < to; k++)
        if (curve_distance(curve, curve_value(curve, from), curve_value(curve, k)) >
            curve->tolerance)
            return false;
    return true;
}

bool curve_spans(const bake_curve *curve, uint32_t from, uint32_t to)
{
    if (to - from <= 1)
        return true;
    switch (curve->interpolation) {
    case FORMAT_STEP: return step_spans(curve, from, to);
    case FORMAT_LINEAR: return linear_spans(curve, from, to);
    default: return cubic_spans(curve, from, to);
    }
}
