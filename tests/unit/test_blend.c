/* SPDX-License-Identifier: MIT */
/* Blending two poses, against double precision. */
#include <string.h>

#include "../../boards/common/crc32.h"

#include "blobs.h"
#include "character.h"

/* Of the pose a third of the way from the walk to the wave. */
#define CROSS_FADE_CRC 0x6d317f09u
#define ONE_Q16 65536
#define ONE_Q30 1073741824.0
#define RANDOM 23u /* the joint of them that is never hard */
/* What the header promises of lengths; directions are as near. */
#define LENGTH_LIMIT (1.0 / 8388608.0)

static int32_t random_weight(void)
{
    return 1 + (int32_t)(test_random() % (ONE_Q16 - 1u));
}

static double dot4(const double a[4], const double b[4])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

/* b is a unit quaternion in the direction of a, within limit. */
static bool is_unit_of(const double a[4], const double b[4], double limit)
{
    const double length2 = dot4(b, b), along = dot4(a, b);
    const double across2 = dot4(a, a) * length2 - along * along;
    return along > 0 && across2 <= limit * limit * dot4(a, a) && length2 >= 1 - 2 * limit &&
           length2 <= 1 + 2 * limit;
}

/* The straight line between a and the nearer one of b and -b. */
static void line(double to[4], const double a[4], const double b[4], double weight)
{
    const double sign = dot4(a, b) < 0 ? -1.0 : 1.0;
    for (unsigned i = 0; i < 4u; i++)
        to[i] = a[i] + (sign * b[i] - a[i]) * weight;
}

/* Any unit quaternion; the middle two of Newton's steps leave it within 2^-30. */
static void random_rotation(int32_t q[4])
{
    double squares = 0, scale, v[4];
    do {
        squares = 0;
        for (unsigned i = 0; i < 4u; i++) {
            v[i] = test_random_within(16384) / 16384.0;
            squares += v[i] * v[i];
        }
    } while (squares < 0.25);
    scale = 0.4;
    for (unsigned i = 0; i < 12u; i++)
        scale *= 1.5 - 0.5 * squares * scale * scale;
    for (unsigned i = 0; i < 4u; i++)
        q[i] = (int32_t)(v[i] * scale * (ONE_Q30 - 1.0));
}

static void random_local(pelt_local_q16 *local)
{
    random_rotation(local->rotation);
    for (unsigned i = 0; i < 3u; i++) {
        local->translation[i] = test_random_within((1 << 30) - 1);
        local->scale[i] = test_random() % 4u == 0u ? 1 << 30 : test_random_within(INT32_MAX);
    }
}

/// q16 //////////////////////////////////////////////////////////////////////////////////////////

static void check_blended_q16(const pelt_local_q16 *from, const pelt_local_q16 *other,
                              const pelt_local_q16 *got, int32_t weight)
{
    const double u = weight / 65536.0;
    double a[4], b[4], q[4], wanted[4];
    for (unsigned i = 0; i < 4u; i++) {
        a[i] = from->rotation[i] / ONE_Q30;
        b[i] = other->rotation[i] / ONE_Q30;
        q[i] = got->rotation[i] / ONE_Q30;
    }
    line(wanted, a, b, u);
    const double near = dot4(a, b);
    if (near > 1e-8 || near < -1e-8) { /* else both ways are as short */
        CHECK(is_unit_of(wanted, q, LENGTH_LIMIT));
    } else {
        CHECK_NEAR(dot4(q, q), 1.0, 2 * LENGTH_LIMIT);
    }
    for (unsigned i = 0; i < 3u; i++) {
        const double t = from->translation[i], s = from->scale[i];
        CHECK_NEAR(got->translation[i], t + (other->translation[i] - t) * u - 1.0, 1.0);
        CHECK_NEAR(got->scale[i], s + (other->scale[i] - s) * u - 2.5, 3.5);
    }
}

/* Where rotations are hard, seven of eight joints: the same, antipodal, half a turn apart. */
static void make_hard(pelt_local_q16 *a, pelt_local_q16 *b, uint32_t which)
{
    static const int32_t axes[4][4] = {
        {0, 0, 0, 1 << 30}, {1 << 30, 0, 0, 0}, {0, 0, -(1 << 30), 0}, {0, 0, 0, -(1 << 30)}};
    if (which % 8u == 7u)
        return;
    for (unsigned i = 0; i < 4u; i++) {
        if (which % 8u < 4u) {
            a->rotation[i] = axes[which % 4u][i];
            b->rotation[i] = axes[which / 8u % 4u][i];
        } else {
            b->rotation[i] = which % 2u == 0u ? a->rotation[i] : -a->rotation[i];
        }
    }
}

static void check_random_q16(character_q16 *c, pelt_pose_q16 *other)
{
    pelt_local_q16 *before = test_take(c->model.joint_count * sizeof *before);
    for (uint32_t round = 0; round < TEST_ROUNDS / 27u + 8u; round++) {
        const int32_t weight = round == 0u   ? 1
                               : round == 1u ? ONE_Q16 - 1
                               : round == 2u ? ONE_Q16 / 2
                                             : random_weight();
        for (uint32_t i = 0; i < c->model.joint_count; i++) {
            random_local(&c->pose.locals[i]);
            random_local(&other->locals[i]);
            make_hard(&c->pose.locals[i], &other->locals[i], i);
            before[i] = c->pose.locals[i];
        }
        CHECK_OK(pelt_pose_blend_q16(&c->pose, other, weight, NULL));
        for (uint32_t i = 0; i < c->model.joint_count; i++)
            check_blended_q16(&before[i], &other->locals[i], &c->pose.locals[i], weight);

        /* -q turns like q: the same to the bit. */
        pelt_local_q16 *first = &c->pose.locals[RANDOM], *second = &other->locals[RANDOM];
        const pelt_local_q16 blended = *first;
        *first = before[RANDOM];
        for (unsigned i = 0; i < 4u; i++)
            second->rotation[i] = -second->rotation[i];
        CHECK_OK(pelt_pose_blend_q16(&c->pose, other, weight, NULL));
        CHECK(test_same(first, &blended, sizeof blended));
    }
}

static uint32_t crc_of(const pelt_pose_q16 *pose)
{
    uint32_t crc = 0;
    for (uint32_t i = 0; i < pose->model->joint_count; i++) {
        const pelt_local_q16 *local = &pose->locals[i];

        crc = crc32_add_words(crc, local->rotation, 4);
        crc = crc32_add_words(crc, local->translation, 3);
        crc = crc32_add_words(crc, local->scale, 3);
    }
    return crc;
}

/* The character from its walk towards its wave. */
static void check_clips_q16(character_q16 *c, pelt_pose_q16 *other)
{
    const pelt_model *model = &c->model;
    const size_t bytes = c->model.joint_count * sizeof *c->pose.locals;
    const uint32_t walk = pelt_clip_find(model, "walk"), wave = pelt_clip_find(model, "wave");
    pelt_local_q16 *walking = test_take(bytes);
    REQUIRE(walk != PELT_NONE && wave != PELT_NONE);
    CHECK_OK(pelt_pose_sample_q16(&c->pose, walk, 300000));
    CHECK_OK(pelt_pose_sample_q16(other, wave, 700000));
    for (uint32_t i = 0; i < c->model.joint_count; i++)
        walking[i] = c->pose.locals[i];
    CHECK_OK(pelt_pose_blend_q16(&c->pose, other, 0, NULL));
    CHECK(test_same(c->pose.locals, walking, bytes));
    CHECK_OK(pelt_pose_blend_q16(&c->pose, other, 21845, NULL));
    CHECK_EQ(crc_of(&c->pose), CROSS_FADE_CRC);
    CHECK_OK(pelt_pose_blend_q16(&c->pose, other, ONE_Q16, NULL));
    CHECK(test_same(c->pose.locals, other->locals, bytes));
}

static void check_arguments_q16(character_q16 *c, pelt_pose_q16 *other)
{
    const pelt_model copy = c->model;
    static const pelt_model closed = {0};
    pelt_pose_q16 bad = *other;
    const size_t bytes = c->model.joint_count * sizeof *c->pose.locals;
    test_fill(c->pose.locals, bytes);
    CHECK_EQ(pelt_pose_blend_q16(NULL, other, 1, NULL), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_pose_blend_q16(&c->pose, NULL, 1, NULL), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_pose_blend_q16(&c->pose, other, -1, NULL), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_pose_blend_q16(&c->pose, other, ONE_Q16 + 1, NULL), PELT_E_ARGUMENT);
    bad.model = &closed;
    CHECK_EQ(pelt_pose_blend_q16(&c->pose, &bad, 1, NULL), PELT_E_ARITHMETIC);
    CHECK_EQ(pelt_pose_blend_q16(&bad, other, 1, NULL), PELT_E_ARITHMETIC);
    bad.model = &copy;
    CHECK_EQ(pelt_pose_blend_q16(&c->pose, &bad, 1, NULL), PELT_E_MISMATCH);
    bad = *other;
    bad.locals = NULL;
    CHECK_EQ(pelt_pose_blend_q16(&c->pose, &bad, 1, NULL), PELT_E_ARGUMENT);
    CHECK(test_filled(c->pose.locals, bytes));
}

/// f32 //////////////////////////////////////////////////////////////////////////////////////////

static void check_f32(void)
{
    character_f32 c;
    pelt_pose_f32 other;
    character_open_f32(&c, test_tiny_f32, BLOB_BYTES(tiny_f32));
    other = c.pose;
    other.locals = test_take(c.model.joint_count * sizeof *other.locals);
    pelt_local_f32 *to = c.pose.locals, *from = other.locals;
    const uint32_t nan_bits = TEST_NAN_BITS;
    float nan;
    CHECK_OK(pelt_pose_sample_f32(&c.pose, 0, 300000));
    CHECK_OK(pelt_pose_sample_f32(&other, 1, 300000));
    CHECK_EQ(pelt_pose_blend_f32(&c.pose, &other, -0.001f, NULL), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_pose_blend_f32(&c.pose, &other, 1.001f, NULL), PELT_E_ARGUMENT);
    memcpy(&nan, &nan_bits, sizeof nan);
    CHECK_EQ(pelt_pose_blend_f32(&c.pose, &other, nan, NULL), PELT_E_ARGUMENT);

    for (uint32_t round = 0; round < TEST_ROUNDS / 16u + 4u; round++) {
        const float weight = (float)random_weight() / 65536.0f;
        int32_t q[2][4];
        double a[4], b[4], wanted[4], got[4], t[3], s[3];
        random_rotation(q[0]);
        random_rotation(q[1]);
        for (unsigned i = 0; i < 4u; i++) {
            to->rotation[i] = (float)q[0][i] / 1073741824.0f;
            from->rotation[i] = (float)q[1][i] / 1073741824.0f;
            a[i] = (double)to->rotation[i];
            b[i] = (double)from->rotation[i];
        }
        for (unsigned i = 0; i < 3u; i++) {
            to->translation[i] = 8.0f * test_random_unit();
            from->translation[i] = 8.0f * test_random_unit();
            to->scale[i] = test_random_unit();
            from->scale[i] = test_random_unit();
            t[i] = (double)to->translation[i];
            s[i] = (double)to->scale[i];
        }
        CHECK_OK(pelt_pose_blend_f32(&c.pose, &other, weight, NULL));
        line(wanted, a, b, (double)weight);
        for (unsigned i = 0; i < 4u; i++)
            got[i] = (double)to->rotation[i];
        CHECK(is_unit_of(wanted, got, 1e-6));
        for (unsigned i = 0; i < 3u; i++) {
            const double u = (double)weight;
            CHECK_NEAR((double)to->translation[i], t[i] + ((double)from->translation[i] - t[i]) * u,
                       4e-6);
            CHECK_NEAR((double)to->scale[i], s[i] + ((double)from->scale[i] - s[i]) * u, 1e-6);
        }
    }
    const size_t bytes = c.model.joint_count * sizeof *to;
    pelt_local_f32 *kept = test_take(bytes);
    for (uint32_t i = 0; i < c.model.joint_count; i++)
        kept[i] = to[i];
    CHECK_OK(pelt_pose_blend_f32(&c.pose, &other, 0.0f, NULL));
    CHECK(test_same(to, kept, bytes));
    CHECK_OK(pelt_pose_blend_f32(&c.pose, &other, 1.0f, NULL));
    CHECK(test_same(to, from, bytes));
    test_release();
}

void test_blend(void)
{
    character_q16 c;
    pelt_pose_q16 other;
    character_open_q16(&c, test_hero_q16, BLOB_BYTES(hero_q16));
    other = c.pose;
    other.locals = test_take(c.model.joint_count * sizeof *other.locals);
    REQUIRE(c.model.joint_count == 27u);
    check_arguments_q16(&c, &other);
    check_clips_q16(&c, &other);
    check_random_q16(&c, &other);
    test_release();
    check_f32();
}
