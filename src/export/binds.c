/* SPDX-License-Identifier: MIT */
/* Entries of a skin: which joints they are of, and their inverse bind matrices as floats. */
#include "matrix.h"

uint32_t pelt_palette_entry_count(const pelt_model *model, uint32_t skin)
{
    return model == NULL || skin >= model->skin_count ? 0u : stored_skin(model, skin)->entry_count;
}

/* Records of both arithmetics begin alike. */
static const format_entry_q16 *entry_of(const pelt_model *model, uint32_t skin, uint32_t entry)
{
    return (const format_entry_q16 *)(const void *)(model->blob + model->entries) +
           stored_skin(model, skin)->first_entry + entry;
}

uint32_t pelt_palette_joint(const pelt_model *model, uint32_t skin, uint32_t entry)
{
    return entry < pelt_palette_entry_count(model, skin) ? entry_of(model, skin, entry)->joint
                                                         : PELT_NONE;
}

/*
 * The joint's stored 3x3 is glTF's / 2^scale_shift, and what it is multiplied by times that: here
 * that is taken back. 3x3 in Q(36 + shift) of the joint's units per grid step, in lean models
 * Q(18 + shift); translation in Q(length_bits).
 */
static void bind_floats(float m[12], const format_entry_q16 *entry, const pelt_model *model)
{
    if (model->encoding == PELT_FLOAT) {
        memcpy(m, entry->m, 12u * sizeof *m);
        return;
    }
    const int32_t up = model->unit_shift - stored_joints(model)[entry->joint].scale_shift;
    const int32_t bits = (model->encoding == PELT_LEAN ? 18 : 36) + entry->shift;
    export_scale(m, entry->m, export_power(up - bits) * EXPORT_GRID,
                 export_power(up - (int32_t)model->length_bits));
}

pelt_status pelt_binds_export(float *matrices, pelt_matrix_layout layout, const pelt_model *model,
                              uint32_t skin, const uint16_t *entries, uint32_t count)
{
    if (matrices == NULL || !export_is_layout(layout) || model == NULL)
        return PELT_E_ARGUMENT;
    if (skin >= model->skin_count || !export_has_entries(model, skin, entries, count))
        return PELT_E_RANGE;
    for (uint32_t i = 0; i < count; i++) {
        float m[12];
        bind_floats(m, entry_of(model, skin, export_entry(entries, i)), model);
        matrices = export_matrix(matrices, layout, m);
    }
    return PELT_OK;
}
