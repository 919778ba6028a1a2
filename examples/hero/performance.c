/* SPDX-License-Identifier: MIT */
#include "performance.h"

#include <stdbool.h>
#include <stddef.h>

#include "board.h"
#include "mono.h"
#include "text.h"

#ifdef HERO_MONO
#define STRIP_LINES 8
#define PITCH 700u /* looking down, 1/65536 turns */
#else
#define STRIP_LINES 25
#define PITCH 1900u
#endif

static int32_t skinned[PERFORMANCE_RANGE * PORTRAIT_WORDS];

void performance_put(const char *key, uint32_t value)
{
    board_puts(key);
    board_puts(" ");
    board_put_u32(value);
    board_puts("\n");
}

void performance_fail(const char *what, const char *why)
{
    board_puts("FAIL hero: ");
    board_puts(what);
    board_puts(": ");
    board_puts(why);
    board_puts("\n");
    board_exit(1);
}

void performance_need(pelt_status status, const char *what)
{
    if (status != PELT_OK) {
        performance_fail(what, pelt_status_text(status));
    }
}

/// Set-up ///////////////////////////////////////////////////////////////////////////////////////

/* Screen vertices and strips go to the RAM that is left over: their number is known only now. What
 * has no room is left out: bins of strips, then shadows. */
static void place_picture(performance *p)
{
    const uint32_t least_bytes = STRIPS_BYTES(PERFORMANCE_WIDTH, PERFORMANCE_HEIGHT, STRIP_LINES, 1, 0);
    uint32_t vertex_bytes, bin_bytes, i;
    uint32_t triangles = 0;
    size_t have_bytes;
    raster_vertex *memory = board_free_ram(&have_bytes);
    bool shadows = false;

    for (i = 0; i < p->body_count; i++) {
        p->vertex_count += portrait_vertex_count(p->bodies[i].model);
        triangles += portrait_triangle_count(p->bodies[i].model);
    }
    vertex_bytes = (p->vertex_count * (uint32_t)sizeof(raster_vertex) + 3u) & ~3u;
    if (vertex_bytes + least_bytes > have_bytes) {
        performance_put("ram_needed", board_ram_used_bytes() + vertex_bytes + least_bytes);
        performance_put("ram_there", board_ram_bytes());
        performance_fail("memory", "the model's vertices do not fit");
    }
#ifndef HERO_MONO
    shadows = 2u * vertex_bytes + least_bytes <= have_bytes;
#endif
    vertex_bytes *= shadows ? 2u : 1u;
    for (i = 0; i < p->body_count; i++) {
        portrait *body = &p->bodies[i];

        body->vertices = memory;
        body->shadows = shadows ? memory + p->vertex_count : NULL;
        body->next = i + 1u < p->body_count ? body + 1 : NULL;
        memory += portrait_vertex_count(body->model);
    }
    memory = p->bodies[0].vertices;
    (void)strips_open(&p->picture, PERFORMANCE_WIDTH, PERFORMANCE_HEIGHT, STRIP_LINES, 1,
                      (uint8_t *)memory + vertex_bytes, have_bytes - vertex_bytes);
    bin_bytes = STRIPS_BYTES(PERFORMANCE_WIDTH, PERFORMANCE_HEIGHT, STRIP_LINES, 1,
                             triangles * (shadows ? 2u : 1u)) - least_bytes;
    p->picture_bytes = vertex_bytes + least_bytes;
    p->picture_bytes += p->picture_bytes + bin_bytes <= have_bytes ? bin_bytes : 0u;
#ifndef HERO_MONO
    p->picture.background = backdrop_paint;
    p->picture.own = &p->behind;
#endif
}

/// Stages ///////////////////////////////////////////////////////////////////////////////////////

uint32_t performance_time(performance *p, performance_cost stage, uint32_t start)
{
    const uint32_t end = board_counter();

    p->instructions[stage] += board_instructions(start, end);
    return board_counter();
}

/* Skins the meshes of a body a small range at a time; each range goes into the box or the extent that
 * is there, or else to the screen. */
static void skin_body(performance *p, uint32_t body, camera_box *box, camera_extent *extent)
{
    portrait *picture = &p->bodies[body];
    uint32_t mesh, first, i;

    for (mesh = 0; mesh < picture->model->mesh_count; mesh++) {
        pelt_mesh_info info;

        performance_need(pelt_mesh_get(&info, picture->model, mesh), "mesh");
        for (first = 0; first < info.vertex_count; first += PERFORMANCE_RANGE) {
            const uint32_t left = info.vertex_count - first;
            const uint32_t count = left < PERFORMANCE_RANGE ? left : PERFORMANCE_RANGE;
            uint32_t start = board_counter();

            cast_skin(p, body, mesh, &info, first, count);
            start = performance_time(p, PERFORMANCE_SKIN, start);
            if (box == NULL && extent == NULL) {
                portrait_place(picture, mesh, skinned, first, count);
                (void)performance_time(p, PERFORMANCE_PROJECT, start);
                continue;
            }
            for (i = 0; i < count; i++) {
                if (box != NULL) {
                    camera_box_add(box, skinned + i * PORTRAIT_WORDS);
                } else {
                    camera_extent_add(extent, &picture->cam, skinned + i * PORTRAIT_WORDS);
                }
            }
        }
    }
}

static void skin_all(performance *p, camera_box *box, camera_extent *extent)
{
    uint32_t body;

    for (body = 0; body < p->body_count; body++) {
        skin_body(p, body, box, extent);
    }
}

/* The moment of a frame, with the camera where it then is. */
static void aim(performance *p, show_moment *moment, uint32_t frame)
{
    camera *cam = &p->bodies[0].cam;
    uint32_t body;

    cast_moment(moment, p, frame);
    camera_turn(cam, moment->yaw, PITCH);
    for (body = 1; body < p->body_count; body++) {
        p->bodies[body].cam = *cam;
    }
}

/* Places the camera for all frames. */
static void find_camera(performance *p)
{
    const uint32_t count = p->plan.frame_count, step = (count + 15u) / 16u;
    uint32_t instructions[PERFORMANCE_COST_COUNT];
    camera_extent covered;
    camera_box box;
    show_moment moment;
    uint32_t i;

    for (i = 0; i < PERFORMANCE_COST_COUNT; i++) {
        instructions[i] = p->instructions[i];
    }
    camera_box_empty(&box);
    for (i = 0; i < count; i += step) {
        cast_moment(&moment, p, i);
        cast_pose(p, &moment);
        skin_all(p, &box, NULL);
    }
    camera_frame(&p->bodies[0].cam, &box, PERFORMANCE_WIDTH, PERFORMANCE_HEIGHT);
#ifdef HERO_MONO /* few lines and no ground: fill them */
    (void)covered;
    p->bodies[0].cam.focal += p->bodies[0].cam.focal / 6;
    p->bodies[0].cam.centre_y = PERFORMANCE_HEIGHT * 8;
#else
    camera_extent_empty(&covered);
    for (i = 0; i < count; i += step) {
        aim(p, &moment, i);
        cast_pose(p, &moment);
        skin_all(p, NULL, &covered);
    }
    camera_fit(&p->bodies[0].cam, &covered, PERFORMANCE_WIDTH, PERFORMANCE_HEIGHT);
#endif
    for (i = 0; i < PERFORMANCE_COST_COUNT; i++) {
        p->instructions[i] = instructions[i];
    }
}

/// Drawing //////////////////////////////////////////////////////////////////////////////////////

static void draw(performance *p, performance_take *take)
{
    uint32_t start = board_counter();
    const uint8_t *taken = NULL;
    raster_band strip;
    int32_t i;

#ifndef HERO_MONO
    backdrop_place(&p->behind, &p->bodies[0].cam, PERFORMANCE_HEIGHT);
#endif
    strips_begin(&p->picture, &p->bodies[0]);
    for (i = 0; i < p->picture.count; i++) {
#ifdef HERO_MONO
        uint8_t bits[PERFORMANCE_WIDTH * STRIP_LINES / 8u];

        taken = bits;
        strips_draw(&p->picture, i, 0, &strip);
        mono_band(bits, &strip);
#else
        strips_draw(&p->picture, i, 0, &strip);
#endif
        (void)performance_time(p, PERFORMANCE_DRAW, start);
        take(&strip, taken);
        start = board_counter();
    }
}

/// Show /////////////////////////////////////////////////////////////////////////////////////////

void performance_open(performance *p)
{
    p->words = skinned;
    p->vertex_count = 0;
    cast_open(p);
    place_picture(p);
    find_camera(p);
}

void performance_frame(performance *p, uint32_t frame, performance_take *take)
{
    show_moment moment;

    aim(p, &moment, frame);
    cast_pose(p, &moment);
    skin_all(p, NULL, NULL);
    draw(p, take);
}
