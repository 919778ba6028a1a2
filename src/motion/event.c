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

/* The events of one period of a player, in the order in which it meets them going forward:
 *   ends   at the clip's end, if a period goes on there: a loop's end is the start of its next period, and
 *          ping-pong's period, whose phases are [-duration, duration), begins at the end
 *   backs  of ping-pong, which goes back first: between end and start, the latest first
 *   then   all before the end, the earliest first
 * A rank is a place in this order. */
typedef struct period {
    const format_event *events; /* by time */
    uint32_t count;             /* of events */
    uint32_t ends, backs, all;  /* numbers of ranks */
    pelt_time start;
} period;

/* Counts the clip's events before a tick (0: the clip's start), up to the first that is not before it. So the
 * count never falls as the tick grows, even if a damaged blob does not have them in order of time. */
static uint32_t count_before(const period *p, int32_t tick)
{
    uint32_t count = 0;
    while (count < p->count && fx_sub(p->events[count].time, p->start) < tick)
        count++;
    return count;
}

static void order_events(period *p, const pelt_player *player)
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

static const format_event *event_at(const period *p, uint32_t rank)
{
    const uint32_t before_end = p->count - p->ends;
    if (rank < p->ends)
        return &p->events[before_end + rank];
    rank -= p->ends;
    return &p->events[rank < p->backs ? before_end - 1u - rank : rank - p->backs];
}

/* How many ranks are before a phase: the rank that is met first from there on. */
static uint32_t rank_from(const period *p, const pelt_player *player, int32_t phase)
{
    if (player->flags != 0u) {
        if (phase <= (player->flags == PELT_LOOP ? 0 : -player->duration))
            return 0;
        if (phase >= player->duration)
            return p->all;
        if (phase < 0) /* going back: past the ends, and past all later than -phase */
            return p->count - count_before(p, 1 - phase);
    }
    return p->ends + p->backs + count_before(p, phase);
}

const char *pelt_player_event_get(const pelt_player *player, uint32_t index)
{
    if (player == NULL || player->model == NULL)
        return NULL;
    const int32_t from = player->from, to = player->phase, turns = player->turns;
    if (turns == 0 && from == to)
        return NULL;
    period p;
    order_events(&p, player);
    if (p.all == 0u)
        return NULL;
    const int back = turns != 0 ? turns < 0 : to < from;
    /* Forward the ranks of [from, to) fire, back those of (to, from], each turn adding all. */
    const uint32_t left = rank_from(&p, player, back ? fx_add(from, 1) : from);
    const uint32_t right = rank_from(&p, player, back ? fx_add(to, 1) : to);
    uint32_t low;
    const uint32_t high = fx_multiply(back ? 0u - (uint32_t)turns : (uint32_t)turns, p.all, &low);
    const uint64_t fired = ((uint64_t)high << 32 | low) + (back ? left : right);
    if (fired <= (uint64_t)index + (back ? right : left))
        return NULL;
    const uint32_t step = index - pelt_divide(index, p.all) * p.all;
    const uint32_t rank = back ? left + p.all - 1u - step : left + step; /* below 2 all */
    return name_of(player->model, event_at(&p, rank < p.all ? rank : rank - p.all));
}
