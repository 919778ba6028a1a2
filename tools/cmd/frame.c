/* SPDX-License-Identifier: MIT */
/* Counts the work of pictures, see frame.h. */
#include "cmd/frame.h"

#include <math.h>
#include <stdlib.h>

#include "common/region.h"
#include "clips.h"
#include "framing.h"
#include "src/draw/body.h"
#include "src/draw/plane.h"
#include "src/draw/triangle.h"
#include "strips_renderer.h"

#define PICTURES 16u /* as a showcase's round: four clips, once round */
#define CLIPS 4
#define PICTURE_TICKS (210 * (PELT_TICKS_PER_SECOND / 1000))
#define GBA_PITCH 2000u
#define GBA_NEAR 15000u /* bytes of fast RAM that its showcase leaves for vertices, at most */

const char *const frame_names[WORK_COUNT] = {"picture", "pixels",  "vertices",  "far",    "morphed",
                                             "pose",    "springs", "triangles", "pieces", "lines",
                                             "drawn",   "long",    "textured",  "texels", "shadow"};

typedef struct counter {
    frame_panel panel;
    double *of; /* [WORK_COUNT] */
    actor actor;
    framing seen;
    pelt_body body;
    int32_t lines; /* of a strip */
    region memory;
} counter;

/* Stages report failures here; the blob was just baked, so there are none. */
void failed(pelt_status status, const char *what)
{
    (void)status, (void)what;
    abort();
}

static void count_triangle(counter *c, const body_part *part, uint32_t triangle)
{
    const pelt_band band = {.width = c->panel.width, .line_count = c->panel.height};
    double *of = c->of, pixels = 0;
    const pelt_draw_vertex *v[3];
    int32_t first, past, x, y;
    band_lines l;
    body_corners(v, part, triangle);
    if (!triangle_lines(&first, &past, v[0], v[1], v[2], band.line_count, part->flags) ||
        !find_lines(&l, &band, v[0], v[1], v[2]))
        return;
    if ((part->flags & PELT_DRAW_PAINT) != 0) {
        of[WORK_SHADOW] += past - first;
        return;
    }
    const int32_t area =
        (v[1]->x - v[0]->x) * (v[2]->y - v[0]->y) - (v[2]->x - v[0]->x) * (v[1]->y - v[0]->y);
    const bool is_small = (part->flags & PELT_DRAW_FACETED) == 0 &&
                          find_middle(&x, &y, &l, band.width, v[0], v[1], v[2], area);
    start_lines(&l);
    for (int32_t line = first; line < past; line++) {
        int32_t from, end;
        next_line(&l, &from, &end);
        pixels += later(earlier(end, band.width) - later(from, 0), 0);
    }
    of[WORK_PIECES] += (past - 1) / c->lines - first / c->lines + 1;
    of[WORK_LINES] += past - first;
    of[WORK_DRAWN] += pixels;
    of[WORK_LONG] += part->texture.rows == NULL && !is_small ? past - first : 0;
    of[WORK_TEXTURED] += part->texture.rows != NULL ? past - first : 0;
    of[WORK_TEXELS] += part->texture.rows != NULL ? pixels : 0;
}

static void take(void *own, uint32_t mesh, const pelt_vertex_q16 *some, uint32_t first,
                 uint32_t count)
{
    counter *c = own;
    pelt_body_project(&c->body, mesh, some, first, count);
}

static void count_picture(counter *c, const actor_moment *moment, uint32_t yaw, int32_t gone[2])
{
    body_part part;
    actor_pose(&c->actor, moment);
    framing_place(&c->seen, &c->actor, moment, 0, yaw, gone);
    if (c->panel.way == FRAME_GBA)
        pelt_camera_turn(&c->body.cam, yaw, GBA_PITCH);
    else
        c->body.cam = c->seen.cam;
    actor_skin_all(&c->actor, take, c);
    for (pelt_draw_first(&part, &c->body); part.body != NULL; pelt_draw_next(&part))
        for (uint32_t i = 0; i < part.triangle_count; i++)
            count_triangle(c, &part, i);
}

static void count_round(counter *c)
{
    const pelt_model *model = &c->actor.model;
    const uint32_t first = clips_first(model, &c->actor.pose, &c->actor.other);
    const uint32_t clips = (uint32_t)later(earlier((int32_t)model->clip_count, CLIPS), 1);
    int32_t gone[2] = {0, 0};
    for (uint32_t i = 0; i < PICTURES; i++) {
        actor_moment moment = {PELT_NONE, PELT_NONE, 0, 0, 0, 0};
        pelt_clip_info info;
        if (model->clip_count > 0) {
            moment.clip = (first + i * clips / PICTURES) % model->clip_count;
            need(pelt_clip_get(&info, model, moment.clip), "");
            const pelt_time length = info.end > info.start ? info.end - info.start : 1;
            moment.time = info.start + (pelt_time)(i % (PICTURES / clips)) * PICTURE_TICKS % length;
        }
        count_picture(c, &moment, i * (PELT_TURN / PICTURES), gone);
    }
    for (int i = 0; i < WORK_COUNT; i++)
        c->of[i] /= PICTURES;
}

/* Counts what does not depend on pictures. A ring that is too small skins vertices again: 1.2 to 2.8
 * times each, of fifteen characters that were counted. */
static void count_model(counter *c, uint64_t ram)
{
    const pelt_model *model = &c->actor.model;
    double groups = 0;
    pelt_mesh_info info;
    c->of[WORK_PICTURE] = 1;
    c->of[WORK_PIXELS] = c->panel.width * c->panel.height;
    c->of[WORK_TRIANGLES] = c->actor.triangle_count;
    if (c->panel.way != FRAME_RING) /* the micro:bit's showcase keeps them still */
        c->of[WORK_SPRINGS] = c->actor.springs.count;
    if (c->panel.way == FRAME_GBA && c->actor.vertex_count * sizeof(pelt_vertex_q16) > GBA_NEAR)
        c->of[WORK_FAR] = c->actor.vertex_count;
    for (uint32_t i = 0; i < model->mesh_count; i++) {
        need(pelt_mesh_get(&info, model, i), "");
        groups += PELT_RING_GROUPS(info.vertex_count);
        c->of[WORK_MORPHED] +=
            info.target_count > 0 ? info.vertex_count * (info.target_count + 1.0) : 0;
    }
    const double left = (double)ram - (double)pelt_character_bytes_get(model) -
                        groups * sizeof(pelt_ring_group),
                 places = fmax(left / sizeof(pelt_draw_vertex) / PELT_RING_GROUP, 2);
    c->of[WORK_POSE] =
        c->panel.way == FRAME_RING ? fmin(fmax(3.5 * groups / places - 2.5, 1), 2.5) : 1;
    c->of[WORK_VERTICES] = c->actor.vertex_count * c->of[WORK_POSE];
}

/* What examples/showcase/strips_renderer.c does with RAM: a shadow, then longer strips. */
static void find_strips(counter *c, uint64_t ram)
{
    const uint64_t vertices =
        (c->actor.vertex_count * sizeof(pelt_draw_vertex) + 7u) & ~(uint64_t)7;
    const uint32_t triangles = 2u * c->actor.triangle_count;
    const size_t width = c->panel.width, height = c->panel.height;
    uint64_t used = actor_bytes(&c->actor.model) + vertices;
    c->lines = STRIP_MOST_LINES;
    if (used + vertices + PELT_PICTURE_BYTES(width, height, STRIP_LINES, 1, triangles) <= ram) {
        used += vertices;
        c->body.shadows =
            region_calloc(&c->memory, c->actor.vertex_count + 1u, sizeof *c->body.shadows);
    }
    while (c->lines > STRIP_LINES &&
           used + PELT_PICTURE_BYTES(width, height, (size_t)c->lines, 1, triangles) > ram)
        c->lines -= STRIP_LINES;
}

void frame_count(double of[WORK_COUNT], const frame_panel *panel, uint64_t ram, const void *blob,
                 size_t bytes)
{
    counter c = {.panel = *panel, .of = of, .lines = STRIP_LINES};
    pelt_arena arena;
    pelt_box_q16 rest;
    for (int i = 0; i < WORK_COUNT; i++)
        of[i] = 0;
    actor_open(&c.actor, blob, bytes);
    const size_t arena_bytes = actor_bytes(&c.actor.model) + 64;
    need(pelt_arena_init(&arena, region_calloc(&c.memory, arena_bytes, 1), arena_bytes), "");
    actor_place(&c.actor, &arena, &arena);
    c.body.model = &c.actor.model;
    c.body.flags = panel->way == FRAME_STRIPS ? PELT_DRAW_TWO_SIDED : 0;
    c.body.vertices = region_calloc(&c.memory, c.actor.vertex_count + 1u, sizeof *c.body.vertices);
    if (panel->way == FRAME_GBA)
        c.lines = panel->height;
    if (panel->way == FRAME_STRIPS)
        find_strips(&c, ram);
    actor_rest(&rest, &c.actor);
    framing_open(&c.seen, &c.actor, &rest, panel->width, panel->height);
    if (c.actor.model.clip_count > 0) {
        actor_pose(&c.actor, &(actor_moment){0, PELT_NONE, 0, 0, 0, 0});
        rest = pelt_box_nothing;
        actor_skin_all(&c.actor, actor_add_box, &rest);
    }
    pelt_camera_frame(&c.body.cam, &rest, panel->width, panel->height);
    count_round(&c);
    count_model(&c, ram);
    region_free(&c.memory);
}
