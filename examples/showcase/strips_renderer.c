/* SPDX-License-Identifier: MIT */
/* The renderer of machines with a panel, see strips_renderer.h. */
#include "strips_renderer.h"

#include "machine.h"
#include "strips.h"
#include "view.h"

static strips screen = {.film = {.file = -1}, .lines = STRIP_LINES, .most_lines = STRIP_MOST_LINES};
static pelt_body body;
static const overlay *words;

size_t renderer_bytes(const renderer *r)
{
    return actor_bytes(&r->actor.model) + view_vertices_bytes(&r->actor) +
           (((size_t)PELT_PICTURE_BUFFER_BYTES(machine_width, STRIP_LINES) + 7u) & ~(size_t)7u);
}

static void paint_background(const pelt_band *strip, void *own)
{
    if (body.model != NULL)
        backdrop_paint(strip, own);
    else
        backdrop_sky(strip, screen.picture.height);
}

static void paint_text(const pelt_band *strip, void *own)
{
    (void)own;
    overlay_draw(words, strip->colours, strip->width, screen.picture.height, strip->first_line,
                 strip->line_count);
}

static void begin(renderer *r)
{
    body.model = NULL;
    view_begin(r);
    words = &r->text;
    screen.costs = r->costs;
    (void)recording_begin(&screen.film, machine_width, machine_height, 0, 0);
}

static void set_painters(void)
{
    screen.picture.background = paint_background;
    screen.picture.overlay = paint_text;
}

bool renderer_open_empty(renderer *r, void *memory, size_t memory_bytes)
{
    begin(r);
    if (!strips_open(&screen, STRIP_LINES, memory, memory_bytes))
        return false;
    set_painters();
    return true;
}

void renderer_open(renderer *r, const void *blob, size_t blob_bytes, void *memory,
                   size_t memory_bytes)
{
    pelt_arena arena;
    view_open(r, &arena, blob, blob_bytes, memory, memory_bytes);
    begin(r);
    actor_place(&r->actor, &arena, &arena);
    body = (pelt_body){.model = &r->actor.model,
                       .flags = PELT_DRAW_TWO_SIDED,
                       .shifts = r->actor.shifts,
                       .shift_count = ACTOR_SHIFTS};
    strips_place(&screen, &arena, &body, 1);
    set_painters();
    r->used_bytes = arena.used_bytes;
    view_frame(r);
}

void renderer_draw(renderer *r, const shot *s)
{
    if (s != NULL) {
        body.cam = *view_pose(r, s);
        strips_skin(&screen, &r->actor, &body);
    }
    strips_show(&screen, s != NULL ? &body : NULL);
    r->buttons = screen.buttons;
}

bool renderer_record(renderer *r, uint32_t frame_count, uint32_t frame_ms)
{
    (void)r;
    return recording_begin(&screen.film, machine_width, machine_height, frame_count, frame_ms);
}
