/* SPDX-License-Identifier: MIT */
/* Conversions between glTF units and the blob's numbers. */
#include "bake/model.h"

int units_frame(const bake_model *m, uint32_t joint)
{
    return joint == BAKE_NONE ? 0 : m->units.scale_shift[joint];
}

int units_translation_exponent(const bake_model *m, uint32_t joint)
{
    return units_frame(m, m->joints.joints[joint].parent) - m->units.pose_shift;
}

int units_scale_exponent(const bake_model *m, uint32_t joint)
{
    return units_frame(m, m->joints.joints[joint].parent) - m->units.scale_shift[joint];
}

mat34 units_fold(const bake_model *m, const bake_entry *entry)
{
    const mat34 *inverse = &entry->inverse_bind;
    const bake_units *units = &m->units;
    const bake_grid *grid = units_grid(m, entry);
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

double units_bind(bake_model *m, int shrink)
{
    const bake_joints *joints = &m->joints;
    trs *out = m->units.bind;
    const mat34 root = mat34_identity();
    FREED const mat34 **inverse = diag_calloc(joints->count, sizeof *inverse);
    FREED mat34 *globals = diag_calloc(joints->count, sizeof *globals);
    double shear = 0;
    for (uint32_t i = m->skins.entry_count; i-- > 0;) /* the first skin that has one counts */
        if (m->skins.entries[i].skin_joint != BAKE_NONE)
            inverse[m->skins.entries[i].joint] = &m->skins.entries[i].inverse_bind;
    for (uint32_t i = 0; i < joints->count; i++) {
        const bake_joint *joint = &joints->joints[i];
        const uint32_t parent =
            joint->has_helper ? joints->joints[joint->parent].parent : joint->parent;
        const mat34 *above = parent == BAKE_NONE ? &root : &globals[parent];
        mat34 wanted, out_of_parent;
        out[i] = joints->rest[i];
        if (inverse[i] != NULL && mat34_invert(&wanted, inverse[i]) &&
            mat34_invert(&out_of_parent, above)) {
            for (int k = 0; k < 12; k++)
                wanted.m[k / 4][k % 4] *= ldexp(1, -shrink);
            const mat34 local = mat34_mul(&out_of_parent, &wanted);
            if (joint->has_helper) {
                trs_split(&out[i - 1], &out[i], &local);
                const mat34 helper = trs_matrix(&out[i - 1]);
                globals[i - 1] = mat34_mul(above, &helper);
            } else {
                shear = fmax(shear, trs_decompose(&out[i], &local));
            }
        }
        const mat34 local = trs_matrix(&out[i]);
        globals[i] =
            joint->parent == BAKE_NONE ? local : mat34_mul(&globals[joint->parent], &local);
    }
    return shear;
}
