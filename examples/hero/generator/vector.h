/* SPDX-License-Identifier: MIT */
/*
 * Vectors, quaternions and a sine.
 *
 * Nothing here, and nothing in the generator, uses more of the mathematics library than sqrt:
 * + - * / and sqrt are rounded alike everywhere, so the files come out the same to the byte from
 * any compiler that does not contract multiplications and additions (-ffp-contract=off).
 */
#ifndef HERO_VECTOR_H
#define HERO_VECTOR_H

#include <math.h>

typedef struct {
    double x, y, z;
} vec3;

typedef struct {
    double x, y, z, w;
} quat;

static inline vec3 v_add(vec3 a, vec3 b)
{
    return (vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline vec3 v_sub(vec3 a, vec3 b)
{
    return (vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline vec3 v_scale(vec3 a, double s)
{
    return (vec3){a.x * s, a.y * s, a.z * s};
}

/* a + b * s */
static inline vec3 v_along(vec3 a, vec3 b, double s)
{
    return (vec3){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s};
}

static inline vec3 v_divide(vec3 a, vec3 b)
{
    return (vec3){a.x / b.x, a.y / b.y, a.z / b.z};
}

static inline double v_dot(vec3 a, vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vec3 v_cross(vec3 a, vec3 b)
{
    return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double v_length(vec3 a)
{
    return sqrt(v_dot(a, a));
}

static inline vec3 v_unit(vec3 a)
{
    return v_scale(a, 1.0 / v_length(a));
}

static inline vec3 v_mirrored(vec3 a)
{
    return (vec3){-a.x, a.y, a.z};
}

static inline double mix(double a, double b, double t)
{
    return a + (b - a) * t;
}

static inline double clamp(double a, double low, double high)
{
    return a < low ? low : a > high ? high : a;
}

/* 0 below low, 1 above high, smooth between. */
static inline double smooth_step(double low, double high, double a)
{
    double t = clamp((a - low) / (high - low), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

/* Distance of p from the segment a b. */
double segment_distance(vec3 p, vec3 a, vec3 b);

/* Sine of an angle in turns: 0.25 gives 1. */
double sine(double turns);

static const quat quat_identity = {0.0, 0.0, 0.0, 1.0};

/* The rotation a after b. */
quat q_mul(quat a, quat b);
quat q_inverse(quat a);
quat q_unit(quat a);
vec3 q_rotate(quat a, vec3 v);

/* Rotation by x, then y, then z degrees about the fixed axes. */
quat q_degrees(double x, double y, double z);

/* Shortest rotation that takes the unit vector a to the unit vector b; they are not opposite. */
quat q_arc(vec3 a, vec3 b);

#endif
