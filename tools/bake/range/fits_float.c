/* SPDX-License-Identifier: MIT */
/*
 * Whether single precision holds a model: not its numbers only, but the products that the device
 * makes of them, joint x inverse bind x vertex, and the squares of directions.
 */
#include <stdlib.h>

#include "bake/range/fits.h"

#define NUMBER_LIMIT 1e12  /* of lengths and matrices */
#define PRODUCT_LIMIT 1e18 /* of a palette entry: its square is below 2^127 */

static bool matrix_fits(const mat34 *m)
{
    for (int i = 0; i < 12; i++)
        if (!(fabs(m->m[i / 4][i % 4]) <= NUMBER_LIMIT))
            return false;
    return true;
}

static bool joint_fits(const bake_range *range)
{
    return fmax(fmax(range->norm, range->origin), fmax(range->translation, range->scale)) <=
           NUMBER_LIMIT;
}

static bool entry_fits(const bake_entry *entry, const bake_range *range)
{
    return entry->vertex_count == 0 ||
           (matrix_fits(&entry->inverse_bind) &&
            range->norm * matrix_norm(&entry->inverse_bind) <= PRODUCT_LIMIT);
}

static bool box_fits(const box3 *box)
{
    for (int c = 0; c < 3; c++)
        if (!(fabs(box->low[c]) <= NUMBER_LIMIT) || !(fabs(box->high[c]) <= NUMBER_LIMIT))
            return false;
    return true;
}

static bool refuse(const units_input *in, const char *what, uint32_t node)
{
    return diag_fail(in->job->d, DIAG_INVALID,
                     "%s for products in single precision, /nodes/%d: bring the model to one scale",
                     what, (int)node);
}

bool fits_float(const units_input *in)
{
    const bake_joint *joints = in->joints->joints;
    const bake_range *ranges = in->extremes->whole;
    for (uint32_t i = 0; i < in->joints->count; i++)
        if (!joint_fits(&ranges[i]))
            return refuse(in, "joint moves too far or is too large", joints[i].node);
    for (uint32_t i = 0; i < in->skins->count; i++) {
        const bake_skin *skin = &in->skins->skins[i];
        for (uint32_t k = 0; k < skin->entry_count; k++)
            if (!entry_fits(&skin->entries[k], &ranges[skin->entries[k].joint]))
                return refuse(in, "inverse bind matrix is too large",
                              joints[skin->entries[k].joint].node);
    }
    for (uint32_t i = 0; i < in->meshes->count; i++)
        if (!box_fits(&in->morphs->of[i].box))
            return refuse(in, "vertices lie too far out", in->meshes->meshes[i].node);
    if (!(in->extremes->largest <= NUMBER_LIMIT))
        return refuse(in, "vertices move too far", BAKE_NONE);
    return true;
}

bool fits_float_bind(const bake_joints *joints, const trs *bind)
{
    mat34 *globals = diag_calloc(joints->count, sizeof *globals);
    bool fits = true;
    joints_chain(globals, joints, bind);
    for (uint32_t i = 0; i < joints->count; i++)
        fits = fits && vec_largest(bind[i].t, 3) <= NUMBER_LIMIT &&
               vec_largest(bind[i].s, 3) <= NUMBER_LIMIT && matrix_fits(&globals[i]);
    free(globals);
    return fits;
}
