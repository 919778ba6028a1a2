/* SPDX-License-Identifier: MIT */
/* Players and events on made-up clips: steps against 64 bits, events against a walk from tick to
 * tick. */
#include "pelt/face.h"
#include "pelt/motion.h"
#include "src/blob/format.h"
#include "test.h"

#define MAX_EVENTS 6u
#define CLIPS 2u

/* A blob as far as players look into it: names "a" to "f", an event of clip 0 and some of clip 1. */
typedef struct made_clips {
    struct {
        format_header header;
        format_section section; /* from `firsts` on */
        format_clip clips[CLIPS];
        char names[12];
        uint32_t firsts[CLIPS + 1u];
        format_event events[1u + MAX_EVENTS];
    } blob;
    pelt_model model;
    uint32_t event_count;
} made_clips;

static void make_clip(made_clips *m, uint32_t clip, pelt_time start, uint32_t duration)
{
    m->blob.clips[clip].start = start;
    m->blob.clips[clip].end = (int32_t)((uint32_t)start + duration);
}

static void make_events(made_clips *m, const int32_t *ticks, uint32_t count)
{
    m->event_count = count;
    m->blob.firsts[1] = 1;
    m->blob.firsts[2] = 1u + count;
    for (uint32_t i = 0; i < count; i++)
        m->blob.events[1u + i] = (format_event){2u * i, m->blob.clips[1].start + ticks[i]};
}

static made_clips *make(pelt_time start, uint32_t duration)
{
    made_clips *m = test_take(sizeof *m);
    memset(m, 0, sizeof *m);
    memcpy(m->blob.names, "a\0b\0c\0d\0e\0f", 12);
    m->blob.header.section_count = 1;
    m->blob.section.tag = FORMAT_EVENTS;
    m->blob.section.offset = offsetof(made_clips, blob.firsts);
    m->blob.section.bytes = sizeof m->blob - m->blob.section.offset;
    m->model.blob = (const uint8_t *)&m->blob;
    m->model.clip_count = CLIPS;
    m->model.clips = offsetof(made_clips, blob.clips);
    m->model.names = offsetof(made_clips, blob.names);
    m->model.names_bytes = sizeof m->blob.names;
    make_clip(m, 0, 0, 3u << 20);
    make_clip(m, 1, start, duration);
    return m;
}

static int64_t floor_divide(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* Where a position on the line of all periods is in the player's own terms. */
static int32_t phase_of(int64_t position, uint32_t flags, int64_t duration)
{
    const int64_t period = flags == PELT_LOOP ? duration : 2 * duration;
    if (flags == 0u)
        return (int32_t)(position < -1 ? -1 : position > duration + 1 ? duration + 1 : position);
    if (duration == 0)
        return 0;
    const int64_t phase = position - floor_divide(position, period) * period;
    return (int32_t)(flags == PELT_PING_PONG && phase >= duration ? phase - period : phase);
}

static pelt_time time_of(const pelt_player *p)
{
    const int32_t phase = p->phase < 0 && p->flags != 0u ? -p->phase : p->phase;
    return p->start + (phase < 0 ? 0 : phase > p->duration ? p->duration : phase);
}

/// Textures //////////////////////////////////////////////////////////////////////////////////////

/* The last place at a moment or before it, of the materials that there is room for. */
static void check_shifts(void)
{
    static const format_shift all[4] = {
        {-100, 1, 8, 9}, {-100, 0, 1, 2}, {0, 0, 3, -4}, {100, 2, 5, 6}};
    static const int16_t expected[][3] = {{-9999, 1, 2}, {-1, 1, 2}, {0, 3, -4}, {9999, 3, -4}};
    made_clips *m = make(-100, 200);
    pelt_texture_shift s[3];
    m->blob.section.tag = FORMAT_SHIFTS;
    m->blob.firsts[2] = 4;
    memcpy(m->blob.events, all, sizeof all);
    for (unsigned i = 0; i < 4u; i++) {
        memset(s, 0, sizeof s);
        CHECK_OK(pelt_texture_shifts_get(s, 2, &m->model, 1, expected[i][0]));
        CHECK(s[0].u == expected[i][1] && s[0].v == expected[i][2]);
        CHECK(s[1].u == 8 && s[1].v == 9 && s[2].u == 0);
        CHECK_OK(pelt_texture_shifts_get(s, 3, &m->model, 0, 0));
        CHECK(s[2].u == 0);
    }
    m->blob.firsts[2] = 5; /* more than there are: none */
    memset(s, 0, sizeof s);
    CHECK_OK(pelt_texture_shifts_get(s, 3, &m->model, 1, 0));
    CHECK(s[0].u == 0 && s[1].u == 0);
    CHECK_EQ(pelt_texture_shifts_get(s, 3, &m->model, CLIPS, 0), PELT_E_RANGE);
    test_release();
}

/// Clocks ////////////////////////////////////////////////////////////////////////////////////////

/* Where products leave 64 bits. */
static void check_far(uint32_t hz, int32_t speed)
{
    static const int32_t ticks[] = {0, 1, 2, 3, 4, 5};
    const int64_t steps = (int64_t)UINT32_MAX * speed;
    made_clips *m = make(0, 1000003);
    pelt_player p;
    make_events(m, ticks, MAX_EVENTS);
    REQUIRE(pelt_player_start(&p, &m->model, 1, hz, 7, PELT_LOOP) == PELT_OK);
    CHECK_EQ(p.speed, 65536);
    p.speed = speed;
    pelt_player_update(&p, 6);
    int64_t sum = hz >= 16u ? steps : INT64_MAX - 15; /* ticks, or ticks / hz */
    if (hz < 16u && steps >> 59 == 0)
        sum = steps * 16;
    const int64_t position = hz >= 16u ? floor_divide(sum, hz / 16u) : floor_divide(sum, hz);
    CHECK_EQ(p.phase, phase_of(position, PELT_LOOP, 1000003));
    CHECK_EQ(p.turns, speed < 0 ? -INT32_MAX : INT32_MAX);
    CHECK(pelt_player_event_get(&p, UINT32_MAX) != NULL); /* some 2^33.6 fire */
    test_release();
}

static void check_extremes(void)
{
    static const struct {
        uint32_t hz;
        int32_t speed;
    } far[] = {{16, INT32_MAX}, {16, INT32_MIN},     {32, INT32_MAX}, {1, INT32_MAX},
               {15, INT32_MAX}, {15, (1 << 27) - 1}, {15, 1 << 27},   {1, (1 << 27) - 1}};
    for (unsigned i = 0; i < sizeof far / sizeof far[0]; i++)
        check_far(far[i].hz, far[i].speed);
}

/// Events ////////////////////////////////////////////////////////////////////////////////////////

/* Names of the events at one tick of the line of all periods, in the order of playing. */
static uint32_t events_at(char *out, const made_clips *m, const int32_t *ticks, int64_t position,
                          uint32_t flags, int32_t duration, bool back)
{
    const int64_t period = flags == PELT_LOOP ? duration : 2 * duration;
    const int64_t place =
        flags == 0u ? position : position - floor_divide(position, period) * period;
    const bool returns = flags == PELT_PING_PONG && place > duration;
    const int64_t tick = returns ? period - place : place;
    uint32_t count = 0;
    for (uint32_t pass = 0; pass < 2u; pass++) /* a loop's end comes before its start */
        for (uint32_t i = 0; i < m->event_count; i++) {
            const bool at_end = flags == PELT_LOOP && place == 0 && ticks[i] == duration;
            if (pass == 0u ? at_end : !at_end && ticks[i] == tick)
                out[count++] = (char)('a' + i);
        }
    for (uint32_t i = 0; i < count / 2u && back != returns; i++) {
        const char other = out[i];
        out[i] = out[count - 1u - i];
        out[count - 1u - i] = other;
    }
    return count;
}

static bool fired_as_walked(const pelt_player *p, const made_clips *m, const int32_t *ticks,
                            int64_t from, int64_t to)
{
    char walked[MAX_EVENTS];
    uint32_t fired = 0;
    const bool back = to < from;
    const char *name;
    for (int64_t at = from; at != to; at += back ? -1 : 1) {
        const uint32_t count = events_at(walked, m, ticks, at, p->flags, p->duration, back);
        for (uint32_t i = 0; i < count; i++) {
            name = pelt_player_event_get(p, fired++);
            if (name == NULL || name[0] != walked[i] || name[1] != '\0')
                return false;
        }
    }
    return pelt_player_event_get(p, fired) == NULL &&
           pelt_player_event_get(p, fired + 1u) == NULL &&
           pelt_player_event_get(p, UINT32_MAX) == NULL;
}

/* A clip of a few ticks, with events that are sorted as they come, at its ends often. */
static made_clips *make_short(int32_t ticks[MAX_EVENTS])
{
    const int32_t duration = (int32_t)(test_random() % (test_random() % 8u == 0u ? 2u : 20u));
    made_clips *m = make(test_random_within(1000), (uint32_t)duration);
    const uint32_t count = test_random() % (MAX_EVENTS + 1u);
    for (uint32_t i = 0; i < count; i++) {
        int32_t tick = (int32_t)(test_random() % (uint32_t)(duration + 1));
        if (test_random() % 3u == 0u)
            tick = test_random() % 2u == 0u ? 0 : duration;
        uint32_t at = i;
        for (; at > 0u && ticks[at - 1u] > tick; at--)
            ticks[at] = ticks[at - 1u];
        ticks[at] = tick;
    }
    make_events(m, ticks, count);
    return m;
}

/* Random steps, each by a speed of its own, on the line of all periods: `position` and `rest` / hz ticks. */
static void check_walk(uint32_t flags, bool is_short)
{
    int32_t ticks[MAX_EVENTS];
    made_clips *m = is_short ? make_short(ticks)
                             : make(-0x40000000, test_random() >> (1u + test_random() % 31u));
    const uint32_t hz =
        is_short ? PELT_TICKS_PER_SECOND : 1u + (test_random() >> (1u + test_random() % 31u));
    pelt_player p;
    uint32_t now = test_random();
    const pelt_status status = pelt_player_start(&p, &m->model, 1, hz, now, flags);
    if (status != PELT_OK) {
        CHECK_EQ(status, PELT_E_RANGE);
        test_release();
        return;
    }
    const int64_t duration = p.duration, period = flags == PELT_LOOP ? duration : 2 * duration;
    const bool stands = flags != 0u && duration == 0;
    int64_t position = 0, rest = 0;
    bool same = p.speed == 65536 && p.phase == 0;
    for (unsigned k = 0; k < 12u; k++) {
        int64_t from = position;
        const int32_t step = is_short ? test_random_within(test_random() % 4u == 0u ? 100 : 9)
                                      : test_random_extreme();
        bool back = step < 0, seeks = test_random() % 8u == 0u;
        if (seeks) {
            const pelt_time to = is_short ? p.start + step : step;
            from = position = phase_of((int64_t)to - p.start, flags, duration);
            rest = 0;
            same &= pelt_player_seek(&p, to) == PELT_OK;
            same &= pelt_player_event_get(&p, 0) == NULL;
        } else if (test_random() % 4u == 0u) {
            same &= pelt_player_move(&p, step) == PELT_OK;
            position += step;
        } else {
            const uint32_t least = step > -(1 << 24) && step < 1 << 24 ? 0 : 8;
            const uint32_t elapsed =
                is_short ? test_random() % 50u : test_random() >> (least + test_random() % 24u);
            p.speed = is_short ? test_random_within(3 * 65536) : step;
            back = p.speed < 0;
            same &= pelt_player_update(&p, now += elapsed) == PELT_OK;
            rest += (int64_t)elapsed * p.speed * 16; /* below 2^60 */
            position += floor_divide(rest, hz);
            rest -= floor_divide(rest, hz) * hz;
        }
        if (!seeks && flags == 0u && (back ? position < 0 : position > duration)) {
            position = phase_of(position, flags, duration);
            rest = 0;
        }
        const int32_t phase = phase_of(position, flags, duration);
        same &= p.phase == phase && p.from == phase_of(from, flags, duration);
        same &= p.time == time_of(&p) && (stands || p.remainder == (uint32_t)rest);
        same &= p.finished == (flags == 0u && (phase < 0 || phase > duration));
        const int64_t turns =
            flags == 0u || stands ? 0 : (position - phase - from + p.from) / period;
        const int32_t most = turns < 0 ? -INT32_MAX : INT32_MAX;
        same &= p.turns == (turns > INT32_MAX || turns < -INT32_MAX ? most : (int32_t)turns);
        if (is_short)
            same &= fired_as_walked(&p, m, ticks, stands ? position : from, position);
        position = phase;
    }
    CHECK(same);
    test_release();
}

/* Garbage in the section is no event, or one with an empty name; reads stay in the blob. */
static void check_damage(void)
{
    static const int32_t ticks[] = {0, 1, 2, 3, 4, 5};
    for (uint32_t i = 0; i < TEST_FEWER / 4u; i++) {
        made_clips *m = make(0, 9);
        make_events(m, ticks, MAX_EVENTS);
        uint32_t *const section = (uint32_t *)(void *)((uint8_t *)m + m->blob.section.offset);
        const uint32_t words = m->blob.section.bytes / 4u;
        pelt_time time;
        if (i == 0u) /* whole */
            for (uint32_t k = 0; k < MAX_EVENTS; k++) {
                const char *whole = pelt_clip_event_get(&time, &m->model, 1, k);
                CHECK(whole != NULL && whole[0] == (char)('a' + k) && time == (pelt_time)k);
            }
        for (uint32_t k = test_random() % 4u; k < 5u; k++)
            section[test_random() % words] = (uint32_t)test_random_extreme() >> test_random() % 32u;
        if (i % 4u == 0u)
            m->blob.section.bytes = 4u * (test_random() % (words + 1u));
        const char *name;
        uint32_t count = 0;
        for (; count < words && (name = pelt_clip_event_get(&time, &m->model, 1, count)); count++)
            CHECK(name[0] == '\0' || name[1] == '\0');
        const uint32_t held = m->blob.section.bytes / 4u, heads = CLIPS + 1u;
        CHECK(count <= (held < heads ? 0u : (held - heads) / 2u));
        pelt_player p;
        REQUIRE(pelt_player_start(&p, &m->model, 1, 60, 0, i % 3u) == PELT_OK);
        pelt_player_move(&p, test_random_within(300));
        for (uint32_t k = 0; k < 500u && pelt_player_event_get(&p, k) != NULL; k++)
            CHECK(pelt_player_event_get(&p, k)[0] == '\0' ||
                  pelt_player_event_get(&p, k)[1] == '\0');
        test_release();
    }
}

/// In step ///////////////////////////////////////////////////////////////////////////////////////

static void check_follow(void)
{
    for (uint32_t i = 0; i < TEST_FEWER / 4u; i++) {
        made_clips *m = make(-0x40000000, test_random() >> (1u + test_random() % 31u));
        make_clip(m, 0, -0x3FFFFFFF, test_random() >> (1u + test_random() % 31u));
        pelt_player leader, p;
        if (i == 0u) { /* to its very end */
            make_clip(m, 0, 0, 10);
            pelt_player_start(&leader, &m->model, 0, 1000, 0, 0);
            pelt_player_start(&p, &m->model, 1, 1000, 0, 0);
            pelt_player_move(&leader, 10);
            pelt_player_follow(&p, &leader);
            CHECK(p.phase == p.duration && !p.finished);
        }
        if (pelt_player_start(&leader, &m->model, 0, 1000, 0, i % 3u) != PELT_OK ||
            pelt_player_start(&p, &m->model, 1, 60, 9, 0) != PELT_OK) {
            test_release();
            continue;
        }
        bool same = true;
        for (uint32_t k = 0; k < 4u; k++) {
            const int32_t before = p.phase;
            leader.speed = test_random_extreme();
            pelt_player_update(&leader, test_random());
            REQUIRE(pelt_player_follow(&p, &leader) == PELT_OK);
            int64_t expected = leader.phase < 0 ? -1 : (int64_t)p.duration + 1;
            if (!leader.finished)
                expected =
                    leader.duration == 0 ? 0 : (int64_t)leader.phase * p.duration / leader.duration;
            same &= p.phase == expected && p.remainder == 0 && p.clock_hz == leader.clock_hz;
            same &= p.turns == leader.turns && p.finished == leader.finished;
            same &= p.time == time_of(&p) && (k == 0u || p.from == before);
            same &= p.flags == leader.flags && p.clock == leader.clock;
            same &= p.flags != PELT_LOOP || p.phase == 0 || (p.phase > 0 && p.phase < p.duration);
        }
        CHECK(same);
        const int32_t weight = test_random_within(65536 + 9) * (i % 2u == 0u ? 1 : 0) + 32768;
        const double w = weight < 0 ? 0 : weight > 65536 ? 1 : weight / 65536.0;
        const double mean = leader.duration + w * ((double)p.duration - leader.duration);
        const double speed = mean == 0 ? 65536 : 65536.0 * leader.duration / mean;
        if (mean > 2) /* the mean is to a tick */
            CHECK_NEAR(pelt_player_pace_get(&leader, &p, weight),
                       speed > INT32_MAX ? INT32_MAX : speed, 1.0 + speed / (mean - 1));
        else
            CHECK(pelt_player_pace_get(&leader, &p, weight) >= 0);
        test_release();
    }
    made_clips *m = make(0, 0);
    pelt_player still, p;
    pelt_player_start(&p, &m->model, 0, 60, 0, PELT_LOOP);
    pelt_player_update(&p, 1000); /* thirds of a tick remain */
    CHECK(p.remainder > 0u && p.turns == 5);
    pelt_player_start(&still, &m->model, 1, 60, 0, 0);
    CHECK(pelt_player_follow(&still, &p) == PELT_OK && still.turns == 5 && still.phase == 0);
    pelt_player_move(&still, 3);
    CHECK(still.turns == 0 && still.phase == 0); /* a loop of length zero */
    pelt_player_seek(&p, 9);
    CHECK(p.remainder == 0u && p.phase == 9 && p.turns == 0);
    pelt_player_update(&p, 1001);
    CHECK(p.remainder > 0u);
    pelt_player_follow(&p, &still);
    CHECK_EQ(p.remainder, 0);
    pelt_player_start(&still, &m->model, 1, 1000, 0, PELT_LOOP);
    pelt_player_start(&p, &m->model, 0, 1000, 0, PELT_LOOP);
    CHECK_EQ(pelt_player_pace_get(&still, &still, 9), 65536);
    CHECK_EQ(pelt_player_pace_get(&still, &p, 32768), 0);
    CHECK_EQ(pelt_player_pace_get(&p, &still, 32768), 131072);
    CHECK_EQ(pelt_player_pace_get(&p, &still, 65536), 65536);
    test_release();
}

static void check_errors(void)
{
    made_clips *m = make(0, 5);
    pelt_player p, other;
    pelt_time time = 7, none;
    test_fill(&p, sizeof p);
    CHECK_EQ(pelt_player_start(&p, &m->model, 0, 0, 0, 0), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_player_start(&p, &m->model, 0, 0x80000001u, 0, 0), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_player_start(&p, &m->model, 0, 60, 0, 3), PELT_E_ARGUMENT);
    m->blob.events[0].name = 1; /* as if there were one clip more, of one event */
    CHECK(pelt_clip_event_get(&time, &m->model, CLIPS, 0) == NULL);
    make_clip(m, 1, -0x40000000, 0x7FFFFFFCu);
    CHECK_OK(pelt_player_start(&other, &m->model, 1, 0x80000000u, 0, 0));
    make_clip(m, 1, -0x40000000, 0x7FFFFFFDu);
    CHECK_EQ(pelt_player_start(&p, &m->model, 1, 60, 0, 0), PELT_E_RANGE);
    CHECK(pelt_clip_event_get(&time, &m->model, 0, 0) == NULL);
    CHECK(pelt_clip_event_get(&time, &m->model, CLIPS, 0) == NULL);
    m->blob.firsts[2] = 2; /* the name of its event is just beyond the names */
    m->blob.firsts[1] = 1;
    m->blob.events[1].name = sizeof m->blob.names;
    const char *nameless = pelt_clip_event_get(&none, &m->model, 1, 0);
    CHECK(nameless != NULL && nameless[0] == '\0' && nameless != (const char *)m->blob.firsts);
    CHECK(pelt_clip_event_get(NULL, &m->model, 1, 0) == nameless);
    m->blob.section.tag = 0; /* no such section */
    CHECK(pelt_clip_event_get(&time, &m->model, 1, 0) == NULL);
    CHECK(test_filled(&p, sizeof p) && time == 7);
    CHECK(sizeof(pelt_player) <= 52u + sizeof(void *) + 4u);
    test_release();
}

/* A clip that plays once, looked at at each part of its fades. */
static void check_fade(void)
{
    static const pelt_player none;
    made_clips *m = make(-1000, 3000000);
    pelt_player p;
    CHECK_EQ(pelt_player_fade_get(&none, 1, 1), 0);
    CHECK_OK(pelt_player_start(&p, &m->model, 1, 60, 0, PELT_LOOP));
    CHECK_EQ(pelt_player_fade_get(&p, 1000, 1000), 65536);
    CHECK_OK(pelt_player_start(&p, &m->model, 1, 60, 0, 0));
    const int32_t in = p.duration / 4, out = p.duration / 3;
    for (int32_t i = 0; i <= 64; i++) {
        const int32_t at = (int32_t)((int64_t)p.duration * i / 64), left = p.duration - at;
        CHECK_OK(pelt_player_seek(&p, p.start + at));
        const int64_t rising = at < in ? (int64_t)at * 65536 / in : 65536;
        const int64_t falling = left < out ? (int64_t)left * 65536 / out : 65536;
        CHECK_EQ(pelt_player_fade_get(&p, in, out), rising < falling ? rising : falling);
        CHECK_EQ(pelt_player_fade_get(&p, 0, -1), 65536);
        CHECK_EQ(pelt_player_fade_get(&p, INT32_MAX, 0), (int64_t)at * 65536 / INT32_MAX);
    }
    CHECK_OK(pelt_player_move(&p, p.duration));
    CHECK_EQ(pelt_player_fade_get(&p, in, out), 0);
    test_release();
}

/* What PELT_MS and its like make of constants. */
static void check_constants(void)
{
    typedef char integer_constant[PELT_MS(125) == 131072 && PELT_MS(125u) == 131072 ? 1 : -1];
    static const pelt_time times[] = {PELT_MS(1),       PELT_MS(-1),       PELT_MS(2),
                                      PELT_MS(0.5),     PELT_MS(-16.7),    PELT_SECONDS(1),
                                      PELT_SECONDS(-3), PELT_SECONDS(0.1), PELT_SECONDS(-0.1f)};
    static const pelt_time wanted[] = {1049,    -1049,    2097,   524,    -17511,
                                       1048576, -3145728, 104858, -104858};
    static const int32_t numbers[] = {
        PELT_Q16(1),      PELT_Q16(-1), PELT_Q16(0.1), PELT_Q16(-0.1), PELT_Q16(7.62939453125e-6),
        PELT_Q16(-7.6e-6)};
    static const int32_t wanted_numbers[] = {65536, -65536, 6554, -6554, 1, 0};
    for (unsigned i = 0; i < sizeof times / sizeof times[0]; i++)
        CHECK_EQ(times[i], wanted[i]);
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        CHECK_EQ(numbers[i], wanted_numbers[i]);
    CHECK(sizeof(integer_constant) == 1u);
    /* To nearest, of all that a clip may have: 131072 / 125 never leaves a half. */
    for (int32_t ms = -2047000; ms <= 2047000; ms += 1 + (int32_t)(test_random() % 99u)) {
        const int64_t off = 125 * (int64_t)PELT_MS(ms) - 131072 * (int64_t)ms;
        CHECK(off > -63 && off < 63);
    }
}

void test_player(void)
{
    check_fade();
    check_constants();
    check_errors();
    check_shifts();
    check_extremes();
    for (uint32_t i = 0; i < TEST_FEWER; i++)
        check_walk(i % 3u, i % 2u == 0u);
    check_damage();
    check_follow();
}
