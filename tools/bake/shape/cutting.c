/* SPDX-License-Identifier: MIT */
/* Makes a primitive from some elements of another. */
#include "bake/shape/meshes.h"

#include <stdlib.h>
#include <string.h>

/* Rows of the vertices that the piece keeps. */
#define KEEP(rows) scene_take_rows(job->memory, rows, sizeof *(rows), kept, vertices)

/* Its primitive is a list whose influences replace joints and weights, and whose colours and coordinates
 * are those that are stored. */
bake_primitive cutting_piece(const bake_job *job, const bake_primitive *from,
                             const scene_element *elements, uint32_t count)
{
    static const uint32_t list_modes[] = {0, 0, 1, 4};
    const uint32_t whole = from->source->vertex_count, corners = element_corners(from->source);
    FREED uint32_t *place = diag_calloc(whole, sizeof *place); /* 1 + its index in the piece */
    FREED uint32_t *kept = diag_calloc(whole, sizeof *kept);
    uint32_t *indices = job_calloc(job, (size_t)count * corners, sizeof *indices);
    uint32_t vertices = 0, index_count = 0;
    for (uint32_t e = 0; e < count; e++)
        for (uint32_t i = 0; i < elements[e].count; i++) {
            const uint32_t v = elements[e].vertices[i];
            if (place[v] == 0) {
                kept[vertices++] = v;
                place[v] = vertices;
            }
            if (!elements[e].loose)
                indices[index_count++] = place[v] - 1;
        }
    scene_primitive *source = job_calloc(job, 1, sizeof *source);
    *source = *from->source;
    source->mode = list_modes[corners];
    source->joints = NULL;
    source->weights = NULL;
    source->uvs = source->texture_uvs = NULL;
    source->colours = NULL;
    source->lods = NULL; /* each level has all of it */
    source->indices = indices;
    source->index_count = index_count;
    scene_take_vertices(source, job->memory, kept, vertices);
    uint32_t *origin = job_calloc(job, vertices, sizeof *origin);
    for (uint32_t v = 0; v < vertices; v++) /* `from` may already be a piece */
        origin[v] = from->origin == NULL ? kept[v] : from->origin[kept[v]];
    return (bake_primitive){
        .index = from->index,
        .whole_count = from->whole_count,
        .source = source,
        .origin = origin,
        .influences = KEEP(from->influences),
        .mapping = {from->mapping.texture, KEEP(from->mapping.uvs), KEEP(from->mapping.colours)}};
}

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
