/* SPDX-License-Identifier: MIT */
/* Palettes and vertices for hardware that skins: hardware.inc in every encoding. */
#include <string.h>

#include "blobs.h"
#include "character.h"
#include "pelt/gpu.h"
#include "src/blob/format.h"
#include "src/kernel/kernel.h" /* PELT_NOINLINE, as in hardware.inc */

/* Each attribute alone: all of its bytes are written and none behind, and it must fit. */
PELT_NOINLINE
static void check_alone(const pelt_model *model)
{
    static const uint8_t components[7] = {3, 3, 4, 2, 4, 4, 4};
    static const uint8_t bytes[] = {0, 4, 1, 2, 1, 2, 1, 2}; /* of a pelt_component */
    static const uint8_t types[7] = {1u << PELT_FLOAT32 | 1u << PELT_SNORM16,
                                     1u << PELT_FLOAT32 | 1u << PELT_SNORM8 | 1u << PELT_SNORM16,
                                     1u << PELT_FLOAT32 | 1u << PELT_SNORM8 | 1u << PELT_SNORM16,
                                     1u << PELT_FLOAT32 | 1u << PELT_UNORM16 | 1u << PELT_SNORM16,
                                     1u << PELT_FLOAT32 | 1u << PELT_UNORM8 | 1u << PELT_UNORM16,
                                     1u << PELT_FLOAT32 | 1u << PELT_UINT8 | 1u << PELT_UINT16,
                                     1u << PELT_FLOAT32 | 1u << PELT_UNORM8 | 1u << PELT_UNORM16};
    uint8_t vertex[20];
    for (uint32_t i = 0; i < 7u; i++)
        for (uint32_t type = PELT_FLOAT32; type <= PELT_UINT16 + 1u; type++) {
            pelt_attributes to;
            memset(&to, 0, sizeof to);
            pelt_attribute *const all[7] = {&to.position, &to.normal, &to.tangent, &to.uv,
                                            &to.colour,   &to.joints, &to.weights};
            all[i]->type = (pelt_component)type;
            to.vertices = vertex;
            to.stride_bytes = sizeof vertex;
            test_fill(vertex, sizeof vertex);
            if (type > PELT_UINT16 || (types[i] >> type & 1) == 0) {
                CHECK_EQ(pelt_attributes_get(&to, model, 0, 0, 1), PELT_E_ARGUMENT);
                CHECK(test_filled(vertex, sizeof vertex));
                continue;
            }
            const uint32_t size = components[i] * bytes[type];
            to.stride_bytes = size;
            CHECK_OK(pelt_attributes_get(&to, model, 0, 0, 1));
            CHECK(test_filled(vertex + size, sizeof vertex - size));
            CHECK(!test_filled(vertex + size - bytes[type], bytes[type]));
            all[i]->offset_bytes = 1;
            CHECK_EQ(pelt_attributes_get(&to, model, 0, 0, 1), PELT_E_ARGUMENT);
            to.stride_bytes = size - 1u;
            all[i]->offset_bytes = 0;
            CHECK_EQ(pelt_attributes_get(&to, model, 0, 0, 1), PELT_E_ARGUMENT);
        }
}

/* Texture coordinates, which are a stream that tests/data have none of: the first stream. */
PELT_NOINLINE
static void check_uvs(const void *blob, size_t bytes)
{
    pelt_model model;
    pelt_mesh_info info;
    float uv[3];
    const uint32_t first = 0;
    uint8_t *copy = test_take(bytes);
    memcpy(copy, blob, bytes);
    REQUIRE(pelt_model_open(&model, copy, bytes, family_for(blob)) == PELT_OK);
    memcpy(copy + model.meshes + offsetof(format_mesh, uvs), &first, sizeof first);
    REQUIRE(pelt_model_open_without_crc(&model, copy, bytes, family_for(blob)) == PELT_OK);
    REQUIRE(pelt_mesh_get(&info, &model, 0) == PELT_OK);
    pelt_attributes to;
    memset(&to, 0, sizeof to);
    to.vertices = uv;
    to.stride_bytes = sizeof uv;
    to.uv.type = PELT_FLOAT32;
    for (uint32_t v = 0; v < info.vertex_count; v++) {
        test_fill(uv, sizeof uv);
        CHECK_OK(pelt_attributes_get(&to, &model, 0, v, 1));
        CHECK(test_filled(uv + 2, 4));
        for (uint32_t i = 0; i < 2u && info.uvs_i16 != NULL; i++)
            CHECK((double)uv[i] ==
                  (double)info.uvs_i16[2u * v + i] / (double)((uint32_t)1 << info.uv_bits));
        if (info.uvs_f32 != NULL) /* as bits: of what is there some are no numbers */
            CHECK(test_same(uv, info.uvs_f32 + 2u * v, 8));
        uint16_t small[2], with_sign[2];
        pelt_attributes to_small = to;
        to_small.vertices = small;
        to_small.stride_bytes = 4;
        to_small.uv.type = PELT_UNORM16;
        CHECK_OK(pelt_attributes_get(&to_small, &model, 0, v, 1));
        to_small.vertices = with_sign;
        to_small.uv.type = PELT_SNORM16;
        CHECK_OK(pelt_attributes_get(&to_small, &model, 0, v, 1));
        for (uint32_t i = 0; i < 2u && info.uvs_i16 != NULL; i++) {
            const double value = (double)uv[i] > 1.0 ? 1.0 : (double)uv[i];
            CHECK_NEAR(small[i], value < 0.0 ? 0.0 : value * 65535.0, 0.51);
            CHECK_NEAR((int16_t)with_sign[i], value < -1.0 ? -32767.0 : value * 32767.0, 0.51);
        }
    }
    test_release();
}

/* Places that a byte holds and the first that it does not. */
PELT_NOINLINE
static void check_places(const pelt_model *model)
{
    uint16_t *list = test_take(258u * sizeof *list), first[4], joints[4];
    pelt_attributes to;
    memset(&to, 0, sizeof to);
    to.vertices = first;
    to.stride_bytes = sizeof first;
    to.joints.type = PELT_UINT16;
    CHECK_OK(pelt_attributes_get(&to, model, 1, 0, 1)); /* one joint */
    to.vertices = joints;
    to.entries = list;
    to.entry_count = 258;
    for (uint32_t place = 254; place < 258u; place++) {
        for (uint32_t i = 0; i < 258u; i++)
            list[i] = (uint16_t)(first[0] + (i == place ? 0u : 1u));
        to.joints.type = PELT_UINT16;
        CHECK_OK(pelt_attributes_get(&to, model, 1, 0, 1));
        CHECK_EQ(joints[0], place);
        to.joints.type = PELT_UINT8;
        CHECK_EQ(pelt_attributes_get(&to, model, 1, 0, 1), place < 256u ? PELT_OK : PELT_E_RANGE);
    }
    test_release();
}

PELT_NOINLINE
static void check_tiny(void)
{
    pelt_model model;
    REQUIRE(pelt_model_open(&model, test_tiny_q16, BLOB_BYTES(tiny_q16), &pelt_exact_morphs) ==
            PELT_OK);
    check_alone(&model);
    check_places(&model);
}

void test_hardware(void)
{
    check_tiny();
    check_uvs(test_tiny_q16, BLOB_BYTES(tiny_q16));
    check_uvs(test_tiny_f32, BLOB_BYTES(tiny_f32));
    /* Positions on the grid, colours, joints, weights: the same bits on every core. */
    CHECK_EQ(hardware_q16(test_tiny_q16, BLOB_BYTES(tiny_q16)), 0x388CF98Bu);
    CHECK_EQ(hardware_q12(test_tiny_q12, BLOB_BYTES(tiny_q12)), 0x388CF98Bu);
    CHECK_EQ(hardware_f32(test_tiny_f32, BLOB_BYTES(tiny_f32)), 0xEED23CB6u);
    CHECK_EQ(hardware_q16(test_shared_q16, BLOB_BYTES(shared_q16)), 0x0D9A7312u);
    CHECK_EQ(hardware_q12(test_shared_q12, BLOB_BYTES(shared_q12)), 0x4ECA8F3Eu);
    CHECK_EQ(hardware_f32(test_shared_f32, BLOB_BYTES(shared_f32)), 0x3B6D85C1u);
    CHECK_EQ(hardware_q16(test_packed_q16, BLOB_BYTES(packed_q16)), 0x9FA9A089u);
    CHECK_EQ(hardware_q12(test_packed_q12, BLOB_BYTES(packed_q12)), 0x0E042D97u);
}
