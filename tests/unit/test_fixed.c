/* SPDX-License-Identifier: MIT */
#include "src/base/fixed.h"
#include "fixed_variants.h"
#include "test.h"

static const int32_t corners[] = {
    0,          1,           -1,           2,          -2,          3,          0x7FFF,
    0x8000,     0x8001,      -0x7FFF,      -0x8000,    -0x8001,     0xFFFF,     0x10000,
    -0xFFFF,    -0x10000,    0x10001,      0x55555555, -0x55555556, 0x3FFFFFFF, 0x40000000,
    0x40000001, -0x3FFFFFFF, -0x40000000,  0x7FFF0000, 0x7FFF8000,  0x7FFFFFFE, INT32_MAX,
    -INT32_MAX, INT32_MIN,   INT32_MIN + 2};
#define CORNER_COUNT (sizeof corners / sizeof corners[0])

static const int16_t corners16[] = {0,    1,      -1,      2,     3,     255,    256,
                                    -256, 0x4000, -0x4000, 32766, 32767, -32767, -32768};
#define CORNER16_COUNT (sizeof corners16 / sizeof corners16[0])

/* fx_* are the port's own where it has some (PELT_PRODUCTS). */
static void check_mulh(int32_t a, int32_t b)
{
    CHECK_EQ(fx_mul(a, b), (int32_t)((uint32_t)a * (uint32_t)b));
    const int32_t wanted = (int32_t)((int64_t)a * b >> 32);
    CHECK_EQ(fx_mulh(a, b), wanted);
    CHECK_EQ(fx_mulh_add(b, a, b), (int32_t)((uint32_t)wanted + (uint32_t)b));
    CHECK_EQ(long_multiply.mulh(a, b), wanted);
    CHECK_EQ(half_multiply.mulh(a, b), wanted);
}

static void check_mulw(int32_t a, int16_t b)
{
    const int32_t wanted = (int32_t)((int64_t)a * b >> 16);
    CHECK_EQ(fx_mulw(a, b), wanted);
    CHECK_EQ(long_multiply.mulw(a, b), wanted);
    CHECK_EQ(half_multiply.mulw(a, b), wanted);
}

static void check_sums(int32_t a, int32_t b)
{
    const int64_t sum = (int64_t)a + b;
    CHECK_EQ(fx_add_saturated(a, b), sum > INT32_MAX   ? INT32_MAX
                                     : sum < INT32_MIN ? INT32_MIN
                                                       : (int32_t)sum);
    CHECK_EQ(fx_add(a, b), (int32_t)(uint32_t)(uint64_t)sum);
    CHECK_EQ(fx_sub(a, b), (int32_t)(uint32_t)(uint64_t)((int64_t)a - b));
    const unsigned bits = (uint32_t)b & 31u;
    int32_t doubled = a;
    for (unsigned i = 0; i < bits; i++)
        doubled = (int32_t)((uint32_t)doubled + (uint32_t)doubled);
    CHECK_EQ(fx_shl(a, bits), doubled);
}

static void check_clamp(int32_t a, int32_t limit)
{
    const int32_t clamped = fx_clamp(a, limit);
    if (a >= -limit && a < limit)
        CHECK_EQ(clamped, a);
    else
        CHECK_EQ(clamped, a < 0 ? -limit : limit - 1);
}

/* What fixed.h assumes; volatile, so that the target computes it. */
static void check_compiler(void)
{
    volatile int32_t minus_five = -5;
    volatile uint32_t ones = 0xFFFFFFFFu, top = 0x80000000u;
    volatile int64_t large = -0x100000001ll;
    volatile uint16_t half = 0x8000u;
    CHECK_EQ(minus_five >> 1, -3);
    CHECK_EQ(minus_five >> 31, -1);
    CHECK_EQ((int32_t)ones, -1);
    CHECK((int32_t)top == INT32_MIN);
    CHECK(large >> 32 == -2);
    CHECK_EQ((int16_t)half, -32768);
    CHECK_EQ((int32_t)(uint32_t)(uint64_t)large, -1);
}

void test_fixed(void)
{
    check_compiler();
    for (unsigned i = 0; i < CORNER_COUNT; i++) {
        for (unsigned k = 0; k < CORNER_COUNT; k++) {
            check_mulh(corners[i], corners[k]);
            check_sums(corners[i], corners[k]);
        }
        for (unsigned k = 0; k < CORNER16_COUNT; k++)
            check_mulw(corners[i], corners16[k]);
        check_clamp(corners[i], 1 << 28);
        check_clamp(corners[i], 1);
    }
    for (uint32_t i = 0; i < TEST_ROUNDS; i++) {
        const int32_t a = test_random_extreme(), b = test_random_extreme();
        check_mulh(a, b);
        check_mulw(a, (int16_t)(uint16_t)((uint32_t)b & 0xFFFFu));
        check_mulw(a, (int16_t)(b >> 16));
        check_sums(a, b);
        check_clamp(a, 1 << (test_random() % 31u));
    }
    CHECK_EQ(fx_clz(0), 32);
    for (unsigned bit = 0; bit < 32u; bit++) {
        CHECK_EQ(fx_clz((uint32_t)1 << bit), 31 - (int32_t)bit);
        CHECK_EQ(fx_clz(UINT32_MAX >> bit), bit);
    }
}

/// Reciprocal square roots //////////////////////////////////////////////////////////////////////

/* y is near 2^q / sqrt(m / 2^30): relative error within `limit`, from y^2 m = 2^(2q + 30). */
static bool rsqrt_near(double y, uint32_t m, double unit, double limit)
{
    const double square = y / unit * (y / unit) * ((double)m / 1073741824.0);
    return square >= (1.0 - limit) * (1.0 - limit) && square <= (1.0 + limit) * (1.0 + limit);
}

static void check_rsqrt(uint32_t m)
{
    const uint32_t y15 = fx_rsqrt15(m);
    const int32_t y30 = fx_rsqrt30(m);
    CHECK(y15 <= 32768u);
    CHECK(rsqrt_near((double)y15, m, 32768.0, 1.6e-4));
    CHECK(rsqrt_near((double)y30, m, 1073741824.0, 4e-8));
    CHECK_EQ(long_multiply.rsqrt15(m), y15);
    CHECK_EQ(half_multiply.rsqrt15(m), y15);
    CHECK_EQ(long_multiply.rsqrt30(m), y30);
    CHECK_EQ(half_multiply.rsqrt30(m), y30);
}

void test_rsqrt(void)
{
    for (uint32_t i = 0; i < 96u; i++) {
        /* v = round(2^15 sqrt(64 / (2i + 65))), so (2v - 1)^2 (2i + 65) <= 2^38 ... */
        const uint64_t v = pelt_rsqrt_table[i], d = 2u * i + 65u;
        CHECK((2u * v - 1u) * (2u * v - 1u) * d <= (uint64_t)1 << 38);
        CHECK((2u * v + 1u) * (2u * v + 1u) * d >= (uint64_t)1 << 38);
        const uint32_t first = (i + 32u) << 25;
        check_rsqrt(first);
        check_rsqrt(first + 1u);
        check_rsqrt(first + (1u << 24));
        check_rsqrt(first + (1u << 25) - 1u);
    }
    for (uint32_t i = 0; i < TEST_ROUNDS; i++) {
        const uint32_t m = test_random();
        check_rsqrt(m < 1u << 30 ? m + (1u << 30) : m);
    }
}
