/* SPDX-License-Identifier: MIT */
/* Masks, blends of several poses and additive layers, against double precision; what is in a
 * mask. */
#include <string.h>

#include "../../boards/common/crc32.h"

#include "blobs.h"
#include "character.h"
#include "src/blob/format.h"

/* Of eight rounds of each kind of layer, on every core. */
#define LAYERS_CRC 0x7c55c54du

/// Doubles ///////////////////////////////////////////////////////////////////////////////////////

static double real_dot(const double a[4], const double b[4])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

/* 1 / sqrt(a), a from 0.01 to 16: Newton from below. */
static double real_rsqrt(double a)
{
    double y = 0.2;
    for (unsigned i = 0; i < 14u; i++)
        y *= 1.5 - 0.5 * a * y * y;
    return y;
}

static void real_product(double out[4], const double a[4], const double b[4])
{
    out[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    out[1] = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    out[2] = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    out[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

static void draw_rotation(double q[4])
{
    double squares;
    do {
        for (unsigned i = 0; i < 4u; i++)
            q[i] = (double)test_random_unit();
        squares = real_dot(q, q);
    } while (squares < 0.1);
    const double scale = real_rsqrt(squares);
    for (unsigned i = 0; i < 4u; i++)
        q[i] *= scale;
}

/* A joint in real numbers. */
typedef struct real_local {
    double r[4], t[3], s[3];
} real_local;

/* What a mask of m makes of a weight, and how far it may be off: num_mask_unit. */
static double part_of(double weight, uint32_t m)
{
    return weight * (double)m / 255.0;
}
#define PART_OFF 5e-7

static void draw_mask(uint8_t *mask, uint32_t places)
{
    for (uint32_t i = 0; i < places; i++)
        mask[i] = test_random() % 3u == 0u ? (test_random() & 1u ? 255u : 0u)
                                           : (uint8_t)(test_random() >> 24);
}

/// In both arithmetics ///////////////////////////////////////////////////////////////////////////

static uint32_t pose_crc_q16(uint32_t crc, const pelt_pose_q16 *pose)
{
    for (uint32_t i = 0; i < pose->model->joint_count; i++) {
        crc = crc32_add_words(crc, pose->locals[i].rotation, 4);
        crc = crc32_add_words(crc, pose->locals[i].translation, 3);
        crc = crc32_add_words(crc, pose->locals[i].scale, 3);
    }
    return crc32_add_words(crc, pose->weights, pose->model->target_count);
}

static uint32_t pose_crc_f32(uint32_t crc, const pelt_pose_f32 *pose)
{
    (void)pose;
    return crc;
}

#define NAME(x) x##_q16
#define num int32_t
#define LENGTH_ONE 1048576.0
#define ROTATION_ONE 1073741824.0
#define WEIGHT_ONE 65536.0
#define STEP(x) ((double)(x))
#include "layers.inc"
#undef NAME
#undef num
#undef LENGTH_ONE
#undef ROTATION_ONE
#undef WEIGHT_ONE
#undef STEP

#define NAME(x) x##_f32
#define num float
#define LENGTH_ONE 1.0
#define ROTATION_ONE 1.0
#define WEIGHT_ONE 1.0
#define STEP(x) (5e-6 * (x))
#include "layers.inc"

/// Masks ////////////////////////////////////////////////////////////////////////////////////////

/* "tiny": base > low > high > tip, and flag below base; meshes "post", of no node, and "flag". */
static void check_mask_set(const void *blob, size_t bytes)
{
    pelt_model *model = test_take(sizeof *model);
    uint8_t mask[8], wanted[8];
    REQUIRE(pelt_model_open(model, blob, bytes, family_for(blob)) == PELT_OK);
    const uint32_t places = (uint32_t)pelt_mask_bytes(model);
    REQUIRE(places == 7u && model->joint_count == 5u);
    CHECK_EQ(pelt_mask_bytes(NULL), 0);
    memset(mask, 7, sizeof mask);
    CHECK_EQ(pelt_mask_set(NULL, model, 0, 1), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_mask_set(mask, NULL, 0, 1), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_mask_set(mask, model, 0, 256), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_mask_set(mask, model, 5, 1), PELT_E_RANGE);
    CHECK_EQ(pelt_mask_set(mask, model, PELT_NONE, 1), PELT_E_RANGE);
    for (uint32_t joint = 0; joint < model->joint_count; joint++) {
        const uint32_t weight = 10u * joint + 1u;
        memset(mask, 7, sizeof mask);
        for (uint32_t i = 0; i < sizeof mask; i++) {
            pelt_joint_info info;
            pelt_mesh_info mesh;
            uint32_t at = i;
            if (i >= model->joint_count && i < places) {
                CHECK_OK(pelt_mesh_get(&mesh, model, i - model->joint_count));
                at = mesh.joint;
            }
            while (i < places && at != joint && at != PELT_NO_JOINT &&
                   pelt_joint_get(&info, model, at) == PELT_OK)
                at = info.parent;
            wanted[i] = i < places && at == joint ? (uint8_t)weight : 7u;
        }
        CHECK_OK(pelt_mask_set(mask, model, joint, weight));
        CHECK(test_same(mask, wanted, sizeof mask));
    }
    test_release();
}

/* A blob of nothing but the header, one section and names: what is in it was never looked at. */
#define MASK_AT (sizeof(format_header) + sizeof(format_section))

static void put_word(uint8_t *to, uint32_t value)
{
    memcpy(to, &value, sizeof value);
}

static void check_mask_find(void)
{
    pelt_model *model = test_take(sizeof *model);
    const format_header header = {.section_count = 1};
    format_section section = {.tag = FORMAT_MASKS, .version = 1, .offset = MASK_AT, .bytes = 24};
    static const char names[] = "\0one\0two"; /* at 0, 1, 5 */
    const uint32_t all = (uint32_t)MASK_AT + 24u + (uint32_t)sizeof names;
    uint8_t *blob = test_take(all);
    memset(model, 0, sizeof *model);
    memcpy(blob, &header, sizeof header);
    memcpy(blob + sizeof header, &section, sizeof section);
    memcpy(blob + MASK_AT + 24, names, sizeof names);
    for (uint32_t i = 0; i < 24u; i++)
        blob[MASK_AT + i] = (uint8_t)i;
    put_word(blob + MASK_AT, 1);
    put_word(blob + MASK_AT + 12, 5);
    model->blob = blob;
    model->joint_count = 5;
    model->mesh_count = 2;
    model->names = (uint32_t)MASK_AT + 24u;
    model->names_bytes = sizeof names;
    CHECK(pelt_mask_find(model, "one") == blob + MASK_AT + 4);
    CHECK(pelt_mask_find(model, "two") == blob + MASK_AT + 16);
    CHECK(pelt_mask_find(model, "tw") == NULL);
    CHECK(pelt_mask_find(model, "") == NULL);
    CHECK(pelt_mask_find(NULL, "one") == NULL);
    CHECK(pelt_mask_find(model, NULL) == NULL);
    for (section.bytes = 0; section.bytes < 24u; section.bytes++) { /* cut */
        memcpy(blob + sizeof header, &section, sizeof section);
        CHECK((pelt_mask_find(model, "one") != NULL) == (section.bytes >= 12u));
        CHECK(pelt_mask_find(model, "two") == NULL);
    }
    section.bytes = 24;
    memcpy(blob + sizeof header, &section, sizeof section);
    for (uint32_t round = 0; round < 64u; round++) { /* names of anywhere */
        put_word(blob + MASK_AT, round < 32u ? sizeof names + round : test_random());
        CHECK(pelt_mask_find(model, "two") == blob + MASK_AT + 16);
    }
    section.tag = FORMAT_SOURCE;
    memcpy(blob + sizeof header, &section, sizeof section);
    CHECK(pelt_mask_find(model, "two") == NULL);
    test_release();
}

void test_layers(void)
{
    check_mask_set(test_tiny_q16, BLOB_BYTES(tiny_q16));
    check_mask_find();
    CHECK_EQ(layers_q16(test_tiny_q16, BLOB_BYTES(tiny_q16)), LAYERS_CRC);
    (void)layers_q16(test_tiny_q12, BLOB_BYTES(tiny_q12));
    (void)layers_f32(test_tiny_f32, BLOB_BYTES(tiny_f32));
}
