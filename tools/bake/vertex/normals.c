/* SPDX-License-Identifier: MIT */
/* Computes the raw length of normals. */
#include "bake/vertex/records.h"

#define UNIT_TOLERANCE 1e-4 /* relative length of a normal in a unit run */
#define UNIT_MIN_BITS 14    /* of a raw normal; with fewer bits, rounding exceeds that tolerance */
#define RAW_MAX_BITS 30

/* The 3x3 of a palette entry in the rest pose. */
static mat34 rest_matrix(const bake_model *model, const bake_entry *entry)
{
    return mat34_mul(&model->joints.globals[entry->joint], &entry->inverse_bind);
}

/* The length of a unit normal after the kernels. In fixed point, in words of Q16.16
 * (src/kernel/exact.c): 31 less the fineness of the grid in units of the model. */
static double raw_length(const bake_model *model, const bake_entry *entry, double norm)
{
    const encoding_traits *p = model->job.traits;
    return p->fixed ? ldexp(units_grid(model, entry)->step * norm * p->raw_one,
                            p->raw_bits - model->units.unit_shift)
                    : norm;
}

/* Counts vertices by their heaviest entry. */
static uint32_t *count_by_entry(const bake_model *model, uint32_t index, const bake_skin *skin)
{
    uint32_t of[2];
    const bake_mesh *mesh = &model->meshes.meshes[index];
    uint32_t *counts = diag_calloc(skin->entry_count, sizeof *counts);
    for (uint32_t p = 0; p < mesh->primitive_count; p++)
        for (uint32_t v = 0; v < mesh->primitives[p].source->vertex_count; v++) {
            skin_made_of(of, skin,
                         binding_entry(&model->skins.of_mesh[index],
                                       mesh->primitives[p].influences[v].joint[0]));
            counts[of[0]]++;
        }
    return counts;
}

uint32_t normals_raw_bits(bool *unit, const bake_model *model, uint32_t mesh)
{
    const bool fixed = model->job.traits->fixed;
    const bake_skin *skin = &model->skins.skins[model->skins.of_mesh[mesh].skin];
    FREED uint32_t *counts = count_by_entry(model, mesh, skin);
    uint32_t most = 0, bits = 0;
    for (uint32_t k = 0; k < skin->entry_count; k++) {
        if (counts[k] <= most)
            continue;
        const mat34 matrix = rest_matrix(model, &skin->entries[k]);
        const double length = raw_length(model, &skin->entries[k], matrix_norm(&matrix));
        if (!(length > 0))
            continue;
        most = counts[k];
        if (fixed)
            bits = (uint32_t)fmin(fmax(rint(log2(length)), 0), RAW_MAX_BITS);
    }
    /* Vertices may rely on joints that keep their scale, but if a clip scales one, not without those clips:
     * opening a store compares no more than that. */
    const bool stays =
        !model->extremes.any_scale_moves || model->job.options->part != BAKE_WITHOUT_CLIPS;
    const bool any = (!fixed || bits >= UNIT_MIN_BITS) && stays;
    for (uint32_t k = 0; k < skin->entry_count && any; k++) {
        double norm;
        if (counts[k] == 0)
            continue;
        const mat34 matrix = rest_matrix(model, &skin->entries[k]);
        unit[k] = model->extremes.uniform_chain[skin->entries[k].joint] &&
                  matrix_is_uniform(&norm, &matrix, UNIT_TOLERANCE) &&
                  fabs(ldexp(raw_length(model, &skin->entries[k], norm), -(int)bits) - 1) <=
                      UNIT_TOLERANCE;
    }
    return bits;
}
