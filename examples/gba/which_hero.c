/* SPDX-License-Identifier: MIT */
/*
 * The demo: the hero in two sizes and two precisions. In the emulator a word on the command line
 * chooses something else than playing: "measure", all versions in turn, or "check", checksums and
 * still pictures.
 */
#include "which.h"

#include <string.h>

#include "board.h"
#include "checksum.h"
#include "console.h"
#include "hero250_q12.h"
#include "hero250_q16.h"
#include "hero500_q12.h"
#include "hero500_q16.h"
#include "scene.h"
#include "screen_text.h"
#include "text.h"

#define VERSIONS (FIGURE_SIZES * FIGURE_PRECISIONS * 2)
#define MEASURED_FRAMES 64u
#define VERTICES_MAX 500u
#define TRIANGLES_MAX 1024u
#define ENTRIES_MAX 50u /* of all palettes, mixes included */
#define JOINTS_MAX 93u  /* two poses and the model matrices in the space of 500 vertices */

/// Opening //////////////////////////////////////////////////////////////////////////////////////

static uint32_t copied[(sizeof hero500_q12_blob + sizeof hero500_q16_blob +
                        sizeof hero250_q12_blob + sizeof hero250_q16_blob) / 4u];
static uint32_t copied_words;

static CONSOLE_FAST __attribute__((aligned(8))) int32_t work[VERTICES_MAX * 6u];
static CONSOLE_FAST uint64_t palette_memory[ENTRIES_MAX * 6u + 2u]; /* padding: 16 bytes */

static void add(figure *f, figure_size size, figure_precision precision, const uint32_t *blob,
                uint32_t bytes)
{
    static figure_triangle triangles[FIGURE_SIZES][FIGURE_PRECISIONS][TRIANGLES_MAX];
    static uint8_t colours[VERTICES_MAX][4];
    static uint32_t off[TRIANGLES_MAX];

    memcpy(copied + copied_words, blob, bytes);
    figure_add(f, size, precision, precision == FIGURE_Q12 ? &pelt_lean_wide : &pelt_exact,
               copied + copied_words, bytes);
    copied_words += bytes / 4u;
    figure_need(figure_work_bytes(f, size, precision) > sizeof work ||
                        f->triangle_counts[size][precision] > TRIANGLES_MAX
                    ? PELT_E_ARENA
                    : PELT_OK, "work");
    figure_list(f, size, precision, triangles[size][precision], colours, off,
                size == FIGURE_500 && precision == FIGURE_Q12);
}

void which_open(figure *f)
{
    static const figure_memory memory = { work, palette_memory, sizeof work,
                                          sizeof palette_memory };

    figure_use(&memory);
    add(f, FIGURE_500, FIGURE_Q12, hero500_q12_blob, sizeof hero500_q12_blob);
    add(f, FIGURE_500, FIGURE_Q16, hero500_q16_blob, sizeof hero500_q16_blob);
    add(f, FIGURE_250, FIGURE_Q12, hero250_q12_blob, sizeof hero250_q12_blob);
    add(f, FIGURE_250, FIGURE_Q16, hero250_q16_blob, sizeof hero250_q16_blob);
    f->names[FIGURE_500] = "500";
    f->names[FIGURE_250] = "250";
    f->size = FIGURE_500;
    f->precision = FIGURE_Q12;
    f->unit_normals = false;
}

void which_put(uint32_t line)
{
    (void)line;
}

static uint32_t find_clip(const figure *f, const char *name)
{
    const uint32_t clip = pelt_clip_find(figure_model(f), name);

    if (clip == PELT_NONE) {
        figure_need(PELT_E_RANGE, name);
    }
    return clip;
}

/// Measuring ////////////////////////////////////////////////////////////////////////////////////

/* Each version walks twice while it turns once. */
static void measure(figure *f)
{
    const uint32_t walk = find_clip(f, "walk"), wave = find_clip(f, "wave");
    uint32_t version, frame;

    for (version = 0; version < VERSIONS; version++) {
        f->size = (figure_size)(version >> 2);
        f->precision = (figure_precision)(version >> 1 & 1u);
        f->unit_normals = (version & 1u) != 0u;
        for (frame = 0; frame < MEASURED_FRAMES; frame++) {
            figure_moment moment = { walk, wave, 0, 0, 0, frame * (65536u / MEASURED_FRAMES) };

            moment.time = frame_time(f, walk, frame * (PELT_TICKS_PER_SECOND / 32u));
            frame_draw(f, &moment, which_costs(f));
        }
        scene_wait();
    }
}

/// Checking /////////////////////////////////////////////////////////////////////////////////////

static void put_hex(const char *what, const char *which, const char *how, uint32_t value)
{
    board_puts(what);
    board_puts(" ");
    board_puts(which);
    board_puts(" ");
    board_puts(how);
    board_puts(" ");
    board_put_hex8(value);
    board_puts("\n");
}

static void check_sums(figure *f)
{
    static uint64_t memory[JOINTS_MAX * 112u / 8u];
    static uint64_t palette[ENTRIES_MAX * 48u / 8u + 2u];
    uint32_t version, crc;

    for (version = 0; version < FIGURE_SIZES * FIGURE_PRECISIONS; version++) {
        const pelt_model *model = &f->models[version >> 1][version & 1u];
        const uint32_t clip = find_clip(f, "walk");

        figure_load((figure_precision)(version & 1u));
        figure_need(checksum_clip(&crc, model, clip, PELT_RAW_NORMALS, memory, sizeof memory,
                                  palette, sizeof palette, figure_work), "checksum");
        put_hex("skinned", f->names[version >> 1],
                (version & 1u) != 0u ? "q16 raw" : "q12 raw", crc);
        figure_need(checksum_clip(&crc, model, clip, 0, memory, sizeof memory, palette,
                                  sizeof palette, figure_work), "checksum");
        put_hex("skinned", f->names[version >> 1],
                (version & 1u) != 0u ? "q16 unit" : "q12 unit", crc);
    }
}

/* A picture that does not depend on how fast it was drawn; the runner keeps it. */
static void check_picture(figure *f, const figure_moment *moment)
{
    const uint32_t until = console_blanks() + 5u;
    frame_costs once;

    memset(&once, 0, sizeof once);
    frame_draw(f, moment, &once);
    scene_wait();
    while ((int32_t)(console_blanks() - until) < 0) {
        console_sleep();
    }
    console_keep_picture();
    while ((int32_t)(console_blanks() - until) < 4) {
        console_sleep();
    }
}

static void check_pictures(figure *f)
{
    const uint32_t walk = find_clip(f, "walk"), wave = find_clip(f, "wave");
    figure_moment moment = { walk, wave, frame_time(f, walk, 300000), frame_time(f, wave, 900000), 0,
                             3000 };

    check_picture(f, &moment);
    moment.yaw = 40000;
    f->size = FIGURE_250;
    check_picture(f, &moment);
    text_put(0, 0, "0123456789ABCDEF");
    text_put(1, 0, "GHIJKLMNOPQRSTUV");
    text_put(2, 0, "WXYZ.:/-");
    text_put_number(3, 12, 1234567890u);
    text_finish();
    moment.yaw = 62000;
    moment.other_weight = 40000;
    f->size = FIGURE_500;
    f->precision = FIGURE_Q16;
    f->unit_normals = true;
    check_picture(f, &moment);
}

bool which_run(figure *f, const char *words)
{
    if (memcmp(words, "measure", sizeof "measure") == 0) {
        measure(f);
        return true;
    }
    if (memcmp(words, "check", sizeof "check") == 0) {
        check_sums(f);
        check_pictures(f);
        return true;
    }
    return false;
}
