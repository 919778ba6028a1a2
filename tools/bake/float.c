/* SPDX-License-Identifier: MIT */
/*
 * Whether single precision holds a model: not its numbers only, but the products that the device
 * makes of them, joint x inverse bind x vertex, and the squares of directions.
 */
#include "bake/internal.h"

#define NUMBER_LIMIT 1e12  /* of lengths and matrices */
#define PRODUCT_LIMIT 1e18 /* of a palette entry: its square is below 2^127 */

static bool joint_fits(const baker *b, uint32_t joint)
{
    for (size_t i = 0; i <= b->s->clip_count; i++) {
        const bake_range *range = &b->ranges[i * b->joint_count + joint];
        const double largest = fmax(fmax(range->norm, range->origin),
                                    fmax(range->translation, range->scale));
        if (!(largest <= NUMBER_LIMIT))
            return false;
    }
    return true;
}

static double joint_norm(const baker *b, uint32_t joint)
{
    double norm = 0;
    for (size_t i = 0; i <= b->s->clip_count; i++)
        norm = fmax(norm, b->ranges[i * b->joint_count + joint].norm);
    return norm;
}

static bool entry_fits(const baker *b, const bake_entry *entry)
{
    if (entry->vertex_count == 0)
        return true;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            if (!(fabs(entry->inverse_bind.m[r][c]) <= NUMBER_LIMIT))
                return false;
    return joint_norm(b, entry->joint) * matrix_norm(&entry->inverse_bind) <= PRODUCT_LIMIT;
}

static bool refuse(const baker *b, const char *what, uint32_t node)
{
    return diag_fail(b->d, DIAG_INVALID,
                     "%s for products in single precision, /nodes/%d: bring the model to one scale",
                     what, (int)node);
}

bool bake_float_fits(const baker *b)
{
    for (uint32_t i = 0; i < b->joint_count; i++)
        if (!joint_fits(b, i))
            return refuse(b, "joint moves too far or is too large", b->joints[i].node);
    for (uint32_t i = 0; i < b->skin_count; i++)
        for (uint32_t k = 0; k < b->skins[i].entry_count; k++)
            if (!entry_fits(b, &b->skins[i].entries[k]))
                return refuse(b, "inverse bind matrix is too large",
                              b->joints[b->skins[i].entries[k].joint].node);
    for (uint32_t i = 0; i < b->mesh_count; i++)
        for (int c = 0; c < 3; c++)
            if (!(fabs(b->meshes[i].low[c]) <= NUMBER_LIMIT) ||
                !(fabs(b->meshes[i].high[c]) <= NUMBER_LIMIT))
                return refuse(b, "vertices lie too far out", b->meshes[i].node);
    if (!(b->largest <= NUMBER_LIMIT))
        return refuse(b, "vertices move too far", BAKE_NONE);
    return true;
}

bool bake_float_bind_fits(const baker *b, const mat34 *bind)
{
    for (uint32_t i = 0; i < b->joint_count; i++) {
        const bake_trs *local = &b->joints[i].bind;
        for (int r = 0; r < 3; r++) {
            if (!(fabs(local->t[r]) <= NUMBER_LIMIT) || !(fabs(local->s[r]) <= NUMBER_LIMIT))
                return false;
            for (int c = 0; c < 4; c++)
                if (!(fabs(bind[i].m[r][c]) <= NUMBER_LIMIT))
                    return false;
        }
    }
    return true;
}
