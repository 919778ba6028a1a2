/* SPDX-License-Identifier: MIT */
/* What renderers with cameras share, see view.h. */
#include "view.h"

#include "backdrop.h"
#include "checksum.h"
#include "machine.h"

#define TWO_SIDED_MOST 500u /* triangles */

const uint32_t renderer_cameras = FRAMING_COUNT;

static framing seen_from;

void view_begin(renderer *r)
{
    r->text.shown = true;
    overlay_clear(&r->text);
}

void view_open(renderer *r, pelt_arena *arena, const void *blob, size_t blob_bytes, void *memory,
               size_t memory_bytes)
{
    actor_open(&r->actor, blob, blob_bytes);
    need(checksum_rest(&r->checksum, &r->actor.model, memory, memory_bytes), "character");
    need(pelt_arena_init(arena, memory, memory_bytes), "memory");
}

void view_frame(renderer *r)
{
    pelt_box_q16 rest;
    actor_rest(&rest, &r->actor);
    r->gone[0] = r->gone[1] = 0;
    framing_open(&seen_from, &r->actor, &rest, machine_width, machine_height);
}

const pelt_camera *view_pose(renderer *r, const shot *s)
{
    renderer_pose(r->costs, &r->actor, s, NULL);
    seen_from.zoom = s->zoom;
    framing_place(&seen_from, &r->actor, &s->moment, s->camera, s->yaw, r->gone);
    return &seen_from.cam;
}

uint32_t view_flags(const actor *a)
{
    return a->triangle_count <= TWO_SIDED_MOST ? PELT_DRAW_TWO_SIDED : 0u;
}

size_t view_vertices_bytes(const actor *a)
{
    return (a->vertex_count * sizeof(pelt_draw_vertex) + 7u) & ~(size_t)7u;
}

void view_sky(pelt_draw_vertex sky[4], int width, int height)
{
    for (int i = 0; i < 4; i++) {
        const uint8_t *colour = backdrop_colours[i % 3 != 0];
        sky[i] = (pelt_draw_vertex){(int16_t)(i >= 2 ? width * 16 : 0),
                                    (int16_t)(i % 3 != 0 ? height * 16 : 0),
                                    1,
                                    colour[0],
                                    colour[1],
                                    colour[2],
                                    0};
    }
}
