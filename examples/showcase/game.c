/* SPDX-License-Identifier: MIT */
/* The showcase's reactions to buttons and time, see game.h. */
#include "game.h"

#include "clips.h"
#include "machine.h"
#include "text.h"

#define FADE_MS 333u
#define TELL_MS 1000u
#define TURN 30u     /* 1/65536 turns a millisecond, while a button is held */
#define ZOOM 33u     /* 1/65536 a millisecond */
#define HOLD_MS 600u /* until a held button runs through the clips, */
#define RUN_MS 400u  /* and for each of them */

#define ALONE_MS 10000u
#define ALONE_FADE_MS 1000u
#define ALONE_TURN 4u     /* a turn in 16 s */
#define ALONE_LEAST 3000u /* a clip is shown in whole loops, at least so long, */
#define ALONE_MOST 8000u  /* and no longer */

/// Clips ////////////////////////////////////////////////////////////////////////////////////////

static void change_clip(game *g, uint32_t by, uint32_t at, uint32_t fade_ms)
{
    const pelt_model *model = g->clip.model;
    need(pelt_player_update(&g->clip, at), "clip");
    g->other = g->clip;
    g->since = at;
    g->fade_ms = fade_ms;
    need(pelt_player_start(&g->clip, model, (g->other.clip + by) % model->clip_count, 1000, at,
                           PELT_LOOP),
         "clip");
}

static void change_by_button(game *g, bool back)
{
    if (g->has_clips) {
        change_clip(g, back ? g->clip.model->clip_count - 1u : 1u, g->ms, FADE_MS);
        game_put_clip(g);
    }
}

void game_open(game *g, renderer *screen, const char *title, const char *help, uint32_t ms,
               bool real)
{
    actor *a = &screen->actor;
    g->screen = screen;
    g->title = title;
    g->help = help;
    g->real = real;
    g->has_clips = a->model.clip_count != 0u;
    g->ms = g->told = ms;
    g->alone_from = g->next_at = ms + ALONE_MS;
    g->fade_ms = FADE_MS;
    g->since = ms - FADE_MS;
    g->elapsed = g->held = g->yaw = g->camera = g->pictures = g->tenths = 0;
    g->zoom = GAME_ZOOM;
    g->text = g->list = false;
    if (!g->has_clips)
        return;
    need(pelt_player_start(&g->clip, &a->model, clips_first(&a->model, &a->pose, &a->other), 1000,
                           ms, PELT_LOOP),
         "clip");
    g->other = g->clip; /* because `since` comes round again after 2^32 ms */
}

/// Alone ////////////////////////////////////////////////////////////////////////////////////////

/* How long the clip is shown. */
static uint32_t alone_ms(const game *g)
{
    const uint32_t loop =
        g->has_clips ? (uint32_t)((uint64_t)g->clip.duration * 1000u >> 20) + 1u : ALONE_MOST;
    uint32_t ms = loop;
    while (ms < ALONE_LEAST)
        ms += loop;
    return ms < ALONE_MOST ? ms : ALONE_MOST;
}

/* Does up to `ms` what no button does. */
static void play_alone(game *g, uint32_t ms)
{
    while ((int32_t)(ms - g->next_at) >= 0) {
        if (g->has_clips && g->clip.model->clip_count > 1u)
            change_clip(g, 1, g->next_at, ALONE_FADE_MS);
        g->next_at += alone_ms(g);
    }
    if ((int32_t)(ms - g->alone_from) >= 0) {
        g->yaw += (ms - g->alone_from) * ALONE_TURN;
        g->alone_from = ms;
    }
}

/// Time and buttons /////////////////////////////////////////////////////////////////////////////

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

/* Turns and zooms while buttons are held; in the list two of them go up and down instead. */
static void move_camera(game *g, uint32_t buttons, uint32_t pressed, uint32_t elapsed)
{
    if ((buttons & (MACHINE_LEFT | MACHINE_RIGHT)) != 0u)
        g->yaw += elapsed * ((buttons & MACHINE_RIGHT) != 0u ? TURN : 0u - TURN);
    if ((pressed & (MACHINE_LEFT | MACHINE_RIGHT)) != 0u)
        board_put_line("turn", (pressed & MACHINE_RIGHT) != 0u ? "right" : "left");
    if (g->list)
        return;
    if ((buttons & MACHINE_IN) != 0u)
        g->zoom += elapsed * ZOOM;
    else if ((buttons & MACHINE_OUT) != 0u)
        g->zoom -= g->zoom > elapsed * ZOOM ? elapsed * ZOOM : g->zoom;
    g->zoom = g->zoom < GAME_ZOOM / 2u   ? GAME_ZOOM / 2u
              : g->zoom > GAME_ZOOM * 2u ? GAME_ZOOM * 2u
                                         : g->zoom;
    if ((pressed & (MACHINE_IN | MACHINE_OUT)) != 0u)
        board_put_line("zoom", (pressed & MACHINE_IN) != 0u ? "in" : "out");
    if ((pressed & MACHINE_CAMERA) != 0u && renderer_cameras > 1u) {
        g->camera = (g->camera + 1u) % renderer_cameras;
        board_put_line("camera", g->camera == 0u ? "all" : g->camera == 1u ? "near" : "above");
    }
}

static void press(game *g, uint32_t pressed)
{
    const uint32_t up = g->list ? MACHINE_IN : 0u, down = g->list ? MACHINE_OUT : 0u;
    if ((pressed & (MACHINE_NEXT | down)) != 0u)
        change_by_button(g, false);
    else if ((pressed & up) != 0u)
        change_by_button(g, true);
    if ((pressed & MACHINE_TEXT) != 0u) {
        g->text = !g->text || g->list;
        g->list = false;
        board_put_line("text", g->text ? "on" : "off");
    }
    if ((pressed & MACHINE_LIST) != 0u) {
        g->list = !g->list;
        board_put_line("list", g->list ? "on" : "off");
    }
}

void game_step(game *g, uint32_t ms, uint32_t buttons)
{
    const uint32_t pressed = buttons & ~g->held;
    g->elapsed = ms - g->ms;
    play_alone(g, ms);
    g->ms = ms;
    g->held = buttons;
    if (buttons != 0u)
        g->alone_from = g->next_at = ms + ALONE_MS;
    if ((pressed & MACHINE_NEXT) != 0u)
        g->again = ms + HOLD_MS;
    if ((buttons & MACHINE_NEXT) != 0u && (int32_t)(ms - g->again) >= 0) {
        change_by_button(g, false);
        g->again += RUN_MS;
    }
    press(g, pressed);
    move_camera(g, buttons, pressed, g->elapsed);
    g->yaw &= 0xFFFFu;
    if (g->has_clips) {
        need(pelt_player_update(&g->clip, ms), "clip");
        if (ms - g->since < g->fade_ms)
            need(pelt_player_update(&g->other, ms), "clip");
    }
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
    s->moment.elapsed_ms = g->elapsed;
    if (g->has_clips && faded < g->fade_ms) {
        s->moment.other_time = g->other.time;
        s->moment.other_weight = (int32_t)(65536u - faded * 65536u / g->fade_ms);
    }
    s->yaw = g->yaw;
    s->camera = g->camera;
    s->zoom = g->zoom;
}
