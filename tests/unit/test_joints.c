/* SPDX-License-Identifier: MIT */
/* Skeletons built by hand. */
#include "pelt/arrays.h"
#include "test.h"

#define Q30 (1 << 30)
#define Q29 (1 << 29)
#define Q20 (1 << 20)
#define ROOT_HALF 759250125 /* sqrt(1/2), Q30 */
#define SMALL 64            /* steps of Q29 or Q20 that a few products may cost */

static const uint16_t chain[4] = {UINT16_MAX, 0, 1, 2};

static void set_local(pelt_local_q16 *local, const int32_t rotation[4], int32_t x, int32_t y,
                      int32_t z, int32_t scale)
{
    for (unsigned i = 0; i < 4u; i++)
        local->rotation[i] = rotation[i];
    local->translation[0] = x;
    local->translation[1] = y;
    local->translation[2] = z;
    for (unsigned i = 0; i < 3u; i++)
        local->scale[i] = scale;
}

static void to_f32(pelt_local_f32 *out, const pelt_local_q16 *in)
{
    for (unsigned i = 0; i < 4u; i++)
        out->rotation[i] = (float)in->rotation[i] / (float)Q30;
    for (unsigned i = 0; i < 3u; i++) {
        out->translation[i] = (float)in->translation[i] / (float)Q20;
        out->scale[i] = (float)in->scale[i] / (float)Q30;
    }
}

static void check_chain(const pelt_local_q16 *locals, const double (*wanted)[12], uint32_t count)
{
    pelt_joint_matrix_q16 matrices[4];
    pelt_joint_matrix_f32 floats[4];
    pelt_local_f32 locals_f32[4];
    for (uint32_t i = 0; i < count; i++)
        to_f32(&locals_f32[i], &locals[i]);
    CHECK_OK(pelt_skeleton_build_q16(matrices, locals, chain, count));
    CHECK_OK(pelt_skeleton_build_f32(floats, locals_f32, chain, count));
    for (uint32_t i = 0; i < 12u * count; i++) {
        const unsigned element = i % 12u;
        const double unit = element % 4u == 3u ? Q20 : Q29;
        CHECK_NEAR(matrices[i / 12u].m[element] / unit, wanted[i / 12u][element], SMALL / unit);
        CHECK_NEAR((double)floats[i / 12u].m[element], wanted[i / 12u][element], 2e-6);
    }
}

static void check_by_hand(void)
{
    static const int32_t none[4] = {0, 0, 0, Q30};
    static const int32_t about_z[4] = {0, 0, ROOT_HALF, ROOT_HALF};
    static const int32_t about_x[4] = {ROOT_HALF, 0, 0, ROOT_HALF};
    static const int32_t turned[4] = {0, Q30, 0, 0}; /* 180 degrees about Y */
    pelt_local_q16 locals[4];
    set_local(&locals[0], about_z, 1 * Q20, 2 * Q20, 3 * Q20, Q30);
    set_local(&locals[1], about_x, 0, 2 * Q20, 0, Q30);
    set_local(&locals[2], turned, 0, 0, -5 * Q20, Q30 / 2);
    set_local(&locals[3], none, 4 * Q20, 0, 0, Q30);
    static const double wanted[4][12] = {
        {0, -1, 0, 1, 1, 0, 0, 2, 0, 0, 1, 3},
        {0, 0, 1, -1, 1, 0, 0, 2, 0, 1, 0, 3},         /* Z90 X90; (0 2 0) turned to (-2 0 0) */
        {0, 0, -0.5, -6, -0.5, 0, 0, 2, 0, 0.5, 0, 3}, /* (0 0 -5) turned to (-5 0 0) */
        {0, 0, -0.5, -6, -0.5, 0, 0, 0, 0, 0.5, 0, 3}, /* (4 0 0) halved and turned to (0 -2 0) */
    };
    check_chain(locals, wanted, 4);

    /* Identity and scale along one axis, exactly. */
    pelt_joint_matrix_q16 m;
    set_local(&locals[0], none, -7, 8, INT32_MAX, Q30);
    locals[0].scale[1] = Q30 / 4;
    locals[0].scale[2] = -Q30;
    CHECK_OK(pelt_skeleton_build_q16(&m, locals, chain, 1));
    static const int32_t exact[12] = {Q29, 0, 0, -7, 0, Q29 / 4, 0, 8, 0, 0, -Q29, INT32_MAX};
    for (unsigned i = 0; i < 12u; i++)
        CHECK_NEAR(m.m[i], exact[i], 8);
}

/* Too large to hold: as large as there is, of the right sign. */
static void check_saturation(void)
{
    static const int32_t none[4] = {0, 0, 0, Q30};
    pelt_local_q16 locals[4];
    pelt_joint_matrix_q16 matrices[4];
    for (unsigned i = 0; i < 4u; i++)
        set_local(&locals[i], none, 1000 * Q20, -1000 * Q20, 0, INT32_MAX);
    locals[0].scale[1] = -INT32_MAX;
    CHECK_OK(pelt_skeleton_build_q16(matrices, locals, chain, 4));
    for (unsigned i = 0; i < 4u; i++) {
        const int32_t *m = matrices[i].m;
        CHECK_NEAR(m[0], Q30, 32);
        CHECK_NEAR(m[10], Q30, 32);
        CHECK_NEAR(m[5], -(double)Q30, 32);
        CHECK_NEAR(m[1], 0, 32);
        CHECK(m[3] >= 1000 * Q20 && (i < 2u || m[3] >= 2047 * Q20));
    }
    CHECK(matrices[3].m[7] > -1000 * Q20); /* the parent's -Y times -1000 */
}

static void check_refusals(void)
{
    static const uint16_t self[2] = {UINT16_MAX, 1}, later[2] = {1, UINT16_MAX};
    pelt_local_q16 locals[2];
    pelt_local_f32 locals_f32[2];
    pelt_joint_matrix_q16 m[2];
    pelt_joint_matrix_f32 f[2];
    static const int32_t none[4] = {0, 0, 0, Q30};
    set_local(&locals[0], none, 0, 0, 0, Q30);
    set_local(&locals[1], none, 0, 0, 0, Q30);
    to_f32(&locals_f32[0], &locals[0]);
    to_f32(&locals_f32[1], &locals[1]);
    test_fill(m, sizeof m);
    test_fill(f, sizeof f);
    CHECK_EQ(pelt_skeleton_build_q16(m, locals, self, 2), PELT_E_RANGE);
    CHECK_EQ(pelt_skeleton_build_q16(m, locals, later, 2), PELT_E_RANGE);
    CHECK_EQ(pelt_skeleton_build_q16(NULL, locals, chain, 2), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_skeleton_build_q16(m, NULL, chain, 2), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_skeleton_build_q16(m, locals, NULL, 2), PELT_E_ARGUMENT);
    CHECK_OK(pelt_skeleton_build_q16(m, locals, chain, 0));
    CHECK_EQ(pelt_skeleton_build_f32(f, locals_f32, self, 2), PELT_E_RANGE);
    CHECK_EQ(pelt_skeleton_build_f32(f, locals_f32, later, 2), PELT_E_RANGE);
    CHECK_EQ(pelt_skeleton_build_f32(NULL, locals_f32, chain, 2), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_skeleton_build_f32(f, NULL, chain, 2), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_skeleton_build_f32(f, locals_f32, NULL, 2), PELT_E_ARGUMENT);
    CHECK(test_filled(m, sizeof m) && test_filled(f, sizeof f));
}

/* Two children of one joint: the parent's matrix is used, not the previous one's. */
static void check_siblings(void)
{
    static const uint16_t parents[3] = {UINT16_MAX, 0, 0};
    static const int32_t none[4] = {0, 0, 0, Q30};
    pelt_local_q16 locals[3];
    pelt_joint_matrix_q16 m[3];
    set_local(&locals[0], none, Q20, 0, 0, Q30);
    set_local(&locals[1], none, 0, 10 * Q20, 0, Q30);
    set_local(&locals[2], none, 0, 0, 20 * Q20, Q30);
    CHECK_OK(pelt_skeleton_build_q16(m, locals, parents, 3));
    CHECK_NEAR(m[2].m[3], Q20, SMALL);
    CHECK_NEAR(m[2].m[7], 0, SMALL);
    CHECK_NEAR(m[2].m[11], 20 * Q20, SMALL);
}

void test_joints(void)
{
    check_by_hand();
    check_siblings();
    check_saturation();
    check_refusals();
}
