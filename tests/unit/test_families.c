/* SPDX-License-Identifier: MIT */
/* Which family takes which blob, and which calls take which model. */
#include "blobs.h"
#include "character.h"
#include "src/blob/stored.h"
#include "src/kernel/kernel.h"

/* Each can do what those of its encoding before it can. */
static const pelt_family *const families[3][4] = {
    {&pelt_exact_plain, &pelt_exact, &pelt_exact_packed, &pelt_exact_morphs},
    {&pelt_lean_plain, &pelt_lean, &pelt_lean_packed, &pelt_lean_morphs},
    {&pelt_float_plain, &pelt_float, &pelt_float, &pelt_float_morphs}};

/* `least`: the first that takes it. */
static void check_blob(const uint32_t *blob, size_t bytes, pelt_encoding encoding, unsigned least)
{
    static const pelt_encoding encodings[3] = {PELT_EXACT, PELT_LEAN, PELT_FLOAT};
    static const pelt_model zero;
    for (unsigned i = 0; i < 12u; i++) {
        const pelt_family *family = families[i / 4u][i % 4u];
        const bool takes = encodings[i / 4u] == encoding && i % 4u >= least;
        pelt_model model;
        test_fill(&model, sizeof model);
        CHECK_EQ(pelt_model_open(&model, blob, bytes, family), takes ? PELT_OK : PELT_E_FAMILY);
        CHECK(takes ? model.family == family : test_same(&model, &zero, sizeof zero));
        CHECK_EQ(pelt_model_open_without_crc(&model, blob, bytes, family),
                 takes ? PELT_OK : PELT_E_FAMILY);
    }
}

/// Arithmetic ////////////////////////////////////////////////////////////////////////////////////

/* Every call of one arithmetic on a model of the other; nothing is written. */
#define DEFINE_REFUSED(suffix, word, zero)                                                         \
    static void check_refused_##suffix(const pelt_model *model)                                    \
    {                                                                                              \
        word words[24];                                                                            \
        pelt_arena arena;                                                                          \
        pelt_pose_##suffix pose;                                                                   \
        pelt_joints_##suffix joints;                                                               \
        pelt_palette_##suffix palette;                                                             \
        pelt_morph_##suffix morph;                                                                 \
        pelt_matrix_##suffix matrix;                                                               \
        const pelt_output_##suffix out = {words, NULL, 12, 0};                                     \
        void *memory = test_take(1024);                                                            \
        test_fill(memory, 1024);                                                                   \
        test_fill(words, sizeof words);                                                            \
        CHECK_OK(pelt_arena_init(&arena, memory, 1024));                                           \
        CHECK_EQ(pelt_pose_alloc_##suffix(&pose, model, &arena), PELT_E_ARITHMETIC);               \
        CHECK_EQ(pelt_joints_alloc_##suffix(&joints, model, &arena), PELT_E_ARITHMETIC);           \
        CHECK_EQ(pelt_palette_alloc_##suffix(&palette, model, 0, &arena), PELT_E_ARITHMETIC);      \
        CHECK_EQ(pelt_morph_alloc_##suffix(&morph, model, 0, &arena), PELT_E_ARITHMETIC);          \
        CHECK_EQ(arena.used_bytes, 0);                                                             \
        pose.model = joints.model = palette.model = morph.model = model;                           \
        pose.locals = memory;                                                                      \
        pose.weights = memory;                                                                     \
        joints.matrices = memory;                                                                  \
        palette.entries = memory;                                                                  \
        morph.records = memory;                                                                    \
        palette.skin = morph.mesh = 0;                                                             \
        CHECK_EQ(pelt_pose_rest_##suffix(&pose), PELT_E_ARITHMETIC);                               \
        CHECK_EQ(pelt_pose_bind_##suffix(&pose), PELT_E_ARITHMETIC);                               \
        CHECK_EQ(pelt_pose_sample_##suffix(&pose, 0, 0), PELT_E_ARITHMETIC);                       \
        CHECK_EQ(pelt_pose_blend_##suffix(&pose, &pose, zero, NULL), PELT_E_ARITHMETIC);           \
        CHECK_EQ(pelt_joints_build_##suffix(&joints, &pose), PELT_E_ARITHMETIC);                   \
        CHECK_EQ(pelt_joints_get_##suffix(&matrix, &joints, 0), PELT_E_ARITHMETIC);                \
        CHECK_EQ(pelt_palette_build_##suffix(&palette, &joints), PELT_E_ARITHMETIC);               \
        CHECK_EQ(pelt_morph_build_##suffix(&morph, NULL, 0, 0, 0, 1), PELT_E_ARITHMETIC);          \
        CHECK_EQ(pelt_mesh_skin_##suffix(&out, 0, &palette, NULL, 0, 1), PELT_E_ARITHMETIC);       \
        CHECK_EQ(pelt_mesh_skin_tangents_##suffix(words, 16, 0, &palette, NULL, 0, 1),             \
                 PELT_E_ARITHMETIC);                                                               \
        CHECK(test_filled(memory, 1024) && test_filled(words, sizeof words));                      \
        test_release();                                                                            \
    }

DEFINE_REFUSED(q16, int32_t, 0)
DEFINE_REFUSED(f32, float, 0.0f)

/* Model matrices of pelt_lean_wide are made as of exact models, palettes as of lean ones. */
static void check_wide(void)
{
    character_q12 c;
    uint32_t differ = 0;
    character_open_q12(&c, test_tiny_q12, BLOB_BYTES(tiny_q12));
    const pelt_joints_q16 *joints = &c.joints;
    const format_entry_q16 *entries =
        (const format_entry_q16 *)(const void *)(c.model.blob + c.model.entries);
    for (uint32_t round = 0; round < 4u; round++) {
        int32_t wanted[12];
        REQUIRE(pelt_model_open(&c.model, test_tiny_q12, BLOB_BYTES(tiny_q12), &pelt_lean_wide) ==
                PELT_OK);
        CHECK_OK(pelt_pose_sample_q16(&c.pose, round % 2u, 170000 * (pelt_time)round));
        character_build_q12(&c);
        for (uint32_t i = 0; i < c.model.joint_count; i++) {
            const uint32_t parent = stored_joints(&c.model)[i].parent;
            const int32_t *above = parent == PELT_NO_JOINT ? NULL : joints->matrices[parent].m;
            pelt_reference_joint_q16(wanted, &c.pose.locals[i], above);
            CHECK(test_same(joints->matrices[i].m, wanted, sizeof wanted));
            pelt_reference_joint_q12(wanted, &c.pose.locals[i], above);
            differ += !test_same(joints->matrices[i].m, wanted, sizeof wanted);
        }
        for (uint32_t i = 0; i < stored_skin(&c.model, 0)->entry_count; i++) {
            pelt_reference_entry_q12(wanted, joints->matrices[entries[i].joint].m, &entries[i]);
            CHECK(test_same(c.palettes[0].entries[i].opaque, wanted, sizeof wanted));
        }
    }
    CHECK(differ > 0u); /* not so in pelt_lean */
    test_release();
}

void test_families(void)
{
    pelt_model model;
    check_blob(test_tiny_q16, BLOB_BYTES(tiny_q16), PELT_EXACT, 0);
    check_blob(test_tiny_q12, BLOB_BYTES(tiny_q12), PELT_LEAN, 0);
    check_blob(test_tiny_f32, BLOB_BYTES(tiny_f32), PELT_FLOAT, 0);
    check_blob(test_shared_q16, BLOB_BYTES(shared_q16), PELT_EXACT, 1);
    check_blob(test_shared_q12, BLOB_BYTES(shared_q12), PELT_LEAN, 1);
    check_blob(test_shared_f32, BLOB_BYTES(shared_f32), PELT_FLOAT, 1);
    families_q16(test_tiny_q16, BLOB_BYTES(tiny_q16), &pelt_exact_plain);
    families_q12(test_tiny_q12, BLOB_BYTES(tiny_q12), &pelt_lean_plain);
    families_f32(test_tiny_f32, BLOB_BYTES(tiny_f32), &pelt_float_plain);
    check_wide();
    REQUIRE(pelt_model_open(&model, test_tiny_f32, BLOB_BYTES(tiny_f32), &pelt_float) == PELT_OK);
    check_refused_q16(&model);
    REQUIRE(pelt_model_open(&model, test_tiny_q16, BLOB_BYTES(tiny_q16), &pelt_exact) == PELT_OK);
    check_refused_f32(&model);
    REQUIRE(pelt_model_open(&model, test_tiny_q12, BLOB_BYTES(tiny_q12), &pelt_lean) == PELT_OK);
    check_refused_f32(&model);
}
