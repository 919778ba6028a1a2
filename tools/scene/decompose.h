/* SPDX-License-Identifier: MIT */
/* Decomposes matrices into translation, rotation and scale, and measures what they cannot
 * represent. */
#pragma once

#include "scene/mat.h"

/* The quaternion of a matrix that is `scale` times a rotation, from the largest of its four forms. */
void quat_from_matrix(double q[4], const mat34 *m, double scale);

/* Finds the nearest translation, rotation and scale. Returns their distance from the matrix,
 * relative to its largest column: 0 if there is no shear. A node with more than SHEAR_LIMIT takes two
 * joints. */
#define SHEAR_LIMIT 1e-6
double trs_decompose(trs *out, const mat34 *m);

/* Splits any matrix into a product of two transforms: U diag(s) with the translation, and V^T. A
 * shear needs both. */
void trs_split(trs *outer, trs *inner, const mat34 *m);

/* The largest length of a column of the 3x3 part. */
double matrix_norm(const mat34 *m);

/* Whether the 3x3 part is k times an orthonormal matrix: all columns have length k, and are
 * perpendicular, within `tolerance`. *k is the length. */
bool matrix_is_uniform(double *k, const mat34 *m, double tolerance);
