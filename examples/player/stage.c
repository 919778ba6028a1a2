/* SPDX-License-Identifier: MIT */
#include "stage.h"

#include "board.h"
#include "checksum.h"

/// Memory ///////////////////////////////////////////////////////////////////////////////////////

static size_t vertices_bytes(const actor *a)
{
    return (a->vertex_count * sizeof(raster_vertex) + 7u) & ~(size_t)7u;
}

size_t stage_bytes(const actor *a, int width)
{
    return actor_bytes(&a->model) + vertices_bytes(a) +
           (((size_t)STRIPS_BUFFER_BYTES(width, STAGE_LINES) + 7u) & ~(size_t)7u);
}

static void paint_background(const raster_band *strip, void *own)
{
    stage *s = own;

    if (s->body.model != NULL) {
        backdrop_paint(strip, &s->behind);
    } else {
        backdrop_sky(strip, s->picture.height);
    }
}

static void paint_text(const raster_band *strip, void *own)
{
    const stage *s = own;

    overlay_draw(&s->text, strip->colours, strip->width, s->picture.height, strip->first_line,
                 strip->line_count);
}

static bool open_picture(stage *s, int width, int height, int lines, void *memory,
                         size_t memory_bytes)
{
    s->body.model = NULL;
    s->text.shown = true;
    overlay_clear(&s->text);
    if (!strips_open(&s->picture, width, height, lines, 1, memory, memory_bytes)) {
        return false;
    }
    s->picture.background = paint_background;
    s->picture.overlay = paint_text;
    s->picture.own = s;
    return true;
}

bool stage_open_empty(stage *s, int width, int height, void *memory, size_t memory_bytes)
{
    return open_picture(s, width, height, STAGE_LINES, memory, memory_bytes);
}

/* What is left over goes to the shadow first, then to the strips' lists of triangles, then to more
 * lines a strip: a triangle is set up anew for each strip that it is in. */
static pelt_status place(stage *s, pelt_arena *arena, int width, int height)
{
    const size_t bytes = vertices_bytes(&s->actor), triangles = 2u * s->actor.triangle_count;
    size_t most = STRIPS_BYTES((size_t)width, (size_t)height, STAGE_LINES, 1, triangles), left;
    size_t lines = STAGE_MOST_LINES;
    pelt_status status = actor_place(&s->actor, arena);

    if (status != PELT_OK) {
        return status;
    }
    s->body.vertices = actor_take(arena, bytes);
    s->body.shadows = NULL;
    if (arena->size_bytes - arena->used_bytes >= bytes + most) {
        s->body.shadows = actor_take(arena, bytes);
    }
    left = arena->size_bytes - arena->used_bytes;
    while (lines > STAGE_LINES &&
           STRIPS_BYTES((size_t)width, (size_t)height, lines, 1, triangles) > left) {
        lines -= STAGE_LINES;
    }
    most = STRIPS_BYTES((size_t)width, (size_t)height, lines, 1, triangles);
    most = most < left ? most : left;
    if (s->body.vertices == NULL ||
        !open_picture(s, width, height, (int)lines, arena->memory + arena->used_bytes, most)) {
        return PELT_E_ARENA;
    }
    s->used_bytes = arena->used_bytes + (uint32_t)most;
    s->body.model = &s->actor.model;
    s->body.flags = RASTER_TWO_SIDED;
    s->body.next = NULL;
    return PELT_OK;
}

pelt_status stage_open(stage *s, const void *blob, size_t blob_bytes, int width, int height,
                       void *memory, size_t memory_bytes)
{
    pelt_status status = actor_open(&s->actor, blob, blob_bytes);
    camera_box rest;
    pelt_arena arena;

    if (status == PELT_OK) {
        status = checksum_rest(&s->checksum, &s->actor.model, memory, memory_bytes);
    }
    if (status == PELT_OK) {
        status = pelt_arena_init(&arena, memory, memory_bytes);
    }
    if (status == PELT_OK) {
        status = place(s, &arena, width, height);
    }
    if (status == PELT_OK) {
        status = actor_rest(&rest, &s->actor);
    }
    if (status == PELT_OK) {
        view_open(&s->view, &s->actor, &rest, width, height);
    }
    return status;
}

/// A picture ////////////////////////////////////////////////////////////////////////////////////

static uint32_t spent(stage *s, stage_cost cost, uint32_t start)
{
    s->costs[cost] += board_instructions(start, board_counter());
    return board_counter();
}

static pelt_status pose(stage *s, const stage_shot *shot)
{
    uint32_t start = board_counter();
    pelt_status status = actor_sample(&s->actor, &shot->moment);

    start = spent(s, COST_SAMPLE, start);
    if (status == PELT_OK) {
        status = actor_blend(&s->actor, &shot->moment);
    }
    start = spent(s, COST_MIX, start);
    if (status == PELT_OK) {
        status = actor_joints(&s->actor);
    }
    start = spent(s, COST_JOINTS, start);
    if (status == PELT_OK) {
        status = actor_palettes(&s->actor);
    }
    (void)spent(s, COST_PALETTE, start);
    return status;
}

static pelt_status skin_mesh(stage *s, uint32_t mesh)
{
    pelt_vertex_q16 some[ACTOR_RANGE];
    pelt_mesh_info info;
    pelt_status status = pelt_mesh_get(&info, &s->actor.model, mesh);
    uint32_t first;

    for (first = 0; status == PELT_OK && first < info.vertex_count; first += ACTOR_RANGE) {
        const uint32_t left = info.vertex_count - first;
        const uint32_t count = left < ACTOR_RANGE ? left : ACTOR_RANGE;
        uint32_t start = board_counter();

        status = actor_skin(&s->actor, mesh, some, first, count);
        start = spent(s, COST_SKIN, start);
        if (status == PELT_OK) {
            portrait_place(&s->body, mesh, some[0].position, first, count);
        }
        (void)spent(s, COST_PROJECT, start);
    }
    return status;
}

pelt_status stage_draw(stage *s, const stage_shot *shot, raster_panel *panel)
{
    pelt_status status;
    uint32_t mesh, start, i;

    for (i = 0; i < COST_COUNT; i++) {
        s->costs[i] = 0;
    }
    status = pose(s, shot);
    if (status == PELT_OK) {
        view_place(&s->view, &s->actor, shot->view, shot->yaw);
        s->body.cam = s->view.cam;
        backdrop_place(&s->behind, &s->view.cam, s->picture.height);
    }
    for (mesh = 0; status == PELT_OK && mesh < s->actor.model.mesh_count; mesh++) {
        status = skin_mesh(s, mesh);
    }
    if (status == PELT_OK) {
        start = board_counter();
        strips_begin(&s->picture, &s->body);
        strips_show(&s->picture, panel);
        (void)spent(s, COST_DRAW, start);
    }
    return status;
}
