/* SPDX-License-Identifier: MIT */
/* Blends dual quaternions. */
#include "scene/dual_quaternion.h"

#include "scene/decompose.h"

#define NO_VOLUME 1e-6 /* of the cube over the longest column */

bool dual_rotation(double q[4], const mat34 *m)
{
    const double volume = mat34_determinant(m), norm = matrix_norm(m);
    mat34 upright = {{{0}}};
    trs split;
    mat34_add_scaled(&upright, volume < 0 ? -1 : 1, m);
    trs_decompose(&split, &upright);
    for (int i = 0; i < 4; i++)
        q[i] = split.r[i];
    return fabs(volume) > NO_VOLUME * norm * norm * norm;
}

static mat34 rotation_of(const double q[4])
{
    return mat34_from_trs((double[]){0, 0, 0}, q, (double[]){1, 1, 1});
}

void dual_split(dual_joint *out, const mat34 *m, const double q[4])
{
    const double half[4] = {m->m[0][3] / 2, m->m[1][3] / 2, m->m[2][3] / 2, 0};
    const mat34 rotation = rotation_of(q), back = mat34_transposed(&rotation);
    for (int i = 0; i < 4; i++)
        out->q[i] = q[i];
    quat_multiply(out->d, half, q);
    out->stretch = mat34_mul(&back, m);
    for (int r = 0; r < 3; r++)
        out->stretch.m[r][3] = 0;
}

mat34 dual_blend(const dual_joint *duals, const uint32_t *joints, const double *weights,
                 double scale, uint32_t count)
{
    double q[4] = {0}, d[4] = {0}, moved[4];
    mat34 stretch = {{{0}}};
    uint32_t heaviest = 0;
    for (uint32_t i = 1; i < count; i++)
        heaviest = weights[i] > weights[heaviest] ? i : heaviest;
    const dual_joint *first = &duals[joints[heaviest]];
    for (uint32_t i = 0; i < count; i++) {
        if (!(weights[i] > 0))
            continue;
        const dual_joint *joint = &duals[joints[i]];
        const double near = vec_dot(joint->q, first->q, 4) < 0 ? -weights[i] : weights[i];
        for (int c = 0; c < 4; c++) {
            q[c] += near * joint->q[c];
            d[c] += near * joint->d[c];
        }
        mat34_add_scaled(&stretch, weights[i] * scale, &joint->stretch);
    }
    const double length = vec_length(q, 4);
    for (int c = 0; c < 4; c++) {
        q[c] = length > 1e-12 ? q[c] / length : first->q[c];
        d[c] = length > 1e-12 ? d[c] / length : first->d[c];
    }
    const double back[4] = {-q[0], -q[1], -q[2], q[3]};
    const mat34 rotation = rotation_of(q);
    mat34 out = mat34_mul(&rotation, &stretch);
    quat_multiply(moved, d, back);
    for (int r = 0; r < 3; r++)
        out.m[r][3] = 2 * moved[r];
    return out;
}
