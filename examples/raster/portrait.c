/* SPDX-License-Identifier: MIT */
/* Projects and draws the meshes of a model, see portrait.h. */
#include "portrait.h"

#include <stddef.h>

static uint32_t first_vertex_of(const pelt_model *model, uint32_t mesh)
{
    uint32_t first = 0;

    for (uint32_t i = 0; i < mesh; i++) {
        pelt_mesh_info info;

        if (pelt_mesh_get(&info, model, i) == PELT_OK)
            first += info.vertex_count;
    }
    return first;
}

uint32_t portrait_vertex_count(const pelt_model *model)
{
    return first_vertex_of(model, model->mesh_count);
}

uint32_t portrait_triangle_count(const pelt_model *model)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < model->mesh_count; i++) {
        pelt_mesh_info info;
        pelt_part_info part;

        if (pelt_mesh_get(&info, model, i) != PELT_OK)
            continue;
        for (uint32_t k = 0; k < info.part_count; k++)
            if (pelt_part_get(&part, model, i, k) == PELT_OK && part.corners == 3u)
                count += part.index_count / 3u;
    }
    return count;
}

void portrait_place(portrait *p, uint32_t mesh, const int32_t *words, uint32_t first,
                    uint32_t count)
{
    uint32_t place = first_vertex_of(p->model, mesh) + first;
    pelt_mesh_info info;

    if (pelt_mesh_get(&info, p->model, mesh) != PELT_OK)
        return;
    const portrait_look look = portrait_look_of(p->model, mesh, info.part_count);
    const bool is_lit = info.has_normals != 0u && !look.unlit && (p->flags & PORTRAIT_PLAIN) == 0u;
    for (uint32_t i = 0; i < count; i++, place++, words += PORTRAIT_WORDS) {
        const uint8_t *colour = look.plain;

        if (info.colours != NULL)
            colour =
                info.colours +
                4u * (info.colour_indices != NULL ? info.colour_indices[first + i] : first + i);
        camera_both(&p->vertices[place], p->shadows != NULL ? &p->shadows[place] : NULL, &p->cam,
                    words, is_lit ? words + 3 : NULL, colour, backdrop_shadow);
    }
}

/// Parts ////////////////////////////////////////////////////////////////////////////////////////

/* Takes this body or the first after it that is drawn. The shadows of bodies that have one come
 * before all models. */
static void take_body(portrait_part *part, const portrait *body)
{
    while (part->shadow && body != NULL && body->shadows == NULL)
        body = body->next;
    if (part->shadow && body == NULL) {
        part->shadow = false;
        body = part->bodies;
    }
    part->body = body;
    part->mesh = part->part = 0;
    if (body != NULL)
        part->vertices = part->shadow ? body->shadows : body->vertices;
}

void portrait_next(portrait_part *part)
{
    part->first_triangle += part->triangle_count;
    part->triangle_count = 0;
    while (part->body != NULL) {
        const pelt_model *model = part->body->model;
        pelt_mesh_info info;
        pelt_part_info found;

        if (part->mesh >= model->mesh_count || pelt_mesh_get(&info, model, part->mesh) != PELT_OK) {
            take_body(part, part->body->next);
        } else if (part->part >= info.part_count) {
            part->vertices += info.vertex_count;
            part->mesh++;
            part->part = 0;
        } else if (pelt_part_get(&found, model, part->mesh, part->part++) == PELT_OK &&
                   found.corners == 3u && found.index_count >= 3u) {
            part->flags = part->body->flags;
            if (part->shadow)
                part->flags |= RASTER_PAINT;
            else if (!info.has_normals && !found.unlit && (part->flags & PORTRAIT_PLAIN) == 0u)
                part->flags |= RASTER_FACETED;
            part->triangle_count = found.index_count / 3u;
            part->indices16 = found.indices16;
            part->indices32 = found.indices32;
            part->info = info;
            if (part->shadow || found.texture == PELT_NONE ||
                (info.uvs_i16 == NULL && info.uvs_f32 == NULL) ||
                pelt_texture_get(&part->texture, model, found.texture) != PELT_OK)
                part->texture.rows = NULL;
            return;
        }
    }
}

void portrait_first(portrait_part *part, const portrait *bodies)
{
    part->bodies = bodies;
    part->first_triangle = part->triangle_count = 0;
    part->shadow = true;
    take_body(part, bodies);
    portrait_next(part);
}

/* Most triangles miss most bands, and this test is their whole cost. */
static bool misses(const raster_vertex *const corners[3], int32_t start, int32_t end)
{
    const int32_t a = corners[0]->y, b = corners[1]->y, c = corners[2]->y; /* 1/16 pixel */

    return (a < start && b < start && c < start) || (a > end && b > end && c > end);
}

static textured_place place_of(const portrait_part *part, const raster_vertex *corner)
{
    const uint32_t vertex = (uint32_t)(corner - part->vertices);
    const int32_t across = (int32_t)part->texture.width * 16;
    const int32_t down = (int32_t)part->texture.height * 16;

    if (part->info.uvs_i16 != NULL) { /* int16 x 2^14 */
        const int16_t *at = part->info.uvs_i16 + 2u * vertex;

        return (textured_place){(at[0] * across) >> part->info.uv_bits,
                                (at[1] * down) >> part->info.uv_bits};
    }
    return (textured_place){(int32_t)(part->info.uvs_f32[2u * vertex] * (float)across),
                            (int32_t)(part->info.uvs_f32[2u * vertex + 1u] * (float)down)};
}

void portrait_triangle(const raster_band *band, const portrait_part *part, uint32_t triangle)
{
    const raster_vertex *corners[3];
    textured_place places[3];

    portrait_corners(corners, part, triangle);
    if (part->texture.rows == NULL) {
        raster_triangle(band, corners[0], corners[1], corners[2], part->flags);
        return;
    }
    for (int i = 0; i < 3; i++)
        places[i] = place_of(part, corners[i]);
    textured_triangle(band, corners, places, &part->texture, part->flags);
}

void portrait_draw(const portrait *p, const raster_band *band)
{
    const int32_t start = band->first_line * 16, end = start + band->line_count * 16;
    const raster_vertex *corners[3];
    raster_band sloped = *band;
    portrait_part part;

    sloped.steepness = camera_steepness(&p->cam);
    raster_clear_depths(&sloped);
    for (portrait_first(&part, p); part.body != NULL; portrait_next(&part))
        for (uint32_t i = 0; i < part.triangle_count; i++) {
            portrait_corners(corners, &part, i);
            if (!misses(corners, start, end))
                portrait_triangle(&sloped, &part, i);
        }
}
