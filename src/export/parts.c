/* SPDX-License-Identifier: MIT */
/*
 * What parts need of a palette. Opening does not look at the section, so every offset is checked
 * here.
 */
#include "matrix.h"
#include "pelt/gpu.h"

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
    if (list == NULL ||
        !export_has_entries(model, stored_mesh(model, mesh)->skin, list, heads[part].count))
        return PELT_E_RANGE;
    *entries = list;
    *count = heads[part].count;
    return PELT_OK;
}

uint32_t pelt_vertex_part(const pelt_model *model, uint32_t mesh, uint32_t vertex)
{
    const uint8_t *section;
    uint32_t bytes, part;
    pelt_mesh_info info;
    const format_mesh_parts *of = look_mesh(&section, &bytes, &info, model, mesh);
    if (of == NULL || vertex >= info.vertex_count)
        return PELT_NONE;
    const uint32_t size = info.part_count <= FORMAT_MAX_BYTE_PARTS ? 1u : 2u;
    const uint8_t *parts =
        (const uint8_t *)format_records_at(section, bytes, of->vertices, vertex + 1u, size);
    if (parts == NULL)
        return PELT_NONE;
    part = size == 1u ? parts[vertex] : ((const uint16_t *)(const void *)parts)[vertex];
    return part < info.part_count ? part : PELT_NONE;
}
