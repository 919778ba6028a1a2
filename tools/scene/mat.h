/* SPDX-License-Identifier: MIT */
/* Double-precision vectors, quaternions (x y z w) and affine matrices of the host tool. A matrix is
 * 3x4, row-major, for column vectors; its last row 0 0 0 1 is implied. Outputs may alias inputs. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct mat34 {
    double m[3][4];
} mat34;

static inline mat34 mat34_identity(void)
{
    return (mat34){{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
}

static inline mat34 mat34_mul(const mat34 *a, const mat34 *b)
{
    mat34 out;
    for (int r = 0; r < 3; r++) {
        const double *row = a->m[r];
        for (int c = 0; c < 4; c++)
            out.m[r][c] = row[0] * b->m[0][c] + row[1] * b->m[1][c] + row[2] * b->m[2][c];
        out.m[r][3] += row[3];
    }
    return out;
}

static inline void mat34_point(double out[3], const mat34 *a, const double p[3])
{
    const double x = p[0], y = p[1], z = p[2];
    for (int r = 0; r < 3; r++)
        out[r] = a->m[r][0] * x + a->m[r][1] * y + a->m[r][2] * z + a->m[r][3];
}

/* Applies the 3x3 part alone, to a direction. */
static inline void mat34_direction(double out[3], const mat34 *a, const double v[3])
{
    const double x = v[0], y = v[1], z = v[2];
    for (int r = 0; r < 3; r++)
        out[r] = a->m[r][0] * x + a->m[r][1] * y + a->m[r][2] * z;
}

/* out += weight * a. */
static inline void mat34_add_scaled(mat34 *out, double weight, const mat34 *a)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            out->m[r][c] += weight * a->m[r][c];
}

/* The transposed 3x3 part, without translation. */
static inline mat34 mat34_transposed(const mat34 *a)
{
    mat34 out = {{{0}}};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            out.m[r][c] = a->m[c][r];
    return out;
}

static inline double mat34_determinant(const mat34 *a)
{
    const double(*m)[4] = a->m;
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/* Returns false and leaves `out` unchanged if the 3x3 part is singular or not finite. */
static inline bool mat34_invert(mat34 *out, const mat34 *a)
{
    const double(*m)[4] = a->m;
    const double determinant = mat34_determinant(a);
    const double scale = 1.0 / determinant;
    if (determinant == 0.0 || !isfinite(determinant) || !isfinite(scale))
        return false;
    mat34 inverse;
    for (int r = 0; r < 3; r++) {
        const int r1 = (r + 1) % 3, r2 = (r + 2) % 3;
        for (int c = 0; c < 3; c++) {
            const int c1 = (c + 1) % 3, c2 = (c + 2) % 3;
            inverse.m[r][c] = (m[c1][r1] * m[c2][r2] - m[c1][r2] * m[c2][r1]) * scale;
        }
    }
    for (int r = 0; r < 3; r++)
        inverse.m[r][3] =
            -(inverse.m[r][0] * m[0][3] + inverse.m[r][1] * m[1][3] + inverse.m[r][2] * m[2][3]);
    *out = inverse;
    return true;
}

/* translation * rotation * scale; the quaternion is used as it is, unit or not. */
static inline mat34 mat34_from_trs(const double t[3], const double q[4], const double s[3])
{
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    return (mat34){{
        {(1 - 2 * (y * y + z * z)) * s[0], 2 * (x * y - z * w) * s[1], 2 * (x * z + y * w) * s[2],
         t[0]},
        {2 * (x * y + z * w) * s[0], (1 - 2 * (x * x + z * z)) * s[1], 2 * (y * z - x * w) * s[2],
         t[1]},
        {2 * (x * z - y * w) * s[0], 2 * (y * z + x * w) * s[1], (1 - 2 * (x * x + y * y)) * s[2],
         t[2]},
    }};
}

typedef struct trs {
    double t[3], r[4], s[3]; /* r is a unit quaternion, unless it is as a file has it */
} trs;

static inline trs trs_identity(void)
{
    return (trs){{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
}

static inline mat34 trs_matrix(const trs *local)
{
    return mat34_from_trs(local->t, local->r, local->s);
}

static inline double vec_dot(const double *a, const double *b, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

static inline double vec_length(const double *v, int count)
{
    return sqrt(vec_dot(v, v, count));
}

/* The largest absolute value. */
static inline double vec_largest(const double *v, size_t count)
{
    double largest = 0;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(v[i]));
    return largest;
}

/* Whether all are numbers of at most this absolute value. */
static inline bool vec_within(const double *v, size_t count, double most)
{
    for (size_t i = 0; i < count; i++)
        if (!(fabs(v[i]) <= most))
            return false;
    return true;
}

static inline double vec3_distance(const double a[3], const double b[3])
{
    const double between[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return vec_length(between, 3);
}

static inline void vec3_cross(double out[3], const double a[3], const double b[3])
{
    const double x = a[1] * b[2] - a[2] * b[1];
    const double y = a[2] * b[0] - a[0] * b[2];
    const double z = a[0] * b[1] - a[1] * b[0];
    out[0] = x;
    out[1] = y;
    out[2] = z;
}

/* The normal of a triangle, as long as twice its area, which is returned. */
static inline double vec3_normal(double out[3], const double a[3], const double b[3],
                                 const double c[3])
{
    const double u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    const double v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    vec3_cross(out, u, v);
    return vec_length(out, 3);
}

/* Scales to unit length. A vector without a usable length becomes zero, and false is returned. */
static inline bool vec_normalise(double *v, int count)
{
    double largest = 0;
    for (int i = 0; i < count; i++)
        if (!(fabs(v[i]) <= largest))
            largest = fabs(v[i]);
    if (!(largest > 0) || !isfinite(largest)) {
        for (int i = 0; i < count; i++)
            v[i] = 0;
        return false;
    }
    /* The vector is first divided by its largest component, which keeps the squares in range. */
    double squares = 0;
    for (int i = 0; i < count; i++) {
        v[i] /= largest;
        squares += v[i] * v[i];
    }
    const double length = sqrt(squares);
    for (int i = 0; i < count; i++)
        v[i] /= length;
    return true;
}

static inline bool vec3_normalise(double v[3])
{
    return vec_normalise(v, 3);
}

static inline bool quat_normalise(double q[4])
{
    if (vec_normalise(q, 4))
        return true;
    q[3] = 1;
    return false;
}

/* How far the length of a quaternion is from one. */
static inline double quat_off_unit(const double q[4])
{
    return fabs(vec_length(q, 4) - 1);
}

/* The rotation b followed by a. */
static inline void quat_multiply(double out[4], const double a[4], const double b[4])
{
    const double x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    const double y = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    const double z = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    const double w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
    out[0] = x;
    out[1] = y;
    out[2] = z;
    out[3] = w;
}
