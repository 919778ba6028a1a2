/* SPDX-License-Identifier: MIT */
/* Walks through the triangles of bodies, for pictures. */
#ifndef PELT_DRAW_BODY_H
#define PELT_DRAW_BODY_H

#include <stdbool.h>

#include "pelt/draw.h"

#include "../base/clusters.h"

/* Whether this body and all next ones have what drawing them needs. */
bool pelt_draw_are_valid(const pelt_body *bodies);

/* Gets a mesh that has vertices [first, first + count), and the number of the first of them among those
 * of all meshes; else PELT_E_RANGE. */
pelt_status pelt_draw_range(pelt_mesh_info *info, uint32_t *place, const pelt_model *model,
                            uint32_t mesh, uint32_t first, uint32_t count);

/* How the vertices of a mesh are coloured, by its parts. */
typedef struct body_look {
    bool textured;  /* one part is */
    bool lit;       /* by the body's light */
    uint32_t white; /* linear, four equal bytes: of vertices without colours */
} body_look;

/* Light is brighter than what a screen shows, for colours that are darker than white: a lit mesh without
 * colours is white where it faces the light, and not on half of its surface. */
static inline body_look body_look_of(const pelt_model *model, uint32_t mesh,
                                     const pelt_mesh_info *info, uint32_t flags,
                                     const pelt_light *light)
{
    body_look look = {false, false, 0xFFFFFFFFu};
    bool unlit = info->part_count > 0u; /* all parts */
    uint32_t most = 256;
    pelt_part_info part;
    for (uint32_t i = 0; i < info->part_count; i++) {
        if (pelt_part_get(&part, model, mesh, i) != PELT_OK)
            continue;
        look.textured = look.textured || part.texture != PELT_NONE;
        unlit = unlit && part.unlit != 0u;
    }
    look.lit = info->has_normals != 0u && !unlit && (flags & PELT_DRAW_UNLIT) == 0u;
    if (!look.lit || look.textured || info->colours != NULL)
        return look;
    for (int i = 0; i < 3; i++) {
        const uint32_t bright = (uint32_t)light->ambient[i] + light->lamp[i];
        most = bright > most ? bright : most;
    }
    look.white = (255u * 256u + most - 1u) / most * 0x01010101u; /* most >= 256: up to 255 */
    return look;
}

/* Linear R, G, B, A. */
static inline const uint8_t *body_colour(const pelt_mesh_info *info, const body_look *look,
                                         uint32_t vertex)
{
    return info->colours == NULL          ? (const uint8_t *)&look->white
           : info->colour_indices == NULL ? info->colours + 4u * vertex
                                          : info->colours + 4u * info->colour_indices[vertex];
}

/* Where a vertex is in a texture: coordinates up to 2^15 times 16 texels of at most 1024, at most 2^29. */
static inline pelt_texel_place body_place(const pelt_mesh_info *info,
                                          const pelt_texture_info *texture, uint32_t vertex)
{
    const int32_t across = (int32_t)texture->width * 16, down = (int32_t)texture->height * 16;
    pelt_texel_place place;
    if (info->uvs_i16 != NULL) { /* int16 x 2^14 */
        place.u = (info->uvs_i16[2u * vertex] * across) >> info->uv_bits;
        place.v = (info->uvs_i16[2u * vertex + 1u] * down) >> info->uv_bits;
    } else {
        place.u = (int32_t)(info->uvs_f32[2u * vertex] * (float)across);
        place.v = (int32_t)(info->uvs_f32[2u * vertex + 1u] * (float)down);
    }
    return place;
}

/* Triangles of a picture in drawing order: shadows first, then the models. */
typedef struct body_part {
    const pelt_body *body; /* NULL: there are no more */
    const pelt_draw_vertex *vertices;
    uint32_t flags;
    uint32_t first_triangle, triangle_count; /* numbered through all parts */
    const uint16_t *indices16;               /* [3 * triangle_count]; NULL: one of the others */
    const uint32_t *indices32;
    pelt_clusters clusters;
    pelt_mesh_info info;       /* of the mesh, with its texture coordinates */
    pelt_texture_info texture; /* its rows are NULL if the part has none */
    uint32_t texture_index;
    pelt_texel_place shift; /* of the texture: what body_place adds */
    /* Where the search for the next part continues: */
    const pelt_body *bodies;
    uint32_t mesh, part;
    bool shadow;
} body_part;

void pelt_draw_first(body_part *part, const pelt_body *bodies);
void pelt_draw_next(body_part *part);

/* Draws the soft shadows of bodies that have a box for one. */
void pelt_draw_ovals(const pelt_band *band, const pelt_body *bodies);

/* Whether a vertex of bodies is outside, so that triangles may cross the nearest plane. */
bool pelt_draw_may_cross(const pelt_body *bodies);

/* The corners of a triangle in a cluster with these windows. */
static inline void body_clustered(const pelt_draw_vertex *corners[3],
                                  const pelt_draw_vertex *vertices, const int16_t *bases,
                                  const uint8_t *at)
{
    corners[0] = vertices + clusters_vertex(bases, at[0]);
    corners[1] = vertices + clusters_vertex(bases, at[1]);
    corners[2] = vertices + clusters_vertex(bases, at[2]);
}

/* The corners of a triangle, counted from the part's first. */
static inline void body_corners(const pelt_draw_vertex *corners[3], const body_part *part,
                                uint32_t triangle)
{
    const pelt_draw_vertex *vertices = part->vertices;
    if (part->indices16 != NULL) {
        const uint16_t *at = part->indices16 + 3u * triangle;
        corners[0] = vertices + at[0];
        corners[1] = vertices + at[1];
        corners[2] = vertices + at[2];
    } else if (part->clusters.corners != NULL) {
        body_clustered(corners, vertices, clusters_bases(&part->clusters, triangle),
                       part->clusters.corners + 3u * triangle);
    } else {
        const uint32_t *at = part->indices32 + 3u * triangle;
        corners[0] = vertices + at[0];
        corners[1] = vertices + at[1];
        corners[2] = vertices + at[2];
    }
}

/* Where a vertex is in the part's texture. */
static inline pelt_texel_place body_shifted(const body_part *part, const pelt_draw_vertex *vertex)
{
    pelt_texel_place place =
        body_place(&part->info, &part->texture, (uint32_t)(vertex - part->vertices));
    place.u += part->shift.u;
    place.v += part->shift.v;
    return place;
}

/* Draws a triangle of a part that has a texture, and that is to be seen. */
void pelt_draw_part_textured(const pelt_band *band, const body_part *part,
                             const pelt_draw_vertex *a, const pelt_draw_vertex *b,
                             const pelt_draw_vertex *c);

#endif
