/* SPDX-License-Identifier: MIT */
/* The clock of a clip. A position is phase + remainder / clock_hz ticks, exactly. The code only goes
 * forward: to go back, it mirrors remainder and phase, moves them on, and mirrors them again, so that
 * both ways round alike. */
#include "../base/debug.h"
#include "../base/divide.h"
#include "../base/fixed.h"
#include "pelt/motion.h"

#define MAX_DURATION 0x7FFFFFFC /* the phase past the end, and one more, fit an int32_t */

/* pelt_divide_long of any a. It is rare, and most cores would need a library's 64-bit division. */
static uint64_t divide_wide(uint64_t a, uint32_t b, uint32_t *rest)
{
    const uint32_t high = (uint32_t)(a >> 32);
    const uint32_t above = pelt_divide(high, b);
    return (uint64_t)above << 32 | pelt_divide_long(high - above * b, (uint32_t)a, b, rest);
}

/* floor(a b / c), a <= c: at most b. */
static uint32_t part_of(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t low, rest;
    const uint32_t high = fx_multiply(a, b, &low);
    return a == c ? b : pelt_divide_long(high, low, c, &rest); /* a < c: high < c */
}

static uint32_t magnitude(int32_t a)
{
    return a < 0 ? 0u - (uint32_t)a : (uint32_t)a;
}

/* Whether a player was started: a zeroed one has no clock, by which nothing can be divided. */
static bool is_started(const pelt_player *player)
{
    return player != NULL && player->model != NULL && player->clock_hz != 0u;
}

/* The first phase, and how many there are: at most 2^32 - 8. */
static int32_t first_phase(const pelt_player *player)
{
    return player->flags == PELT_LOOP ? 0 : player->flags == 0u ? -1 : -player->duration;
}

static uint32_t phase_count(const pelt_player *player)
{
    const uint32_t duration = (uint32_t)player->duration;
    return player->flags == PELT_LOOP ? duration
           : player->flags == 0u      ? duration + 3u
                                      : 2u * duration;
}

/* Sets what follows from the phase. */
static void settle(pelt_player *player)
{
    const int32_t phase = player->phase, duration = player->duration;
    const bool loops = player->flags != 0u;
    player->finished = !loops && (phase < 0 || phase > duration);
    player->time = fx_add(player->start, phase > duration ? duration
                                         : phase >= 0     ? phase
                                         : loops          ? -phase
                                                          : 0);
}

static void move(pelt_player *player, uint64_t ticks, bool back)
{
    const uint32_t first = (uint32_t)first_phase(player), count = phase_count(player);
    uint64_t turns = 0;
    player->from = player->phase;
    player->turns = 0;
    if (count == 0u) /* a loop of length zero */
        return;
    const uint32_t at = (uint32_t)player->phase - first;
    const uint64_t next = (back ? count - 1u - at : at) + ticks; /* < 2^63 + 2^33 */
    uint32_t to = (uint32_t)next;
    if (player->flags == 0u) {
        if (next >= count - 1u) {
            to = count - 1u;
            player->remainder = 0;
        }
    } else if (next >= count) {
        to = (uint32_t)(next - count);
        turns = 1;
        if (next - count >= count)
            turns = divide_wide(next, count, &to);
    }
    player->turns = turns > INT32_MAX ? INT32_MAX : (int32_t)turns;
    player->turns = back ? -player->turns : player->turns;
    player->phase = (int32_t)(first + (back ? count - 1u - to : to));
    settle(player);
}

pelt_status pelt_player_start(pelt_player *player, const pelt_model *model, uint32_t clip,
                              uint32_t clock_hz, uint32_t now, uint32_t flags)
{
    pelt_clip_info info;
    PELT_EXPECT(flags <= PELT_PING_PONG);
    if (player == NULL || clock_hz == 0u || clock_hz > 0x80000000u || flags > PELT_PING_PONG)
        return PELT_E_ARGUMENT;
    const pelt_status status = pelt_clip_get(&info, model, clip);
    if (status != PELT_OK)
        return status;
    const uint32_t duration = (uint32_t)info.end - (uint32_t)info.start;
    if (duration > MAX_DURATION)
        return PELT_E_RANGE;
    player->model = model;
    player->clip = clip;
    player->start = info.start;
    player->duration = (int32_t)duration;
    player->clock_hz = clock_hz;
    player->clock = now;
    player->speed = 65536;
    player->flags = flags;
    player->phase = player->from = player->turns = 0;
    player->remainder = 0;
    settle(player);
    return PELT_OK;
}

pelt_status pelt_player_update(pelt_player *player, uint32_t now)
{
    if (!is_started(player))
        return PELT_E_ARGUMENT;
    const uint32_t hz = player->clock_hz;
    const bool back = player->speed < 0;
    uint32_t low, rest = back ? hz - 1u - player->remainder : player->remainder; /* < 2^31 */
    uint64_t ticks;
    /* elapsed * |speed|, Q16, below 2^63; (16 times it + the remainder) / clock_hz ticks have passed. */
    const uint32_t high = fx_multiply(now - player->clock, magnitude(player->speed), &low);
    const uint32_t sum = 16u * low + rest;
    player->clock = now;
    if (high == 0u && low < 1u << 28 && sum >= rest) { /* the sum is below 2^32 */
        const uint32_t quotient = pelt_divide(sum, hz);
        rest = sum - quotient * hz;
        ticks = quotient;
    } else { /* divides before it multiplies: 16 * left + the remainder is below 2^36 */
        uint64_t product = (uint64_t)high << 32 | low;
        if (hz < 16u && high >> 27 != 0u) /* 2^59 and more */
            product = ((uint64_t)1 << 59) - 1u;
        uint32_t left;
        ticks = divide_wide(product, hz, &left) << 4; /* < 2^63 */
        ticks += divide_wide(((uint64_t)left << 4) + rest, hz, &rest);
    }
    player->remainder = back ? hz - 1u - rest : rest;
    move(player, ticks, back);
    return PELT_OK;
}

pelt_status pelt_player_move(pelt_player *player, pelt_time ticks)
{
    if (!is_started(player))
        return PELT_E_ARGUMENT;
    move(player, magnitude(ticks), ticks < 0);
    return PELT_OK;
}

pelt_status pelt_player_seek(pelt_player *player, pelt_time time)
{
    if (!is_started(player))
        return PELT_E_ARGUMENT;
    const bool back = time < player->start;
    const uint32_t ticks =
        back ? (uint32_t)player->start - (uint32_t)time : (uint32_t)time - (uint32_t)player->start;
    player->phase = 0;
    player->remainder = 0;
    move(player, ticks, back);
    player->from = player->phase;
    player->turns = 0;
    return PELT_OK;
}

/* The phase in the player's clip for one in the leader's. */
static int32_t follow_phase(const pelt_player *player, const pelt_player *leader, int32_t phase)
{
    const bool stops = leader->flags == 0u;
    if (stops && phase < 0)
        return -1;
    if (stops && phase > leader->duration)
        return player->duration + 1;
    if (leader->duration == 0)
        return 0;
    const uint32_t to =
        part_of(magnitude(phase), (uint32_t)player->duration, (uint32_t)leader->duration);
    return phase < 0 ? -(int32_t)to : (int32_t)to;
}

pelt_status pelt_player_follow(pelt_player *player, const pelt_player *leader)
{
    if (!is_started(player) || !is_started(leader))
        return PELT_E_ARGUMENT;
    const int32_t from = follow_phase(player, leader, leader->from);
    const int32_t phase = follow_phase(player, leader, leader->phase);
    player->flags = leader->flags;
    player->clock_hz = leader->clock_hz;
    player->clock = leader->clock;
    player->remainder = 0;
    player->from = from;
    player->phase = phase;
    player->turns = leader->turns;
    settle(player);
    return PELT_OK;
}

int32_t pelt_player_pace_get(const pelt_player *leader, const pelt_player *follower, int32_t weight)
{
    if (!is_started(leader) || !is_started(follower))
        return 65536;
    const int32_t of = weight < 0 ? 0 : weight > 65536 ? 65536 : weight;
    const int32_t longer = follower->duration - leader->duration;
    uint32_t low, rest;
    uint32_t high = fx_multiply(magnitude(longer), (uint32_t)of, &low); /* < 2^47 */
    const uint32_t part = high << 16 | low >> 16;                       /* <= |longer| */
    const uint32_t duration = (uint32_t)leader->duration;
    const uint32_t mean = longer < 0 ? duration - part : duration + part;
    high = fx_multiply(duration, 65536u, &low); /* < 2^47 */
    if (mean == 0u)
        return 65536;
    if (high >= mean) /* 2^32 and more */
        return INT32_MAX;
    const uint32_t speed = pelt_divide_long(high, low, mean, &rest);
    return speed > INT32_MAX ? INT32_MAX : (int32_t)speed;
}

/* How far a fade has come after so many of its ticks, Q16. */
static int32_t part_of_fade(int32_t ticks, pelt_time length)
{
    return ticks >= length ? 65536 : (int32_t)part_of((uint32_t)ticks, 65536u, (uint32_t)length);
}

int32_t pelt_player_fade_get(const pelt_player *player, pelt_time in, pelt_time out)
{
    if (!is_started(player) || player->finished != 0u)
        return 0;
    if (player->flags != 0u)
        return 65536;
    const int32_t rising = part_of_fade(player->phase, in); /* phase: 0 to duration */
    const int32_t falling = part_of_fade(player->duration - player->phase, out);
    return rising < falling ? rising : falling;
}
