/* SPDX-License-Identifier: MIT */
/* Plays a character on any machine (boards/common/machine.h). The words of the command line choose
 * how:
 *
 *   without a host      as its buttons say, for ever
 *   play [MS]           the same until NEXT, LIST, TEXT and CAMERA are held, or for so long
 *   no word             one picture
 *   round               its clips by a clock of its own while it turns; the pictures go to the host
 *                       as frames.bin, and their costs are printed
 *   still NUMBER...     one such picture of the moment that `play` printed when it ended
 *
 * A host also gets the checksum of the rest pose, and PASS. */
#include "showcase.h"

#include "board.h"
#include "game.h"
#include "machine.h"
#include "text.h"

#ifndef BOARD_NAME
#define BOARD_NAME "host"
#endif

#define ROUND_FRAMES 48u
#define ROUND_CLIPS 4u
#define ROUND_MS 70u /* time from one picture to the next */
#define LEAVE (MACHINE_NEXT | MACHINE_LIST | MACHINE_TEXT | MACHINE_CAMERA)

static void *ram;
static size_t ram_bytes;
static renderer screen;
static game match;
static shot shown;                 /* the picture; not on the stack, which is small */
static uint64_t costs[COST_COUNT]; /* of all pictures */
static uint32_t picture_count;

/* Prints the failure on the host, and on the screen. */
__attribute__((noreturn)) static void fail(const char *what, const char *why, size_t need_bytes)
{
    board_print("FAIL showcase: %s: %s\n", what, why);
    if (need_bytes != 0u) {
        board_put_number("ram_needed", (uint32_t)need_bytes);
        board_put_number("ram_there", (uint32_t)ram_bytes);
    }
    if (renderer_open_empty(&screen, ram, ram_bytes)) {
        overlay_print(&screen.text, "\n%s\n%s", what, why);
        if (need_bytes != 0u)
            overlay_print(&screen.text, "\nneeds %lu bytes of %lu", (unsigned long)need_bytes,
                          (unsigned long)ram_bytes);
        renderer_draw(&screen, NULL);
    }
    board_exit(1);
}

void failed(pelt_status status, const char *what)
{
    if (status == PELT_E_ARENA)
        fail("memory", "the character does not fit", renderer_bytes(&screen));
    fail(what, pelt_status_describe(status), 0);
}

/// Pictures /////////////////////////////////////////////////////////////////////////////////////

static void draw(void)
{
    renderer_draw(&screen, &shown);
    picture_count++;
    for (uint32_t i = 0; i < COST_COUNT; i++)
        costs[i] += screen.costs[i];
}

static void record(uint32_t frame_count)
{
    if (!renderer_record(&screen, frame_count, ROUND_MS))
        fail("pictures", "the host does not keep them", 0);
}

/// Modes ////////////////////////////////////////////////////////////////////////////////////////

static uint32_t words_shown; /* bit 0: the text, bit 1: the list */
/* The numbers of `still`, with which the same picture is drawn, text included. */
static void *const still_numbers[] = {&shown.moment.clip,
                                      &shown.moment.time,
                                      &shown.moment.other_clip,
                                      &shown.moment.other_time,
                                      &shown.moment.other_weight,
                                      &shown.yaw,
                                      &shown.camera,
                                      &screen.gone[0],
                                      &screen.gone[1],
                                      &words_shown,
                                      &shown.zoom};
#define STILL_NUMBERS (sizeof still_numbers / sizeof still_numbers[0])

static void put_still(void)
{
    words_shown = (match.text ? 1u : 0u) | (match.list ? 2u : 0u);
    board_puts("still");
    for (uint32_t i = 0; i < STILL_NUMBERS; i++)
        board_print(" %d", *(const int32_t *)still_numbers[i]);
    board_puts("\n");
}

/* Reads a number; returns what is behind it. */
static const char *number_of(int32_t *number, const char *words)
{
    bool negative = false;
    uint32_t sum = 0;
    for (; *words == ' ' || *words == '-'; words++)
        negative = *words == '-';
    for (; *words >= '0' && *words <= '9'; words++)
        sum = sum * 10u + (uint32_t)(*words - '0');
    *number = (int32_t)(negative ? 0u - sum : sum);
    return words;
}

static void still(const char *words)
{
    for (uint32_t i = 0; i < STILL_NUMBERS && *words != '\0'; i++)
        words = number_of(still_numbers[i], words);
    shown.camera %= renderer_cameras;
    shown.zoom = shown.zoom != 0u ? shown.zoom : GAME_ZOOM;
    match.text = (words_shown & 1u) != 0u;
    match.list = (words_shown & 2u) != 0u;
    match.clip.clip = shown.moment.clip;
    game_tell(&match);
    record(1);
    draw();
    record(0);
}

/* words: behind `play`; NULL: no host listens */
static void play(const char *words)
{
    const uint32_t from = machine_milliseconds();
    uint32_t elapsed, tenths;
    int32_t most = 0;
    if (words != NULL)
        (void)number_of(&most, words);
    for (;;) {
        const uint32_t held = machine_buttons() | screen.buttons, now = machine_milliseconds();
        if (words != NULL &&
            ((held & LEAVE) == LEAVE || (most != 0 && now - from >= (uint32_t)most)))
            break;
        game_step(&match, now, held);
        game_shot(&match, &shown);
        draw();
    }
    elapsed = machine_milliseconds() - from;
    tenths = picture_count * 10000u / (elapsed == 0u ? 1u : elapsed);
    board_print("fps %u.%u\n", tenths / 10u, tenths % 10u);
    if (renderer_count != NULL)
        screen.drawn = renderer_count();
    if (screen.drawn != 0u)
        board_print("triangles %u drawn of %u\n", screen.drawn, screen.actor.triangle_count);
    match.real = false;
    game_tell(&match);
    game_shot(&match, &shown);
    shown.moment.elapsed_ms = 0; /* so that it depends on no picture before */
    put_still();
    for (int i = 0; i < 4; i++) /* others are on their way to the screen */
        draw();
}

static void play_once(void)
{
    game_shot(&match, &shown);
    draw();
}

/* Turns the character once round while it plays its first clips. */
static void play_round(void)
{
    const uint32_t all = screen.actor.model.clip_count;
    const uint32_t clips = all == 0u ? 1u : all < ROUND_CLIPS ? all : ROUND_CLIPS;
    const uint32_t share = ROUND_FRAMES / clips;
    record(ROUND_FRAMES);
    for (uint32_t frame = 0; frame < ROUND_FRAMES; frame++) {
        const bool next = frame != 0u && frame % share == 0u;
        game_step(&match, frame * ROUND_MS, next ? MACHINE_NEXT : 0u);
        game_shot(&match, &shown);
        shown.yaw = frame * (PELT_TURN / ROUND_FRAMES);
        draw();
    }
    record(0);
}

/// All of it ////////////////////////////////////////////////////////////////////////////////////

static void put_model(void)
{
    const pelt_model *model = &screen.actor.model;
    board_put_number("vertices", screen.actor.vertex_count);
    board_put_number("triangles", screen.actor.triangle_count);
    board_put_number("joints", model->joint_count);
    board_put_number("clips", model->clip_count);
    board_put_number("blob_bytes", model->blob_bytes);
    board_put_number("code_bytes", board_code_bytes());
    board_put_number("arena_bytes", (uint32_t)actor_bytes(model));
    board_put_number("ram_bytes", board_ram_used_bytes() + screen.used_bytes);
    board_put_number("ram_there", board_ram_bytes());
    board_put_number("stack_bytes", board_stack_used());
}

static void open_all(const void *blob, size_t blob_bytes, const char *title, bool real)
{
    if (blob == NULL)
        fail("no character", "see pelt rom", 0);
    renderer_open(&screen, blob, blob_bytes, ram, ram_bytes);
    game_open(&match, &screen, title, machine_help, real ? machine_milliseconds() : 0u, real);
    game_tell(&match);
}

/* The words behind a word, or NULL. */
static const char *words_behind(const char *words, const char *word)
{
    while (*word != '\0' && *words == *word) {
        words++;
        word++;
    }
    return *word == '\0' && (*words == '\0' || *words == ' ') ? words : NULL;
}

int showcase_run(const void *blob, size_t blob_bytes, const char *title, void *memory,
                 size_t memory_bytes)
{
    static char words[256];
    static uint32_t average[COST_COUNT];
    const bool host = board_command_line(words, sizeof words);
    const bool real = !host || words_behind(words, "play") != NULL;
    board_counter_init();
    ram = memory;
    ram_bytes = memory_bytes;
    machine_start();
    board_put_line("board", BOARD_NAME);
    board_put_line("title", title);
    open_all(blob, blob_bytes, title, real);
    board_print("checksum %08x\n", screen.checksum);
    if (real)
        play(host ? words_behind(words, "play") : NULL);
    else if (words_behind(words, "still") != NULL)
        still(words_behind(words, "still"));
    else if (words_behind(words, "round") != NULL)
        play_round();
    else
        play_once();
    put_model();
#ifdef BOARD_COUNTS_CYCLES
    board_put_line("unit", "cycles");
#endif
    renderer_put_costs(average, costs, picture_count);
    board_puts("PASS showcase\n");
    return 0;
}
