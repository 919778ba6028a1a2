/* SPDX-License-Identifier: MIT */
/*
 * Plays a character on any machine (boards/common/machine.h):
 *
 *   without a host      as its buttons say, for ever
 *   play                the same until NEXT, PREVIOUS, TEXT and VIEW are held
 *   no word             one picture
 *   round               its clips by a clock of its own while it turns; the pictures go to the host
 *                       as frames.bin, and what they took is printed
 *   still NUMBER...     one such picture of the moment that `play` printed when it ended
 *
 * The words are those of the command line. A host also gets the checksum of the rest pose, and PASS.
 */
#include "player.h"

#include "board.h"
#include "game.h"
#include "machine.h"
#include "recording.h"
#include "text.h"

#ifndef BOARD_NAME
#define BOARD_NAME "host"
#endif

#define ROUND_FRAMES 48u
#define ROUND_CLIPS 4u
#define ROUND_MS 70u /* from one to the next */
#define LOOK_LINES 64 /* from one look at the buttons to the next; slow machines draw long */
#define LEAVE (MACHINE_NEXT | MACHINE_PREVIOUS | MACHINE_TEXT | MACHINE_VIEW)

static void *ram;
static size_t ram_bytes;
static stage scene;
static game match;
static recording film = { -1, 0, 0, 0, 0, 0, 0, 0 }; /* where the frames are kept */
static uint32_t panel_cost; /* of the last picture */
static uint64_t costs[COST_COUNT]; /* of all */
static uint32_t seen; /* buttons that were held while the last picture was drawn */

static void put(const char *key, uint32_t value)
{
    board_puts(key);
    board_puts(" ");
    board_put_u32(value);
    board_puts("\n");
}

/* Tells the host, and the screen. */
static void fail(const char *what, const char *why, size_t need_bytes)
{
    board_puts("FAIL player: ");
    board_puts(what);
    board_puts(": ");
    board_puts(why);
    board_puts("\n");
    if (need_bytes != 0u) {
        put("ram_needed", (uint32_t)need_bytes);
        put("ram_there", (uint32_t)ram_bytes);
    }
    if (stage_open_empty(&scene, machine_width, machine_height, ram, ram_bytes)) {
        overlay_line(&scene.text);
        overlay_put(&scene.text, what);
        overlay_line(&scene.text);
        overlay_put(&scene.text, why);
        if (need_bytes != 0u) {
            overlay_line(&scene.text);
            overlay_put(&scene.text, "needs ");
            overlay_put_number(&scene.text, (uint32_t)need_bytes);
            overlay_put(&scene.text, " bytes of ");
            overlay_put_number(&scene.text, (uint32_t)ram_bytes);
        }
        strips_begin(&scene.picture, NULL);
        strips_show(&scene.picture, machine_panel);
        machine_show();
    }
    board_exit(1);
}

static void need(pelt_status status, const char *what)
{
    if (status != PELT_OK) {
        fail(what, pelt_status_text(status), 0);
    }
}

/// Pictures /////////////////////////////////////////////////////////////////////////////////////

static void panel(int x, int y, int width, int height, const uint16_t *rgb565)
{
    const uint32_t start = board_counter();

    machine_panel(x, y, width, height, rgb565);
    if (y % LOOK_LINES == 0) {
        seen |= machine_buttons();
    }
    if (film.file >= 0) {
        recording_add_pixels(&film, scene.picture.buffers, (uint32_t)(width * height));
    }
    panel_cost += board_instructions(start, board_counter());
}

static void draw(const stage_shot *shot)
{
    uint32_t i;

    panel_cost = 0;
    need(stage_draw(&scene, shot, panel), "picture");
    scene.costs[COST_DRAW] -= panel_cost;
    for (i = 0; i < COST_COUNT; i++) {
        costs[i] += scene.costs[i];
    }
    machine_show();
}

static void open_frames(uint32_t count)
{
    const recording opened = { -1, 0, 0, (uint16_t)machine_width, (uint16_t)machine_height, 16,
                               (uint16_t)count, ROUND_MS };

    film = opened;
    if (!recording_open(&film)) {
        fail(FRAMES_FILE, "cannot be written", 0);
    }
}

static void draw_frame(const stage_shot *shot)
{
    draw(shot);
    recording_end_frame(&film);
}

/// Modes ////////////////////////////////////////////////////////////////////////////////////////

#define STILL_NUMBERS 10u

/* What draws the same picture, text included: the words of `still`. */
static void put_still(const stage_shot *shot)
{
    const int32_t numbers[STILL_NUMBERS] = {
        (int32_t)shot->moment.clip, shot->moment.time, (int32_t)shot->moment.other_clip,
        shot->moment.other_time, shot->moment.other_weight, (int32_t)shot->yaw,
        (int32_t)shot->view, scene.view.gone[0], scene.view.gone[2], scene.text.shown ? 1 : 0
    };
    uint32_t i;

    board_puts("still");
    for (i = 0; i < STILL_NUMBERS; i++) {
        board_puts(" ");
        board_put_i32(numbers[i]);
    }
    board_puts("\n");
}

static void still(const char *words)
{
    int32_t numbers[STILL_NUMBERS] = { 0 };
    stage_shot shot;
    uint32_t i;

    for (i = 0; i < STILL_NUMBERS && *words != '\0'; i++) {
        bool negative = false;

        for (; *words == ' ' || *words == '-'; words++) {
            negative = *words == '-';
        }
        for (; *words >= '0' && *words <= '9'; words++) {
            numbers[i] = (int32_t)((uint32_t)numbers[i] * 10u + (uint32_t)(*words - '0'));
        }
        numbers[i] = negative ? (int32_t)(0u - (uint32_t)numbers[i]) : numbers[i];
    }
    shot.moment.clip = (uint32_t)numbers[0];
    shot.moment.time = numbers[1];
    shot.moment.other_clip = (uint32_t)numbers[2];
    shot.moment.other_time = numbers[3];
    shot.moment.other_weight = numbers[4];
    shot.yaw = (uint32_t)numbers[5];
    shot.view = (uint32_t)numbers[6] % VIEW_COUNT;
    scene.view.gone[0] = numbers[7];
    scene.view.gone[2] = numbers[8];
    scene.text.shown = numbers[9] != 0;
    match.clip.clip = shot.moment.clip;
    game_tell(&match);
    open_frames(1);
    draw_frame(&shot);
}

static void play(bool host)
{
    stage_shot shot;

    for (;;) {
        const uint32_t held = machine_buttons() | seen;

        seen = 0;
        if (host && (held & LEAVE) == LEAVE) {
            break;
        }
        need(game_step(&match, machine_milliseconds(), held), "clip");
        game_shot(&match, &shot);
        draw(&shot);
    }
    match.real = false;
    game_tell(&match);
    game_shot(&match, &shot);
    put_still(&shot);
    draw(&shot);
    draw(&shot); /* the first is on its way to the screen */
}

static void play_once(void)
{
    stage_shot shot;

    game_shot(&match, &shot);
    draw(&shot);
}

/* Turns once while it plays its first clips. */
static void play_round(void)
{
    const uint32_t all = scene.actor.model.clip_count;
    const uint32_t clips = all == 0u ? 1u : all < ROUND_CLIPS ? all : ROUND_CLIPS;
    const uint32_t share = ROUND_FRAMES / clips;
    stage_shot shot;
    uint32_t frame;

    open_frames(ROUND_FRAMES);
    for (frame = 0; frame < ROUND_FRAMES; frame++) {
        const bool next = frame != 0u && frame % share == 0u;

        need(game_step(&match, frame * ROUND_MS, next ? MACHINE_NEXT : 0u), "clip");
        game_shot(&match, &shot);
        shot.yaw = frame * (CAMERA_TURN / ROUND_FRAMES);
        draw_frame(&shot);
    }
}

/// All of it ////////////////////////////////////////////////////////////////////////////////////

/* Of a picture, on average. */
static void put_costs(uint32_t pictures)
{
    static const char *const keys[COST_COUNT] = { "insn_sample", "insn_mix", "insn_joints",
                                                  "insn_palette", "insn_skin", "insn_project",
                                                  "insn_draw" };
    uint32_t all = 0, i;

    for (i = 0; i < COST_COUNT; i++) {
        const uint32_t average = (uint32_t)(costs[i] / pictures);

        put(keys[i], average);
        all += average;
    }
    put("insn_frame", all);
}

static void put_model(void)
{
    const pelt_model *model = &scene.actor.model;

    put("vertices", scene.actor.vertex_count);
    put("triangles", scene.actor.triangle_count);
    put("joints", model->joint_count);
    put("clips", model->clip_count);
    put("blob_bytes", model->blob_bytes);
    put("code_bytes", board_code_bytes());
    put("arena_bytes", (uint32_t)actor_bytes(model));
    put("ram_bytes", board_ram_used_bytes() + scene.used_bytes);
    put("ram_there", board_ram_bytes());
    put("stack_bytes", board_stack_used());
}

static void open_all(const void *blob, size_t blob_bytes, const char *title, bool real)
{
    pelt_status status;

    if (blob == NULL) {
        fail("no character", "see pelt rom", 0);
    }
    status = stage_open(&scene, blob, blob_bytes, machine_width, machine_height, ram, ram_bytes);
    if (status == PELT_E_ARENA) {
        fail("memory", "the character does not fit", stage_bytes(&scene.actor, machine_width));
    }
    need(status, "character");
    need(game_open(&match, &scene, title, machine_help, real ? machine_milliseconds() : 0u, real),
         "clip");
    game_tell(&match);
}

/* The words behind this one, or NULL. */
static const char *words_behind(const char *words, const char *word)
{
    while (*word != '\0' && *words == *word) {
        words++;
        word++;
    }
    return *word == '\0' && (*words == '\0' || *words == ' ') ? words : NULL;
}

int player_run(const void *blob, size_t blob_bytes, const char *title, void *memory,
               size_t memory_bytes)
{
    static char words[256];
    const bool host = board_command_line(words, sizeof words);
    const bool real = !host || words_behind(words, "play") != NULL;

    board_counter_init();
    ram = memory;
    ram_bytes = memory_bytes;
    machine_start();
    board_puts("board " BOARD_NAME "\n");
    board_puts("title ");
    board_puts(title);
    board_puts("\n");
    open_all(blob, blob_bytes, title, real);
    board_puts("checksum ");
    board_put_hex8(scene.checksum);
    board_puts("\n");
    if (real) {
        play(host);
    } else if (words_behind(words, "still") != NULL) {
        still(words_behind(words, "still"));
    } else if (words_behind(words, "round") != NULL) {
        play_round();
        put_model();
        put_costs(ROUND_FRAMES);
    } else {
        play_once();
    }
    if (film.file >= 0) {
        board_file_close(film.file);
    }
    board_puts("PASS player\n");
    return 0;
}
