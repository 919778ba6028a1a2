/* SPDX-License-Identifier: MIT */
/* Levels of detail: what a coarser one has of a mesh and its parts. Opening them checks their section,
 * so that programs without levels link none of this. */
#include "../base/memory.h"
#include "../blob/stored.h"
#include "content.h"

/* The vertices of a mesh at each coarser level, behind the levels' errors. */
static const uint32_t *vertices_of(const pelt_lods *lods, uint32_t mesh)
{
    const uint32_t coarser = lods->count - 1u;
    return lods->words + coarser + mesh * coarser;
}

/* A part of the model at each coarser level, behind the vertices of all meshes. */
static const format_lod_part *part_of(const pelt_lods *lods, uint32_t part)
{
    const void *parts = vertices_of(lods, lods->model->mesh_count);
    return (const format_lod_part *)parts + part * (lods->count - 1u);
}

/* Whether the indices of a mesh's parts are those of the vertices that a level has. */
static bool levels_valid(content *c, const pelt_lods *lods, uint32_t mesh, uint32_t coarse)
{
    const format_mesh *of = stored_mesh(lods->model, mesh);
    const uint32_t vertices = vertices_of(lods, mesh)[coarse];
    if (vertices > of->vertex_count)
        return false;
    for (uint32_t i = of->first_part; i < of->first_part + of->part_count; i++) {
        const format_lod_part *level = &part_of(lods, i)[coarse];
        format_part part = *stored_part(lods->model, i);
        part.indices = level->indices;
        part.index_count = level->index_count;
        if (!pelt_validate_indices(c, &part, of->flags, vertices))
            return false;
    }
    return true;
}

/* The number of parts of all meshes. */
static uint32_t count_parts(const pelt_model *model)
{
    if (model->mesh_count == 0u)
        return 0;
    const format_mesh *last = stored_mesh(model, model->mesh_count - 1u);
    return last->first_part + last->part_count;
}

pelt_status pelt_lods_open(pelt_lods *lods, const pelt_model *model)
{
    uint32_t bytes = 0, index_bytes = 0;
    pelt_lods found = {NULL, NULL, 1};
    if (lods == NULL || model == NULL || model->blob == NULL)
        return PELT_E_ARGUMENT;
    const uint32_t *words = (const uint32_t *)pelt_section_find(&bytes, model, FORMAT_LEVELS);
    found.model = model;
    if (words != NULL) {
        content c;
        memset(&c, 0, sizeof c);
        c.memory = model->blob;
        c.bytes = model->blob_bytes;
        const uint32_t coarser = bytes < 4u ? 0u : *words;
        if (coarser - 1u >= FORMAT_MAX_COARSER ||
            bytes / 4u < 1u + coarser * (1u + model->mesh_count + 2u * count_parts(model)))
            return PELT_E_CORRUPT;
        found.words = words + 1;
        found.count = 1u + coarser;
        c.words_left = c.bytes;
        (void)pelt_section_find(&index_bytes, model, FORMAT_INDICES);
        c.sections[SECTION_INDICES].offset = model->indices;
        c.sections[SECTION_INDICES].count = index_bytes / 4u;
        for (uint32_t i = 0; i < coarser; i++)
            if (found.words[i] > 65536u)
                return PELT_E_CORRUPT;
        for (uint32_t i = 0; i < model->mesh_count * coarser; i++)
            if (!levels_valid(&c, &found, i / coarser, i % coarser))
                return PELT_E_CORRUPT;
    }
    *lods = found;
    return PELT_OK;
}

/* The coarser level that stands for `level`, from 0 on; PELT_NONE: all of the model. */
static uint32_t coarse_of(const pelt_lods *lods, uint32_t level)
{
    return (level < lods->count ? level : lods->count - 1u) - 1u;
}

pelt_status pelt_mesh_lod(pelt_mesh_info *info, const pelt_lods *lods, uint32_t mesh,
                          uint32_t level)
{
    if (lods == NULL || lods->model == NULL)
        return PELT_E_ARGUMENT;
    const pelt_status status = pelt_mesh_get(info, lods->model, mesh);
    const uint32_t coarse = coarse_of(lods, level);
    if (status == PELT_OK && coarse != PELT_NONE)
        info->vertex_count = vertices_of(lods, mesh)[coarse];
    return status;
}

pelt_status pelt_part_lod(pelt_part_info *info, const pelt_lods *lods, uint32_t mesh, uint32_t part,
                          uint32_t level)
{
    if (lods == NULL || lods->model == NULL)
        return PELT_E_ARGUMENT;
    const pelt_status status = pelt_part_get(info, lods->model, mesh, part);
    const uint32_t coarse = coarse_of(lods, level);
    if (status != PELT_OK || coarse == PELT_NONE)
        return status;
    const format_mesh *owner = stored_mesh(lods->model, mesh);
    const format_lod_part *of = &part_of(lods, owner->first_part + part)[coarse];
    pelt_content_indices(info, lods->model, mesh, of->indices, of->index_count);
    return PELT_OK;
}

uint32_t pelt_lod_choose(const pelt_lods *lods, uint32_t level, uint32_t size, uint32_t most)
{
    uint32_t chosen = lods == NULL || lods->model == NULL ? 0u : lods->count - 1u;
    size = size < 0xC000u ? size : 0xC000u;
    for (; chosen > 0u; chosen--) {
        const uint32_t seen = chosen > level ? size + size / 4u : size; /* below 2^16 - 1 */
        if ((lods->words[chosen - 1u] * seen + 65535u) >> 16 <= most)
            break;
    }
    return chosen;
}
