/* SPDX-License-Identifier: MIT */
/* Opening blobs: good ones, and every way to be bad. */
#include "character.h"
#include "src/blob/format.h"

typedef pelt_status open_function(pelt_model *model, const void *blob, size_t bytes,
                                  const pelt_family *family);

static open_function *const opens[2] = {pelt_model_open, pelt_model_open_without_crc};

#define EXERCISE_BYTES 1536u

/* Bits between two tries, in the header and behind it; odd: flips lie in every bit of bytes. */
#define HEADER_STEP (TEST_ROUNDS > 1000u ? 1u : 29u)
#define FLIP_STEP (TEST_ROUNDS > 10000u ? 3u : TEST_ROUNDS > 1000u ? 61u : 2459u)

static bool all_zero(const pelt_model *model)
{
    static const pelt_model zero;
    return test_same(model, &zero, sizeof zero);
}

static void check_good(const uint32_t *blob, pelt_encoding encoding)
{
    const size_t bytes = blob_bytes(blob);
    const pelt_family *family = family_for(blob);
    for (unsigned i = 0; i < 2u; i++) {
        pelt_model model;
        CHECK_OK(opens[i](&model, blob, bytes, family));
        CHECK_EQ(model.encoding, encoding);
        CHECK(model.blob == (const uint8_t *)blob && model.blob_bytes == bytes);
        CHECK_OK(opens[i](&model, blob, bytes + 1000u, family)); /* trailing bytes */
        CHECK_EQ(model.blob_bytes, bytes);

        for (unsigned offset = 1; offset < 4u; offset++)
            CHECK_EQ(opens[i](&model, (const uint8_t *)blob + offset, bytes, family),
                     PELT_E_ALIGNMENT);
        for (size_t length = 0; length < bytes; length += 1u + bytes / 3000u) {
            CHECK_EQ(opens[i](&model, blob, length, family), PELT_E_TRUNCATED);
            CHECK(all_zero(&model)); /* no use of it can go wrong */
        }
        CHECK_EQ(opens[i](&model, blob, bytes - 1u, family), PELT_E_TRUNCATED);
    }
}

static bool same_text(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b)
        a++, b++;
    return *a == *b;
}

static void check_queries(void)
{
    pelt_model model;
    pelt_clip_info clip;
    pelt_joint_info joint;
    pelt_mesh_info mesh;
    pelt_part_info part;
    open_blob(&model, blob_tiny_q16);
    CHECK_EQ(model.joint_count, 5);
    CHECK_EQ(model.clip_count, 2);
    CHECK_EQ(pelt_clip_find(&model, "sway"), 1);
    CHECK_EQ(pelt_clip_find(&model, "swa"), PELT_NONE);
    CHECK_EQ(pelt_clip_find(&model, "swayy"), PELT_NONE);
    CHECK_WITH(model.clip_count, 1, pelt_clip_find(&model, "sway"), PELT_NONE);
    CHECK_EQ(pelt_joint_find(&model, "base"), 0);
    CHECK_EQ(pelt_joint_find(&model, "nobody"), PELT_NONE);
    for (uint32_t m = 0; m < model.mesh_count; m++) {
        CHECK_OK(pelt_mesh_get(&mesh, &model, m));
        CHECK_EQ(pelt_mesh_find(&model, mesh.name), m);
    }
    CHECK_EQ(pelt_mesh_find(&model, "nothing"), PELT_NONE);
    CHECK_EQ(pelt_mesh_find(&model, ""), PELT_NONE);
    CHECK_OK(pelt_clip_get(&clip, &model, 0));
    CHECK_EQ(clip.start, -PELT_TICKS_PER_SECOND / 4);
    CHECK_EQ(clip.end, PELT_TICKS_PER_SECOND);
    CHECK(same_text(clip.name, "bend"));
    CHECK_OK(pelt_joint_get(&joint, &model, 0));
    CHECK_EQ(joint.parent, PELT_NO_JOINT);
    CHECK(same_text(joint.name, "base"));
    CHECK_OK(pelt_joint_get(&joint, &model, pelt_joint_find(&model, "flag")));
    CHECK_EQ(joint.parent, pelt_joint_find(&model, "low"));
    static const uint8_t ends[] = {5, 5, 4, 4, 5}; /* base, low, high, tip; the flag on low */
    CHECK_EQ(model.joint_count, 5);
    for (uint32_t i = 0; i < 5u; i++) {
        CHECK_OK(pelt_joint_get(&joint, &model, i));
        CHECK_EQ(joint.end, ends[i]);
    }
    CHECK_OK(pelt_mesh_get(&mesh, &model, 0));
    CHECK(mesh.skin == 0u && mesh.entry_count == 4u);
    CHECK_EQ(mesh.vertex_count, 10);
    CHECK_EQ(mesh.joint, PELT_NO_JOINT);
    CHECK(same_text(mesh.name, "post"));
    CHECK_EQ(mesh.part_count, 1);
    CHECK(mesh.has_normals && mesh.uvs_i16 == NULL && mesh.uvs_f32 == NULL);
    CHECK(mesh.colours != NULL && pelt_mesh_colour_get(&mesh, 9)[3] == 255);
    CHECK_OK(pelt_part_get(&part, &model, 0, 0));
    CHECK_EQ(part.corners, 3);
    CHECK_EQ(part.index_count, 45);
    CHECK(part.indices16 != NULL && part.indices32 == NULL && part.colour[0] == 255);
    CHECK(part.material == PELT_NONE && part.metallic == 255u && part.roughness == 255u);
    CHECK(part.material_name[0] == '\0' && part.image_name[0] == '\0' && !part.double_sided);
}

/* A model without the optional section MRPH, where 0 is no offset. */
static void check_no_targets(void)
{
    pelt_model model;
    pelt_morph morph;
    pelt_arena arena = {NULL, 0, 0};
    open_blob(&model, blob_hero_q16);
    CHECK_EQ(pelt_morph_alloc(&morph, &model, 0, &arena), PELT_E_RANGE);
}

static void check_status_texts(void)
{
    for (int status = -1; status <= (int)PELT_E_MISMATCH + 1; status++) {
        const char *text = pelt_status_describe((pelt_status)status);
        CHECK(text != NULL && text[0] != '\0');
    }
    CHECK(pelt_status_describe(PELT_E_CRC) != pelt_status_describe(PELT_E_CORRUPT));
}

void test_model(void)
{
    pelt_model model;
    check_good(blob_tiny_q16, PELT_EXACT);
    check_good(blob_tiny_q12, PELT_LEAN);
    check_good(blob_tiny_f32, PELT_FLOAT);
    check_good(blob_hero_q16, PELT_EXACT);
    for (unsigned i = 0; i < 2u; i++) {
        CHECK_EQ(opens[i](&model, blob_tiny_other, sizeof blob_tiny_other, &pelt_exact),
                 PELT_E_BYTE_ORDER);
        CHECK(all_zero(&model));
    }
    check_queries();
    check_no_targets();
    check_status_texts();
}

/// Damage ///////////////////////////////////////////////////////////////////////////////////////

/* What opening must say about a flip in this byte. */
static bool status_fits(pelt_status status, uint32_t byte)
{
    if (byte < 4u)
        return status == PELT_E_MAGIC;
    if (byte < 6u)
        return status == PELT_E_VERSION;
    if (byte < 8u) /* the encoding */
        return status == PELT_E_FAMILY;
    if (byte < 12u)
        return status == PELT_E_TRUNCATED || status == PELT_E_CORRUPT || status == PELT_E_CRC;
    return status == PELT_E_CRC;
}

static void flip(uint8_t *copy, uint32_t bit)
{
    copy[bit / 8u] = (uint8_t)(copy[bit / 8u] ^ 1u << (bit % 8u));
}

static void check_flips(const uint32_t *blob)
{
    const pelt_family *family = family_for(blob);
    const uint32_t bytes = blob_bytes(blob);
    uint8_t *copy = copy_blob(blob);
    void *memory = test_take(EXERCISE_BYTES);
    const uint32_t header_bits = 8u * (uint32_t)sizeof(format_header);
    for (uint32_t bit = 0; bit < 8u * bytes; bit += bit < header_bits ? HEADER_STEP : FLIP_STEP) {
        pelt_model model;
        flip(copy, bit);
        CHECK(status_fits(pelt_model_open(&model, copy, bytes, family), bit / 8u));
        CHECK(all_zero(&model));
        /* Without the CRC it may pass, and then must work. */
        if (pelt_model_open_without_crc(&model, copy, bytes, family) == PELT_OK)
            character_exercise(&model, memory, EXERCISE_BYTES);
        else
            CHECK(all_zero(&model));
        flip(copy, bit);
    }
    CHECK(test_same(copy, blob, bytes));
    test_release();
}

void test_model_damage(void)
{
    for (unsigned i = 0; i < 3u; i++)
        check_flips(tiny_blobs[i]);
}
