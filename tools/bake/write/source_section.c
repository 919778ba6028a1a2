/* SPDX-License-Identifier: MIT */
/* Writes SRCE, the way back to the glTF file; blob/source_map.h describes its layout. */
#include "bake/write/sections.h"
#include "blob/source_map.h"

static int32_t index_or_none(uint32_t index)
{
    return index == BAKE_NONE ? -1 : (int32_t)index;
}

static void put_skin(byte_buffer *buffer, const bake_model *model, const bake_skin *skin)
{
    buffer_i32(buffer, index_or_none(skin->skin));
    buffer_u32(buffer, skin->entry_count);
    for (uint32_t k = 0; k < skin->entry_count; k++) {
        const bake_grid *grid = units_grid(model, &skin->entries[k]);
        buffer_i32(buffer, index_or_none(skin->entries[k].skin_joint));
        buffer_f64(buffer, grid->step);
        for (int c = 0; c < 3; c++)
            buffer_f64(buffer, grid->origin[c]);
    }
}

/* How many of a mesh's primitives from `first` on are pieces of one glTF primitive. */
static uint32_t count_pieces(const bake_mesh *mesh, uint32_t first)
{
    uint32_t end = first + 1;
    while (end < mesh->primitive_count &&
           mesh->primitives[end].index == mesh->primitives[first].index)
        end++;
    return end - first;
}

/* Writes one glTF primitive from all its pieces; a vertex that several pieces have is taken from
 * the first. vertices: stored vertices of the pieces. Returns the address behind them. */
static const uint32_t *put_primitive(byte_buffer *buffer, const bake_primitive *pieces,
                                     uint32_t piece_count, const uint32_t *vertices)
{
    const uint32_t whole_count = pieces->source->whole_count;
    FREED uint32_t *stored = diag_calloc(whole_count, sizeof *stored);
    for (uint32_t v = 0; v < whole_count; v++)
        stored[v] = SOURCE_NONE;
    for (uint32_t i = 0; i < piece_count; i++) {
        const bake_primitive *piece = &pieces[i];
        for (uint32_t v = 0; v < piece->source->vertex_count; v++, vertices++) {
            uint32_t *to = &stored[scene_vertex_origin(piece->source, v)];
            *to = *to == SOURCE_NONE ? *vertices : *to;
        }
    }
    buffer_u32(buffer, pieces->index, whole_count);
    for (uint32_t v = 0; v < whole_count; v++)
        buffer_u32(buffer, stored[v]);
    return vertices;
}

void write_source(sections *out, const bake_model *model)
{
    byte_buffer *buffer = section_add_optional(out, FORMAT_SOURCE);
    buffer_u32(buffer, model->joints.count);
    for (uint32_t i = 0; i < model->joints.count; i++)
        buffer_i32(buffer, index_or_none(model->joints.joints[i].node));
    const scene *s = model->job.scene;
    buffer_u32(buffer, s->node_count);
    for (uint32_t i = 0; i < s->node_count; i++)
        buffer_i32(buffer, index_or_none(s->nodes[i].parent));
    const bake_part part = model->job.options->part;
    const uint32_t skin_count = part == BAKE_CLIPS ? 0 : model->skins.count;
    const uint32_t mesh_count = part == BAKE_CLIPS ? 0 : model->meshes.count;
    const uint32_t clip_count = part == BAKE_WITHOUT_CLIPS ? 0 : s->clip_count;
    buffer_u32(buffer, skin_count);
    for (uint32_t i = 0; i < skin_count; i++)
        put_skin(buffer, model, &model->skins.skins[i]);
    buffer_u32(buffer, mesh_count);
    for (uint32_t i = 0; i < mesh_count; i++) {
        const bake_mesh *mesh = &model->meshes.meshes[i];
        const uint32_t *vertices = out->stored[i];
        buffer_i32(buffer, (int32_t)mesh->node);
        uint32_t count = 0;
        for (uint32_t p = 0; p < mesh->primitive_count; p += count_pieces(mesh, p))
            count++;
        buffer_u32(buffer, count);
        for (uint32_t p = 0; p < mesh->primitive_count;) {
            const uint32_t pieces = count_pieces(mesh, p);
            vertices = put_primitive(buffer, &mesh->primitives[p], pieces, vertices);
            p += pieces;
        }
    }
    buffer_u32(buffer, clip_count);
    for (uint32_t i = 0; i < clip_count; i++)
        buffer_u32(buffer, s->clips[i].index);
}
