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
#include "player.h"
#include "recording.h"
#include "text.h"

#ifdef HERO_SCREEN
#include "machine.h"
#endif

#ifndef BOARD_NAME
#define BOARD_NAME "host"
#endif

static const char *const stage_names[PLAYER_STAGE_COUNT] = {
    "sample", "mix", "joints", "palette", "skin", "project", "draw"
};

static player hero;
static uint64_t all_instructions[PLAYER_STAGE_COUNT]; /* of all frames so far */
static recording film = { -1, 0, 0, PLAYER_WIDTH, PLAYER_HEIGHT, PLAYER_BITS, 0, SHOW_FRAME_MS };

/// Frames ///////////////////////////////////////////////////////////////////////////////////////

/* A strip of a frame goes to the middle of the screen and to the file. */
static void take_strip(const raster_band *strip, const uint8_t *bits)
{
    const uint32_t pixels = (uint32_t)(strip->width * strip->line_count);

#ifdef HERO_SCREEN
    machine_panel((machine_width - PLAYER_WIDTH) / 2,
                  (machine_height - PLAYER_HEIGHT) / 2 + strip->first_line, strip->width,
                  strip->line_count, strip->colours);
#endif
    if (film.file < 0) {
        return;
    }
#ifdef HERO_MONO
    recording_add(&film, bits, pixels / 8u);
#else
    (void)bits;
    recording_add_pixels(&film, strip->colours, pixels);
#endif
}

static void show_frame(player *p, uint32_t frame)
{
    player_frame(p, frame, take_strip);
#ifdef HERO_SCREEN
    machine_show();
#endif
}

static void open_frames(player *p)
{
    film.frame_count = (uint16_t)p->plan.frame_count;
    if (!recording_open(&film)) {
#ifdef HERO_SCREEN
        uint32_t i;

        for (i = 0;; i = i + 1u < p->plan.frame_count ? i + 1u : 0u) {
            show_frame(p, i);
        }
#else
        player_fail(FRAMES_FILE, "cannot be opened");
#endif
    }
}

static void play(player *p)
{
    uint32_t frame, i;

    open_frames(p);
    for (frame = 0; frame < p->plan.frame_count; frame++) {
        show_frame(p, frame);
        recording_end_frame(&film);
        for (i = 0; i < PLAYER_STAGE_COUNT; i++) {
            all_instructions[i] += p->instructions[i];
            p->instructions[i] = 0;
        }
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

static void put_stages(const player *p)
{
    uint32_t average[PLAYER_STAGE_COUNT];
    uint32_t total = 0;
    uint32_t i;

    for (i = 0; i < PLAYER_STAGE_COUNT; i++) {
        average[i] = (uint32_t)(all_instructions[i] / p->plan.frame_count);
        total += average[i];
        board_puts("insn_");
        player_put(stage_names[i], average[i]);
    }
    player_put("insn_frame", total);
    put_ratio("insn_sample_per_joint", average[PLAYER_SAMPLE], p->model.joint_count);
    put_ratio("insn_joints_per_joint", average[PLAYER_JOINTS], p->model.joint_count);
    put_ratio("insn_palette_per_joint", average[PLAYER_PALETTE], p->model.joint_count);
    put_ratio("insn_skin_per_vertex", average[PLAYER_SKIN], p->vertex_count);
    player_put("insn_open", p->open_instructions);
    put_ratio("insn_open_per_byte", p->open_instructions, p->model.blob_bytes);
}

static void put_statistics(const player *p)
{
    board_puts("board " BOARD_NAME "\n");
    player_put("width", PLAYER_WIDTH);
    player_put("height", PLAYER_HEIGHT);
    player_put("frames", p->plan.frame_count);
    player_put("vertices", p->vertex_count);
    player_put("triangles", portrait_triangle_count(&p->model));
    player_put("joints", p->model.joint_count);
    player_put("meshes", p->model.mesh_count);
    player_put("clips", p->model.clip_count);
    player_put("blob_bytes", p->model.blob_bytes);
    player_put("flash_bytes", board_flash_bytes());
    player_put("code_bytes", board_code_bytes());
    player_put("arena_bytes", p->character_bytes);
    player_put("ram_bytes", board_ram_used_bytes() + p->picture_bytes);
    player_put("ram_there", board_ram_bytes());
    player_put("stack_bytes", board_stack_used());
    player_put("stack_there", board_stack_bytes());
    put_stages(p);
}

static void put_golden(player *p)
{
    const uint32_t walk = pelt_clip_find(&p->model, "walk");
    uint32_t crc;

    if (walk == PELT_NONE) {
        return;
    }
    player_need(checksum_clip(&crc, &p->model, walk, &p->pose, &p->joints, p->palettes, p->words,
                              PLAYER_RANGE),
                "golden");
    board_puts("checksum q16 ");
    board_put_hex8(crc);
    board_puts("\n");
}

int main(void)
{
    player *p = &hero;

    board_counter_init();
    player_open(p);
#ifdef HERO_SCREEN
    machine_start();
#endif
    play(p);
    put_statistics(p);
    put_golden(p);
    board_puts("PASS hero\n");
    return 0;
}
