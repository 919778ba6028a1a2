/* SPDX-License-Identifier: MIT */
/* Pictures of actors in strips, see strips.h. */
#include "strips.h"

#include <string.h>

#include "board.h"
#include "machine.h"

#define LOOK_LINES 64 /* after which the buttons are looked at again, as slow machines draw long */

bool strips_open(strips *s, int32_t lines, void *memory, size_t memory_bytes)
{
    if (pelt_picture_open(&s->picture, s->film.width, s->film.height, lines, 1, memory,
                          memory_bytes) != PELT_OK)
        return false;
    s->picture.background = STRIPS_ARE_MONO ? NULL : backdrop_paint;
    s->picture.own = &s->behind;
    return true;
}

static size_t picture_bytes(const strips *s, int32_t lines, uint32_t triangles)
{
    return PELT_PICTURE_BYTES((size_t)s->film.width, s->film.height, (size_t)lines, 1, triangles);
}

/* The memory that is left over goes to shadows first, then to the strips' lists of triangles, then to
 * more lines in a strip, because a triangle is set up anew for each strip that it is in. */
void strips_place(strips *s, pelt_arena *arena, pelt_body *bodies, uint32_t count)
{
    uint32_t vertex_count = 0, triangles = 0;
    int32_t lines = s->most_lines;
    for (uint32_t i = 0; i < count; i++) {
        vertex_count += pelt_vertices_count(bodies[i].model);
        triangles += pelt_triangles_count(bodies[i].model) * (STRIPS_ARE_MONO ? 1u : 2u);
    }
    const size_t bytes = (vertex_count * sizeof(pelt_draw_vertex) + 7u) & ~(size_t)7u;
    pelt_draw_vertex *vertices = actor_take(arena, bytes), *shadows = NULL;
    size_t left = actor_left(arena);
    if (!STRIPS_ARE_MONO && left >= bytes + picture_bytes(s, s->lines, triangles)) {
        shadows = actor_take(arena, bytes);
        left -= bytes;
    }
    for (uint32_t i = 0; i < count; i++) {
        pelt_body *body = &bodies[i];
        const uint32_t own = pelt_vertices_count(body->model);
        body->vertices = vertices;
        body->shadows = shadows;
        body->shadow_box = i == 0u && shadows == NULL && !STRIPS_ARE_MONO ? &s->bounds : NULL;
        body->next = i + 1u < count ? body + 1 : NULL;
        memcpy(body->shadow_colour, backdrop_shadow, sizeof backdrop_shadow);
        vertices += own;
        shadows += shadows == NULL ? 0u : own;
    }
    while (lines > s->lines && picture_bytes(s, lines, triangles) > left)
        lines -= 8;
    const size_t most = picture_bytes(s, lines, triangles);
    left = most < left ? most : left;
    if (!strips_open(s, lines, arena->memory + arena->used_bytes, left))
        need(PELT_E_ARENA, "memory");
    arena->used_bytes += (uint32_t)left;
    s->bounds = pelt_box_nothing;
}

/// A picture ////////////////////////////////////////////////////////////////////////////////////

/* The receiver of vertices of a body that were just skinned. */
typedef struct skinned {
    strips *to;
    pelt_body *body;
} skinned;

static void take(void *own, uint32_t mesh, const pelt_vertex_q16 *some, uint32_t first,
                 uint32_t count)
{
    const skinned *k = own;
    strips *s = k->to;
    const uint32_t start = renderer_spent(s->costs, COST_SKIN, s->counted_from);
    if (k->body->shadow_box != NULL)
        actor_add_box(&s->bounds, mesh, some, first, count);
    pelt_body_project(k->body, mesh, some, first, count);
    s->counted_from = renderer_spent(s->costs, COST_PROJECT, start);
}

void strips_skin(strips *s, actor *a, pelt_body *body)
{
    skinned to = {s, body};
    s->counted_from = board_counter();
    actor_skin_all(a, take, &to);
}

/* Sends a strip to the middle of the machine's screen, which has colours, and to the host. */
static void send(strips *s, const pelt_band *strip)
{
    const uint32_t pixels = (uint32_t)(strip->width * strip->line_count);
    if (!STRIPS_ARE_MONO)
        machine_panel((machine_width - strip->width) / 2,
                      (machine_height - s->picture.height) / 2 + strip->first_line, strip->width,
                      strip->line_count, strip->colours);
    if (strip->first_line % LOOK_LINES < strip->line_count)
        s->buttons |= machine_buttons();
    if (s->film.file >= 0 && STRIPS_ARE_MONO)
        recording_add(&s->film, (const uint8_t *)strip->colours, pixels / 8u);
    else if (s->film.file >= 0)
        recording_add_pixels(&s->film, strip->colours, pixels);
}

void strips_show(strips *s, const pelt_body *bodies)
{
    uint32_t start = board_counter();
    pelt_band strip;
    s->buttons = 0;
    if (bodies != NULL && !STRIPS_ARE_MONO)
        backdrop_place(&s->behind, &bodies->cam, s->picture.height);
    pelt_picture_begin(&s->picture, bodies);
    for (int32_t i = 0; i < s->picture.count; i++) {
        pelt_picture_draw(&strip, &s->picture, i, 0);
        if (STRIPS_ARE_MONO)
            pelt_band_pack(strip.colours, (size_t)strip.width / 8u, &strip, PELT_PIXELS_MONO);
        (void)renderer_spent(s->costs, COST_DRAW, start);
        send(s, &strip);
        start = board_counter();
    }
    s->bounds = pelt_box_nothing;
    if (s->film.file >= 0)
        recording_end_frame(&s->film);
    machine_show();
}
