/* SPDX-License-Identifier: MIT */
/* Dual quaternion skinning in double precision: Kavan, Collins, Zara, O'Sullivan 2007, "Skinning
 * with Dual Quaternions", with scale as a first phase (2008). A matrix is a symmetric stretch, then a
 * rotation, then a translation. */
#pragma once

#include <stdint.h>

#include "scene/mat.h"

typedef struct dual_joint {
    double q[4], d[4]; /* its rotation, and half of translation times rotation */
    mat34 stretch;     /* comes first, without translation */
} dual_joint;

/* The rotation that is nearest to a matrix, or to its negative if it mirrors. Returns false if the
 * matrix has no volume, which leaves the rotation open. */
bool dual_rotation(double q[4], const mat34 *m);

/* Splits a matrix of this rotation. */
void dual_split(dual_joint *out, const mat34 *m, const double q[4]);

/* The matrix that moves a vertex of these joints. Weights are >= 0, at least one above 0, and are
 * multiplied by `scale`. Rotations go the near way to that of the heaviest joint, the first of equals. */
mat34 dual_blend(const dual_joint *duals, const uint32_t *joints, const double *weights,
                 double scale, uint32_t count);
