/* SPDX-License-Identifier: MIT */
#include "vector.h"

double segment_distance(vec3 p, vec3 a, vec3 b)
{
    vec3 axis = v_sub(b, a);
    double t = clamp(v_dot(v_sub(p, a), axis) / v_dot(axis, axis), 0.0, 1.0);

    return v_length(v_sub(p, v_along(a, axis, t)));
}

double sine(double turns)
{
    const double pi = 3.14159265358979323846;
    double t = turns - floor(turns + 0.5);
    double x, x2, sum = 0.0;
    int k;

    /* Folded into a quarter turn either side, where the series below is good to 1e-11. */
    if (t > 0.25)
        t = 0.5 - t;
    else if (t < -0.25)
        t = -0.5 - t;
    x = 2.0 * pi * t;
    x2 = x * x;
    for (k = 15; k >= 3; k -= 2)
        sum = (1.0 - sum) * x2 / (double)(k * (k - 1));
    return x * (1.0 - sum);
}

quat q_mul(quat a, quat b)
{
    return (quat){
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
    };
}

quat q_inverse(quat a)
{
    return (quat){-a.x, -a.y, -a.z, a.w};
}

quat q_unit(quat a)
{
    double s = 1.0 / sqrt(a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w);

    return (quat){a.x * s, a.y * s, a.z * s, a.w * s};
}

vec3 q_rotate(quat a, vec3 v)
{
    vec3 u = {a.x, a.y, a.z};
    vec3 t = v_scale(v_cross(u, v), 2.0);

    return v_add(v_along(v, t, a.w), v_cross(u, t));
}

static double half_sine(double degrees)
{
    return sine(degrees / 720.0);
}

static double half_cosine(double degrees)
{
    return sine(degrees / 720.0 + 0.25);
}

quat q_degrees(double x, double y, double z)
{
    quat about_x = {half_sine(x), 0.0, 0.0, half_cosine(x)};
    quat about_y = {0.0, half_sine(y), 0.0, half_cosine(y)};
    quat about_z = {0.0, 0.0, half_sine(z), half_cosine(z)};

    return q_mul(about_z, q_mul(about_y, about_x));
}

quat q_arc(vec3 a, vec3 b)
{
    vec3 axis = v_cross(a, b);

    return q_unit((quat){axis.x, axis.y, axis.z, 1.0 + v_dot(a, b)});
}
