/* SPDX-License-Identifier: MIT */
#include "bake/range/units.h"

int units_frame(const bake_units *units, uint32_t joint)
{
    return joint == BAKE_NONE ? 0 : units->scale_shift[joint];
}

int units_translation_exponent(const bake_units *units, const bake_joints *joints, uint32_t joint)
{
    return units_frame(units, joints->joints[joint].parent) - units->pose_shift;
}

int units_scale_exponent(const bake_units *units, const bake_joints *joints, uint32_t joint)
{
    return units_frame(units, joints->joints[joint].parent) - units->scale_shift[joint];
}

mat34 units_fold(const bake_units *units, const bake_entry *entry, const bake_grid *grid)
{
    const mat34 *inverse = &entry->inverse_bind;
    const double frame = ldexp(1, units->scale_shift[entry->joint] - units->unit_shift);
    const double finer = ldexp(1, units->unit_shift - units->pose_shift);
    mat34 out;
    for (int r = 0; r < 3; r++) {
        double origin = inverse->m[r][3];
        for (int c = 0; c < 3; c++) {
            origin += inverse->m[r][c] * grid->origin[c];
            out.m[r][c] = inverse->m[r][c] * grid->step * frame;
        }
        out.m[r][3] = origin * frame * finer;
    }
    return out;
}
