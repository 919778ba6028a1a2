/* SPDX-License-Identifier: MIT */
/*
 * The demo for the Game Boy Advance, and the player of `pelt rom`, of one version: which.h.
 *
 *   A, B            next, previous clip, faded over a third of a second
 *   L, R            turn
 *   START           what the stages take, in cycles
 *   SELECT          q12 or q16
 *   UP, DOWN        500 or 250 vertices
 *   LEFT, RIGHT     normals as they come, or of unit length
 *   A+B+START+SELECT  ends: in the emulator with a table
 *
 * In the emulator a word on the command line may choose something else.
 */
#include <string.h>

#include "board.h"
#include "console.h"
#include "draw.h"
#include "frame.h"
#include "ramps.h"
#include "scene.h"
#include "screen_text.h"
#include "text.h"
#include "view.h"
#include "which.h"

int main(void);

#define BLANK_TICKS 17556u /* of pelt_time, exactly 280,896 / 16 */
#define FADE_TICKS 349525u /* a third of a second */
#define LEAVE (CONSOLE_A | CONSOLE_B | CONSOLE_START | CONSOLE_SELECT)
#define VERSIONS (FIGURE_SIZES * FIGURE_PRECISIONS * 2)

static figure hero;
static frame_costs costs[VERSIONS];

frame_costs *which_costs(const figure *f)
{
    return &costs[((uint32_t)f->size * FIGURE_PRECISIONS + (uint32_t)f->precision) * 2u +
                  (f->unit_normals ? 1u : 0u)];
}

/* The first that is worth a look: walking, or moving at all; PELT_NONE where there is none. */
static uint32_t first_clip(const figure *f)
{
    const pelt_model *model = figure_model(f);
    uint32_t clip = pelt_clip_find(model, "walk");
    uint32_t i;

    for (i = 0; clip == PELT_NONE && i < model->clip_count; i++) {
        pelt_clip_info info;

        if (pelt_clip_get(&info, model, i) == PELT_OK && info.end > info.start) {
            clip = i;
        }
    }
    return clip;
}

/// Playing //////////////////////////////////////////////////////////////////////////////////////

typedef struct game {
    uint32_t ticks, blank; /* since the start, and the vertical blank then */
    uint32_t held;         /* keys, before */
    uint32_t clip, since;  /* ticks at its start */
    uint32_t other_clip, other_since;
    uint32_t yaw, rests_from; /* turns on its own when L and R have not been held for a while */
    int32_t turned;           /* by the key that is held */
    bool panel;
    uint32_t panel_blank, panel_frames;
} game;

static void say(const char *what, const char *which)
{
    board_puts(what);
    board_puts(" ");
    board_puts(which);
    board_puts("\n");
}

static void change_clip(game *g, const figure *f, uint32_t steps)
{
    pelt_clip_info info;

    if (g->clip == PELT_NONE) {
        return;
    }
    g->other_clip = g->clip;
    g->other_since = g->since;
    g->clip = (g->clip + steps) % figure_model(f)->clip_count;
    g->since = g->ticks;
    figure_need(pelt_clip_get(&info, figure_model(f), g->clip), "clip");
    say("clip", info.name);
}

static void choose(figure *f, uint32_t pressed)
{
    const figure_precision other = f->precision == FIGURE_Q12 ? FIGURE_Q16 : FIGURE_Q12;
    const figure_size size = (pressed & CONSOLE_UP) != 0u ? FIGURE_500 : FIGURE_250;

    if ((pressed & CONSOLE_SELECT) != 0u && figure_has(f, f->size, other)) {
        f->precision = other;
        say("precision", f->precision == FIGURE_Q12 ? "q12" : "q16");
    }
    if ((pressed & (CONSOLE_UP | CONSOLE_DOWN)) != 0u && figure_has(f, size, f->precision)) {
        f->size = size;
        say("vertices", f->names[f->size]);
    }
    if ((pressed & (CONSOLE_LEFT | CONSOLE_RIGHT)) != 0u) {
        f->unit_normals = (pressed & CONSOLE_RIGHT) != 0u;
        say("normals", f->unit_normals ? "unit" : "raw");
    }
}

static void turn(game *g, uint32_t held, uint32_t blanks)
{
    int32_t by = 0;

    if ((held & (CONSOLE_L | CONSOLE_R)) != 0u) {
        by = ((held & CONSOLE_R) != 0u ? 500 : -500) * (int32_t)blanks;
        g->turned += by;
        g->rests_from = g->blank + 90u;
    } else if ((int32_t)(g->blank - g->rests_from) > 0) {
        by = 140 * (int32_t)blanks;
    }
    if (g->turned != 0 && (held & (CONSOLE_L | CONSOLE_R)) == 0u) {
        board_puts("turned ");
        board_put_i32(g->turned);
        board_puts("\n");
        g->turned = 0;
    }
    g->yaw = (g->yaw + (uint32_t)by) & 0xFFFFu;
}

static void put_panel(game *g, const figure *f)
{
    static const struct {
        const char *name;
        figure_stage first, last;
    } lines[] = { { "SAMPLE", STAGE_SAMPLE, STAGE_BLEND },
                  { "POSE", STAGE_JOINTS, STAGE_PALETTE },
                  { "SKIN", STAGE_SKIN, STAGE_SKIN },
                  { "VIEW", STAGE_TURN, STAGE_SORT },
                  { "DRAW", STAGE_CLEAR, STAGE_DRAW } };
    const uint32_t blanks = g->blank - g->panel_blank;
    const uint32_t tenths = blanks == 0u ? 0u : g->panel_frames * 597u / blanks;
    uint32_t i, stage;

    text_clear();
    text_put(0, 0, f->names[f->size]);
    text_put(0, 4, f->precision == FIGURE_Q12 ? "Q12" : "Q16");
    text_put(0, 8, f->unit_normals ? "UNIT" : "RAW");
    for (i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        uint32_t cycles = 0;

        for (stage = (uint32_t)lines[i].first; stage <= (uint32_t)lines[i].last; stage++) {
            cycles += f->cycles[stage];
        }
        text_put(i + 1u, 0, lines[i].name);
        text_put_number(i + 1u, 12, cycles);
    }
    text_put(6, 0, "FRAME");
    text_put_number(6, 12, frame_cycles(f));
    text_put(7, 0, "FPS");
    text_put_number(7, 10, tenths / 10u);
    text_put(7, 11, ".");
    text_put_number(7, 12, tenths % 10u);
    which_put(8);
    text_finish();
    g->panel_blank = g->blank;
    g->panel_frames = 0;
}

static void put_title(void)
{
    text_clear();
    which_put(0);
    text_finish();
}

static void update_panel(game *g, const figure *f, uint32_t pressed)
{
    if ((pressed & CONSOLE_START) != 0u) {
        g->panel = !g->panel;
        say("panel", g->panel ? "on" : "off");
        if (g->panel) {
            put_panel(g, f);
        } else {
            put_title();
        }
    }
    g->panel_frames++;
    if (g->panel && g->blank - g->panel_blank >= 30u) {
        put_panel(g, f);
    }
}

/* Keys, and what time it is. False where all is over. */
static bool step(game *g, figure *f)
{
    const uint32_t held = console_keys(), pressed = held & ~g->held;
    const uint32_t blank = console_blanks(), blanks = blank - g->blank;

    g->blank = blank;
    g->held = held;
    g->ticks += blanks * BLANK_TICKS;
    if ((held & LEAVE) == LEAVE) {
        return false;
    }
    if ((pressed & CONSOLE_A) != 0u) {
        change_clip(g, f, 1);
    } else if ((pressed & CONSOLE_B) != 0u) {
        change_clip(g, f, figure_model(f)->clip_count - 1u);
    }
    choose(f, pressed);
    turn(g, held, blanks);
    update_panel(g, f, pressed);
    return true;
}

static void play(figure *f)
{
    game g;

    memset(&g, 0, sizeof g);
    g.clip = g.other_clip = first_clip(f);
    g.since = g.other_since = 0u - FADE_TICKS;
    g.blank = g.rests_from = console_blanks();
    put_title();
    while (step(&g, f)) {
        const uint32_t faded = g.ticks - g.since;
        figure_moment moment = { g.clip, g.other_clip, 0, 0, 0, g.yaw };

        moment.time = frame_time(f, g.clip, faded);
        if (faded < FADE_TICKS) {
            moment.other_time = frame_time(f, g.other_clip, g.ticks - g.other_since);
            moment.other_weight = 65536 - (int32_t)(faded * 3u / 16u);
        }
        frame_draw(f, &moment, which_costs(f));
    }
    scene_wait();
}

/// All of it ////////////////////////////////////////////////////////////////////////////////////

static void print_costs(figure *f)
{
    uint32_t version;

    for (version = 0; version < VERSIONS; version++) {
        f->size = (figure_size)(version >> 2);
        f->precision = (figure_precision)(version >> 1 & 1u);
        f->unit_normals = (version & 1u) != 0u;
        frame_print(f, which_costs(f));
    }
}

static void on_blank(void)
{
    scene_blank();
    text_show();
}

int main(void)
{
    char words[32];
    const bool has_words = board_command_line(words, sizeof words);

    board_counter_init();
    which_open(&hero);
    view_open(&hero);
    draw_open();
    scene_open();
    text_open();
    ramps_show((const uint8_t(*)[3])hero.ramps);
    console_start(on_blank);
    board_puts("board " BOARD_NAME "\n");
    if (!has_words || !which_run(&hero, words)) {
        play(&hero);
    }
    print_costs(&hero);
    board_puts("stack_bytes ");
    board_put_u32(board_stack_used());
    board_puts("\n");
    board_puts("PASS hero\n");
    return 0;
}
