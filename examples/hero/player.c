/* SPDX-License-Identifier: MIT */
#include "player.h"

#include <stdbool.h>
#include <stddef.h>

#include "board.h"
#include "hero_model.h"
#include "mono.h"
#include "text.h"

#ifdef HERO_MONO
#define BAND_LINES 8
#define PITCH 700u /* looking down, 1/65536 turns */
#else
#define BAND_LINES 25
#define PITCH 1900u
#endif

/* The character, and a second pose for cross-fades. */
static uint64_t arena_memory[(HERO_MODEL_STAGES_BYTES + HERO_MODEL_POSE_BYTES + 7u) / 8u];
static uint16_t band_depths[PLAYER_WIDTH * BAND_LINES];
static int32_t skinned[PLAYER_RANGE * PORTRAIT_WORDS];
#ifdef HERO_MONO
static uint16_t band_colours[PLAYER_WIDTH * BAND_LINES];
static uint8_t frame_bits[PLAYER_FRAME_BYTES];
#else
static uint16_t frame_pixels[PLAYER_WIDTH * PLAYER_HEIGHT];
#endif
#ifdef HERO_RAM_BYTES
static uint64_t ram[HERO_RAM_BYTES / 8u];
#endif

void player_put(const char *key, uint32_t value)
{
    board_puts(key);
    board_puts(" ");
    board_put_u32(value);
    board_puts("\n");
}

void player_fail(const char *what, const char *why)
{
    board_puts("FAIL hero: ");
    board_puts(what);
    board_puts(": ");
    board_puts(why);
    board_puts("\n");
    board_exit(1);
}

void player_need(pelt_status status, const char *what)
{
    if (status != PELT_OK) {
        player_fail(what, pelt_status_text(status));
    }
}

/// Set-up ///////////////////////////////////////////////////////////////////////////////////////

static void open_model(player *p)
{
    const uint32_t start = board_counter();
    uint32_t i;

    player_need(pelt_model_open(&p->model, hero_model_blob, sizeof hero_model_blob,
                                &pelt_exact), "open");
    p->open_instructions = board_instructions(start, board_counter());
    if (p->model.skin_count > PLAYER_SKINS_MAX) {
        player_fail("open", "too many skins for this demo");
    }
    player_need(pelt_arena_init(&p->arena, arena_memory, sizeof arena_memory), "arena");
    player_need(pelt_pose_alloc_q16(&p->pose, &p->model, &p->arena), "pose");
    player_need(pelt_joints_alloc_q16(&p->joints, &p->model, &p->arena), "joints");
    for (i = 0; i < p->model.skin_count; i++) {
        player_need(pelt_palette_alloc_q16(&p->palettes[i], &p->model, i, &p->arena), "palette");
    }
    p->character_bytes = p->arena.used_bytes;
    player_need(pelt_pose_alloc_q16(&p->other_pose, &p->model, &p->arena), "other pose");
}

/* Screen vertices go to the RAM that is left over: their number is known only now. */
static void place_vertices(player *p)
{
    size_t have_bytes;
#ifdef HERO_RAM_BYTES
    raster_vertex *memory = (raster_vertex *)(void *)ram;
    have_bytes = sizeof ram;
#else
    raster_vertex *memory = board_free_ram(&have_bytes);
#endif
    const uint32_t need_bytes = p->vertex_count * (uint32_t)sizeof(raster_vertex);

    if (need_bytes > have_bytes) {
        player_put("ram_needed", board_ram_used_bytes() + need_bytes);
        player_put("ram_there", board_ram_bytes());
        player_fail("memory", "the model's vertices do not fit");
    }
    p->picture.model = &p->model;
    p->picture.vertices = memory;
    p->picture.shadows = NULL;
    p->vertex_bytes = need_bytes;
#ifndef HERO_MONO
    if (need_bytes <= have_bytes / 2u) {
        p->picture.shadows = memory + p->vertex_count;
        p->vertex_bytes += need_bytes;
    }
#endif
}

/// Stages ///////////////////////////////////////////////////////////////////////////////////////

static uint32_t add_time(player *p, player_stage stage, uint32_t start)
{
    const uint32_t end = board_counter();

    p->instructions[stage] += board_instructions(start, end);
    return board_counter();
}

static void pose_at(player *p, const show_moment *moment)
{
    uint32_t start = board_counter();
    uint32_t i;

    if (moment->clip == SHOW_REST) {
        player_need(pelt_pose_rest_q16(&p->pose), "rest pose");
    } else {
        player_need(pelt_pose_sample_q16(&p->pose, moment->clip, moment->time), "sample");
    }
    start = add_time(p, PLAYER_SAMPLE, start);
    if (moment->other_weight != 0) {
        player_need(pelt_pose_sample_q16(&p->other_pose, moment->other_clip, moment->other_time),
                    "sample");
        player_need(pelt_pose_blend_q16(&p->pose, &p->other_pose, moment->other_weight, NULL),
                    "blend");
    }
    start = add_time(p, PLAYER_MIX, start);
    player_need(pelt_joints_build_q16(&p->joints, &p->pose), "joints");
    start = add_time(p, PLAYER_JOINTS, start);
    for (i = 0; i < p->model.skin_count; i++) {
        player_need(pelt_palette_build_q16(&p->palettes[i], &p->joints), "palette");
    }
    (void)add_time(p, PLAYER_PALETTE, start);
}

/* Skins all meshes a small range at a time; each range goes into the box or the extent that is
 * there, or else to the screen. */
static void skin_all(player *p, camera_box *box, camera_extent *extent)
{
    uint32_t mesh, first, i;

    for (mesh = 0; mesh < p->model.mesh_count; mesh++) {
        pelt_output_q16 out = { skinned, skinned + 3, 4u * PORTRAIT_WORDS, 0 };
        pelt_mesh_info info;

        player_need(pelt_mesh_get(&info, &p->model, mesh), "mesh");
        if (!info.has_normals) {
            out.normals = NULL;
        }
        for (first = 0; first < info.vertex_count; first += PLAYER_RANGE) {
            const uint32_t left = info.vertex_count - first;
            const uint32_t count = left < PLAYER_RANGE ? left : PLAYER_RANGE;
            uint32_t start = board_counter();

            player_need(pelt_mesh_skin_q16(&out, mesh, &p->palettes[info.skin], NULL, first, count),
                        "skin");
            start = add_time(p, PLAYER_SKIN, start);
            if (box == NULL && extent == NULL) {
                portrait_place(&p->picture, mesh, skinned, first, count);
                (void)add_time(p, PLAYER_PROJECT, start);
                continue;
            }
            for (i = 0; i < count; i++) {
                if (box != NULL) {
                    camera_box_add(box, skinned + i * PORTRAIT_WORDS);
                } else {
                    camera_extent_add(extent, &p->picture.cam, skinned + i * PORTRAIT_WORDS);
                }
            }
        }
    }
}

/* What the model has travelled at a frame of the view. */
static int32_t travelled(const player *p, uint32_t frame, int axis)
{
    const int32_t last = (int32_t)p->viewed_count - 1;

    return last > 0 ? p->travel[axis] / last * (int32_t)(frame - p->viewed_first) : 0;
}

/* The moment of a frame, with the camera where it then is. */
static void aim(player *p, show_moment *moment, uint32_t frame)
{
    int i;

    show_at(moment, &p->plan, &p->model, frame);
    for (i = 0; i < 3; i++) {
        p->picture.cam.centre[i] =
            p->view_centre[i] + (travelled(p, frame, i) >> p->picture.cam.shift);
    }
    camera_turn(&p->picture.cam, moment->yaw, PITCH);
}

static void box_at(player *p, camera_box *box, uint32_t frame)
{
    show_moment moment;

    camera_box_empty(box);
    show_at(&moment, &p->plan, &p->model, frame);
    pose_at(p, &moment);
    skin_all(p, box, NULL);
}

/* Where the model is in the last frame of the view, less where it is in the first; a character that
 * walks in place goes nowhere. */
static void find_travel(player *p)
{
    camera_box from, to;
    int i;

    box_at(p, &from, p->viewed_first);
    box_at(p, &to, p->viewed_first + p->viewed_count - 1u);
    for (i = 0; i < 3; i++) {
        const int32_t size = from.high[i] / 2 - from.low[i] / 2;
        const int32_t way = (to.high[i] / 2 + to.low[i] / 2) - (from.high[i] / 2 + from.low[i] / 2);

        p->travel[i] = i != 1 && (way > size / 2 || way < -size / 2) ? way : 0;
    }
}

/* Places the camera for these frames, and lets it follow what travels. */
static void find_view(player *p, uint32_t first, uint32_t count)
{
    const uint32_t step = (count + 15u) / 16u;
    uint32_t instructions[PLAYER_STAGE_COUNT];
    camera_extent covered;
    camera_box box, one;
    show_moment moment;
    uint32_t i;
    int axis;

    for (i = 0; i < PLAYER_STAGE_COUNT; i++) {
        instructions[i] = p->instructions[i];
    }
    p->viewed_first = first;
    p->viewed_count = count;
    find_travel(p);
    camera_box_empty(&box);
    for (i = 0; i < count; i += step) {
        box_at(p, &one, first + i);
        for (axis = 0; axis < 3; axis++) {
            one.low[axis] -= travelled(p, first + i, axis);
            one.high[axis] -= travelled(p, first + i, axis);
        }
        camera_box_add(&box, one.low);
        camera_box_add(&box, one.high);
    }
    camera_frame(&p->picture.cam, &box, PLAYER_WIDTH, PLAYER_HEIGHT);
    for (axis = 0; axis < 3; axis++) {
        p->view_centre[axis] = p->picture.cam.centre[axis];
    }
#ifdef HERO_MONO /* few lines and no ground: fill them */
    (void)covered;
    (void)moment;
    p->picture.cam.focal += p->picture.cam.focal / 6;
    p->picture.cam.centre_y = PLAYER_HEIGHT * 8;
#else
    camera_extent_empty(&covered);
    for (i = 0; i < count; i += step) {
        aim(p, &moment, first + i);
        pose_at(p, &moment);
        skin_all(p, NULL, &covered);
    }
    camera_fit(&p->picture.cam, &covered, PLAYER_WIDTH, PLAYER_HEIGHT);
#endif
    for (i = 0; i < PLAYER_STAGE_COUNT; i++) {
        p->instructions[i] = instructions[i];
    }
}

/* The hero is seen from one place, what plays clip after clip as suits each. */
static void look_at(player *p, uint32_t frame)
{
    uint32_t step = 0;

    if (frame - p->viewed_first < p->viewed_count) {
        return;
    }
    if (p->plan.is_hero) {
        find_view(p, 0, p->plan.frame_count);
        return;
    }
    while (step + 1u < p->plan.step_count && frame >= p->plan.steps[step + 1u].first_frame) {
        step++;
    }
    find_view(p, p->plan.steps[step].first_frame, p->plan.steps[step].frame_count);
}

/// Drawing //////////////////////////////////////////////////////////////////////////////////////

static void draw(player *p)
{
    int32_t line;

    for (line = 0; line < PLAYER_HEIGHT; line += BAND_LINES) {
        raster_band band = { NULL, band_depths, PLAYER_WIDTH, line, BAND_LINES, 0 };
#ifdef HERO_MONO
        band.colours = band_colours;
        mono_clear(&band);
        portrait_draw(&p->picture, &band);
        mono_band(frame_bits, &band);
#else
        band.colours = frame_pixels + line * PLAYER_WIDTH;
        backdrop_sky(&band, PLAYER_HEIGHT);
        backdrop_ground(&band, &p->picture.cam);
        portrait_draw(&p->picture, &band);
#endif
    }
}

#ifndef HERO_MONO
const uint16_t *player_frame_pixels(void)
{
    return frame_pixels;
}
#endif

const uint8_t *player_frame_bytes(void)
{
#ifdef HERO_MONO
    return frame_bits;
#else
    uint8_t *bytes = (uint8_t *)frame_pixels;
    uint32_t i;

    for (i = 0; i < PLAYER_WIDTH * PLAYER_HEIGHT; i++) {
        const uint16_t pixel = frame_pixels[i];

        bytes[2u * i] = (uint8_t)pixel;
        bytes[2u * i + 1u] = (uint8_t)(pixel >> 8);
    }
    return bytes;
#endif
}

/// Show /////////////////////////////////////////////////////////////////////////////////////////

void player_open(player *p)
{
    open_model(p);
    show_plan(&p->plan, &p->model);
    p->words = skinned;
    p->vertex_count = portrait_vertex_count(&p->model);
    p->picture.flags = p->plan.is_hero ? 0u : RASTER_TWO_SIDED;
    place_vertices(p);
    p->viewed_first = p->viewed_count = 0;
    look_at(p, 0);
}

void player_frame(player *p, uint32_t frame)
{
    show_moment moment;
    uint32_t start;

    look_at(p, frame);
    aim(p, &moment, frame);
    pose_at(p, &moment);
    skin_all(p, NULL, NULL);
    start = board_counter();
    draw(p);
    (void)add_time(p, PLAYER_DRAW, start);
}
