/* SPDX-License-Identifier: MIT */
/* The showcase's reactions to buttons and time, see game.h. */
#include "game.h"

#include "board.h"
#include "machine.h"
#include "text.h"

#define FADE_MS 333u
#define TELL_MS 500u
#define ALONE_MS 1500u
#define TURN 30u /* 1/65536 turns a millisecond, while a button is held */
#define TURN_ALONE 8u

#ifndef BOARD_TICK_PS
#define BOARD_TICK_PS 0u /* the host does not count */
#endif

/// Text /////////////////////////////////////////////////////////////////////////////////////////

static void tell_number(overlay *o, const char *what, uint32_t number)
{
    overlay_line(o);
    overlay_put(o, what);
    overlay_put_number(o, number);
}

/* Prints the costs of the last picture, if the board counts. */
static void tell_costs(overlay *o, const uint32_t costs[COST_COUNT])
{
    uint32_t all = 0;

    if (BOARD_TICK_PS == 0u)
        return;
    for (uint32_t i = 0; i < COST_COUNT; i++)
        all += costs[i];
    if (all != 0u) {
        tell_number(o, "sample ", costs[COST_SAMPLE] + costs[COST_MIX]);
        tell_number(o, "pose   ", costs[COST_JOINTS] + costs[COST_PALETTE]);
        tell_number(o, "skin   ", costs[COST_SKIN]);
        tell_number(o, "place  ", costs[COST_PROJECT]);
        tell_number(o, "draw   ", costs[COST_DRAW]);
    }
}

static const char *clip_name(const game *g)
{
    pelt_clip_info info;

    if (!g->has_clips || pelt_clip_get(&info, g->clip.model, g->clip.clip) != PELT_OK)
        return "rest pose";
    return info.name[0] != '\0' ? info.name : "clip";
}

void game_tell(game *g)
{
    overlay *o = &g->screen->text;

    overlay_clear(o);
    overlay_line(o);
    overlay_put(o, g->title);
    overlay_line(o);
    overlay_put(o, clip_name(g));
    if (g->has_clips) {
        overlay_put(o, "  ");
        overlay_put_number(o, g->clip.clip + 1u);
        overlay_put(o, "/");
        overlay_put_number(o, g->clip.model->clip_count);
    }
    if (g->real && g->tenths != 0u) {
        tell_number(o, "fps ", g->tenths / 10u);
        overlay_put(o, ".");
        overlay_put_number(o, g->tenths % 10u);
    }
    tell_costs(o, g->screen->costs);
    overlay_line(o);
    overlay_put(o, "checksum ");
    overlay_put_hex8(o, g->screen->checksum);
    if (g->help[0] != '\0') {
        overlay_at_bottom(o);
        overlay_line(o);
        overlay_put(o, g->help);
    }
}

/// Clips ////////////////////////////////////////////////////////////////////////////////////////

/* The first clip that moves, but "walk" before all others. */
static uint32_t first_clip(const pelt_model *model)
{
    uint32_t clip = pelt_clip_find(model, "walk");

    for (uint32_t i = 0; clip == PELT_NONE && i < model->clip_count; i++) {
        pelt_clip_info info;

        if (pelt_clip_get(&info, model, i) == PELT_OK && info.end > info.start)
            clip = i;
    }
    return clip == PELT_NONE ? 0u : clip;
}

static void change_clip(game *g, uint32_t clip)
{
    g->other = g->clip;
    g->since = g->ms;
    need(pelt_player_start(&g->clip, g->other.model, clip, 1000, g->ms, PELT_LOOP), "clip");
}

void game_open(game *g, renderer *screen, const char *title, const char *help, uint32_t ms,
               bool real)
{
    const pelt_model *model = &screen->actor.model;

    g->screen = screen;
    g->title = title;
    g->help = help;
    g->real = real;
    g->has_clips = model->clip_count != 0u;
    g->ms = g->told = g->alone_from = ms;
    g->since = ms - FADE_MS;
    g->held = g->yaw = g->camera = g->pictures = g->tenths = 0;
    if (!g->has_clips)
        return;
    need(pelt_player_start(&g->clip, model, first_clip(model), 1000, ms, PELT_LOOP), "clip");
    g->other = g->clip; /* because `since` comes round again after 2^32 ms */
}

/// Time and buttons /////////////////////////////////////////////////////////////////////////////

static void turn(game *g, uint32_t buttons, uint32_t elapsed)
{
    if ((buttons & (MACHINE_LEFT | MACHINE_RIGHT)) != 0u) {
        g->yaw += elapsed * ((buttons & MACHINE_RIGHT) != 0u ? TURN : 0u - TURN);
        g->alone_from = g->ms + ALONE_MS;
    } else if ((int32_t)(g->ms - g->alone_from) >= 0) {
        g->yaw += elapsed * TURN_ALONE;
        g->alone_from = g->ms;
    }
    g->yaw &= 0xFFFFu;
}

static void count_pictures(game *g)
{
    const uint32_t elapsed = g->ms - g->told;

    g->pictures++;
    if (elapsed >= TELL_MS) {
        g->tenths = (g->pictures * 10000u + elapsed / 2u) / elapsed;
        g->pictures = 0;
        g->told = g->ms;
        game_tell(g);
    }
}

void game_step(game *g, uint32_t ms, uint32_t buttons)
{
    const uint32_t pressed = buttons & ~g->held, elapsed = ms - g->ms;

    g->ms = ms;
    g->held = buttons;
    if (g->has_clips) {
        need(pelt_player_update(&g->clip, ms), "clip");
        if (ms - g->since < FADE_MS)
            need(pelt_player_update(&g->other, ms), "clip");
    }
    if (g->has_clips && (pressed & (MACHINE_NEXT | MACHINE_PREVIOUS)) != 0u) {
        const uint32_t count = g->clip.model->clip_count;
        const uint32_t by = (pressed & MACHINE_NEXT) != 0u ? 1u : count - 1u;

        change_clip(g, (g->clip.clip + by) % count);
        board_put_line("clip", clip_name(g));
    }
    if ((pressed & MACHINE_CAMERA) != 0u && renderer_cameras > 1u) {
        g->camera = (g->camera + 1u) % renderer_cameras;
        board_put_line("camera", g->camera == 0u ? "all" : g->camera == 1u ? "near" : "above");
    }
    if ((pressed & MACHINE_TEXT) != 0u) {
        g->screen->text.shown = !g->screen->text.shown;
        board_put_line("text", g->screen->text.shown ? "on" : "off");
    }
    if ((pressed & (MACHINE_LEFT | MACHINE_RIGHT)) != 0u)
        board_put_line("turn", (pressed & MACHINE_RIGHT) != 0u ? "right" : "left");
    turn(g, buttons, elapsed);
    count_pictures(g);
    if (pressed != 0u)
        game_tell(g);
}

void game_shot(const game *g, shot *s)
{
    const uint32_t faded = g->ms - g->since;

    s->moment.clip = g->has_clips ? g->clip.clip : PELT_NONE;
    s->moment.time = g->has_clips ? g->clip.time : 0;
    s->moment.other_clip = g->has_clips ? g->other.clip : PELT_NONE;
    s->moment.other_time = 0;
    s->moment.other_weight = 0;
    if (g->has_clips && faded < FADE_MS) {
        s->moment.other_time = g->other.time;
        s->moment.other_weight = (int32_t)(65536u - faded * 65536u / FADE_MS);
    }
    s->yaw = g->yaw;
    s->camera = g->camera;
}
