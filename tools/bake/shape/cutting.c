/* SPDX-License-Identifier: MIT */
/* Makes a primitive from some elements of another. */
#include "bake/shape/meshes.h"

#include <stdlib.h>
#include <string.h>

/// Gathering /////////////////////////////////////////////////////////////////////////////////////

/* The rows of the vertices that the piece takes; NULL of NULL. */
static void *gather(const bake_job *job, const cutting *cut, const void *rows, size_t bytes)
{
    return scene_take_rows(job->memory, rows, bytes, cut->origin, cut->vertex_count);
}

/* Makes a primitive of its own: a list whose influences replace joints and weights, and whose colours
 * and coordinates are those that are stored. */
static const scene_primitive *gather_primitive(const bake_job *job, const cutting *cut)
{
    static const uint32_t list_modes[] = {0, 0, 1, 4};
    scene_primitive *out = job_calloc(job, 1, sizeof *out);
    uint32_t *indices = job_calloc(job, cut->index_count, sizeof *indices);
    *out = *cut->from->source;
    out->mode = list_modes[element_corners(out)];
    out->joints = NULL;
    out->weights = NULL;
    out->uvs = out->texture_uvs = NULL;
    out->colours = NULL;
    scene_take_vertices(out, job->memory, cut->origin, cut->vertex_count);
    memcpy(indices, cut->indices, cut->index_count * sizeof *indices);
    out->indices = indices;
    out->index_count = cut->index_count;
    out->lods = NULL; /* each level has all of it */
    return out;
}

/// Joints ////////////////////////////////////////////////////////////////////////////////////////

uint32_t cutting_number(uint32_t *number, uint32_t count, const bake_primitive *primitive,
                        uint32_t node_slot)
{
    for (uint32_t v = 0; v < primitive->source->vertex_count; v++) {
        const bake_influences *in = &primitive->influences[v];
        for (uint32_t k = 0; k < in->count; k++) {
            uint32_t *of = &number[cutting_slot(in->joint[k], node_slot)];
            if (*of == BAKE_NONE)
                *of = count++;
        }
    }
    return count;
}

/// Cutting ///////////////////////////////////////////////////////////////////////////////////////

void cutting_begin(cutting *cut, const bake_primitive *from)
{
    const uint32_t vertices = from->source->vertex_count;
    const uint32_t corners = element_corners(from->source) * element_count(from->source);
    *cut = (cutting){.from = from};
    cut->place = diag_calloc(vertices, sizeof *cut->place);
    cut->origin = diag_calloc(vertices, sizeof *cut->origin);
    cut->indices = diag_calloc(corners, sizeof *cut->indices);
    for (uint32_t v = 0; v < vertices; v++)
        cut->place[v] = BAKE_NONE;
}

void cutting_add(cutting *cut, const bake_element *e)
{
    for (uint32_t i = 0; i < e->count; i++) {
        uint32_t *place = &cut->place[e->vertices[i]];
        if (*place == BAKE_NONE) {
            *place = cut->vertex_count;
            cut->origin[cut->vertex_count++] = e->vertices[i];
        }
        if (!e->loose)
            cut->indices[cut->index_count++] = *place;
    }
}

bake_primitive cutting_primitive(const bake_job *job, const cutting *cut)
{
    const bake_primitive *from = cut->from;
    uint32_t *origin = job_calloc(job, cut->vertex_count, sizeof *origin);
    for (uint32_t v = 0; v < cut->vertex_count; v++) /* `from` may already be a piece */
        origin[v] = from->origin == NULL ? cut->origin[v] : from->origin[cut->origin[v]];
    return (bake_primitive){
        .index = from->index,
        .whole_count = from->whole_count,
        .source = gather_primitive(job, cut),
        .origin = origin,
        .influences = gather(job, cut, from->influences, sizeof *from->influences),
        .mapping = {from->mapping.texture,
                    gather(job, cut, from->mapping.uvs, sizeof *from->mapping.uvs),
                    gather(job, cut, from->mapping.colours, sizeof *from->mapping.colours)}};
}

void cutting_end(cutting *cut)
{
    free(cut->place);
    free(cut->origin);
    free(cut->indices);
}

void *cutting_grow(const bake_job *job, void *items, uint32_t count, uint32_t *capacity,
                   size_t size)
{
    if (count < *capacity)
        return items;
    *capacity = *capacity < 8 ? 8 : 2 * *capacity;
    void *more = job_calloc(job, *capacity, size);
    if (count > 0)
        memcpy(more, items, count * size);
    return more;
}
