/* SPDX-License-Identifier: MIT */
/* A prop on a joint of another model, against double precision. */
#include <string.h>

#include "../../boards/common/crc32.h"

#include "blobs.h"
#include "character.h"
#include "pelt/motion.h"

#define Q29 536870912.0
#define HUNG_CRC 0x340473cfu /* of all matrices that were hung */

static double power(int32_t exponent)
{
    double out = 1;
    for (; exponent > 0; exponent--)
        out *= 2;
    for (; exponent < 0; exponent++)
        out /= 2;
    return out;
}

/* What one step of an element is in glTF units. */
static double step_of(const pelt_model *model, uint32_t joint, unsigned element)
{
    pelt_joint_info info;
    CHECK_OK(pelt_joint_get(&info, model, joint));
    return element % 4u == 3u ? power(model->unit_shift - (int32_t)model->length_bits)
                              : power(info.scale_shift) / Q29;
}

static void to_gltf(double out[12], const pelt_joints_q16 *joints, uint32_t joint)
{
    for (unsigned e = 0; e < 12u; e++)
        out[e] = joints->matrices[joint].m[e] * step_of(joints->model, joint, e);
}

static void multiply(double out[12], const double a[12], const double b[12])
{
    for (unsigned e = 0; e < 12u; e++) {
        const double *row = a + e / 4u * 4u;
        out[e] = e % 4u == 3u ? row[3] : 0;
        for (unsigned k = 0; k < 3u; k++)
            out[e] += row[k] * b[4u * k + e % 4u];
    }
}

/* One hang; `before` has the prop's matrices. Half a step of the 3x3, a step of the rest. */
static pelt_status check_hung(pelt_joints_q16 *prop, const pelt_joints_q16 *with, uint32_t joint,
                              const pelt_joint_matrix_q16 *before)
{
    const uint32_t count = prop->model->joint_count;
    double by[12], m[12], wanted[12];
    memcpy(prop->matrices, before, count * sizeof *before);
    const pelt_status status = pelt_joints_hang_q16(prop, with, joint);
    if (status != PELT_OK) {
        CHECK_EQ(status, PELT_E_RANGE);
        CHECK(test_same(prop->matrices, before, count * sizeof *before));
        return status;
    }
    to_gltf(by, with, joint);
    for (uint32_t i = 0; i < count; i++) {
        for (unsigned e = 0; e < 12u; e++)
            m[e] = before[i].m[e] * step_of(prop->model, i, e);
        multiply(wanted, by, m);
        for (unsigned e = 0; e < 12u; e++)
            CHECK_NEAR(prop->matrices[i].m[e], wanted[e] / step_of(prop->model, i, e),
                       e % 4u == 3u ? 1.001 : 0.501);
    }
    return status;
}

/* Every joint with every prop, in moments of their clips and in other units than their own. */
static uint32_t check_pair(character_q16 *actor, character_q16 *prop, uint32_t crc)
{
    const uint32_t count = prop->model.joint_count;
    pelt_joint_matrix_q16 *before = test_take(count * sizeof *before);
    const int32_t shift = prop->model.unit_shift;
    uint32_t refused = 0;
    for (uint32_t i = 0; i < actor->model.joint_count; i++) {
        CHECK_OK(pelt_pose_sample_q16(&actor->pose, i % 2u, 170000 * (int32_t)i));
        CHECK_OK(pelt_joints_build_q16(&actor->joints, &actor->pose));
        CHECK_OK(pelt_pose_sample_q16(&prop->pose, 0, 250000));
        CHECK_OK(pelt_joints_build_q16(&prop->joints, &prop->pose));
        memcpy(before, prop->joints.matrices, count * sizeof *before);
        for (int32_t off = -12; off <= 12; off += 3) {
            prop->model.unit_shift = shift + off; /* as if it were smaller, or larger */
            if (check_hung(&prop->joints, &actor->joints, i, before) != PELT_OK)
                refused++;
            for (uint32_t k = 0; k < count; k++)
                crc = crc32_add_words(crc, prop->joints.matrices[k].m, 12);
        }
        prop->model.unit_shift = shift;
    }
    CHECK(refused > 0u); /* its places do not fit units that are so small */
    return crc;
}

/* The vertices of a hung prop are where its own go with the joint. */
static void check_vertices(character_q16 *actor, character_q16 *prop, uint32_t joint)
{
    double by[12];
    int32_t *own = test_take(480), *hung = own + 60; /* ten vertices */
    const pelt_output_q16 out = {own, own + 3, 24, 0}, out_hung = {hung, hung + 3, 24, 0};
    CHECK_OK(pelt_pose_sample_q16(&actor->pose, 0, 300000));
    CHECK_OK(pelt_joints_build_q16(&actor->joints, &actor->pose));
    CHECK_OK(pelt_pose_rest_q16(&prop->pose));
    character_build_q16(prop);
    CHECK_OK(pelt_mesh_skin_q16(&out, 0, &prop->palettes[0], NULL, 0, 10));
    CHECK_OK(pelt_joints_hang_q16(&prop->joints, &actor->joints, joint));
    CHECK_OK(pelt_palette_build_q16(&prop->palettes[0], &prop->joints));
    CHECK_OK(pelt_mesh_skin_q16(&out_hung, 0, &prop->palettes[0], NULL, 0, 10));
    to_gltf(by, &actor->joints, joint);
    const double unit = power(prop->model.unit_shift - 16);
    for (unsigned v = 0; v < 60u; v += 6u) {
        for (unsigned r = 0; r < 3u; r++) {
            double at = by[4u * r + 3u];
            for (unsigned k = 0; k < 3u; k++)
                at += by[4u * r + k] * own[v + k] * unit;
            CHECK_NEAR(hung[v + r] * unit, at, 1.0 / 4096.0); /* of a model 1.6 high */
        }
    }
}

static void check_arguments(character_q16 *actor, character_q16 *prop, const pelt_model *real)
{
    const size_t bytes = prop->model.joint_count * sizeof *prop->joints.matrices;
    static const pelt_model closed = {0};
    pelt_joints_q16 none = prop->joints;
    none.matrices = NULL;
    test_fill(prop->joints.matrices, bytes);
    CHECK_EQ(pelt_joints_hang_q16(NULL, &actor->joints, 0), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_joints_hang_q16(&prop->joints, NULL, 0), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_joints_hang_q16(&none, &actor->joints, 0), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_joints_hang_q16(&prop->joints, &none, 0), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_joints_hang_q16(&prop->joints, &prop->joints, 0), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_joints_hang_q16(&prop->joints, &actor->joints, actor->model.joint_count),
             PELT_E_RANGE);
    CHECK_EQ(pelt_joints_hang_q16(&prop->joints, &actor->joints, PELT_NO_JOINT), PELT_E_RANGE);
    none = prop->joints;
    none.model = NULL;
    CHECK_EQ(pelt_joints_hang_q16(&none, &actor->joints, 0), PELT_E_ARGUMENT);
    none.model = &closed;
    CHECK_EQ(pelt_joints_hang_q16(&none, &actor->joints, 0), PELT_E_ARITHMETIC);
    none.model = real;
    CHECK_EQ(pelt_joints_hang_q16(&none, &actor->joints, 0), PELT_E_ARITHMETIC);
    CHECK_EQ(pelt_joints_hang_q16(&actor->joints, &none, 0), PELT_E_ARITHMETIC);
    actor->joints.matrices[0].m[5] = INT32_MIN; /* by hand: refused, not undefined */
    CHECK_EQ(pelt_joints_hang_q16(&prop->joints, &actor->joints, 0), PELT_E_RANGE);
    CHECK(test_filled(prop->joints.matrices, bytes));
    /* Whatever the prop's own are. */
    CHECK_OK(pelt_joints_build_q16(&actor->joints, &actor->pose));
    for (uint32_t i = 0; i < 12u; i++)
        prop->joints.matrices[0].m[i] = i % 2u == 0u ? INT32_MIN : INT32_MAX;
    CHECK_EQ(pelt_joints_hang_q16(&prop->joints, &actor->joints, 0), PELT_E_RANGE);
}

static void check_real(character_f32 *actor, character_f32 *prop)
{
    const uint32_t count = prop->model.joint_count;
    pelt_joint_matrix_f32 *before = test_take(count * sizeof *before);
    CHECK_OK(pelt_pose_sample_f32(&actor->pose, 0, 300000));
    CHECK_OK(pelt_joints_build_f32(&actor->joints, &actor->pose));
    for (uint32_t joint = 0; joint < actor->model.joint_count; joint++) {
        CHECK_OK(pelt_joints_build_f32(&prop->joints, &prop->pose));
        memcpy(before, prop->joints.matrices, count * sizeof *before);
        CHECK_OK(pelt_joints_hang_f32(&prop->joints, &actor->joints, joint));
        for (uint32_t i = 0; i < count; i++) {
            double by[12], m[12], wanted[12];
            for (unsigned e = 0; e < 12u; e++) {
                by[e] = (double)actor->joints.matrices[joint].m[e];
                m[e] = (double)before[i].m[e];
            }
            multiply(wanted, by, m);
            for (unsigned e = 0; e < 12u; e++)
                CHECK_NEAR((double)prop->joints.matrices[i].m[e], wanted[e], 1e-6);
        }
    }
    CHECK_EQ(pelt_joints_hang_f32(&prop->joints, &prop->joints, 0), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_joints_hang_f32(NULL, &actor->joints, 0), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_joints_hang_f32(&prop->joints, NULL, 0), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_joints_hang_f32(&prop->joints, &actor->joints, actor->model.joint_count),
             PELT_E_RANGE);
}

void test_hang(void)
{
    /* Stacks are small. */
    character_q16 *exact = test_take(sizeof *exact), *lean = test_take(sizeof *lean);
    character_q16 *other = test_take(sizeof *other);
    uint32_t crc = 0;
    character_open_q16(exact, test_tiny_q16, BLOB_BYTES(tiny_q16));
    character_open_q16(other, test_tiny_q16, BLOB_BYTES(tiny_q16));
    character_open_q16(lean, test_tiny_q12, BLOB_BYTES(tiny_q12));
    crc = check_pair(exact, other, crc);
    crc = check_pair(exact, lean, crc);
    crc = check_pair(lean, exact, crc);
    CHECK_EQ(crc, HUNG_CRC);
    for (uint32_t joint = 1; joint < 5u; joint += 3u) { /* of a chain, and a scaled one */
        check_vertices(exact, other, joint);
        check_vertices(exact, lean, joint);
        check_vertices(lean, other, joint);
    }
    pelt_model real;
    REQUIRE(pelt_model_open(&real, test_tiny_f32, BLOB_BYTES(tiny_f32), &pelt_float_morphs) ==
            PELT_OK);
    check_arguments(exact, lean, &real);
    test_release();
    character_f32 *actor = test_take(sizeof *actor), *prop = test_take(sizeof *prop);
    character_open_f32(actor, test_tiny_f32, BLOB_BYTES(tiny_f32));
    character_open_f32(prop, test_tiny_f32, BLOB_BYTES(tiny_f32));
    check_real(actor, prop);
    test_release();
}
