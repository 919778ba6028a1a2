/* SPDX-License-Identifier: MIT */
#include <float.h>
#include <string.h>

#include "pelt/arrays.h"
#include "test.h"

#define ONE 65536

#define DEFINE_REPAIR(suffix, word)                                                                \
    static pelt_status repair_##suffix(word *weights, const uint16_t *joints, uint32_t vertices,   \
                                       uint32_t influences)                                        \
    {                                                                                              \
        static const word positions[9];                                                            \
        const pelt_arrays_##suffix arrays = {.positions = positions,                               \
                                             .joints = joints,                                     \
                                             .weights = weights,                                   \
                                             .vertex_count = vertices,                             \
                                             .influence_count = influences};                       \
        return pelt_weights_repair_##suffix(weights, &arrays);                                     \
    }

DEFINE_REPAIR(q16, int32_t)
DEFINE_REPAIR(f32, float)

static uint32_t used_influences(const uint16_t *joints, uint32_t influences)
{
    uint32_t used = 0;
    while (used < influences && joints[used] != UINT16_MAX)
        used++;
    return used;
}

/* Sum exact, none negative, none after the end, shares kept, a valid sum left alone. */
static void check_q16(const int32_t *given, const uint16_t *joints, uint32_t influences)
{
    int32_t w[8];
    const uint32_t used = used_influences(joints, influences);
    double total = 0;
    bool valid = true;
    for (uint32_t k = 0; k < influences; k++) {
        w[k] = given[k];
        if (k < used)
            total += given[k] > 0 ? (double)given[k] : 0.0;
        valid = valid && given[k] >= 0 && (k < used || given[k] == 0);
    }
    CHECK_OK(repair_q16(w, joints, 1, influences));
    int64_t sum = 0;
    for (uint32_t k = 0; k < influences; k++) {
        sum += w[k];
        CHECK(w[k] >= 0 && w[k] <= ONE);
        if (k >= used)
            CHECK_EQ(w[k], 0);
        else if (total > 0)
            /* 16 significant bits of each, two steps apart at worst; the largest takes the rest */
            CHECK_NEAR((double)w[k], (given[k] > 0 ? (double)given[k] : 0.0) / total * ONE, 26.0);
        if (valid && total == (double)ONE)
            CHECK_EQ(w[k], given[k]);
    }
    CHECK(sum == (used > 0u ? ONE : 0));
    if (used > 0u && total == 0)
        CHECK_EQ(w[0], ONE);
}

static void check_f32(const float *given, const uint16_t *joints, uint32_t influences)
{
    float w[8];
    const uint32_t used = used_influences(joints, influences);
    double total = 0, sum = 0;
    for (uint32_t k = 0; k < influences; k++) {
        w[k] = given[k];
        if (k < used && given[k] > 0.0f && given[k] <= FLT_MAX)
            total += (double)given[k];
    }
    CHECK_OK(repair_f32(w, joints, 1, influences));
    for (uint32_t k = 0; k < influences; k++) {
        CHECK(w[k] >= 0.0f && w[k] <= 1.0f);
        sum += (double)w[k];
        if (k >= used)
            CHECK(w[k] == 0.0f);
        else if (total > 0)
            CHECK_NEAR((double)w[k],
                       (given[k] > 0.0f && given[k] <= FLT_MAX ? (double)given[k] : 0.0) / total,
                       1e-6);
    }
    if (used > 0u)
        CHECK_NEAR(sum, 1.0, 1.2e-7);
    else
        CHECK(sum == 0);
    if (used > 0u && total == 0)
        CHECK(w[0] == 1.0f);
}

/* Weights whose sum overflows are repaired as their sixteenths are, to the bit. */
static void check_large(void)
{
    static const uint16_t joints[4] = {0, 1, 2, 3};
    float large[4], small[4];
    for (unsigned k = 0; k < 4u; k++) {
        large[k] = (0.5f + 0.4f * test_random_unit()) * FLT_MAX;
        small[k] = large[k] * 0.0625f;
    }
    pelt_arrays_f32 arrays = {.positions = large,
                              .joints = joints,
                              .weights = large,
                              .vertex_count = 1,
                              .influence_count = 4};
    CHECK_OK(pelt_weights_repair_f32(large, &arrays));
    arrays.weights = small;
    CHECK_OK(pelt_weights_repair_f32(small, &arrays));
    CHECK(test_same(large, small, sizeof large));
}

static float from_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void check_cases(void)
{
    static const int32_t q16[][4] = {
        {ONE, 0, 0, 0},
        {0, 0, 0, 0},
        {-1, -2, INT32_MIN, -ONE},
        {INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX},
        {INT32_MAX, 1, 0, -5},
        {1, 0, 0, 0},
        {1, 1, 1, 0},
        {21845, 21845, 21846, 0},
        {21845, 21845, 21845, 0},
        {32768, 32767, 0, 1},
        {ONE, ONE, ONE, ONE},
        {0, 0, 0, 7},
        {ONE, -ONE, ONE, 0},
        {ONE + 1, -1, 0, 0},
    };
    /* 3.4e38, infinity, NaN, a denormal */
    const float huge = from_bits(0x7F7FFFFFu), infinite = from_bits(0x7F800000u);
    const float nan = from_bits(TEST_NAN_BITS), tiny = from_bits(1u);
    const float f32[][4] = {
        {1, 0, 0, 0},
        {0, 0, 0, 0},
        {-1, -2, -0.5f, -1e30f},
        {huge, 1, 0, 0},
        {huge, huge, huge, huge},
        {infinite, 1, 1, 0},
        {nan, 1, 3, 0},
        {nan, nan, infinite, -1},
        {tiny, tiny, 0, 0},
        {0.3333f, 0.3333f, 0.3333f, 0},
        {1e-20f, 3e-20f, 0, 0},
        {0.5f, 0.25f, 0.25f, 0},
        {1e20f, 1e-20f, 1, -1},
    };
    static const uint16_t joints[][4] = {{0, 1, 2, 3},
                                         {5, 5, UINT16_MAX, 1},
                                         {7, UINT16_MAX, UINT16_MAX, UINT16_MAX},
                                         {UINT16_MAX, 1, 2, 3}};
    for (unsigned j = 0; j < 4u; j++) {
        for (unsigned i = 0; i < sizeof q16 / sizeof q16[0]; i++)
            check_q16(q16[i], joints[j], 4);
        for (unsigned i = 0; i < sizeof f32 / sizeof f32[0]; i++)
            check_f32(f32[i], joints[j], 4);
    }
}

static void check_many_vertices(void)
{
    int32_t q[6] = {1, 1, ONE, 0, 3, 5};
    float f[6] = {1, 1, 1, 0, 3, 5};
    static const uint16_t joints[6] = {0, 1, 2, 3, 4, UINT16_MAX};
    CHECK_OK(repair_q16(q, joints, 3, 2));
    CHECK_OK(repair_f32(f, joints, 3, 2));
    static const int32_t wanted[6] = {ONE / 2, ONE / 2, ONE, 0, ONE, 0};
    for (unsigned i = 0; i < 6u; i++) {
        CHECK_EQ(q[i], wanted[i]);
        CHECK_NEAR((double)f[i], (double)wanted[i] / ONE, 1e-7);
    }
}

static void check_refusals(void)
{
    int32_t q[2] = {5, 6};
    float f[2] = {5, 6};
    static const uint16_t joints[2] = {0, 1};
    CHECK_EQ(repair_q16(NULL, joints, 1, 2), PELT_E_ARGUMENT);
    CHECK_EQ(repair_q16(q, NULL, 1, 2), PELT_E_ARGUMENT);
    CHECK_EQ(repair_q16(q, joints, 1, 0), PELT_E_ARGUMENT);
    CHECK_EQ(repair_q16(q, joints, 1, 9), PELT_E_ARGUMENT);
    CHECK_EQ(repair_f32(NULL, joints, 1, 2), PELT_E_ARGUMENT);
    CHECK_EQ(repair_f32(f, NULL, 1, 2), PELT_E_ARGUMENT);
    CHECK_EQ(repair_f32(f, joints, 1, 0), PELT_E_ARGUMENT);
    CHECK_EQ(repair_f32(f, joints, 1, 9), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_weights_repair_q16(q, NULL), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_weights_repair_f32(f, NULL), PELT_E_ARGUMENT);
    const int32_t others[2] = {1, 1}; /* the arrays', not those to be repaired */
    const pelt_arrays_q16 arrays = {.positions = q,
                                    .joints = joints,
                                    .weights = others,
                                    .vertex_count = 1,
                                    .influence_count = 2};
    CHECK_EQ(pelt_weights_repair_q16(q, &arrays), PELT_E_ARGUMENT);
    CHECK_OK(repair_q16(q, joints, 0, 2));
    CHECK(q[0] == 5 && q[1] == 6 && f[0] == 5.0f && f[1] == 6.0f);
}

void test_weights(void)
{
    check_cases();
    check_many_vertices();
    check_refusals();
    for (uint32_t i = 0; i < TEST_ROUNDS / 10u; i++) {
        const uint32_t influences = 1u + test_random() % 8u;
        int32_t q[8];
        float f[8];
        uint16_t joints[8];
        for (uint32_t k = 0; k < 8u; k++) {
            q[k] = test_random() & 1u ? test_random_extreme() : test_random_within(ONE);
            f[k] = test_random() & 1u ? test_random_unit() : (float)test_random_extreme();
            joints[k] = test_random() % 8u == 0u ? UINT16_MAX : (uint16_t)k;
        }
        check_q16(q, joints, influences);
        check_f32(f, joints, influences);
        check_large();
    }
}
