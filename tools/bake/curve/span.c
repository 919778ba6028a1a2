/* SPDX-License-Identifier: MIT */
/* Measures distances between values and decides whether one segment can replace several. */
#include "bake/curve/curve.h"

#include <string.h>

#include "scene/channel.h"

#define MAX_CONTROL 1.99       /* Q18 in 20 bits holds (-2, 2) */
#define MAX_CONTROL_SPREAD 1.9 /* differences are computed in Q30 */
#define MIN_CUBIC_LENGTH 0.25  /* of a quaternion between keys, before normalising */

/// Values ////////////////////////////////////////////////////////////////////////////////////////

static double length_of_difference(const double *a, const double *b, uint32_t width, double sign)
{
    double squares = 0;
    for (uint32_t i = 0; i < width; i++)
        squares += (a[i] - sign * b[i]) * (a[i] - sign * b[i]);
    return sqrt(squares);
}

static double largest_difference(const double *a, const double *b, uint32_t width)
{
    double largest = 0;
    for (uint32_t i = 0; i < width; i++)
        largest = fmax(largest, fabs(a[i] - b[i]));
    return largest;
}

/* Distance over `width` components, from a block's first component on. */
static double block_distance(const bake_curve *curve, const double *a, const double *b,
                             uint32_t width)
{
    if (curve->path == FORMAT_WEIGHTS)
        return largest_difference(a, b, width);
    if (curve->path != FORMAT_ROTATION)
        return length_of_difference(a, b, width, 1);
    double p[4], q[4];
    memcpy(p, a, sizeof p);
    memcpy(q, b, sizeof q);
    quat_normalise(p);
    quat_normalise(q);
    const double sign = vec_dot(p, q, 4) < 0 ? -1 : 1;
    return 2 * length_of_difference(p, q, 4, sign);
}

double curve_distance(const bake_curve *curve, const double *a, const double *b)
{
    return block_distance(curve, a, b, curve->width);
}

static void bezier_at(double *out, double points[4][CURVE_BLOCK], uint32_t width, double u)
{
    const double v = 1 - u;
    for (uint32_t i = 0; i < width; i++)
        out[i] = v * v * v * points[0][i] + 3 * u * v * v * points[1][i] +
                 3 * u * u * v * points[2][i] + u * u * u * points[3][i];
}

void curve_bezier(double points[4][CURVE_BLOCK], const bake_curve *curve, uint32_t from,
                  uint32_t to, uint32_t first)
{
    const uint32_t width = curve->width;
    const double *a = curve_value(curve, from) + first, *b = curve_value(curve, to) + first;
    const int32_t *ticks = curve->ticks;
    const double whole = (double)ticks[to] - ticks[from];
    const double first_part = (double)ticks[from + 1] - ticks[from];
    const double last_part = (double)ticks[to] - ticks[to - 1];
    for (uint32_t i = 0; i < curve_block_width(curve, first); i++) {
        points[0][i] = a[i];
        points[1][i] = a[i] + (a[width + i] - a[i]) * (whole / first_part);
        points[2][i] = b[i] + (*(b + i - width) - b[i]) * (whole / last_part);
        points[3][i] = b[i];
    }
}

double quat_turn(const double a[4], const double b[4])
{
    return 2 * acos(fmin(fabs(vec_dot(a, b, 4)), 1));
}

double curve_turn_within(double tolerance)
{
    /* The largest errors of the library's arcs of 88, 84, 80, 72, 30 and 20 degrees
     * (src/arithmetic/curve.h). The last is within 1.4e-8, less than the rounding of keys. */
    static const struct {
        double turn, error;
    } arcs[] = {{CURVE_MOST_TURN, 4e-5}, {1.46608, 2.4e-5}, {1.39626, 1.2e-5},
                {1.25664, 6e-6},         {0.5236, 1.5e-6},  {0.34907, 0}};
    int i = 0;
    while (arcs[i].error > tolerance)
        i++;
    return arcs[i].turn;
}

bool curve_rotation_fits(double points[4][CURVE_BLOCK])
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
        /* A curve stays within the hull of its control points. The outermost two points are not
         * used. */
        const double *value = curve_value(curve, k);
        if (k > 0 && curve_distance(curve, first, value - curve->width) > curve->tolerance / 2)
            return false;
        if (k + 1 < curve->key_count &&
            curve_distance(curve, first, value + curve->width) > curve->tolerance / 2)
            return false;
    }
    return true;
}

/* Arcs can differ most at keys and between them, so both are checked. */
static bool arc_spans(const bake_curve *curve, uint32_t from, uint32_t to)
{
    const double *a = curve_value(curve, from), *b = curve_value(curve, to);
    if (vec_dot(a, b, 4) <= 0 || quat_turn(a, b) > curve->most_turn)
        return false;
    const double start = curve->ticks[from], whole = curve->ticks[to] - start;
    const quat_arc arc = quat_arc_of(a, b);
    for (uint32_t k = from; k < to; k++) {
        const double middle = ((double)curve->ticks[k] + curve->ticks[k + 1]) / 2;
        double mixed[4];
        quat_arc_at(mixed, &arc, (middle - start) / whole);
        if (curve_distance(curve, mixed, curve->middles + 4 * (size_t)k) > curve->tolerance)
            return false;
        if (k == from)
            continue;
        quat_arc_at(mixed, &arc, (curve->ticks[k] - start) / whole);
        if (curve_distance(curve, mixed, curve_value(curve, k)) > curve->tolerance)
            return false;
    }
    return true;
}

/* Straight lines differ most at keys, so only keys are checked. */
static bool line_spans(const bake_curve *curve, uint32_t from, uint32_t to)
{
    const double *a = curve_value(curve, from), *b = curve_value(curve, to);
    const double start = curve->ticks[from], whole = curve->ticks[to] - start;
    for (uint32_t k = from + 1; k < to; k++) {
        const double *exact = curve_value(curve, k);
        const double u = (curve->ticks[k] - start) / whole;
        for (uint32_t first = 0; first < curve->width; first += CURVE_BLOCK) {
            const uint32_t width = curve_block_width(curve, first);
            double mixed[CURVE_BLOCK];
            for (uint32_t i = 0; i < width; i++)
                mixed[i] = a[first + i] + (b[first + i] - a[first + i]) * u;
            if (block_distance(curve, mixed, exact + first, width) > curve->tolerance)
                return false;
        }
    }
    return true;
}

static bool cubic_block_spans(const bake_curve *curve, uint32_t from, uint32_t to, uint32_t first)
{
    const uint32_t width = curve_block_width(curve, first);
    double whole[4][CURVE_BLOCK], part[4][CURVE_BLOCK], mixed[CURVE_BLOCK], exact[CURVE_BLOCK];
    curve_bezier(whole, curve, from, to, first);
    if (curve->path == FORMAT_ROTATION && !curve_rotation_fits(whole))
        return false;
    const double start = curve->ticks[from], duration = curve->ticks[to] - start;
    for (uint32_t k = from; k < to; k++) {
        const double length = (double)curve->ticks[k + 1] - curve->ticks[k];
        curve_bezier(part, curve, k, k + 1, first);
        for (uint32_t n = k == from; n < CURVE_CHECKS; n++) {
            const double u = (double)n / CURVE_CHECKS;
            bezier_at(exact, part, width, u);
            bezier_at(mixed, whole, width, (curve->ticks[k] + u * length - start) / duration);
            if (block_distance(curve, mixed, exact, width) > curve->tolerance)
                return false;
        }
    }
    return true;
}

static bool cubic_spans(const bake_curve *curve, uint32_t from, uint32_t to)
{
    for (uint32_t first = 0; first < curve->width; first += CURVE_BLOCK)
        if (!cubic_block_spans(curve, from, to, first))
            return false;
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
    case FORMAT_LINEAR:
        return curve->path == FORMAT_ROTATION ? arc_spans(curve, from, to)
                                              : line_spans(curve, from, to);
    default: return cubic_spans(curve, from, to);
    }
}
