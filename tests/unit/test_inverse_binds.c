/* SPDX-License-Identifier: MIT */
/* Inverse bind matrices and palettes of skeletons built by hand. */
#include "pelt/arrays.h"
#include "test.h"

#define Q30 (1 << 30)
#define Q29 (1 << 29)
#define Q20 (1 << 20)
#define ONE 65536

/* Unit quaternions of small whole numbers: 1 2 2 4 / 5, 1 1 1 1 / 2, 2 3 6 0 / 7 ... */
static const double rotations[][4] = {
    {0.2, 0.4, 0.4, 0.8}, {0.5, -0.5, 0.5, 0.5}, {2.0 / 7, 3.0 / 7, 6.0 / 7, 0},
    {0, 0, 0, 1},         {-0.8, 0.2, 0.4, 0.4}, {0, 0.6, 0, 0.8},
};
#define ROTATION_COUNT (sizeof rotations / sizeof rotations[0])

static void random_local(pelt_local_q16 *local, double scale, double reach)
{
    const double *rotation = rotations[test_random() % ROTATION_COUNT];
    for (unsigned i = 0; i < 4u; i++)
        local->rotation[i] = (int32_t)(rotation[i] * Q30);
    for (unsigned i = 0; i < 3u; i++) {
        local->translation[i] = (int32_t)((double)test_random_unit() * reach * Q20);
        local->scale[i] = (int32_t)(scale * (1.0 - 0.4 * (test_random() % 4u) / 3.0) * Q30);
    }
}

/* inverse x matrix is the identity, and so is the palette at the bind pose. */
static void check_q16(double scale, double reach)
{
    static const uint16_t no_parent = UINT16_MAX;
    pelt_local_q16 local;
    pelt_joint_matrix_q16 matrix;
    pelt_inverse_bind_q16 inverse;
    pelt_matrix_q16 palette;
    random_local(&local, scale, reach);
    CHECK_OK(pelt_skeleton_build_q16(&matrix, &local, &no_parent, 1));
    CHECK_OK(pelt_inverse_binds_build_q16(&inverse, &matrix, 1));
    for (unsigned r = 0; r < 3u; r++) {
        for (unsigned c = 0; c < 4u; c++) {
            double sum = c == 3u ? inverse.m[4u * r + 3u] / (double)ONE : 0;
            for (unsigned k = 0; k < 3u; k++)
                sum += inverse.m[4u * r + k] / (double)Q29 * matrix.m[4u * k + c] /
                       (c == 3u ? (double)Q20 : (double)Q29);
            CHECK_NEAR(sum, r == c ? 1.0 : 0.0, c == 3u ? 1.0 / ONE : 2e-7);
        }
    }
    CHECK_OK(pelt_matrices_build_q16(&palette, &matrix, &inverse, 1));
    for (unsigned i = 0; i < 12u; i++)
        CHECK_NEAR(palette.m[i], i % 5u == 0u ? ONE : 0, i % 4u == 3u ? 3 : 1);
}

static void check_f32(void)
{
    pelt_joint_matrix_f32 matrix;
    pelt_inverse_bind_f32 inverse;
    pelt_matrix_f32 palette;
    for (unsigned i = 0; i < 12u; i++) /* not near a singular one; sheared */
        matrix.m[i] =
            test_random_unit() * (i % 4u == 3u ? 10.0f : 1.0f) + (i % 5u == 0u ? 3.0f : 0.0f);
    CHECK_OK(pelt_inverse_binds_build_f32(&inverse, &matrix, 1));
    CHECK_OK(pelt_matrices_build_f32(&palette, &matrix, &inverse, 1));
    for (unsigned i = 0; i < 12u; i++)
        CHECK_NEAR((double)palette.m[i], i % 5u == 0u ? 1.0 : 0.0, 1e-5);
}

static void set_diagonal(int32_t m[12], int32_t x, int32_t y, int32_t z)
{
    for (unsigned i = 0; i < 12u; i++)
        m[i] = 0;
    m[0] = x;
    m[5] = y;
    m[10] = z;
}

static void check_refusals(void)
{
    pelt_joint_matrix_q16 good, bad[2];
    pelt_inverse_bind_q16 out[2];
    pelt_matrix_q16 palette;
    set_diagonal(good.m, Q29, Q29, Q29);
    test_fill(out, sizeof out);
#define REFUSED(matrices, count, status)                                                           \
    CHECK_EQ(pelt_inverse_binds_build_q16(out, matrices, count), status);                          \
    CHECK(test_filled(out, sizeof out))
    bad[0] = good;
    set_diagonal(bad[1].m, Q29, 0, Q29); /* singular */
    REFUSED(bad, 2, PELT_E_RANGE);
    set_diagonal(bad[1].m, Q29, Q29 / 8, Q29); /* its inverse, 8, leaves Q29 */
    REFUSED(bad, 2, PELT_E_RANGE);
    set_diagonal(bad[1].m, Q29, Q29, Q29); /* a shear is not a rotation times scale */
    bad[1].m[1] = Q29 / 2;
    REFUSED(bad, 2, PELT_E_RANGE);
    for (unsigned i = 0; i < 18u; i++) { /* the least shear that counts: 2^-15 */
        const unsigned r = i % 3u, c = (r + 1u + i / 3u % 2u) % 3u;
        set_diagonal(bad[1].m, Q29, Q29, Q29);
        bad[1].m[4u * r + c] = i < 6u ? 17000 : i < 12u ? -17000 : 15000; /* 2^14 */
        if (i < 12u) {
            REFUSED(bad, 2, PELT_E_RANGE);
        } else
            CHECK_OK(pelt_inverse_binds_build_q16(out, bad, 2));
        test_fill(out, sizeof out);
    }
    for (unsigned i = 0; i < 3u; i++) { /* one that shows in the row of a short column only */
        set_diagonal(bad[1].m, Q29, Q29, Q29);
        bad[1].m[5u * i] = Q29 / 4 + 1; /* below 4 */
        bad[1].m[4u * i + (i + 1u) % 3u] = 8000;
        REFUSED(bad, 2, PELT_E_RANGE);
        test_fill(out, sizeof out);
    }
    set_diagonal(bad[1].m, Q29 / 2, Q29, Q29); /* translation out of the format */
    bad[1].m[3] = INT32_MAX;
    CHECK_OK(pelt_inverse_binds_build_q16(out, &bad[1], 1)); /* 4096: fits Q16.16 */
    test_fill(out, sizeof out);
    set_diagonal(bad[1].m, INT32_MAX, INT32_MAX, Q29);
    bad[1].m[4] = 56755; /* the longest column: its square is 2^32 - 1 */
    CHECK_OK(pelt_inverse_binds_build_q16(out, &bad[1], 1));
    test_fill(out, sizeof out);
    bad[1].m[4] = 62000; /* 2^32 */
    REFUSED(bad, 2, PELT_E_RANGE);
    REFUSED(NULL, 1, PELT_E_ARGUMENT);
    REFUSED(&good, 0, PELT_OK);
#undef REFUSED
    CHECK_EQ(pelt_inverse_binds_build_q16(NULL, &good, 1), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_matrices_build_q16(NULL, &good, out, 1), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_matrices_build_q16(&palette, NULL, out, 1), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_matrices_build_q16(&palette, &good, NULL, 1), PELT_E_ARGUMENT);

    pelt_joint_matrix_f32 f[2];
    pelt_inverse_bind_f32 f_out[2];
    for (unsigned i = 0; i < 24u; i++)
        f[i / 12u].m[i % 12u] = i < 12u && i % 5u == 0u ? 1.0f : 0.0f; /* identity, zero */
    test_fill(f_out, sizeof f_out);
    CHECK_EQ(pelt_inverse_binds_build_f32(f_out, f, 2), PELT_E_RANGE);
    CHECK_EQ(pelt_inverse_binds_build_f32(NULL, f, 1), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_inverse_binds_build_f32(f_out, NULL, 1), PELT_E_ARGUMENT);
    CHECK(test_filled(f_out, sizeof f_out));
}

/* Any matrices: an exact sum rounded once, as long as it fits. */
static void check_palette_range(void)
{
    pelt_joint_matrix_q16 joint;
    pelt_inverse_bind_q16 inverse;
    pelt_matrix_q16 palette;
    set_diagonal(joint.m, 2 * Q29 - 1, -(2 * Q29 - 1), Q29);
    set_diagonal(inverse.m, INT32_MAX, INT32_MAX, INT32_MIN); /* nearly 4: products of nearly 8 */
    joint.m[3] = 5 * Q20;
    inverse.m[3] = 1000 * ONE;
    inverse.m[7] = -1000 * ONE;
    CHECK_OK(pelt_matrices_build_q16(&palette, &joint, &inverse, 1));
    CHECK_NEAR(palette.m[0], 8 * ONE, 1);
    CHECK_NEAR(palette.m[5], -8 * ONE, 1);
    CHECK_NEAR(palette.m[10], -4 * ONE, 1);
    CHECK_NEAR(palette.m[3], 2005 * ONE, 1);
    CHECK_NEAR(palette.m[7], 2000 * ONE, 1);
    CHECK_EQ(palette.m[11], 0);
    for (uint32_t i = 0; i < TEST_ROUNDS / 50u; i++) {
        for (unsigned k = 0; k < 12u; k++) {
            joint.m[k] = k % 4u == 3u ? test_random_extreme() : test_random_within(2 * Q29 - 1);
            inverse.m[k] = test_random_within(k % 4u == 3u ? 4096 * ONE : 2 * Q29);
        }
        CHECK_OK(pelt_matrices_build_q16(&palette, &joint, &inverse, 1));
        for (unsigned k = 0; k < 12u; k++) {
            double sum = k % 4u == 3u ? joint.m[k] / 16.0 : 0;
            for (unsigned c = 0; c < 3u; c++)
                sum += (double)joint.m[k / 4u * 4u + c] / Q29 * inverse.m[4u * c + k % 4u] *
                       (k % 4u == 3u ? 1.0 : (double)ONE / Q29);
            if (sum < 2147483000.0 && sum > -2147483000.0)
                CHECK_NEAR(palette.m[k], sum, 0.51);
        }
    }
}

void test_inverse_binds(void)
{
    check_refusals();
    check_palette_range();
    for (uint32_t i = 0; i < TEST_ROUNDS / 20u; i++) {
        check_q16(1.0, 10.0);
        check_q16(1.99, 60.0);
        check_q16(0.5, 5.0);
        check_f32();
    }
}
