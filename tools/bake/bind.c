/* SPDX-License-Identifier: MIT */
/* The bind pose: model matrices that are the inverses of the inverse binds. */
#include <stdlib.h>

#include "bake/internal.h"

/* The inverse bind of each joint in the first skin that has one, else NULL. */
static void find_inverse_binds(const mat34 **inverse, const baker *b)
{
    for (uint32_t i = 0; i < b->joint_count; i++)
        inverse[i] = NULL;
    for (uint32_t i = 0; i < b->skin_count; i++) {
        for (uint32_t k = 0; k < b->skins[i].entry_count; k++) {
            const bake_entry *entry = &b->skins[i].entries[k];
            if (entry->skin_joint != BAKE_NONE && inverse[entry->joint] == NULL)
                inverse[entry->joint] = &entry->inverse_bind;
        }
    }
}

static void scale_matrix(mat34 *m, double factor)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            m->m[r][c] *= factor;
}

/* A joint and its helper together can be any matrix: U S V^T. */
static void split(bake_joint *helper, bake_joint *joint, const mat34 *local)
{
    mat34 u, v, transposed = mat34_identity();
    matrix_svd(&u, helper->bind.s, &v, local);
    matrix_quaternion(helper->bind.r, &u);
    for (int r = 0; r < 3; r++) {
        helper->bind.t[r] = local->m[r][3];
        for (int c = 0; c < 3; c++)
            transposed.m[r][c] = v.m[c][r];
    }
    joint->bind = trs_identity();
    matrix_quaternion(joint->bind.r, &transposed);
}

double bake_bind(baker *b, int shrink)
{
    const mat34 **inverse = diag_calloc(b->joint_count, sizeof *inverse);
    mat34 *globals = diag_calloc(b->joint_count, sizeof *globals);
    double shear = 0;
    find_inverse_binds(inverse, b);
    for (uint32_t i = 0; i < b->joint_count; i++) {
        bake_joint *joint = &b->joints[i];
        mat34 wanted, out_of_parent;
        joint->bind = joint->rest;
        uint32_t parent = joint->parent;
        if (joint->has_helper)
            parent = b->joints[parent].parent;
        const mat34 root = mat34_identity();
        const mat34 *above = parent == BAKE_NONE ? &root : &globals[parent];
        const bool known = inverse[i] != NULL && mat34_invert(&wanted, inverse[i]) &&
                           mat34_invert(&out_of_parent, above);
        if (known) {
            scale_matrix(&wanted, ldexp(1, -shrink));
            const mat34 local = mat34_mul(&out_of_parent, &wanted);
            if (joint->has_helper) {
                split(&b->joints[i - 1], joint, &local);
                const mat34 helper = trs_matrix(&b->joints[i - 1].bind);
                globals[i - 1] = mat34_mul(above, &helper);
            } else {
                shear = fmax(shear, matrix_decompose(&joint->bind, &local));
            }
        }
        const mat34 local = trs_matrix(&joint->bind);
        globals[i] =
            joint->parent == BAKE_NONE ? local : mat34_mul(&globals[joint->parent], &local);
    }
    free(globals);
    free(inverse);
    return shear;
}
