/* SPDX-License-Identifier: MIT */
/* Normals brought to length one, by the tuned kernel against the reference and doubles; and rescaled. */
#include "reference.h"
#include "src/kernel/kernel.h"

/* The sine of 0.005 degrees, and the kernel's bound on length. */
#define DIRECTION_LIMIT 8.7266e-5
#define LENGTH_LIMIT 2e-4

/* Direction of b is that of a, its length one. */
static bool direction_kept(const double a[3], const double b[3], double sine, double length_limit)
{
    const double length = ref_sqrt(ref_dot(b, b));
    return ref_same_direction(a, b, sine) && test_near(length, 1.0, length_limit);
}

static void check_q16(int32_t x, int32_t y, int32_t z)
{
    int32_t n[3] = {x, y, z};
    const double before[3] = {(double)x, (double)y, (double)z};
    int32_t reference[3] = {x, y, z};
    pelt_reference_normalise_q16(reference, 12, 1);
    pelt_kernel_normalise_q16(n, 12, 1);
    for (unsigned c = 0; c < 3u; c++)
        CHECK_EQ(n[c], reference[c]);
    const double after[3] = {n[0] / 65536.0, n[1] / 65536.0, n[2] / 65536.0};
    if (x == 0 && y == 0 && z == 0)
        CHECK(n[0] == 0 && n[1] == 0 && n[2] == 0);
    else
        CHECK(direction_kept(before, after, DIRECTION_LIMIT, LENGTH_LIMIT));
}

static void check_f32(float x, float y, float z)
{
    float n[3] = {x, y, z};
    const double before[3] = {(double)x, (double)y, (double)z};
    pelt_kernel_normalise_f32(n, 12, 1);
    const double after[3] = {(double)n[0], (double)n[1], (double)n[2]};
    if (x == 0.0f && y == 0.0f && z == 0.0f)
        CHECK(n[0] == 0.0f && n[1] == 0.0f && n[2] == 0.0f);
    else
        CHECK(direction_kept(before, after, 3e-7, 1e-6));
}

static void check_rescale(int32_t value, uint32_t raw_bits)
{
    int32_t n[3] = {value, -value, 0};
    pelt_reference_rescale_q16(n, 12, 1, raw_bits);
    for (unsigned c = 0; c < 3u; c++) {
        const double exact = (c == 0u ? 65536.0 : c == 1u ? -65536.0 : 0.0) * value;
        CHECK_NEAR((double)n[c], exact / (double)((int64_t)1 << raw_bits), 0.5);
    }
}

void test_normalise(void)
{
    static const int32_t parts[] = {0,      1,     -1,      2,          -2,        3,
                                    127,    -128,  16383,   16384,      32767,     32768,
                                    -32769, 65536, 1 << 29, -(1 << 30), INT32_MAX, INT32_MIN};
    const unsigned count = sizeof parts / sizeof parts[0];
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < count; j++)
            for (unsigned k = 0; k < count; k += 3u)
                check_q16(parts[i], parts[j], parts[(k + i + j) % count]);
    static const float scales[] = {1.0f, 1e-3f, 1e-12f, 1e-20f, 1e6f, 1e12f, 1e20f, 1e30f};
    for (uint32_t i = 0; i < TEST_ROUNDS; i++) {
        check_q16(test_random_extreme(), test_random_extreme(), test_random_extreme());
        const int32_t limit = 1 << (1u + test_random() % 29u);
        check_q16(test_random_within(limit), test_random_within(limit), test_random_within(limit));
        const float scale = scales[test_random() % 8u];
        check_f32(scale * test_random_unit(), scale * test_random_unit(),
                  scale * test_random_unit());
    }
    check_f32(0, 0, 0);
    for (unsigned c = 0; c < 3u; c++) { /* too short for a direction; a port may find one */
        float n[3] = {1e-35f, 1e-35f, 1e-35f};
        n[c] = -n[c];
        pelt_reference_normalise_f32(n, 12, 1);
        CHECK(n[0] == 0.0f && n[1] == 0.0f && n[2] == 0.0f);
    }
    for (uint32_t raw_bits = 0; raw_bits <= 30u; raw_bits++) {
        check_rescale(1 << raw_bits, raw_bits);
        check_rescale((int32_t)((1u << raw_bits) * 3u / 5u), raw_bits);
    }
}
