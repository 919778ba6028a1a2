/* SPDX-License-Identifier: MIT */
/* Makes a primitive from some elements of another. */
#include "bake/shape/cutting.h"

#include <stdlib.h>
#include <string.h>

/// Gathering /////////////////////////////////////////////////////////////////////////////////////

/* Copies the numbers of the vertices that the piece takes; NULL for NULL. */
static void *gather(const bake_job *job, const cutting *cut, const void *numbers, size_t width)
{
    if (numbers == NULL)
        return NULL;
    double *out = job_calloc(job, cut->vertex_count, width * sizeof *out);
    for (uint32_t v = 0; v < cut->vertex_count; v++)
        memcpy(out + v * width, (const double *)numbers + cut->origin[v] * width,
               width * sizeof *out);
    return out;
}

static const uint32_t *gather_indices(const bake_job *job, const cutting *cut)
{
    uint32_t *out = job_calloc(job, cut->index_count, sizeof *out);
    memcpy(out, cut->indices, cut->index_count * sizeof *out);
    return out;
}

/* The indices of the vertices in the glTF primitive, as `from` may already be a piece of it. */
static const uint32_t *gather_origin(const bake_job *job, const cutting *cut)
{
    uint32_t *out = job_calloc(job, cut->vertex_count, sizeof *out);
    for (uint32_t v = 0; v < cut->vertex_count; v++)
        out[v] = cut->from->origin == NULL ? cut->origin[v] : cut->from->origin[cut->origin[v]];
    return out;
}

static const scene_target *gather_targets(const bake_job *job, const cutting *cut, uint32_t count)
{
    scene_target *targets = job_calloc(job, count, sizeof *targets);
    for (uint32_t k = 0; k < count; k++) {
        const scene_target *from = &cut->from->source->targets[k];
        targets[k].positions = gather(job, cut, from->positions, 3);
        targets[k].normals = gather(job, cut, from->normals, 3);
        targets[k].tangents = gather(job, cut, from->tangents, 3);
    }
    return targets;
}

/* Makes a primitive of its own: a list whose influences replace joints and weights. */
static const scene_primitive *gather_primitive(const bake_job *job, const cutting *cut)
{
    static const uint32_t list_modes[] = {0, 0, 1, 4};
    const scene_primitive *from = cut->from->source;
    scene_primitive *out = job_calloc(job, 1, sizeof *out);
    *out = *from;
    out->mode = list_modes[element_corners(from)];
    out->vertex_count = cut->vertex_count;
    out->positions = gather(job, cut, from->positions, 3);
    out->normals = gather(job, cut, from->normals, 3);
    out->tangents = gather(job, cut, from->tangents, 4);
    out->joints = NULL;
    out->weights = NULL;
    out->indices = gather_indices(job, cut);
    out->index_count = cut->index_count;
    out->targets = gather_targets(job, cut, out->target_count);
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
    bake_influences *influences = job_calloc(job, cut->vertex_count, sizeof *influences);
    for (uint32_t v = 0; v < cut->vertex_count; v++)
        influences[v] = cut->from->influences[cut->origin[v]];
    return (bake_primitive){
        .index = cut->from->index,
        .whole_count = cut->from->whole_count,
        .source = gather_primitive(job, cut),
        .origin = gather_origin(job, cut),
        .influences = influences,
        .colours = gather(job, cut, cut->from->colours, 4),
        .mapping = {cut->from->mapping.texture, gather(job, cut, cut->from->mapping.uvs, 2)}};
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
