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

static void tell_rate(overlay *o, const game *g)
{
    if (g->real && g->tenths != 0u)
        overlay_print(o, "\nfps %u.%u", g->tenths / 10u, g->tenths % 10u);
}

/* Prints the costs of the last picture, if the board counts. */
static void tell_costs(overlay *o, const uint32_t costs[COST_COUNT])
{
    uint32_t all = 0;
    if (BOARD_TICK_PS == 0u)
        return;
    for (uint32_t i = 0; i < COST_COUNT; i++)
        all += costs[i];
    if (all != 0u)
        overlay_print(o, "\nsample %u\npose   %u\nskin   %u\nplace  %u\ndraw   %u",
                      costs[COST_SAMPLE] + costs[COST_MIX],
                      costs[COST_JOINTS] + costs[COST_PALETTE], costs[COST_SKIN],
                      costs[COST_PROJECT], costs[COST_DRAW]);
}

static void tell_name(overlay *o, const game *g, uint32_t clip)
{
    pelt_clip_info info;
    if (!g->has_clips || pelt_clip_get(&info, g->clip.model, clip) != PELT_OK)
        overlay_print(o, "rest pose");
    else if (info.name[0] != '\0')
        overlay_print(o, "%s", info.name);
    else
        overlay_print(o, "clip %u", clip + 1u);
}

void game_put_clip(const game *g)
{
    static overlay line;
    overlay_clear(&line);
    overlay_print(&line, "\n");
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
        overlay_print(o, i == chosen ? "\n> " : "\n  ");
        tell_name(o, g, i);
    }
}

static void tell_text(overlay *o, const game *g)
{
    overlay_print(o, "\n%s\n", g->title);
    tell_name(o, g, g->clip.clip);
    if (g->has_clips)
        overlay_print(o, "  %u/%u", g->clip.clip + 1u, g->clip.model->clip_count);
    tell_rate(o, g);
    tell_costs(o, g->screen->costs);
    overlay_print(o, "\nchecksum %08x", g->screen->checksum);
    if (g->help[0] != '\0') {
        overlay_at_bottom(o);
        overlay_print(o, "\n%s", g->help);
    }
}

static void tell_below(const game *g)
{
    static overlay below;
    overlay_clear(&below);
    below.shown = true;
    overlay_print(&below, "\n%s\n", g->title);
    tell_list(&below, g);
    overlay_at_bottom(&below);
    tell_rate(&below, g);
    overlay_print(&below, "\ntriangles %u", g->screen->actor.triangle_count);
    if (g->real && g->screen->drawn != 0u)
        overlay_print(&below, "  drawn %u", g->screen->drawn);
    overlay_print(&below, "\nvertices %u\n\n%s", g->screen->actor.vertex_count, g->help);
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
