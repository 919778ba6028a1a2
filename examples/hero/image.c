/* SPDX-License-Identifier: MIT */
/*
 * The demo image: plays the model that lies in flash, hands every strip of its frames to the
 * host, and prints what it took.
 *
 * HERO_SCREEN      shows the frames on the board's own screen too; where no host takes them it plays
 *                  for ever
 */
#include <stddef.h>
#include <stdint.h>

#include "board.h"
#include "checksum.h"
#include "performance.h"
#include "recording.h"
#include "text.h"

#ifdef HERO_SCREEN
#include "machine.h"
#endif

#ifndef BOARD_NAME
#define BOARD_NAME "host"
#endif

static const char *const cost_names[COST_COUNT] = {"sample", "mix",     "joints", "palette",
                                                   "skin",   "project", "draw"};

static performance hero;
static uint64_t all_instructions[COST_COUNT]; /* of all frames so far */
static recording film = {
    -1, 0, 0, PERFORMANCE_WIDTH, PERFORMANCE_HEIGHT, PERFORMANCE_BITS, 0, SHOW_FRAME_MS};

/// Frames ///////////////////////////////////////////////////////////////////////////////////////

/* A strip of a frame goes to the middle of the screen and to the file. */
static void take_strip(const raster_band *strip, const uint8_t *bits)
{
    const uint32_t pixels = (uint32_t)(strip->width * strip->line_count);

#ifdef HERO_SCREEN
    machine_panel((machine_width - PERFORMANCE_WIDTH) / 2,
                  (machine_height - PERFORMANCE_HEIGHT) / 2 + strip->first_line, strip->width,
                  strip->line_count, strip->colours);
#endif
    if (film.file < 0)
        return;
#ifdef HERO_MONO
    recording_add(&film, bits, pixels / 8u);
#else
    (void)bits;
    recording_add_pixels(&film, strip->colours, pixels);
#endif
}

static void show_frame(performance *p, uint32_t frame)
{
    performance_frame(p, frame, take_strip);
#ifdef HERO_SCREEN
    machine_show();
#endif
}

static void open_frames(performance *p)
{
    film.frame_count = (uint16_t)p->plan.frame_count;
    if (!recording_open(&film)) {
#ifdef HERO_SCREEN
        uint32_t i;

        for (i = 0;; i = i + 1u < p->plan.frame_count ? i + 1u : 0u)
            show_frame(p, i);
#else
        performance_fail(FRAMES_FILE, "cannot be opened");
#endif
    }
}

static void play(performance *p)
{
    open_frames(p);
    for (uint32_t frame = 0; frame < p->plan.frame_count; frame++) {
        show_frame(p, frame);
        recording_end_frame(&film);
        for (uint32_t i = 0; i < COST_COUNT; i++)
            all_instructions[i] += p->costs[i];
    }
    board_file_close(film.file);
}

/// Statistics ///////////////////////////////////////////////////////////////////////////////////

static void put_ratio(const char *key, uint32_t value, uint32_t count)
{
    const uint32_t tenths = count == 0u ? 0u : value / count * 10u + value % count * 10u / count;

    board_puts(key);
    board_puts(" ");
    board_put_decimal((int32_t)tenths, 1);
    board_puts("\n");
}

static void put_stages(const performance *p)
{
    uint32_t average[COST_COUNT];
    uint32_t total = 0;

    for (uint32_t i = 0; i < COST_COUNT; i++) {
        average[i] = (uint32_t)(all_instructions[i] / p->plan.frame_count);
        total += average[i];
        board_puts("insn_");
        performance_put(cost_names[i], average[i]);
    }
    performance_put("insn_frame", total);
    put_ratio("insn_sample_per_joint", average[COST_SAMPLE], p->actors[0].model.joint_count);
    put_ratio("insn_joints_per_joint", average[COST_JOINTS], p->actors[0].model.joint_count);
    put_ratio("insn_palette_per_joint", average[COST_PALETTE], p->actors[0].model.joint_count);
    put_ratio("insn_skin_per_vertex", average[COST_SKIN], p->vertex_count);
    performance_put("insn_open", p->open_instructions);
    put_ratio("insn_open_per_byte", p->open_instructions, p->actors[0].model.blob_bytes);
}

static void put_statistics(const performance *p)
{
    board_puts("board " BOARD_NAME "\n");
    performance_put("width", PERFORMANCE_WIDTH);
    performance_put("height", PERFORMANCE_HEIGHT);
    performance_put("frames", p->plan.frame_count);
    performance_put("vertices", p->vertex_count);
    performance_put("triangles", portrait_triangle_count(&p->actors[0].model));
    performance_put("joints", p->actors[0].model.joint_count);
    performance_put("meshes", p->actors[0].model.mesh_count);
    performance_put("clips", p->actors[0].model.clip_count);
    performance_put("blob_bytes", p->actors[0].model.blob_bytes);
    performance_put("flash_bytes", board_flash_bytes());
    performance_put("code_bytes", board_code_bytes());
    performance_put("arena_bytes", p->character_bytes);
    performance_put("ram_bytes", board_ram_used_bytes() + p->picture_bytes);
    performance_put("ram_there", board_ram_bytes());
    performance_put("stack_bytes", board_stack_used());
    performance_put("stack_there", board_stack_bytes());
    put_stages(p);
}

static void put_golden(performance *p)
{
    actor *a = &p->actors[0];
    const uint32_t walk = pelt_clip_find(&a->model, "walk");
    uint32_t crc;

    if (walk == PELT_NONE)
        return;
    /* The screen's vertices are not needed any more. */
    performance_need(checksum_clip(&crc, &a->model, walk, &a->pose, &a->joints, a->palettes,
                                   (int32_t *)(void *)p->bodies[0].vertices, 4),
                     "golden");
    board_puts("checksum q16 ");
    board_put_hex8(crc);
    board_puts("\n");
}

int main(void)
{
    performance *p = &hero;

    board_counter_init();
    performance_open(p);
#ifdef HERO_SCREEN
    machine_start();
#endif
    play(p);
    put_statistics(p);
    put_golden(p);
    board_puts("PASS hero\n");
    return 0;
}
