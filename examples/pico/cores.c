/* SPDX-License-Identifier: MIT */
/* The Raspberry Pi Pico's two cores side by side: each skins half of the vertices, and draws every
 * second strip of the picture into a buffer of its own. Core 0 sends the strips to the display.
 *
 * Prints the cycles of a picture with one core and with both, those of the core that takes longer,
 * and compares the pictures. examples/pico_sdk is the same scene as a program to copy. */
#include "board.h"
#include "core1.h"
#include "crc32.h"
#include "hero_q16.h"
#include "panel.h"
#include "backdrop.h"
#include "pelt/draw.h"
#include "text.h"

#define LINES 24
#define STRIPS PELT_PICTURE_STRIPS(PANEL_SIDE, LINES)
#define TRIANGLES 2048
#define RANGE 32u /* vertices skinned at a time */
#define PITCH 1900u
#define PICTURES 4u /* pictures that are compared */
#define STEPS 32u   /* of the clip */

enum { SKIN_UPPER_HALF = 1000 }; /* a message to core 1; smaller numbers are strips */

static uint64_t memory[HERO_Q16_STAGES_BYTES / 8u + 1u];
static pelt_draw_vertex vertices[HERO_Q16_VERTICES];
static uint32_t picture_memory[PELT_PICTURE_BYTES(PANEL_SIDE, PANEL_SIDE, LINES, 2, TRIANGLES) / 4];
static pelt_vertex_q16 skinned[2][RANGE]; /* of each core */
static pelt_model model;
static pelt_pose_q16 pose;
static pelt_joints_q16 joints;
static pelt_palette_q16 palette;
static pelt_body body;
static backdrop behind;
static pelt_picture picture;

__attribute__((noreturn)) static void stop(const char *why)
{
    board_puts("FAIL cores: ");
    board_puts(why);
    board_puts("\n");
    board_exit(1);
}

static void need(pelt_status status)
{
    if (status != PELT_OK)
        stop(pelt_status_describe(status));
}

/* If a core fails it leaves vertices unchanged, and the comparison of pictures finds it. */
static void skin(uint32_t first, uint32_t end, pelt_vertex_q16 *to)
{
    const pelt_output_q16 out = {to->position, to->normal, sizeof *to, 0};
    for (; first < end; first += RANGE) {
        const uint32_t count = end - first < RANGE ? end - first : RANGE;
        (void)pelt_mesh_skin_q16(&out, HERO_Q16_MESH_FOX, &palette, NULL, first, count);
        pelt_body_project(&body, HERO_Q16_MESH_FOX, to, first, count);
    }
}

static void on_core1(uint32_t word)
{
    pelt_band strip;
    if (word == SKIN_UPPER_HALF)
        skin(HERO_Q16_VERTICES / 2u, HERO_Q16_VERTICES, skinned[1]);
    else
        pelt_picture_draw(&strip, &picture, (int32_t)word, 1);
}

static void send(const pelt_band *strip, uint32_t *crc)
{
    panel_send(0, (int)strip->first_line, (int)strip->width, (int)strip->line_count,
               strip->colours);
    *crc = crc32_add(*crc, (const uint8_t *)strip->colours,
                     2u * (size_t)(strip->width * strip->line_count));
    panel_wait();
}

/* Skins all vertices; returns the cycles. */
static uint32_t skin_all(bool both)
{
    const uint32_t start = board_counter();
    if (both) {
        core1_give(SKIN_UPPER_HALF);
        skin(0, HERO_Q16_VERTICES / 2u, skinned[0]);
        core1_wait();
    } else {
        skin(0, HERO_Q16_VERTICES, skinned[0]);
    }
    return board_instructions(start, board_counter());
}

/* Draws and sends all strips; returns the cycles without sending. */
static uint32_t draw_all(bool both, uint32_t *crc)
{
    pelt_band strip, next;
    uint32_t cycles = 0;
    for (int32_t i = 0; i < picture.count; i += 2) {
        const uint32_t start = board_counter();
        if (i + 1 < picture.count && both) {
            core1_give((uint32_t)i + 1u);
            pelt_picture_draw(&strip, &picture, i, 0);
            core1_wait();
            next = strip;
            next.first_line += LINES;
            next.line_count =
                PANEL_SIDE - next.first_line < LINES ? PANEL_SIDE - next.first_line : LINES;
            next.colours = strip.colours + PELT_PICTURE_BUFFER_BYTES(PANEL_SIDE, LINES) / 2;
        } else {
            pelt_picture_draw(&strip, &picture, i, 0);
            if (i + 1 < picture.count)
                pelt_picture_draw(&next, &picture, i + 1, 1);
        }
        cycles += board_instructions(start, board_counter());
        send(&strip, crc);
        if (i + 1 < picture.count)
            send(&next, crc);
    }
    return cycles;
}

/* Shows one picture; cycles: of skinning, binning and drawing. */
static uint32_t show(uint32_t step, bool both, uint32_t cycles[3])
{
    const pelt_time length = HERO_Q16_CLIP_WALK_END - HERO_Q16_CLIP_WALK_START;
    uint32_t crc = 0;
    need(pelt_pose_sample_q16(&pose, HERO_Q16_CLIP_WALK,
                              HERO_Q16_CLIP_WALK_START +
                                  length / (pelt_time)STEPS * (pelt_time)step));
    need(pelt_joints_build_q16(&joints, &pose));
    need(pelt_palette_build_q16(&palette, &joints));
    pelt_camera_turn(&body.cam, PELT_TURN / STEPS * step, PITCH);
    backdrop_place(&behind, &body.cam, PANEL_SIDE);
    cycles[0] += skin_all(both);
    const uint32_t start = board_counter();
    pelt_picture_begin(&picture, &body);
    cycles[1] += board_instructions(start, board_counter());
    cycles[2] += draw_all(both, &crc);
    return crc;
}

static void open(void)
{
    pelt_arena arena;
    pelt_box_q16 around;
    need(pelt_model_open(&model, hero_q16_blob, sizeof hero_q16_blob, HERO_Q16_FAMILY));
    need(pelt_arena_init(&arena, memory, sizeof memory));
    need(pelt_pose_alloc_q16(&pose, &model, &arena));
    need(pelt_joints_alloc_q16(&joints, &model, &arena));
    need(pelt_palette_alloc_q16(&palette, &model, 0, &arena));
    need(pelt_pose_set_q16(&pose, PELT_REST_POSE));
    need(pelt_joints_build_q16(&joints, &pose));
    need(pelt_palette_build_q16(&palette, &joints));
    body.model = &model;
    body.vertices = vertices;
    pelt_box_clear_q16(&around);
    for (uint32_t i = 0; i < HERO_Q16_VERTICES; i++) {
        const pelt_output_q16 out = {skinned[0]->position, NULL, sizeof **skinned, 0};
        need(pelt_mesh_skin_q16(&out, HERO_Q16_MESH_FOX, &palette, NULL, i, 1));
        pelt_box_add_q16(&around, skinned[0]->position);
    }
    pelt_camera_frame(&body.cam, &around, PANEL_SIDE, PANEL_SIDE);
    need(pelt_picture_open(&picture, PANEL_SIDE, PANEL_SIDE, LINES, 2, picture_memory,
                           sizeof picture_memory));
    picture.background = backdrop_paint;
    picture.own = &behind;
}

static void put(const char *what, const uint32_t cycles[3])
{
    static const char *const stages[3] = {" skin ", " bins ", " draw "};
    board_puts(what);
    for (uint32_t i = 0; i < 3u; i++) {
        board_puts(stages[i]);
        board_put_u32(cycles[i] / PICTURES);
    }
    board_puts("\n");
}

int main(void)
{
    uint32_t one[3] = {0, 0, 0}, two[3] = {0, 0, 0}, i;
    board_counter_init();
    open();
    panel_start();
    core1_start(on_core1);
    for (i = 0; i < PICTURES; i++) {
        const uint32_t alone = show(i * (STEPS / PICTURES), false, one);
        board_puts("picture ");
        board_put_hex8(alone);
        board_puts("\n");
        if (show(i * (STEPS / PICTURES), true, two) != alone)
            stop("two cores draw another picture");
    }
    put("one core:", one);
    put("two cores:", two);
    board_puts("PASS cores\n");
    return 0;
}
