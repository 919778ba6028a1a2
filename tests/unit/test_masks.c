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

/* A blob of nothing but the header, one section and names, which no call has checked. */
typedef struct made_blob {
    format_header header;
    format_section section;
    uint32_t masks[2][3]; /* a name, and five joints and two meshes with a byte of padding */
    char names[9];
} made_blob;

static void check_mask_find(void)
{
    made_blob *blob = test_take(sizeof *blob);
    pelt_model *model = test_take(sizeof *model);
    memset(blob, 0, sizeof *blob);
    memset(model, 0, sizeof *model);
    blob->header.section_count = 1;
    blob->section = (format_section){.tag = FORMAT_MASKS,
                                     .version = 1,
                                     .offset = (uint32_t)offsetof(made_blob, masks),
                                     .bytes = sizeof blob->masks};
    blob->masks[0][0] = 1;
    blob->masks[1][0] = 5;
    memcpy(blob->names, "\0one\0two", sizeof blob->names);
    model->blob = (const uint8_t *)blob;
    model->joint_count = 5;
    model->mesh_count = 2;
    model->names = (uint32_t)offsetof(made_blob, names);
    model->names_bytes = sizeof blob->names;
    const uint8_t *one = (const uint8_t *)&blob->masks[0][1],
                  *two = (const uint8_t *)&blob->masks[1][1];
    CHECK(pelt_mask_find(model, "one") == one);
    CHECK(pelt_mask_find(model, "two") == two);
    CHECK(pelt_mask_find(model, "tw") == NULL);
    CHECK(pelt_mask_find(model, "") == NULL);
    for (blob->section.bytes = 0; blob->section.bytes < 24u; blob->section.bytes++) { /* cut */
        CHECK((pelt_mask_find(model, "one") != NULL) == (blob->section.bytes >= 12u));
        CHECK(pelt_mask_find(model, "two") == NULL);
    }
    for (uint32_t round = 0; round < 64u; round++) { /* names of anywhere */
        blob->masks[0][0] = round < 32u ? sizeof blob->names + round : test_random();
        CHECK(pelt_mask_find(model, "two") == two);
    }
    blob->section.tag = FORMAT_SOURCE;
    CHECK(pelt_mask_find(model, "two") == NULL);
    test_release();
}

void test_masks(void)
{
    check_mask_set();
    check_mask_find();
}
