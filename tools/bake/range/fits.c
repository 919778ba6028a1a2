/* SPDX-License-Identifier: MIT */
/* Whether a model fits the formats of q16 or q12 in given units. */
#include <stdlib.h>

#include "bake/range/fits.h"

#define LENGTH_LIMIT 1023.9           /* units of the model */
#define ENTRY_LIMIT (1.0 / 64 - 1e-9) /* Q37 in 32 bits */
#define BIND_COORDINATE_LIMIT 2048.0  /* half of what a palette entry can add */
#define LARGEST_SHIFT 1000 /* its powers of two and their neighbours are finite in double */

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

static bool bind_mesh_fits(const box3 *box, int exponent)
{
    const double reach = fmax(vec_largest(box->low, 3), vec_largest(box->high, 3));
    return ldexp(reach, exponent) <= BIND_COORDINATE_LIMIT;
}

bool fits_bind(const units_input *in, const bake_units *units, int shrink)
{
    mat34 *globals = diag_calloc(in->joints->count, sizeof *globals);
    bool fits = true;
    joints_chain(globals, in->joints, units->bind);
    for (uint32_t i = 0; i < in->joints->count; i++) {
        if (!in->skins->moves[i])
            continue;
        const double origin[3] = {globals[i].m[0][3], globals[i].m[1][3], globals[i].m[2][3]};
        const double t = vec_largest(units->bind[i].t, 3);
        const int exponent = units_translation_exponent(units, in->joints, i);
        for (int r = 0; r < 3; r++)
            fits = fits && fabs(ldexp(origin[r], -units->pose_shift)) <= LENGTH_LIMIT;
        fits = fits && ldexp(t, exponent) <= LENGTH_LIMIT;
    }
    for (uint32_t i = 0; i < in->meshes->count; i++)
        if (in->meshes->meshes[i].skin != BAKE_NONE)
            fits = fits && bind_mesh_fits(&in->morphs->of[i].box, -units->pose_shift - shrink);
    free(globals);
    return fits;
}
