/* SPDX-License-Identifier: MIT */
/* Gets the events of a clip, and those that a player has passed. Opening a blob does not check their section,
 * so the calls here read only inside the section and the names, whatever the section contains. */
#include "../base/divide.h"
#include "../base/fixed.h"
#include "clip_records.h"
#include "pelt/motion.h"

/* A clip's records, and how many; none where the section is damaged. */
static const format_event *events_of(uint32_t *count, const pelt_model *model, uint32_t clip)
{
    return (const format_event *)clip_records(count, model, FORMAT_EVENTS,
                                              sizeof(format_event) / 4u, clip);
}

static const char *name_of(const pelt_model *model, const format_event *event)
{
    model = stored_motion(model);
    if (event->name >= model->names_bytes)
        return "";
    return stored_name(model, event->name);
}

const char *pelt_clip_event_get(pelt_time *time, const pelt_model *model, uint32_t clip,
                                uint32_t index)
{
    if (model == NULL)
        return NULL;
    uint32_t count;
    const format_event *events = events_of(&count, model, clip);
    if (index >= count)
        return NULL;
    if (time != NULL)
        *time = events[index].time;
    return name_of(model, &events[index]);
}

/* One period of a player, as an order of the clip's events. First come those at the clip's end (of a loop,
 * whose end is the start of its next period, and of ping-pong, whose period begins at the end); then those
 * that ping-pong meets going back; then those met going forward. A rank is a place in this order. */
typedef struct passing {
    const format_event *events; /* by time */
    uint32_t count;             /* of events */
    uint32_t ends, backs, all;  /* in the order: at the end, going back, in one period */
    pelt_time start;
} passing;

/* Counts the clip's events before a tick (0: the clip's start), up to the first that is not before it. So the
 * count never falls as the tick grows, even if a damaged blob does not have them in order of time. */
static uint32_t count_before(const passing *p, int32_t tick)
{
    uint32_t count = 0;
    while (count < p->count && fx_sub(p->events[count].time, p->start) < tick)
        count++;
    return count;
}

static void order_events(passing *p, const pelt_player *player)
{
    p->events = events_of(&p->count, player->model, player->clip);
    p->ends = p->backs = 0;
    p->start = player->start;
    if (player->flags != 0u)
        p->ends = p->count - count_before(p, player->duration);
    if (player->flags == PELT_PING_PONG) {
        const uint32_t starts = count_before(p, 1), before = p->count - p->ends;
        p->backs = before > starts ? before - starts : 0u;
    }
    p->all = p->count + p->backs;
}

static const format_event *event_at(const passing *p, uint32_t rank)
{
    return &p->events[rank < p->ends              ? p->count - p->ends + rank
                      : rank < p->ends + p->backs ? p->count - 1u - rank
                                                  : rank - p->ends - p->backs];
}

/* How many of a period's events are before a phase of it. */
static uint32_t rank_before(const passing *p, const pelt_player *player, int32_t phase)
{
    const int32_t duration = player->duration;
    if (player->flags != 0u &&
        phase <= (player->flags == PELT_LOOP ? 0 : -duration)) /* the first */
        return 0;
    if (player->flags != 0u && phase >= duration) /* one past the last */
        return p->all;
    if (phase < 0 && player->flags == PELT_PING_PONG) /* those at the end, those after -phase */
        return p->count - count_before(p, 1 - phase);
    return p->ends + p->backs + count_before(p, phase);
}

const char *pelt_player_event_get(const pelt_player *player, uint32_t index)
{
    if (player == NULL || player->model == NULL)
        return NULL;
    const int32_t from = player->from, to = player->phase, turns = player->turns;
    if (turns == 0 && from == to)
        return NULL;
    passing p;
    order_events(&p, player);
    if (p.all == 0u)
        return NULL;
    const int back = turns != 0 ? turns < 0 : to < from;
    /* Forward those in [from, to) fire, back those in (to, from]. */
    const uint32_t left = rank_before(&p, player, back ? fx_add(from, 1) : from);
    const uint32_t right = rank_before(&p, player, back ? fx_add(to, 1) : to);
    uint32_t low;
    const uint32_t high = fx_multiply(back ? 0u - (uint32_t)turns : (uint32_t)turns, p.all, &low);
    const uint64_t fired = ((uint64_t)high << 32 | low) + (back ? left : right);
    if (fired <= (uint64_t)index + (back ? right : left))
        return NULL;
    const uint32_t step = index - pelt_divide(index, p.all) * p.all; /* < all; left, right <= all */
    if (back)
        return name_of(player->model,
                       event_at(&p, left > step ? left - step - 1u : left + p.all - step - 1u));
    return name_of(player->model,
                   event_at(&p, left + step < p.all ? left + step : left + step - p.all));
}
