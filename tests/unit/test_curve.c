/* SPDX-License-Identifier: MIT */
/* Timelines and packed keys against what docs/FORMAT.md says of them, in double and one step at a
 * time. */
#include "src/arithmetic/curve.h"
#include "reference.h"
#include "timelines.h"

#define KEYS_MAX 40u
#define Q30 1073741824.0

/// Timelines /////////////////////////////////////////////////////////////////////////////////////

static void check_place(const uint32_t *words, const uint32_t *frames, uint32_t count,
                        uint32_t form, uint32_t frame)
{
    const uint32_t drawn = test_random() * 2u, fraction = form == FORMAT_TICKS ? 0u : drawn;
    const clip_moment moment = {form == FORMAT_TICKS ? frame : 12345u,
                                form == FORMAT_TICKS ? 54321u : frame, drawn};
    const timeline_place place = timeline_find((const uint8_t *)words, &moment);
    uint32_t key = 0;
    while (key + 1u < count && frames[key + 1u] <= frame)
        key++;
    const bool inside = frame >= frames[0] && key + 1u < count;
    CHECK_EQ(place.key, key);
    CHECK_EQ(place.next, inside ? key + 1u : key);
    CHECK(place.u >= 0);
    const double at = frame + fraction / 4294967296.0 - frames[key];
    const double u = inside ? at / (frames[key + 1u] - frames[key]) : 0;
    CHECK_NEAR(place.u / 2147483648.0, u - 1e-7, 1.1e-7);
}

static void check_timelines(void)
{
    static const uint32_t steps[] = {1, 255 / KEYS_MAX, 65535 / KEYS_MAX, (1u << 30) / KEYS_MAX};
    uint32_t words[1u + KEYS_MAX], frames[KEYS_MAX];
    for (uint32_t round = 0; round < TEST_ROUNDS / 40u; round++) {
        const uint32_t form = round % 4u, count = 1u + test_random() % KEYS_MAX;
        const uint32_t last = make_timeline(words, frames, count, form, steps[form]);
        const uint32_t key = test_random() % count;
        check_place(words, frames, count, form, frames[key]);
        check_place(words, frames, count, form, frames[key] + 1u);
        check_place(words, frames, count, form, frames[key] == 0u ? 0u : frames[key] - 1u);
        check_place(words, frames, count, form, test_random() % (last + 2u));
        check_place(words, frames, count, form, 0);
        check_place(words, frames, count, form, UINT32_MAX);
    }
}

/* At the tick nearest to a frame the frame is reached, a tick earlier it is not. */
static void check_moments(void)
{
    static const uint32_t rates[] = {1, 8, 12, 24, 25, 30, 60, 120};
    for (uint32_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        /* mantissa 2^(31 + shift) / ticks per frame: 2^(11 + shift) rate */
        unsigned shift = 0;
        while (rates[i] << (11u + shift) < (uint32_t)1 << 31)
            shift++;
        const format_clip clip = {0, -1000, 1 << 29, rates[i] << (11u + shift) | shift, 0, 0};
        for (uint32_t round = 0; round < 200u; round++) {
            const uint32_t frame = round < 4u ? round : test_random() % (500u * rates[i]);
            const uint32_t seconds = frame / rates[i], rest = frame % rates[i];
            const uint32_t tick = (seconds << 20) + ((rest << 20) + rates[i] / 2u) / rates[i];
            const clip_moment there = moment_find(&clip, (pelt_time)tick - 1000);
            CHECK_EQ(there.elapsed, tick);
            CHECK_EQ(there.frame, frame);
            if (frame > 0u)
                CHECK_EQ(moment_find(&clip, (pelt_time)tick - 1001).frame, frame - 1u);
            /* Half a tick and what a tick's rounding loses. */
            CHECK_NEAR(there.fraction / 4294967296.0, 0, 1.01 * rates[i] / 1048576.0);
        }
        CHECK_EQ(moment_find(&clip, INT32_MIN).elapsed, 0);
        CHECK_EQ(moment_find(&clip, INT32_MIN).frame, 0);
        CHECK_EQ(moment_find(&clip, INT32_MAX).elapsed, (1u << 29) + 1000u);
    }
    const format_clip longest = {0, INT32_MIN, INT32_MAX, UINT32_MAX, 0, 0};
    CHECK_EQ(moment_find(&longest, INT32_MAX).elapsed, UINT32_MAX);
}

/// Keys //////////////////////////////////////////////////////////////////////////////////////////

/* A bit at a time, as the format says it. */
static uint32_t bits_at(const uint32_t *packed, uint32_t at, uint32_t count)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < count; i++, at++)
        bits = bits << 1 | (packed[at / 32u] >> (31u - at % 32u) & 1u);
    return bits;
}

static double number_at(const curve_view *curve, unsigned component, uint32_t at)
{
    const uint32_t bits = curve->bits[component];
    const format_range range = curve->ranges[component];
    const double part = bits_at(curve->packed, at, bits) / (double)((uint32_t)1 << bits);
    return (range.low + range.extent * part) / 32768.0;
}

static void check_numbers(void)
{
    uint32_t packed[8];
    uint8_t bits[3];
    format_range ranges[3];
    const curve_view curve = {bits, ranges, packed};
    for (uint32_t round = 0; round < TEST_ROUNDS / 20u; round++) {
        for (uint32_t i = 0; i < 8u; i++)
            packed[i] = (uint32_t)test_random_extreme();
        for (uint32_t i = 0; i < 3u; i++) {
            const uint32_t biased = test_random() % 65536u, room = 65536u - biased;
            const uint32_t extent = round % 8u == 0u ? room : test_random() % (room + 1u);
            bits[i] = (uint8_t)(test_random() % (FORMAT_MAX_BITS + 1u));
            ranges[i].low = (int16_t)((int32_t)biased - 32768);
            ranges[i].extent = (uint16_t)(extent < 65536u ? extent : 65535u);
        }
        const uint32_t at = test_random() % (7u * 32u - FORMAT_MAX_BITS);
        for (uint32_t i = 0; i < 3u; i++) {
            const int32_t number = curve_number(&curve, i, at);
            CHECK_NEAR(number / Q30, number_at(&curve, i, at) - 0.5 / Q30, 1.0 / Q30);
        }
    }
}

/* Whole keys of up to 32 bits against their numbers one by one. */
static void check_keys(void)
{
    uint32_t packed[32];
    uint8_t bits[3];
    const curve_view curve = {bits, pelt_whole_ranges, packed};
    for (uint32_t round = 0; round < TEST_ROUNDS / 40u; round++) {
        for (uint32_t i = 0; i < 32u; i++)
            packed[i] = (uint32_t)test_random_extreme();
        uint32_t room = 32;
        for (uint32_t i = 0; i < 3u; i++) {
            const uint32_t most = room < FORMAT_MAX_BITS ? room : FORMAT_MAX_BITS;
            bits[i] = (uint8_t)(test_random() % (most + 1u));
            room -= bits[i];
        }
        const uint32_t sum = 32u - room, key = test_random() % 12u;
        const timeline_place place = {key, key + test_random() % 2u, 0};
        int32_t a[4], b[4];
        curve_keys(a, b, &curve, &place);
        uint32_t from = sum * place.key, to = sum * place.next;
        for (unsigned i = 0; i < 3u; i++) {
            CHECK_EQ(a[i], curve_number(&curve, i, from));
            CHECK_EQ(b[i], curve_number(&curve, i, to));
            from += bits[i];
            to += bits[i];
        }
        CHECK(a[3] >= (1 << 29) - 64 && a[3] <= 1 << 30 && b[3] >= (1 << 29) - 64);
    }
}

/// Rotations /////////////////////////////////////////////////////////////////////////////////////

static void check_left_out(void)
{
    for (uint32_t round = 0; round < TEST_ROUNDS / 40u; round++) {
        int32_t q[3];
        double squares = 0;
        for (unsigned i = 0; i < 3u; i++) {
            q[i] = test_random_within(1 << 29);
            squares += q[i] / Q30 * (q[i] / Q30);
        }
        CHECK_NEAR(curve_left_out(q) / Q30, ref_sqrt(1 - squares), 5e-8);
    }
    static const int32_t none[3] = {0, 0, 0}, most[3] = {-(1 << 30), 1 << 30, 1 << 30};
    CHECK_NEAR(curve_left_out(none) / Q30, 1, 5e-8);
    CHECK_NEAR(curve_left_out(most) / Q30, 0.5, 5e-8);
}

/* Turns of up to 88 degrees about z, against slerp. */
static void check_arc(uint32_t degrees, double limit)
{
    const double half = degrees / 720.0;
    const int32_t a[4] = {0, 0, 0, 1 << 30};
    const int32_t b[4] = {0, 0, (int32_t)(ref_sin(half) * Q30), (int32_t)(ref_cos(half) * Q30)};
    for (uint32_t i = 0; i <= 16u; i++) {
        const int32_t u = i == 16u ? INT32_MAX : (int32_t)(i << 27);
        int32_t q[4];
        curve_arc(q, a, b, u);
        const double part = half * u / 2147483648.0;
        CHECK_NEAR(q[2] / Q30, ref_sin(part), limit);
        CHECK_NEAR(q[3] / Q30, ref_cos(part), limit);
        CHECK(q[0] == 0 && q[1] == 0);
    }
}

static void check_arcs(void)
{
    for (uint32_t degrees = 1; degrees <= 88u; degrees++)
        check_arc(degrees, degrees <= 30u ? 2e-6 : degrees <= 72u ? 8e-6 : 3e-5);
    /* Keys of no rotation: some numbers, and no undefined behaviour. */
    static const int32_t a[4] = {INT32_MIN, INT32_MIN, INT32_MAX, 0};
    static const int32_t b[4] = {INT32_MAX, 0, INT32_MIN, INT32_MAX};
    int32_t q[4];
    curve_arc(q, a, b, INT32_MAX);
    curve_arc(q, b, a, 0);
    CHECK(q[1] <= 0 && q[1] >= -2);
}

void test_curve(void)
{
    check_timelines();
    check_moments();
    check_numbers();
    check_keys();
    check_left_out();
    check_arcs();
}
