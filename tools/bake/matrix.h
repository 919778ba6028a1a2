/* SPDX-License-Identifier: MIT */
/* Taking matrices apart: translation, rotation, scale, and what is left. */
#ifndef PELT_TOOLS_BAKE_MATRIX_H
#define PELT_TOOLS_BAKE_MATRIX_H

#include "scene/mat.h"

typedef struct bake_trs {
    double t[3], r[4], s[3]; /* r is a unit quaternion */
} bake_trs;

static inline bake_trs trs_identity(void)
{
    return (bake_trs){{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
}

static inline mat34 trs_matrix(const bake_trs *trs)
{
    return mat34_from_trs(trs->t, trs->r, trs->s);
}

/*
 * M3 = U diag(s) V^T; u and v are rotations also where M3 is singular, signs are in s.
 */
void matrix_svd(mat34 *u, double s[3], mat34 *v, const mat34 *m);

/* Nearest translation, rotation and scale. Returns what they miss, relative to the matrix's
 * largest column: 0 where there is no shear. */
double matrix_decompose(bake_trs *out, const mat34 *m);

/* Of a rotation matrix. */
void matrix_quaternion(double q[4], const mat34 *m);

/* Largest length of a column of the 3x3 part. */
double matrix_norm(const mat34 *m);

/*
 * Whether the 3x3 part is k times an orthonormal matrix, |k| within `tolerance` of equal in all
 * columns and columns at right angles to `tolerance`; *k is the length.
 */
bool matrix_is_uniform(double *k, const mat34 *m, double tolerance);

#endif
