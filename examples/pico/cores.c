/* SPDX-License-Identifier: MIT */
/* The Raspberry Pi Pico's two cores side by side: each takes the next vertices, and then the next strip of
 * the picture, as soon as it is free, and draws strips into a buffer of its own. While core 0 sorts
 * triangles into strips, core 1 poses the next picture and begins to skin it.
 *
 * Prints the cycles of a picture with one core and with both, those of the core that takes longer, without
 * sending it to the display, and compares the pictures. examples/pico_sdk is the same scene as a program
 * to copy. */
#include <string.h>

#include "board.h"
#include "core1.h"
#include "crc32.h"
#include "hero_q12.h"
#include "panel.h"
#include "backdrop.h"
#include "pelt/draw.h"
#include "text.h"

#define LINES 40
#define STRIPS PELT_PICTURE_STRIPS(PANEL_SIDE, LINES)
#define TRIANGLES 2048
#define RANGE 32u                                /* vertices skinned at a time */
#define LOCK (*(volatile uint32_t *)0xd0000100u) /* SIO's first spinlock */
#define PITCH 1900u
#define PICTURES 4u /* pictures that are compared */
#define STEPS 32u   /* of the clip */

/* What core 1 is asked for. */
enum { POSE, SKIN, DRAW, STAGES };

static uint64_t memory[HERO_Q12_ARENA_BYTES / 8u];
static pelt_draw_vertex vertices[2][HERO_Q12_VERTICES];
static uint32_t picture_memory[PELT_PICTURE_BYTES(PANEL_SIDE, PANEL_SIDE, LINES, 2, TRIANGLES) / 4];
static pelt_vertex_q16 skinned[2][RANGE]; /* of each core */
static uint16_t frame[PANEL_SIDE * PANEL_SIDE];
static uint32_t spent[2];               /* cycles of each core in a stage */
static volatile uint32_t taken[STAGES]; /* of a stage's parts; LOCK orders both cores */
static uint32_t posed;                  /* pictures */
static uint32_t next_step;
static volatile bool is_sorted;
static pelt_character_q16 hero;
static const pelt_palette_q16 *palettes;
static pelt_body bodies[2]; /* of every second picture */
static backdrop behind;
static pelt_picture picture;

__attribute__((noreturn)) static void stop(const char *why)
{
    board_put_line("FAIL cores:", why);
    board_exit(1);
}

static void need(pelt_status status)
{
    if (status != PELT_OK)
        stop(pelt_status_describe(status));
}

static void pose_next(void)
{
    const pelt_time length = HERO_Q12_CLIP_WALK_END - HERO_Q12_CLIP_WALK_START;
    need(pelt_pose_sample_q16(&hero.pose, HERO_Q12_CLIP_WALK,
                              HERO_Q12_CLIP_WALK_START +
                                  length / (pelt_time)STEPS * (pelt_time)next_step));
    need(pelt_character_palettes_get_q16(&palettes, &hero));
    pelt_camera_turn(&bodies[++posed & 1u].cam, PELT_TURN / STEPS * next_step, PITCH);
    taken[SKIN] = 0;
}

/* Takes the next of a stage's parts; both cores call this, and a spinlock of the chip keeps them apart. */
static uint32_t take(uint32_t stage)
{
    while (LOCK == 0u) {
    }
    const uint32_t part = taken[stage]++;
    LOCK = 1;
    return part;
}

/* `while_sorting`: until the other core has sorted the triangles. */
static void skin(uint32_t core, bool while_sorting)
{
    pelt_vertex_q16 *to = skinned[core];
    const pelt_output_q16 out = {to->position, to->normal, sizeof *to, 0};
    while (!(while_sorting && is_sorted)) {
        const uint32_t first = take(SKIN) * RANGE;
        if (first >= HERO_Q12_VERTICES)
            break;
        const uint32_t left = HERO_Q12_VERTICES - first, count = left < RANGE ? left : RANGE;
        need(pelt_mesh_skin_q16(&out, HERO_Q12_MESH_FOX, palettes, NULL, first, count));
        need(pelt_body_project(&bodies[posed & 1u], HERO_Q12_MESH_FOX, to, first, count));
    }
}

static void draw(uint32_t core)
{
    pelt_band strip;
    for (int32_t i; (i = (int32_t)take(DRAW)) < picture.count;) {
        const uint32_t start = board_counter();
        need(pelt_picture_draw(&strip, &picture, i, core));
        spent[core] += board_instructions(start, board_counter());
        memcpy(frame + strip.first_line * PANEL_SIDE, strip.colours,
               2u * (size_t)(strip.width * strip.line_count));
    }
}

static void on_core1(uint32_t stage)
{
    if (stage == POSE)
        pose_next();
    if (stage == DRAW)
        draw(1);
    else
        skin(1, stage == POSE);
}

/* Runs a stage on both cores, or on core 0 alone; returns the cycles of the one that takes longer. */
static uint32_t run(uint32_t stage, bool both)
{
    const pelt_body *shown = &bodies[posed & 1u];
    const uint32_t start = board_counter();
    taken[DRAW] = spent[0] = spent[1] = 0;
    is_sorted = false;
    if (both)
        core1_give(stage);
    if (stage == SKIN)
        skin(0, false);
    else if (stage == DRAW)
        draw(0);
    else
        need(pelt_picture_begin(&picture, shown));
    is_sorted = true;
    if (stage == POSE && !both)
        pose_next();
    if (both)
        core1_wait();
    if (stage != DRAW)
        return board_instructions(start, board_counter());
    return spent[0] > spent[1] ? spent[0] : spent[1];
}

/* Shows the picture that is posed, and poses the one of next_step; cycles: of each stage. */
static uint32_t show(bool both, uint32_t cycles[STAGES])
{
    static const uint8_t order[STAGES] = {SKIN, POSE, DRAW};
    backdrop_place(&behind, &bodies[posed & 1u].cam, PANEL_SIDE);
    for (uint32_t i = 0; i < STAGES; i++)
        cycles[order[i]] += run(order[i], both);
    panel_send(0, 0, PANEL_SIDE, PANEL_SIDE, frame);
    panel_wait();
    return crc32_add(0, (const uint8_t *)frame, sizeof frame);
}

static void open(void)
{
    pelt_box_q16 around = pelt_box_nothing;
    need(pelt_character_open_q16(&hero, hero_q12_blob, sizeof hero_q12_blob, HERO_Q12_FAMILY,
                                 memory, sizeof memory));
    for (uint32_t i = 0; i < HERO_Q12_VERTICES; i++) {
        need(pelt_character_skin_q16(&hero, HERO_Q12_MESH_FOX, skinned[0], i, 1));
        pelt_box_add_q16(&around, skinned[0]->position);
    }
    for (uint32_t i = 0; i < 2u; i++) {
        bodies[i].model = hero.pose.model;
        bodies[i].vertices = vertices[i];
        pelt_camera_frame(&bodies[i].cam, &around, PANEL_SIDE, PANEL_SIDE);
    }
    need(pelt_picture_open(&picture, PANEL_SIDE, PANEL_SIDE, LINES, 2, picture_memory,
                           sizeof picture_memory));
    picture.background = backdrop_paint;
    picture.own = &behind;
}

static void put(const char *what, const uint32_t cycles[STAGES])
{
    static const char *const stages[STAGES] = {" pose, bins ", " skin ", " draw "};
    uint32_t all = 0;
    board_puts(what);
    for (uint32_t i = 0; i < STAGES; i++) {
        board_print("%s%u", stages[i], cycles[i] / PICTURES);
        all += cycles[i] / PICTURES;
    }
    board_print(" all %u\n", all);
}

int main(void)
{
    uint32_t cycles[2][STAGES] = {{0}}, alone[PICTURES];
    board_counter_init();
    open();
    panel_start();
    core1_start(on_core1);
    for (uint32_t both = 0; both < 2u; both++) {
        next_step = 0;
        pose_next();
        for (uint32_t i = 0; i < PICTURES; i++) {
            next_step += STEPS / PICTURES;
            const uint32_t crc = show(both != 0u, cycles[both]);
            if (both != 0u && crc != alone[i])
                stop("two cores draw another picture");
            alone[i] = crc;
            if (both == 0u)
                board_print("picture %08x\n", crc);
        }
    }
    put("one core:", cycles[0]);
    put("two cores:", cycles[1]);
    board_puts("PASS cores\n");
    return 0;
}
