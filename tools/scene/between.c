/* SPDX-License-Identifier: MIT */
/* Palettes with in-between joints. */
#include "scene/between.h"

#include "scene/decompose.h"

void between_turn(double q[4], const mat34 *parent, const mat34 *joint)
{
    /* As src/stage/betweens_float.c has it, also where scales differ between axes: k times a rotation
     * is the product. */
    const mat34 back = mat34_transposed(parent), turn = mat34_mul(&back, joint);
    const double(*d)[4] = turn.m;
    double k = 0;
    for (int i = 0; i < 9; i++)
        k += d[i / 3][i % 3] * d[i / 3][i % 3];
    k = sqrt(k / 3);
    quat_from_matrix(q, &turn, k);
    for (int i = 0; i < 3 && q[3] < 0; i++)
        q[i] = -q[i];
    q[3] = fabs(q[3]);
}

mat34 between_matrix(const scene_between *between, const mat34 *parent, const mat34 *joint,
                     const double turn[4])
{
    const double t = between->part / 256.0, *c = between->pivot;
    double q[4] = {t * turn[0], t * turn[1], t * turn[2], 1 - t + t * turn[3]}, ends[2][3], at[3];
    quat_normalise(q);
    const mat34 rotation = mat34_from_trs((double[]){0, 0, 0}, q, (double[]){1, 1, 1});
    mat34 out = mat34_mul(parent, &rotation);
    mat34_point(ends[0], parent, c);
    mat34_point(ends[1], joint, c);
    mat34_direction(at, &out, c);
    for (int r = 0; r < 3; r++)
        out.m[r][3] = (1 - t) * ends[0][r] + t * ends[1][r] - at[r];
    return out;
}

void skin_palette(mat34 *palette, const scene_skin *skin, const mat34 *globals)
{
    for (uint32_t i = 0; i < skin->joint_count; i++)
        palette[i] = mat34_mul(&globals[skin->joints[i]], &skin->inverse_binds[i]);
    for (uint32_t i = 0; i < skin->between_count; i++) {
        const scene_between *b = &skin->betweens[i];
        double turn[4];
        between_turn(turn, &palette[b->parent], &palette[b->joint]);
        palette[skin->joint_count + i] =
            between_matrix(b, &palette[b->parent], &palette[b->joint], turn);
    }
}
