/* SPDX-License-Identifier: MIT */
/* The way back to the file -> SRCE, whose layout blob/source_map.h tells. */
#include <stdlib.h>

#include "bake/write/write.h"
#include "blob/source_map.h"
#include "src/blob/format.h"

static int32_t index_or_none(uint32_t index)
{
    return index == BAKE_NONE ? -1 : (int32_t)index;
}

static void put_skin(byte_buffer *buffer, const bake_skin *skin, const bake_grid *grids)
{
    buffer_i32(buffer, index_or_none(skin->skin));
    buffer_u32(buffer, skin->entry_count);
    for (uint32_t k = 0; k < skin->entry_count; k++) {
        buffer_i32(buffer, index_or_none(skin->entries[k].skin_joint));
        buffer_f64(buffer, grids[k].step);
        for (int c = 0; c < 3; c++)
            buffer_f64(buffer, grids[k].origin[c]);
    }
}

/* vertices: stored ones of the primitive's. */
static void put_primitive(byte_buffer *buffer, const bake_primitive *primitive,
                          const uint32_t *vertices)
{
    uint32_t *stored = diag_calloc(primitive->whole_count, sizeof *stored);
    for (uint32_t v = 0; v < primitive->whole_count; v++)
        stored[v] = SOURCE_NONE;
    for (uint32_t v = 0; v < primitive->source->vertex_count; v++)
        stored[primitive->origin == NULL ? v : primitive->origin[v]] = vertices[v];
    buffer_u32(buffer, primitive->index);
    buffer_u32(buffer, primitive->whole_count);
    for (uint32_t v = 0; v < primitive->whole_count; v++)
        buffer_u32(buffer, stored[v]);
    free(stored);
}

void write_source(sections *out, const bake_model *model)
{
    byte_buffer *buffer = section_add_optional(out, FORMAT_SOURCE);
    buffer_u32(buffer, model->joints.count);
    for (uint32_t i = 0; i < model->joints.count; i++)
        buffer_i32(buffer, index_or_none(model->joints.joints[i].node));
    const scene *s = model->job->scene;
    buffer_u32(buffer, s->node_count);
    for (uint32_t i = 0; i < s->node_count; i++)
        buffer_i32(buffer, index_or_none(s->nodes[i].parent));
    buffer_u32(buffer, model->skins.count);
    for (uint32_t i = 0; i < model->skins.count; i++)
        put_skin(buffer, &model->skins.skins[i], model->units.grids + model->skins.skins[i].first);
    buffer_u32(buffer, model->meshes.count);
    for (uint32_t i = 0; i < model->meshes.count; i++) {
        const bake_mesh *mesh = &model->meshes.meshes[i];
        const uint32_t *vertices = out->stored[i];
        buffer_i32(buffer, (int32_t)mesh->node);
        buffer_u32(buffer, mesh->primitive_count);
        for (uint32_t p = 0; p < mesh->primitive_count; p++) {
            put_primitive(buffer, &mesh->primitives[p], vertices);
            vertices += mesh->primitives[p].source->vertex_count;
        }
    }
    buffer_u32(buffer, model->job->scene->clip_count);
    for (uint32_t i = 0; i < model->job->scene->clip_count; i++)
        buffer_u32(buffer, model->job->scene->clips[i].index);
}
