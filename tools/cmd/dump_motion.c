/* SPDX-License-Identifier: MIT */
/* Plays a span of time for `pelt dump`, forwards or backwards: --time, --to and --loop. */
#include <math.h>
#include <stdio.h>

#include "cmd/commands.h"
#include "pelt/motion.h"

#define MOST_SECONDS 1e6 /* of --time and --to: less than 1000 steps of the player lie between */

static bool read_tick(int64_t *tick, const char *name, double seconds, diag *d)
{
    if (fabs(seconds) > MOST_SECONDS)
        return diag_fail(d, DIAG_USAGE, "%s %g is more than %g s, command line, give less", name,
                         seconds, MOST_SECONDS);
    *tick = (int64_t)floor(seconds * PELT_TICKS_PER_SECOND + 0.5);
    return true;
}

static void print_fired(const pelt_player *player)
{
    const char *name;
    for (uint32_t i = 0; (name = pelt_player_event_get(player, i)) != NULL; i++) {
        FREED char *shown = diag_shown(name);
        puts(shown);
    }
}

/* The root motion over a span, in the model's arithmetic. */
typedef struct span_place {
    pelt_root_q16 fixed;
    pelt_root_f32 real;
    pelt_status status; /* the first failure */
} span_place;

static void add_step(span_place *place, const pelt_player *player)
{
    pelt_root_q16 fixed;
    pelt_root_f32 real;
    if (place->status != PELT_OK)
        return;
    if (player->model->encoding == PELT_FLOAT) {
        place->status = pelt_player_root_get_f32(&real, player);
        if (place->status == PELT_OK)
            place->status = pelt_root_move_f32(&place->real, &real);
        return;
    }
    place->status = pelt_player_root_get_q16(&fixed, player);
    if (place->status == PELT_OK)
        place->status = pelt_root_move_q16(&place->fixed, &fixed);
}

/* Moves a player in steps that fit pelt_time. It prints the events on the way, or adds the root motion to a
 * place, or does neither. */
static void move(pelt_player *player, int64_t ticks, bool prints, span_place *place)
{
    while (ticks != 0) {
        const int64_t step = ticks > INT32_MAX    ? INT32_MAX
                             : ticks < -INT32_MAX ? -INT32_MAX
                                                  : ticks;
        (void)pelt_player_move(player, (pelt_time)step);
        if (prints)
            print_fired(player);
        if (place != NULL)
            add_step(place, player);
        ticks -= step;
    }
}

/* Adding 0.0 turns -0 into 0. */
static bool print_place(const span_place *place, const pelt_model *model, diag *d)
{
    const bool real = model->encoding == PELT_FLOAT;
    if (place->status != PELT_OK)
        return diag_fail(d, DIAG_INVALID, "root motion: %s, --to, give a shorter span",
                         pelt_status_describe(place->status));
    for (int i = 0; i < 3; i++)
        printf("%.9e ", (real ? (double)place->real.translation[i]
                              : ldexp(place->fixed.translation[i], model->unit_shift - 16)) +
                            0.0);
    printf("%.9e\n", 360 * (real ? (double)place->real.yaw : ldexp(place->fixed.yaw, -32)) + 0.0);
    return true;
}

bool dump_motion(const pelt_model *model, uint32_t clip, const command_line *line, diag *d)
{
    pelt_player player;
    span_place place = {.status = PELT_OK};
    const bool is_root = line->what == DUMP_ROOT;
    int64_t from = 0, to = 0;
    if (!read_tick(&from, "--time", line->time_s, d) || !read_tick(&to, "--to", line->to_s, d))
        return false;
    if (pelt_player_start(&player, model, clip, PELT_TICKS_PER_SECOND, 0,
                          line->loop ? PELT_LOOP : 0u) != PELT_OK)
        return diag_fail(d, DIAG_INVALID, "the clip is longer than 2047 s, --clip, cut it");
    if (!line->loop) { /* there is nothing beyond the clip, and the player stops there */
        const int64_t first = (int64_t)player.start - 1;
        const int64_t last = (int64_t)player.start + player.duration + 1;
        from = from < first ? first : from > last ? last : from;
        to = to < first ? first : to > last ? last : to;
    }
    move(&player, from - player.start, false, NULL);
    move(&player, to - from, !is_root, is_root ? &place : NULL);
    return !is_root || print_place(&place, model, d);
}
