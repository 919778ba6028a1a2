/* SPDX-License-Identifier: MIT */
/* Projects and draws the meshes of a model, see pelt/draw.h. */
#include "body.h"

#include "camera.h"
#include "crossing.h"
#include "triangle.h"

static bool is_open(const pelt_model *model)
{
    return model != NULL && model->blob != NULL;
}

bool pelt_draw_are_valid(const pelt_body *bodies)
{
    bool valid = true;
    for (; bodies != NULL; bodies = bodies->next)
        valid = valid && is_open(bodies->model) && bodies->vertices != NULL &&
                pelt_draw_is_framed(&bodies->cam) &&
                (bodies->lods == NULL || bodies->lods->model == bodies->model);
    return valid;
}

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

uint32_t pelt_vertices_count(const pelt_model *model)
{
    return is_open(model) ? first_vertex_of(model, model->mesh_count) : 0u;
}

uint32_t pelt_triangles_count(const pelt_model *model)
{
    uint32_t count = 0;
    for (uint32_t i = 0; is_open(model) && i < model->mesh_count; i++) {
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

pelt_status pelt_draw_range(pelt_mesh_info *info, uint32_t *place, const pelt_model *model,
                            uint32_t mesh, uint32_t first, uint32_t count)
{
    const pelt_status status = pelt_mesh_get(info, model, mesh);
    if (status != PELT_OK)
        return status;
    if (first > info->vertex_count || count > info->vertex_count - first)
        return PELT_E_RANGE;
    *place = first_vertex_of(model, mesh) + first;
    return PELT_OK;
}

pelt_status pelt_body_project(const pelt_body *body, uint32_t mesh, const pelt_vertex_q16 *vertices,
                              uint32_t first, uint32_t count)
{
    pelt_mesh_info info;
    uint32_t at;
    if (body == NULL || vertices == NULL || !is_open(body->model) || body->vertices == NULL ||
        !pelt_draw_is_framed(&body->cam))
        return PELT_E_ARGUMENT;
    const pelt_status got = pelt_draw_range(&info, &at, body->model, mesh, first, count);
    if (got != PELT_OK)
        return got;
    const body_look look = body_look_of(body->model, mesh, &info, body->flags, body->cam.light);
    uint32_t place = at; /* in a register */
    for (uint32_t i = 0; i < count; i++, place++, vertices++) {
        pelt_draw_project(&body->vertices[place],
                          body->shadows != NULL ? &body->shadows[place] : NULL, &body->cam,
                          vertices->position, look.lit ? vertices->normal : NULL,
                          body_colour(&info, &look, first + i), body->shadow_colour);
    }
    return PELT_OK;
}

/// Parts ////////////////////////////////////////////////////////////////////////////////////////

/* Takes this body or the first after it that is drawn. The shadows of bodies that have one come
 * before all models. */
static void take_body(body_part *part, const pelt_body *body)
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

/* A part, at the body's level. */
static pelt_status get_part(pelt_part_info *info, const pelt_body *body, uint32_t mesh,
                            uint32_t part)
{
    return body->lods != NULL ? pelt_part_lod(info, body->lods, mesh, part, body->level)
                              : pelt_part_get(info, body->model, mesh, part);
}

void pelt_draw_next(body_part *part)
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
        } else if (get_part(&found, part->body, part->mesh, part->part++) == PELT_OK &&
                   found.corners == 3u && found.index_count >= 3u) {
            part->flags = part->body->flags | (found.double_sided != 0u ? PELT_DRAW_TWO_SIDED : 0u);
            if (part->shadow)
                part->flags |= PELT_DRAW_PAINT;
            else if (!info.has_normals && !found.unlit && (part->flags & PELT_DRAW_UNLIT) == 0u)
                part->flags |= PELT_DRAW_FACETED;
            part->triangle_count = found.index_count / 3u;
            part->indices16 = found.indices16;
            part->indices32 = found.indices32;
            part->clusters = found.clusters;
            part->info = info;
            part->texture_index = found.texture;
            if (part->shadow || (part->flags & PELT_DRAW_PLAIN) != 0u ||
                found.texture == PELT_NONE || (info.uvs_i16 == NULL && info.uvs_f32 == NULL) ||
                pelt_texture_get(&part->texture, model, found.texture) != PELT_OK)
                part->texture.rows = NULL;
            part->shift.u = part->shift.v = 0;
            if (part->texture.rows != NULL && part->body->shifts != NULL &&
                found.material < part->body->shift_count) {
                const pelt_texture_shift *by = &part->body->shifts[found.material];
                /* 1/16 texel: int16 times at most 2^14 */
                part->shift.u = (by->u * (int32_t)part->texture.width) >> 10;
                part->shift.v = (by->v * (int32_t)part->texture.height) >> 10;
            }
            return;
        }
    }
}

void pelt_draw_first(body_part *part, const pelt_body *bodies)
{
    part->bodies = bodies;
    part->first_triangle = part->triangle_count = 0;
    part->shadow = true;
    take_body(part, bodies);
    pelt_draw_next(part);
}

bool pelt_draw_may_cross(const pelt_body *bodies)
{
    const pelt_draw_vertex *seen = NULL;
    uint32_t outside = 0;
    body_part part;
    for (pelt_draw_first(&part, bodies); part.body != NULL; pelt_draw_next(&part)) {
        const pelt_draw_vertex *v = part.vertices, *end = v + part.info.vertex_count;
        for (; part.vertices != seen && v < end; v++)
            outside |= v->outside;
        seen = part.vertices;
    }
    return outside != 0u;
}

/* Most triangles miss most bands, and this test is their whole cost. */
static bool misses(const pelt_draw_vertex *const corners[3], int32_t start, int32_t end)
{
    const int32_t a = corners[0]->y, b = corners[1]->y, c = corners[2]->y; /* 1/16 pixel */
    return (a < start && b < start && c < start) || (a > end && b > end && c > end);
}

pelt_status pelt_body_draw(const pelt_body *body, const pelt_band *band)
{
    if (body == NULL || !pelt_draw_are_valid(body) || !band_is_valid(band))
        return PELT_E_ARGUMENT;
    const int32_t start = band->first_line * 16, end = start + band->line_count * 16;
    const bool may_cross = pelt_draw_may_cross(body);
    const pelt_draw_vertex *corners[3];
    pelt_band sloped = *band;
    body_part part;
    pelt_draw_ovals(band, body);
    for (pelt_draw_first(&part, body); part.body != NULL; pelt_draw_next(&part)) {
        sloped.camera = &part.body->cam;
        for (uint32_t i = 0; i < part.triangle_count; i++) {
            body_corners(corners, &part, i);
            if (may_cross && crosses(corners))
                pelt_draw_crossing(&sloped, &part, corners);
            else if (misses(corners, start, end))
                continue;
            else if (part.texture.rows != NULL) {
                const pelt_texel_place places[3] = {body_shifted(&part, corners[0]),
                                                    body_shifted(&part, corners[1]),
                                                    body_shifted(&part, corners[2])};
                pelt_triangle_draw_textured(&sloped, corners, places, &part.texture, part.flags);
            } else
                pelt_triangle_draw(&sloped, corners[0], corners[1], corners[2], part.flags);
        }
    }
    return PELT_OK;
}
