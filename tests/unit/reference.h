/* SPDX-License-Identifier: MIT */
/* Vectors, quaternions, matrices of three rows and angles in double precision, without a library. */
#pragma once

#include "test.h"

static inline double ref_abs(double a)
{
    return a < 0 ? -a : a;
}

/* By Newton's steps from a power of two near it. */
static inline double ref_sqrt(double a)
{
    double x = 1;
    if (!(a > 0))
        return 0;
    while (x * x > 4 * a)
        x *= 0.5;
    while (4 * x * x < a)
        x *= 2;
    for (unsigned i = 0; i < 6u; i++)
        x = 0.5 * (x + a / x);
    return x;
}

/* 2^exponent */
static inline double ref_power(int32_t exponent)
{
    double power = 1;
    for (; exponent > 0; exponent--)
        power *= 2;
    for (; exponent < 0; exponent++)
        power /= 2;
    return power;
}

/* By its series, in turns. */
static inline double ref_sin(double turns)
{
    const double whole = (double)(int32_t)(turns < 0 ? turns - 0.5 : turns + 0.5);
    const double x = (turns - whole) * 6.283185307179586476925;
    double term = x, sum = x;
    for (unsigned i = 2; i < 30u; i += 2) {
        term *= -x * x / (i * (i + 1u));
        sum += term;
    }
    return sum;
}

static inline double ref_cos(double turns)
{
    return ref_sin(turns > 0 ? 0.25 - turns : 0.25 + turns);
}

static inline double ref_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double ref_dot4(const double a[4], const double b[4])
{
    return ref_dot(a, b) + a[3] * b[3];
}

static inline void ref_cross(double out[3], const double a[3], const double b[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* out = x a + y b, of as many numbers; out may be a or b. */
static inline void ref_sum(double *out, double x, const double *a, double y, const double *b,
                           unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        out[i] = x * a[i] + y * b[i];
}

static inline void ref_scale(double *v, double by, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        v[i] *= by;
}

static inline double ref_length(const double v[3])
{
    return ref_sqrt(ref_dot(v, v));
}

/* Whether the sine of the angle between two directions, of any length, is no larger than this. */
static inline bool ref_same_direction(const double a[3], const double b[3], double sine)
{
    double c[3];
    ref_cross(c, a, b);
    return ref_dot(a, b) > 0 && ref_dot(c, c) <= sine * sine * ref_dot(a, a) * ref_dot(b, b);
}

/* To unit length; false for zero. */
static inline bool ref_unit(double *v, unsigned count)
{
    double squares = 0;
    for (unsigned i = 0; i < count; i++)
        squares += v[i] * v[i];
    const double length = ref_sqrt(squares);
    for (unsigned i = 0; i < count && length > 0; i++)
        v[i] /= length;
    return length > 0;
}

static inline void ref_multiply(double out[4], const double a[4], const double b[4])
{
    double c[3];
    const double w = a[3] * b[3] - ref_dot(a, b);
    ref_cross(c, a, b);
    ref_sum(out, a[3], b, b[3], a, 3);
    ref_sum(out, 1, out, 1, c, 3);
    out[3] = w;
}

/* q v q* for a unit q. */
static inline void ref_turn(double out[3], const double q[4], const double v[3])
{
    const double back[4] = {-q[0], -q[1], -q[2], q[3]}, whole[4] = {v[0], v[1], v[2], 0};
    double turned[4];
    ref_multiply(turned, q, whole);
    ref_multiply(turned, turned, back);
    ref_sum(out, 1, turned, 0, turned, 3);
}

/* The shortest turn from a to b, which are not zero; opposite ones about the axis across a that is
 * least aligned with it. */
static inline void ref_between(double q[4], const double from[3], const double to[3])
{
    double a[3] = {from[0], from[1], from[2]}, b[3] = {to[0], to[1], to[2]};
    ref_unit(a, 3);
    ref_unit(b, 3);
    ref_cross(q, a, b);
    q[3] = 1 + ref_dot(a, b);
    if (q[3] < 1e-12) {
        double axis[3] = {0, 0, 0};
        unsigned least = 0;
        for (unsigned i = 1; i < 3u; i++)
            if (ref_abs(a[i]) < ref_abs(a[least]))
                least = i;
        axis[least] = 1;
        ref_cross(q, a, axis);
        q[3] = 0;
    }
    ref_unit(q, 4);
}

/* Any unit quaternion. */
static inline void ref_random_turn(double q[4])
{
    do {
        for (unsigned i = 0; i < 4u; i++)
            q[i] = test_random_within(16384) / 16384.0;
    } while (ref_dot4(q, q) < 0.25);
    ref_unit(q, 4);
}

/* A column of a matrix, of which the last is its place. */
static inline void ref_column(double out[3], const double m[12], unsigned column)
{
    for (unsigned r = 0; r < 3u; r++)
        out[r] = m[4u * r + column];
}

/* What a matrix makes of a direction, and of a place; out is not v. */
static inline void ref_direction(double out[3], const double m[12], const double v[3])
{
    for (unsigned r = 0; r < 3u; r++)
        out[r] = ref_dot(m + 4u * r, v);
}

static inline void ref_place(double out[3], const double m[12], const double v[3])
{
    for (unsigned r = 0; r < 3u; r++)
        out[r] = ref_dot(m + 4u * r, v) + m[4u * r + 3u];
}

/* out may be b. */
static inline void ref_product(double out[12], const double a[12], const double b[12])
{
    for (unsigned c = 0; c < 4u; c++) {
        const double column[3] = {b[c], b[4u + c], b[8u + c]};
        for (unsigned r = 0; r < 12u; r += 4u)
            out[r + c] = ref_dot(a + r, column) + (c == 3u ? a[r + 3u] : 0);
    }
}

/* The matrix of a local transform, of any unit quaternion. */
static inline void ref_local(double out[12], const double q[4], const double t[3],
                             const double s[3])
{
    for (unsigned i = 0; i < 3u; i++) {
        const unsigned j = (i + 1u) % 3u, k = (i + 2u) % 3u;
        out[5u * i] = (1 - 2 * (q[j] * q[j] + q[k] * q[k])) * s[i];
        out[4u * j + k] = 2 * (q[j] * q[k] - q[3] * q[i]) * s[k];
        out[4u * k + j] = 2 * (q[j] * q[k] + q[3] * q[i]) * s[j];
        out[4u * i + 3u] = t[i];
    }
}
