/* SPDX-License-Identifier: MIT */
/* The renderer of machines with a panel, see strips_renderer.h. */
#include "strips_renderer.h"

#include <string.h>

#include "backdrop.h"
#include "board.h"
#include "machine.h"
#include "recording.h"
#include "view.h"

#define LOOK_LINES 64 /* lines between two looks at the buttons, as slow machines draw long */

static pelt_body body;
static pelt_box_q16 bounds; /* of the pose, for a soft shadow */
static backdrop behind;
static pelt_picture picture;
static recording film = {.file = -1};
static uint32_t panel_cost; /* of the current picture */
static uint32_t counted_from;

/// Memory ///////////////////////////////////////////////////////////////////////////////////////

size_t renderer_bytes(const renderer *r)
{
    return actor_bytes(&r->actor.model) + view_vertices_bytes(&r->actor) +
           (((size_t)PELT_PICTURE_BUFFER_BYTES(machine_width, STRIP_LINES) + 7u) & ~(size_t)7u);
}

static void paint_background(const pelt_band *strip, void *own)
{
    (void)own;
    if (body.model != NULL)
        backdrop_paint(strip, &behind);
    else
        backdrop_sky(strip, picture.height);
}

static void paint_text(const pelt_band *strip, void *own)
{
    const renderer *r = own;
    overlay_draw(&r->text, strip->colours, strip->width, picture.height, strip->first_line,
                 strip->line_count);
}

static bool open_picture(renderer *r, int lines, void *memory, size_t memory_bytes)
{
    body.model = NULL;
    view_begin(r);
    if (pelt_picture_open(&picture, machine_width, machine_height, lines, 1, memory,
                          memory_bytes) != PELT_OK)
        return false;
    picture.background = paint_background;
    picture.overlay = paint_text;
    picture.own = r;
    return true;
}

bool renderer_open_empty(renderer *r, void *memory, size_t memory_bytes)
{
    return open_picture(r, STRIP_LINES, memory, memory_bytes);
}

/* The memory that is left over goes to the shadow first, then to the strips' lists of triangles,
 * then to more lines in a strip, because a triangle is set up anew for each strip that it is in. */
static void place(renderer *r, pelt_arena *arena)
{
    const size_t bytes = view_vertices_bytes(&r->actor), triangles = 2u * r->actor.triangle_count;
    const size_t width = (size_t)machine_width, height = (size_t)machine_height;
    size_t most = PELT_PICTURE_BYTES(width, height, STRIP_LINES, 1, triangles), left;
    size_t lines = STRIP_MOST_LINES;
    actor_place(&r->actor, arena, arena);
    body.vertices = actor_take(arena, bytes);
    body.shadows = NULL;
    if (arena->size_bytes - arena->used_bytes >= bytes + most)
        body.shadows = actor_take(arena, bytes);
    body.shadow_box = body.shadows == NULL ? &bounds : NULL; /* which takes no memory */
    left = arena->size_bytes - arena->used_bytes;
    while (lines > STRIP_LINES && PELT_PICTURE_BYTES(width, height, lines, 1, triangles) > left)
        lines -= STRIP_LINES;
    most = PELT_PICTURE_BYTES(width, height, lines, 1, triangles);
    most = most < left ? most : left;
    if (body.vertices == NULL ||
        !open_picture(r, (int)lines, arena->memory + arena->used_bytes, most))
        need(PELT_E_ARENA, "memory");
    r->used_bytes = arena->used_bytes + (uint32_t)most;
    body.model = &r->actor.model;
    memcpy(body.shadow_colour, backdrop_shadow, sizeof backdrop_shadow);
    body.flags = PELT_DRAW_TWO_SIDED;
    body.shifts = r->actor.shifts;
    body.shift_count = ACTOR_SHIFTS;
    body.next = NULL;
}

void renderer_open(renderer *r, const void *blob, size_t blob_bytes, void *memory,
                   size_t memory_bytes)
{
    pelt_arena arena;
    view_open(r, &arena, blob, blob_bytes, memory, memory_bytes);
    place(r, &arena);
    view_frame(r);
}

/// A picture ////////////////////////////////////////////////////////////////////////////////////

/* Projects vertices that were just skinned to the screen. */
static void take(void *own, uint32_t mesh, const pelt_vertex_q16 *some, uint32_t first,
                 uint32_t count)
{
    renderer *r = own;
    const uint32_t start = renderer_spent(r->costs, COST_SKIN, counted_from);
    if (body.shadow_box != NULL)
        actor_add_box(&bounds, mesh, some, first, count);
    pelt_body_project(&body, mesh, some, first, count);
    counted_from = renderer_spent(r->costs, COST_PROJECT, start);
}

static void panel(void *user, int x, int y, int width, int height, const void *rgb565)
{
    renderer *drawing = user;
    const uint32_t start = board_counter();
    machine_panel(x, y, width, height, rgb565);
    if (y % LOOK_LINES == 0)
        drawing->buttons |= machine_buttons();
    if (film.file >= 0)
        recording_add_pixels(&film, picture.buffers, (uint32_t)(width * height));
    panel_cost += board_instructions(start, board_counter());
}

static void send(renderer *r, const pelt_body *model)
{
    const uint32_t start = board_counter();
    panel_cost = 0;
    pelt_picture_begin(&picture, model);
    pelt_picture_show(&picture, panel, r);
    (void)renderer_spent(r->costs, COST_DRAW, start);
    r->costs[COST_DRAW] -= panel_cost;
    if (film.file >= 0)
        recording_end_frame(&film);
    machine_show();
}

void renderer_draw(renderer *r, const shot *s)
{
    r->buttons = 0;
    if (s != NULL) {
        body.cam = *view_pose(r, s);
        backdrop_place(&behind, &body.cam, picture.height);
        bounds = pelt_box_nothing;
        counted_from = board_counter();
        actor_skin_all(&r->actor, take, r);
    }
    send(r, s != NULL ? &body : NULL);
}

bool renderer_record(renderer *r, uint32_t frame_count, uint32_t frame_ms)
{
    (void)r;
    return recording_begin(&film, machine_width, machine_height, frame_count, frame_ms);
}
