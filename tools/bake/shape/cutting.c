/* SPDX-License-Identifier: MIT */
/* Makes a primitive from some elements of another. */
#include "bake/shape/meshes.h"

/* A list of some elements with their own vertices, which are those `kept` of the primitive. It leaves out
 * what the bake_primitive has instead: influences, and colours and coordinates as they are stored. */
static scene_primitive *list_of(uint32_t *kept, const bake_job *job, const scene_primitive *from,
                                const scene_element *elements, uint32_t count)
{
    static const uint32_t list_modes[] = {0, 0, 1, 4};
    const uint32_t corners = element_corners(from);
    FREED uint32_t *place =
        diag_calloc(from->vertex_count, sizeof *place); /* 1 + index in `kept` */
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
    scene_primitive *list = job_calloc(job, 1, sizeof *list);
    *list = *from;
    list->mode = list_modes[corners];
    list->joints = NULL;
    list->weights = NULL;
    list->uvs = list->texture_uvs = NULL;
    list->colours = NULL;
    list->lods = NULL; /* each level has all of it */
    list->indices = indices;
    list->index_count = index_count;
    scene_take_vertices(list, job->memory, kept, vertices);
    uint32_t *origin = job_calloc(job, vertices, sizeof *origin);
    for (uint32_t v = 0; v < vertices; v++) /* `from` may already be such a list */
        origin[v] = scene_vertex_origin(from, kept[v]);
    list->origin = origin;
    return list;
}

#define KEEP(rows) scene_take_rows(job->memory, rows, sizeof *(rows), kept, list->vertex_count)

bake_primitive cutting_piece(const bake_job *job, const bake_primitive *from,
                             const scene_element *elements, uint32_t count)
{
    FREED uint32_t *kept = diag_calloc(from->source->vertex_count, sizeof *kept);
    const scene_primitive *list = list_of(kept, job, from->source, elements, count);
    return (bake_primitive){
        .index = from->index,
        .source = list,
        .influences = KEEP(from->influences),
        .mapping = {from->mapping.texture, KEEP(from->mapping.uvs), KEEP(from->mapping.colours)},
        .sides = KEEP(from->sides)};
}
