/* SPDX-License-Identifier: MIT */
#include "cmd/dump_motion.h"

#include <math.h>
#include <stdio.h>

#include "pelt/motion.h"

#define MOST_SECONDS 1e6 /* some thousand steps */

static bool read_tick(int64_t *tick, const char *option, double seconds, diag *d)
{
    if (fabs(seconds) > MOST_SECONDS)
        return diag_fail(d, DIAG_USAGE, "%s %g is more than %g s, command line, give less", option,
                         seconds, MOST_SECONDS);
    *tick = (int64_t)floor(seconds * PELT_TICKS_PER_SECOND + 0.5);
    return true;
}

static void print_fired(const pelt_player *player)
{
    const char *name;
    for (uint32_t i = 0; (name = pelt_player_event(player, i)) != NULL; i++)
        puts(name);
}

/* By as many steps as fit pelt_time; `tell` after each, unless it is NULL. */
static void move(pelt_player *player, int64_t ticks, void (*tell)(const pelt_player *))
{
    while (ticks != 0) {
        const int64_t step = ticks > INT32_MAX    ? INT32_MAX
                             : ticks < -INT32_MAX ? -INT32_MAX
                                                  : ticks;
        (void)pelt_player_move(player, (pelt_time)step);
        if (tell != NULL)
            tell(player);
        ticks -= step;
    }
}

bool dump_events(const pelt_model *model, const motion_span *span, diag *d)
{
    pelt_player player;
    int64_t from = 0, to = 0;
    if (!read_tick(&from, "--time", span->from_s, d) || !read_tick(&to, "--to", span->to_s, d))
        return false;
    if (pelt_player_start(&player, model, span->clip, PELT_TICKS_PER_SECOND, 0,
                          span->loop ? PELT_LOOP : 0u) != PELT_OK)
        return diag_fail(d, DIAG_INVALID, "the clip is longer than 2047 s, --clip, cut it");
    if (!span->loop) { /* beyond the clip there is nothing, and the player stops there */
        const int64_t first = (int64_t)player.start - 1;
        const int64_t last = (int64_t)player.start + player.duration + 1;
        from = from < first ? first : from > last ? last : from;
        to = to < first ? first : to > last ? last : to;
    }
    move(&player, from - player.start, NULL);
    move(&player, to - from, print_fired);
    return true;
}
