/* SPDX-License-Identifier: MIT */
/* Checks a model's numbers against the limits of its formats. */
#include "bake/range/fits.h"

#include <stdlib.h>

#define LENGTH_LIMIT 1023.9           /* units of the model */
#define ENTRY_LIMIT (1.0 / 64 - 1e-9) /* Q37 in 32 bits */
#define BIND_COORDINATE_LIMIT 2048.0  /* half of the range that a palette entry can add */
#define LARGEST_SHIFT 1000 /* this power of two and its neighbours are finite in double */

/* The limits in single precision. */
#define NUMBER_LIMIT 1e12  /* of lengths and matrices */
#define PRODUCT_LIMIT 1e18 /* of a palette entry, so that its square is below 2^127 */

/// Fixed point ///////////////////////////////////////////////////////////////////////////////////

const char *fits_entry(const bake_units *units, const bake_entry *entry, const bake_grid *grid)
{
    const mat34 m = units_fold(units, entry, grid);
    for (int r = 0; r < 3; r++) {
        if (!(fabs(m.m[r][3]) <= LENGTH_LIMIT))
            return "vertices are too far from the joint that moves them";
        for (int c = 0; c < 3; c++)
            if (!(fabs(m.m[r][c]) <= ENTRY_LIMIT))
                return "inverse bind matrix is too large for its mesh";
    }
    return NULL;
}

const char *fits_joint(const units_input *in, const bake_units *units, uint32_t joint)
{
    const bake_range *range = &in->extremes->whole[joint];
    const int exponent = units_translation_exponent(units, in->joints, joint);
    if (abs(units->unit_shift) > LARGEST_SHIFT)
        return "what it moves is too far away";
    if (ldexp(range->origin, -units->pose_shift) > LENGTH_LIMIT)
        return "joint is too far from the origin";
    if (ldexp(range->translation, exponent) > LENGTH_LIMIT)
        return "joint is too far from its parent";
    return abs(units->scale_shift[joint]) > LARGEST_SHIFT ? "scale is out of range" : NULL;
}

const char *fits_not(uint32_t *node, const units_input *in, const bake_units *units)
{
    const char *what = NULL;
    for (uint32_t i = 0; what == NULL && i < in->joints->count; i++) {
        *node = in->joints->joints[i].node;
        what = in->skins->moves[i] ? fits_joint(in, units, i) : NULL;
    }
    for (uint32_t i = 0; what == NULL && i < in->skins->count; i++) {
        const bake_skin *skin = &in->skins->skins[i];
        for (uint32_t k = 0; what == NULL && k < skin->entry_count; k++) {
            const bake_entry *entry = &skin->entries[k];
            if (entry->vertex_count == 0)
                continue;
            *node = in->joints->joints[entry->joint].node;
            what = fits_entry(units, entry, &units->grids[skin->first + k]);
        }
    }
    if (what == NULL && !lean_fits(&in->extremes->lean, units->unit_shift, 1)) {
        *node = 0;
        what = "vertices are too far from the joints that move them";
    }
    return what;
}

bool fits_bind(const units_input *in, const bake_units *units, int shrink)
{
    FREED mat34 *globals = diag_calloc(in->joints->count, sizeof *globals);
    bool fits = true;
    joints_chain(globals, in->joints, units->bind);
    for (uint32_t i = 0; i < in->joints->count; i++) {
        if (!in->skins->moves[i])
            continue;
        const double t = vec_largest(units->bind[i].t, 3);
        const int exponent = units_translation_exponent(units, in->joints, i);
        for (int r = 0; r < 3; r++)
            fits = fits && fabs(ldexp(globals[i].m[r][3], -units->pose_shift)) <= LENGTH_LIMIT;
        fits = fits && ldexp(t, exponent) <= LENGTH_LIMIT;
    }
    for (uint32_t i = 0; i < in->meshes->count; i++)
        if (in->meshes->meshes[i].skin != BAKE_NONE)
            fits = fits && ldexp(box3_reach(&in->morphs->of[i].box), -units->pose_shift - shrink) <=
                               BIND_COORDINATE_LIMIT;
    return fits;
}

/// Float /////////////////////////////////////////////////////////////////////////////////////////

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
                     "%s for products in single precision, /nodes/%d, bring the model to one scale",
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
    FREED mat34 *globals = diag_calloc(joints->count, sizeof *globals);
    bool fits = true;
    joints_chain(globals, joints, bind);
    for (uint32_t i = 0; i < joints->count; i++)
        fits = fits && vec_largest(bind[i].t, 3) <= NUMBER_LIMIT &&
               vec_largest(bind[i].s, 3) <= NUMBER_LIMIT && matrix_fits(&globals[i]);
    return fits;
}
