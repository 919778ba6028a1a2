/* SPDX-License-Identifier: MIT */
/* Entries of a skin: their joints and inverse bind matrices as floats, and which of them a part needs. */
#include "matrix.h"

/* Records of both arithmetics begin alike. */
static const format_entry_q16 *entry_of(const pelt_model *model, uint32_t skin, uint32_t entry)
{
    return (const format_entry_q16 *)(const void *)(model->blob + model->entries) +
           stored_entry(model, skin, entry);
}

uint32_t pelt_palette_joint_get(const pelt_model *model, uint32_t skin, uint32_t entry)
{
    const bool there =
        model != NULL && skin < model->skin_count && entry < stored_skin(model, skin)->entry_count;
    return there ? entry_of(model, skin, entry)->joint : PELT_NONE;
}

/* Stored inverse bind matrices are glTF's times 2^scale_shift, as model matrices are divided by it.
 * Their 3x3 is in Q(36 + shift) of the joint's units per grid step, in lean models Q(18 + shift); the
 * translation is in Q(length_bits). */
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

/// Parts /////////////////////////////////////////////////////////////////////////////////////////

/* Opening does not look at the section, so every offset is checked here. */

/* A mesh's record, which has `info`; NULL where there is none. */
static const format_mesh_parts *look_mesh(const uint8_t **section, uint32_t *bytes,
                                          pelt_mesh_info *info, const pelt_model *model,
                                          uint32_t mesh)
{
    *bytes = 0;
    *section = (const uint8_t *)pelt_section_find(bytes, model, FORMAT_PART_JOINTS);
    if (*section == NULL || pelt_mesh_get(info, model, mesh) != PELT_OK)
        return NULL;
    return (const format_mesh_parts *)format_records_at(*section, *bytes,
                                                        mesh * (uint32_t)sizeof(format_mesh_parts),
                                                        1, (uint32_t)sizeof(format_mesh_parts));
}

/* Whether a list ascends, without repeats, and all of it is in the skin. */
static bool is_list(const uint16_t *list, uint32_t count, const pelt_model *model, uint32_t skin)
{
    for (uint32_t i = 1; i < count; i++)
        if (list[i] <= list[i - 1u])
            return false;
    return count == 0u || list[count - 1u] < stored_skin(model, skin)->entry_count;
}

pelt_status pelt_part_joints_get(const uint16_t **entries, uint32_t *count, const pelt_model *model,
                                 uint32_t mesh, uint32_t part)
{
    const uint8_t *section;
    uint32_t bytes;
    pelt_mesh_info info;
    if (entries == NULL || count == NULL || model == NULL)
        return PELT_E_ARGUMENT;
    const format_mesh_parts *of = look_mesh(&section, &bytes, &info, model, mesh);
    if (of == NULL || part >= info.part_count)
        return PELT_E_RANGE;
    const format_part_joints *heads = (const format_part_joints *)format_records_at(
        section, bytes, of->parts, part + 1u, (uint32_t)sizeof(format_part_joints));
    if (heads == NULL)
        return PELT_E_RANGE;
    const uint16_t *list = (const uint16_t *)format_records_at(
        section, bytes, heads[part].entries, heads[part].count, (uint32_t)sizeof *list);
    if (list == NULL || !is_list(list, heads[part].count, model, info.skin))
        return PELT_E_RANGE;
    *entries = list;
    *count = heads[part].count;
    return PELT_OK;
}

uint32_t pelt_vertex_part_get(const pelt_model *model, uint32_t mesh, uint32_t vertex)
{
    const uint8_t *section;
    uint32_t bytes;
    pelt_mesh_info info;
    const format_mesh_parts *of = look_mesh(&section, &bytes, &info, model, mesh);
    if (of == NULL || vertex >= info.vertex_count)
        return PELT_NONE;
    const uint32_t size = info.part_count <= FORMAT_MAX_BYTE_PARTS ? 1u : 2u;
    const uint8_t *parts =
        (const uint8_t *)format_records_at(section, bytes, of->vertices, vertex + 1u, size);
    if (parts == NULL)
        return PELT_NONE;
    const uint32_t part =
        size == 1u ? parts[vertex] : ((const uint16_t *)(const void *)parts)[vertex];
    return part < info.part_count ? part : PELT_NONE;
}
