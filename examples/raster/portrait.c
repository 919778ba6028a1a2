/* SPDX-License-Identifier: MIT */
#include "portrait.h"

#include <stdbool.h>

static const uint8_t clay[4] = { 150, 132, 112, 255 }; /* linear; for models without colours */

static uint32_t first_vertex_of(const pelt_model *model, uint32_t mesh)
{
    uint32_t first = 0;
    uint32_t i;

    for (i = 0; i < mesh; i++) {
        pelt_mesh_info info;

        if (pelt_mesh_get(&info, model, i) == PELT_OK) {
            first += info.vertex_count;
        }
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
    uint32_t i, k;

    for (i = 0; i < model->mesh_count; i++) {
        pelt_mesh_info info;
        pelt_part_info part;

        if (pelt_mesh_get(&info, model, i) != PELT_OK) {
            continue;
        }
        for (k = 0; k < info.part_count; k++) {
            if (pelt_part_get(&part, model, i, k) == PELT_OK && part.corners == 3u) {
                count += part.index_count / 3u;
            }
        }
    }
    return count;
}

void portrait_place(portrait *p, uint32_t mesh, const int32_t *words, uint32_t first,
                    uint32_t count)
{
    uint32_t place = first_vertex_of(p->model, mesh) + first;
    pelt_mesh_info info;
    uint32_t i;

    if (pelt_mesh_get(&info, p->model, mesh) != PELT_OK) {
        return;
    }
    for (i = 0; i < count; i++, place++, words += PORTRAIT_WORDS) {
        const uint8_t *colour = pelt_mesh_colour(&info, first + i);

        camera_vertex(&p->vertices[place], &p->cam, words, info.has_normals ? words + 3 : NULL,
                      colour != NULL ? colour : clay);
        if (p->shadows != NULL) {
            camera_shadow(&p->shadows[place], &p->cam, words, backdrop_shadow);
        }
    }
}

static void draw_triangles(const portrait *p, const raster_band *band,
                           const raster_vertex *vertices, bool shadow)
{
    uint32_t i, k;

    for (i = 0; i < p->model->mesh_count; i++) {
        uint32_t flags = shadow ? p->flags | RASTER_PAINT : p->flags;
        pelt_mesh_info info;
        pelt_part_info part;

        if (pelt_mesh_get(&info, p->model, i) != PELT_OK) {
            continue;
        }
        if (!shadow && !info.has_normals) {
            flags |= RASTER_FACETED;
        }
        for (k = 0; k < info.part_count; k++) {
            if (pelt_part_get(&part, p->model, i, k) == PELT_OK && part.corners == 3u) {
                raster_triangles(band, vertices, part.indices16, part.indices32, part.index_count,
                                 flags);
            }
        }
        vertices += info.vertex_count;
    }
}

void portrait_draw(const portrait *p, const raster_band *band)
{
    raster_band sloped = *band;
    const portrait *one;

    sloped.steepness = camera_steepness(&p->cam);
    raster_clear_depths(&sloped);
    for (one = p; one != NULL; one = one->next) {
        if (one->shadows != NULL) {
            draw_triangles(one, &sloped, one->shadows, true);
        }
    }
    for (one = p; one != NULL; one = one->next) {
        draw_triangles(one, &sloped, one->vertices, false);
    }
}
