/* SPDX-License-Identifier: MIT */
/* Public functions that describe a model's contents to a program. */
#include "../base/clusters.h"
#include "../base/divide.h"
#include "../blob/stored.h"
#include "content.h"

uint32_t pelt_clip_find(const pelt_model *model, const char *name)
{
    if (model == NULL || name == NULL)
        return PELT_NONE;
    for (uint32_t i = 0; i < model->clip_count; i++)
        if (same_name(stored_name(stored_motion(model), stored_clip(model, i)->name), name))
            return i;
    return PELT_NONE;
}

uint32_t pelt_joint_find(const pelt_model *model, const char *name)
{
    if (model == NULL || name == NULL)
        return PELT_NONE;
    for (uint32_t i = 0; i < model->joint_count; i++)
        if (same_name(stored_name(model, stored_joints(model)[i].name), name))
            return i;
    return PELT_NONE;
}

uint32_t pelt_mesh_find(const pelt_model *model, const char *name)
{
    if (model == NULL || name == NULL)
        return PELT_NONE;
    for (uint32_t i = 0; i < model->mesh_count; i++)
        if (same_name(stored_name(model, stored_mesh(model, i)->name), name))
            return i;
    return PELT_NONE;
}

pelt_status pelt_clip_get(pelt_clip_info *info, const pelt_model *model, uint32_t clip)
{
    if (info == NULL || model == NULL)
        return PELT_E_ARGUMENT;
    if (clip >= model->clip_count)
        return PELT_E_RANGE;
    const format_clip *stored = stored_clip(model, clip);
    info->name = stored_name(stored_motion(model), stored->name);
    info->start = stored->start;
    info->end = stored->end;
    return PELT_OK;
}

pelt_status pelt_joint_get(pelt_joint_info *info, const pelt_model *model, uint32_t joint)
{
    if (info == NULL || model == NULL)
        return PELT_E_ARGUMENT;
    if (joint >= model->joint_count)
        return PELT_E_RANGE;
    const format_joint *stored = stored_joints(model) + joint;
    info->name = stored_name(model, stored->name);
    info->parent = stored->parent;
    info->end = stored_joint_end(model, joint);
    info->scale_shift = stored->scale_shift;
    return PELT_OK;
}

static const void *stream_at(const pelt_model *model, uint32_t offset)
{
    return offset == FORMAT_NONE ? NULL : model->blob + model->streams + offset;
}

pelt_status pelt_mesh_get(pelt_mesh_info *info, const pelt_model *model, uint32_t mesh)
{
    if (info == NULL || model == NULL)
        return PELT_E_ARGUMENT;
    if (mesh >= model->mesh_count)
        return PELT_E_RANGE;
    const format_mesh *stored = stored_mesh(model, mesh);
    info->name = stored_name(model, stored->name);
    info->skin = stored->skin;
    info->entry_count = stored_skin(model, stored->skin)->entry_count;
    info->vertex_count = stored->vertex_count;
    info->part_count = stored->part_count;
    info->target_count = info->first_target = 0;
    if (model->morphs != 0u) {
        const format_morph *morph = stored_morph(model, mesh);
        info->target_count = morph->target_count;
        info->first_target = morph->first_target;
    }
    const void *uvs = stream_at(model, stored->uvs);
    info->uvs_i16 = model->encoding == PELT_FLOAT ? NULL : (const int16_t *)uvs;
    info->uvs_f32 = model->encoding == PELT_FLOAT ? (const float *)uvs : NULL;
    info->colours = (const uint8_t *)stream_at(model, stored->colours);
    info->colour_indices = NULL;
    if (info->colours != NULL && (stored->flags & FORMAT_MESH_COLOUR_TABLE) != 0u) {
        const uint32_t count = *(const uint32_t *)(const void *)info->colours;
        info->colours += 4;
        info->colour_indices = info->colours + 4u * count;
    }
    info->has_normals = (stored->flags & FORMAT_MESH_NORMALS) != 0u;
    info->has_tangents = stored->tangents != FORMAT_NONE;
    info->raw_normal_bits = stored->raw_normal_bits;
    info->uv_bits = stored->uv_bits;
    info->joint = stored->joint;
    return PELT_OK;
}

const uint8_t *pelt_mesh_colour_get(const pelt_mesh_info *info, uint32_t vertex)
{
    if (info == NULL || info->colours == NULL)
        return NULL;
    if (info->colour_indices != NULL)
        vertex = info->colour_indices[vertex];
    return info->colours + 4u * vertex;
}

void pelt_content_indices(pelt_part_info *info, const pelt_model *model, uint32_t mesh,
                          uint32_t offset, uint32_t count)
{
    const int wide = (stored_mesh(model, mesh)->flags & FORMAT_MESH_INDICES32) != 0u;
    const uint8_t *indices = model->blob + model->indices + (offset & ~FORMAT_CLUSTERS);
    const pelt_clusters none = {NULL, NULL, NULL, 0};
    info->index_count = count;
    info->indices16 = NULL;
    info->indices32 = NULL;
    info->clusters = none;
    if (count == 0u)
        return;
    if ((offset & FORMAT_CLUSTERS) != 0u) {
        const uint32_t clusters = *(const uint32_t *)(const void *)indices;
        struct group_bases { /* -Wcast-qual misses the const of an array */
            int16_t all[16];
        };
        info->clusters.bases = &((const struct group_bases *)(const void *)(indices + 4))->all;
        info->clusters.corners = indices + 4u + FORMAT_CLUSTER_BYTES * clusters;
        info->clusters.groups = info->clusters.corners + count;
        info->clusters.shift = format_group_shift(offset);
    } else if (wide) {
        info->indices32 = (const uint32_t *)(const void *)indices;
    } else {
        info->indices16 = (const uint16_t *)(const void *)indices;
    }
}

pelt_status pelt_indices_get(uint32_t *indices32, const pelt_part_info *part, uint32_t first,
                             uint32_t count)
{
    if (indices32 == NULL || part == NULL)
        return PELT_E_ARGUMENT;
    if (first > part->index_count || count > part->index_count - first)
        return PELT_E_RANGE;
    uint32_t triangle = pelt_divide(first, 3u), corner = first - 3u * triangle;
    for (uint32_t i = first; i < first + count; i++, indices32++) {
        if (part->indices16 != NULL)
            *indices32 = part->indices16[i];
        else if (part->indices32 != NULL)
            *indices32 = part->indices32[i];
        else if (part->clusters.corners != NULL)
            *indices32 = clusters_vertex(clusters_bases(&part->clusters, triangle),
                                         part->clusters.corners[i]);
        else
            return PELT_E_ARGUMENT;
        corner = corner == 2u ? 0u : corner + 1u;
        triangle += corner == 0u ? 1u : 0u;
    }
    return PELT_OK;
}

pelt_status pelt_part_get(pelt_part_info *info, const pelt_model *model, uint32_t mesh,
                          uint32_t part)
{
    if (info == NULL || model == NULL)
        return PELT_E_ARGUMENT;
    if (mesh >= model->mesh_count || part >= stored_mesh(model, mesh)->part_count)
        return PELT_E_RANGE;
    const format_mesh *owner = stored_mesh(model, mesh);
    const format_part *stored = stored_part(model, owner->first_part + part);
    pelt_content_indices(info, model, mesh, stored->indices, stored->index_count);
    info->corners = stored->corners;
    const format_material *material = stored_material(model, stored->material);
    info->material = material->index;
    info->material_name = stored_name(model, material->name);
    info->image_name = stored_name(model, material->image);
    for (unsigned i = 0; i < 4u; i++)
        info->colour[i] = material->colour[i];
    info->metallic = material->metallic;
    info->roughness = material->roughness;
    info->double_sided = (material->flags & FORMAT_MATERIAL_DOUBLE_SIDED) != 0u;
    info->unlit = (material->flags & FORMAT_MATERIAL_UNLIT) != 0u;
    info->texture = material->texture == 0u ? PELT_NONE : material->texture - 1u;
    return PELT_OK;
}

/* Whether `bytes` from `offset` lie in a section of `size` bytes; a word's alignment, too. */
static int lies_in(uint32_t offset, uint32_t bytes, uint32_t size)
{
    return offset % 4u == 0u && offset <= size && bytes <= size - offset;
}

/* Whether the palette is as large as texels of a known kind can ask for. */
static int palette_fits(const format_texture *t)
{
    return t->texels == PELT_TEXELS_I4   ? t->colour_count == 16u
           : t->texels == PELT_TEXELS_I8 ? t->colour_count == 256u
                                         : t->texels == PELT_TEXELS_RGB565 && t->colour_count == 0u;
}

pelt_status pelt_texture_get(pelt_texture_info *info, const pelt_model *model, uint32_t texture)
{
    uint32_t size = 0;
    if (info == NULL || model == NULL)
        return PELT_E_ARGUMENT;
    const uint8_t *section = (const uint8_t *)pelt_section_find(&size, model, FORMAT_TEXTURES);
    const uint32_t count = size >= 4u ? *(const uint32_t *)(const void *)section : 0u;
    if (texture >= count)
        return PELT_E_RANGE;
    if (count > FORMAT_MAX_TEXTURES || size - 4u < count * (uint32_t)sizeof(format_texture))
        return PELT_E_CORRUPT;
    const format_texture *t = (const format_texture *)(const void *)(section + 4) + texture;
    const uint32_t across = t->flags & 3u, down = t->flags >> 2 & 3u;
    if (t->width_bits - 1u >= FORMAT_MAX_TEXTURE_BITS ||
        t->height_bits - 1u >= FORMAT_MAX_TEXTURE_BITS || !palette_fits(t) || across == 0u ||
        down == 0u || t->image >= model->names_bytes)
        return PELT_E_CORRUPT;
    info->width = (uint32_t)1 << t->width_bits;
    info->height = (uint32_t)1 << t->height_bits;
    info->row_bytes = t->texels == PELT_TEXELS_I4   ? info->width / 2u
                      : t->texels == PELT_TEXELS_I8 ? info->width
                                                    : info->width * 2u;
    if (!lies_in(t->rows, info->row_bytes * info->height, size) ||
        !lies_in(t->colours, t->colour_count * 2u, size))
        return PELT_E_CORRUPT;
    info->rows = section + t->rows;
    info->colours =
        t->colour_count == 0u ? NULL : (const uint16_t *)(const void *)(section + t->colours);
    info->image_name = stored_name(model, t->image);
    info->colour_count = t->colour_count;
    info->clear = (t->flags & FORMAT_TEXTURE_CLEAR) != 0u ? t->clear : PELT_NONE;
    info->texels = t->texels;
    info->wrap_across = (uint8_t)across;
    info->wrap_down = (uint8_t)down;
    return PELT_OK;
}

/* Also finds the sections that opening does not check. */
const void *pelt_section_find(uint32_t *bytes, const pelt_model *model, uint32_t tag)
{
    if (bytes == NULL || model == NULL || model->blob == NULL)
        return NULL;
    const format_header *header = (const format_header *)(const void *)model->blob;
    const format_section *section = (const format_section *)(const void *)(header + 1);
    for (uint32_t left = header->section_count; left > 0u; left--, section++) {
        if (section->tag == tag) {
            *bytes = section->bytes;
            return model->blob + section->offset;
        }
    }
    return NULL;
}
