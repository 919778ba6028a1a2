/* SPDX-License-Identifier: MIT */
/* What is in a mask, and masks of blobs. */
#include "character.h"
#include "src/blob/format.h"

/* "tiny": base > low > high > tip, and flag below base; meshes "post", of no node, and "flag". */
static void check_mask_set(void)
{
    pelt_model *model = test_take(sizeof *model);
    uint8_t mask[8], wanted[8];
    open_blob(model, blob_tiny_q16);
    const uint32_t places = PELT_MASK_BYTES(model);
    REQUIRE(places == 7u && model->joint_count == 5u);
    memset(mask, 7, sizeof mask);
    CHECK_EQ(pelt_mask_set(mask, places, model, 0, 256), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_mask_set(mask, places - 1u, model, 0, 1), PELT_E_MISMATCH);
    CHECK_EQ(pelt_mask_set(mask, places + 1u, model, 0, 1), PELT_E_MISMATCH);
    CHECK_EQ(pelt_mask_set(mask, model->joint_count, model, 0, 1), PELT_E_MISMATCH);
    CHECK(mask[0] == 7u && mask[4] == 7u);
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
        CHECK_OK(pelt_mask_set(mask, places, model, joint, weight));
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

void test_masks(void)
{
    check_mask_set();
    check_mask_find();
}
