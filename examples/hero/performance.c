/* SPDX-License-Identifier: MIT */
/* The demo's frame loop, see performance.h. */
#include "performance.h"

#include <string.h>

#include "board.h"
#include "recording.h"
#include "text.h"

#ifdef HERO_SCREEN
#include "machine.h"
#endif

#ifdef HERO_MONO
#define STRIP_LINES 8
#define PITCH 700u /* looking down, 1/65536 turns */
#else
#define STRIP_LINES 25
#define PITCH 1900u
#endif

static recording film = {.file = -1,
                         .width = PERFORMANCE_WIDTH,
                         .height = PERFORMANCE_HEIGHT,
                         .bits = PERFORMANCE_IS_MONO ? 1 : 16,
                         .frame_ms = PERFORMANCE_FRAME_MS};

__attribute__((noreturn)) static void fail(const char *what, const char *why)
{
    board_print("FAIL hero: %s: %s\n", what, why);
    board_exit(1);
}

void failed(pelt_status status, const char *what)
{
    fail(what, pelt_status_describe(status));
}

/// Set-up ///////////////////////////////////////////////////////////////////////////////////////

void performance_add(performance *p, const void *blob, size_t blob_bytes, const pelt_family *family,
                     void *memory, size_t bytes)
{
    actor *a = &p->actors[p->body_count];
    const uint32_t start = board_counter();
    need(pelt_model_open(&a->model, blob, blob_bytes, family), "open");
    const uint32_t instructions = board_instructions(start, board_counter());
    if (p->body_count == 0u)
        need(pelt_arena_init(&p->arena, memory, bytes), "arena");
    actor_place(a, &p->arena, &p->arena);
    p->bodies[p->body_count].model = &a->model;
    if (p->body_count++ == 0u) {
        p->open_instructions = instructions;
        p->character_bytes = (uint32_t)(p->arena.used_bytes - pelt_pose_bytes_get(&a->model));
    }
}

/* Screen vertices and strips use the RAM that is left over, as their number is known only at run
 * time. If it is too small, bins of strips are left out first, then shadows. */
static void place_picture(performance *p)
{
    const uint32_t least_bytes =
        PELT_PICTURE_BYTES(PERFORMANCE_WIDTH, PERFORMANCE_HEIGHT, STRIP_LINES, 1, 0);
    size_t have_bytes;
    pelt_draw_vertex *memory = board_free_ram(&have_bytes);
    for (uint32_t i = 0; i < p->body_count; i++) {
        p->vertex_count += pelt_vertices_count(p->bodies[i].model);
        p->triangle_count += pelt_triangles_count(p->bodies[i].model);
    }
    uint32_t vertex_bytes = (p->vertex_count * (uint32_t)sizeof(pelt_draw_vertex) + 3u) & ~3u;
    if (vertex_bytes + least_bytes > have_bytes) {
        board_put_number("ram_needed", board_ram_used_bytes() + vertex_bytes + least_bytes);
        board_put_number("ram_there", board_ram_bytes());
        fail("memory", "the model's vertices do not fit");
    }
    const bool shadows = !PERFORMANCE_IS_MONO && 2u * vertex_bytes + least_bytes <= have_bytes;
    vertex_bytes *= shadows ? 2u : 1u;
    for (uint32_t i = 0; i < p->body_count; i++) {
        pelt_body *body = &p->bodies[i];
        body->vertices = memory;
        memcpy(body->shadow_colour, backdrop_shadow, sizeof backdrop_shadow);
        body->shadows = shadows ? memory + p->vertex_count : NULL;
        body->next = i + 1u < p->body_count ? body + 1 : NULL;
        memory += pelt_vertices_count(body->model);
    }
    memory = p->bodies[0].vertices;
    (void)pelt_picture_open(&p->picture, PERFORMANCE_WIDTH, PERFORMANCE_HEIGHT, STRIP_LINES, 1,
                            (uint8_t *)memory + vertex_bytes, have_bytes - vertex_bytes);
    const uint32_t bin_bytes =
        PELT_PICTURE_BYTES(PERFORMANCE_WIDTH, PERFORMANCE_HEIGHT, STRIP_LINES, 1,
                           p->triangle_count * (shadows ? 2u : 1u)) -
        least_bytes;
    p->picture_bytes = vertex_bytes + least_bytes;
    p->picture_bytes += p->picture_bytes + bin_bytes <= have_bytes ? bin_bytes : 0u;
    p->picture.background = PERFORMANCE_IS_MONO ? NULL : backdrop_paint;
    p->picture.own = &p->behind;
}

/// Skinning /////////////////////////////////////////////////////////////////////////////////////

/* The receiver of vertices of a body that were just skinned. */
typedef struct skinned {
    performance *p;
    pelt_body *body;
    pelt_extent *extent; /* NULL: to the screen; else extends this */
    uint32_t start;
} skinned;

static void use(void *own, uint32_t mesh, const pelt_vertex_q16 *some, uint32_t first,
                uint32_t count)
{
    skinned *s = own;
    const uint32_t start = renderer_spent(s->p->costs, COST_SKIN, s->start);
    if (s->extent == NULL)
        pelt_body_project(s->body, mesh, some, first, count);
    for (uint32_t i = 0; s->extent != NULL && i < count; i++)
        pelt_extent_add(s->extent, &s->body->cam, some[i].position);
    s->start = renderer_spent(s->p->costs, COST_PROJECT, start);
}

static void skin_all(performance *p, pelt_extent *extent)
{
    for (uint32_t i = 0; i < p->body_count; i++) {
        skinned s = {p, &p->bodies[i], extent, board_counter()};
        actor_skin_all(&p->actors[i], use, &s);
    }
}

/* Sets up a frame's shot, with the camera where it is then. */
static void aim(performance *p, shot *s, uint32_t frame)
{
    cast_shot(s, p, frame);
    pelt_camera_turn(&p->bodies[0].cam, s->yaw, PITCH);
    for (uint32_t body = 1; body < p->body_count; body++)
        p->bodies[body].cam = p->bodies[0].cam;
}

/* Places the camera for all frames. */
static void find_camera(performance *p)
{
    const uint32_t count = p->frame_count, step = (count + 15u) / 16u;
    pelt_extent covered = pelt_extent_nothing;
    pelt_box_q16 box = pelt_box_nothing;
    shot s;
    for (uint32_t i = 0; i < count; i += step) {
        cast_shot(&s, p, i);
        cast_pose(p, &s);
        for (uint32_t k = 0; k < p->body_count; k++)
            actor_skin_all(&p->actors[k], actor_add_box, &box);
    }
    pelt_camera_frame(&p->bodies[0].cam, &box, PERFORMANCE_WIDTH, PERFORMANCE_HEIGHT);
    if (PERFORMANCE_IS_MONO) { /* there are few lines and no ground, so the figure fills them */
        p->bodies[0].cam.focal += p->bodies[0].cam.focal / 6;
        p->bodies[0].cam.centre_y = PERFORMANCE_HEIGHT * 8;
        return;
    }
    for (uint32_t i = 0; i < count; i += step) {
        aim(p, &s, i);
        cast_pose(p, &s);
        skin_all(p, &covered);
    }
    pelt_camera_fit(&p->bodies[0].cam, &covered, PERFORMANCE_WIDTH, PERFORMANCE_HEIGHT);
}

/// Drawing //////////////////////////////////////////////////////////////////////////////////////

/* Sends a strip of a frame to the middle of the screen and to the host; in black and white as
 * bits. */
static void take_strip(const pelt_band *strip, const uint8_t *bits)
{
    const uint32_t pixels = (uint32_t)(strip->width * strip->line_count);
#ifdef HERO_SCREEN
    machine_panel((machine_width - PERFORMANCE_WIDTH) / 2,
                  (machine_height - PERFORMANCE_HEIGHT) / 2 + strip->first_line, strip->width,
                  strip->line_count, strip->colours);
#endif
    if (film.file >= 0 && PERFORMANCE_IS_MONO)
        recording_add(&film, bits, pixels / 8u);
    else if (film.file >= 0)
        recording_add_pixels(&film, strip->colours, pixels);
}

static void draw(performance *p)
{
    uint32_t start = board_counter();
    uint8_t bits[PERFORMANCE_WIDTH * STRIP_LINES / 8u];
    pelt_band strip;
    if (!PERFORMANCE_IS_MONO)
        backdrop_place(&p->behind, &p->bodies[0].cam, PERFORMANCE_HEIGHT);
    pelt_picture_begin(&p->picture, &p->bodies[0]);
    for (int32_t i = 0; i < p->picture.count; i++) {
        pelt_picture_draw(&strip, &p->picture, i, 0);
        if (PERFORMANCE_IS_MONO)
            pelt_band_pack(bits, PERFORMANCE_WIDTH / 8u, &strip, PELT_PIXELS_MONO);
        (void)renderer_spent(p->costs, COST_DRAW, start);
        take_strip(&strip, bits);
        start = board_counter();
    }
}

/// Show /////////////////////////////////////////////////////////////////////////////////////////

void performance_open(performance *p)
{
    p->vertex_count = p->triangle_count = 0;
    cast_open(p);
    place_picture(p);
    find_camera(p);
}

static void show_frame(performance *p, uint32_t frame)
{
    shot s;
    aim(p, &s, frame);
    cast_pose(p, &s);
    skin_all(p, NULL);
    draw(p);
#ifdef HERO_SCREEN
    machine_show();
#endif
}

void performance_play(performance *p)
{
    const uint32_t count = p->frame_count;
    film.frame_count = (uint16_t)count;
    if (!recording_open(&film)) {
#ifdef HERO_SCREEN
        for (uint32_t frame = 0;; frame = frame + 1u < count ? frame + 1u : 0u)
            show_frame(p, frame);
#else
        fail(FRAMES_FILE, "cannot be opened");
#endif
    }
    for (uint32_t frame = 0; frame < count; frame++) {
        show_frame(p, frame);
        recording_end_frame(&film);
        for (uint32_t i = 0; i < COST_COUNT; i++)
            p->all_costs[i] += p->costs[i];
    }
    board_file_close(film.file);
}
