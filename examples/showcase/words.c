/* SPDX-License-Identifier: MIT */
/* The showcase's text, its list of clips, and the second screen below, see game.h. */
#include "game.h"

#include "machine.h"
#include "text.h"

#ifndef BOARD_TICK_PS
#define BOARD_TICK_PS 0u /* the host does not count */
#endif

#define LISTED 10u /* clips in the list */

void (*renderer_below)(int y, int height, const uint16_t *rgb565);
uint32_t (*renderer_count)(void);

static void tell_number(overlay *o, const char *what, uint32_t number)
{
    overlay_line(o);
    overlay_put(o, what);
    overlay_put_number(o, number);
}

static void tell_rate(overlay *o, const game *g)
{
    if (!g->real || g->tenths == 0u)
        return;
    tell_number(o, "fps ", g->tenths / 10u);
    overlay_put(o, ".");
    overlay_put_number(o, g->tenths % 10u);
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

static void tell_name(overlay *o, const game *g, uint32_t clip)
{
    pelt_clip_info info;
    if (!g->has_clips || pelt_clip_get(&info, g->clip.model, clip) != PELT_OK) {
        overlay_put(o, "rest pose");
    } else if (info.name[0] != '\0') {
        overlay_put(o, info.name);
    } else {
        overlay_put(o, "clip ");
        overlay_put_number(o, clip + 1u);
    }
}

void game_put_clip(const game *g)
{
    static overlay line;
    overlay_clear(&line);
    overlay_line(&line);
    tell_name(&line, g, g->clip.clip);
    board_put_line("clip", line.lines[0]);
}

/* The names around the chosen one, which is marked. */
static void tell_list(overlay *o, const game *g)
{
    const uint32_t count = g->has_clips ? g->clip.model->clip_count : 1u;
    const uint32_t chosen = g->has_clips ? g->clip.clip : 0u, half = LISTED / 2u;
    uint32_t first = chosen < half ? 0u : chosen - half;
    if (first + LISTED > count)
        first = count > LISTED ? count - LISTED : 0u;
    for (uint32_t i = first; i < count && i < first + LISTED; i++) {
        overlay_line(o);
        overlay_put(o, i == chosen ? "> " : "  ");
        tell_name(o, g, i);
    }
}

static void tell_text(overlay *o, const game *g)
{
    overlay_line(o);
    overlay_put(o, g->title);
    overlay_line(o);
    tell_name(o, g, g->clip.clip);
    if (g->has_clips) {
        overlay_put(o, "  ");
        overlay_put_number(o, g->clip.clip + 1u);
        overlay_put(o, "/");
        overlay_put_number(o, g->clip.model->clip_count);
    }
    tell_rate(o, g);
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

static void tell_below(const game *g)
{
    static overlay below;
    overlay_clear(&below);
    below.shown = true;
    overlay_line(&below);
    overlay_put(&below, g->title);
    overlay_line(&below);
    tell_list(&below, g);
    overlay_at_bottom(&below);
    tell_rate(&below, g);
    tell_number(&below, "triangles ", g->screen->actor.triangle_count);
    if (g->real && g->screen->drawn != 0u) {
        overlay_put(&below, "  drawn ");
        overlay_put_number(&below, g->screen->drawn);
    }
    tell_number(&below, "vertices ", g->screen->actor.vertex_count);
    overlay_line(&below);
    overlay_line(&below);
    overlay_put(&below, g->help);
    overlay_send(&below, machine_width, RENDERER_BELOW_HEIGHT, 0, renderer_below);
}

void game_tell(game *g)
{
    overlay *o = &g->screen->text;
    o->shown = g->text || g->list;
    overlay_clear(o);
    if (g->list)
        tell_list(o, g);
    else
        tell_text(o, g);
    if (renderer_below != NULL)
        tell_below(g);
}
