/* SPDX-License-Identifier: MIT */
/* Which family takes which blob, and which calls take which model. */
#include "character.h"
#include "src/blob/stored.h"
#include "src/kernel/kernel.h"

/* Each can do what those of its encoding before it can. */
static const pelt_family *const families[3][4] = {
    {&pelt_exact_plain, &pelt_exact, &pelt_exact_packed, &pelt_exact_morphs},
    {&pelt_lean_plain, &pelt_lean, &pelt_lean_packed, &pelt_lean_morphs},
    {&pelt_float_plain, &pelt_float, &pelt_float, &pelt_float_morphs}};

static const pelt_encoding encodings[3] = {PELT_EXACT, PELT_LEAN, PELT_FLOAT};

/* `least`: the first that takes it. */
static void check_blob(const uint32_t *blob, pelt_encoding encoding, unsigned least)
{
    static const pelt_model zero;
    const size_t bytes = blob_bytes(blob);
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

/* Model matrices of pelt_lean_wide are made as of exact models, palettes as of lean ones. */
static void check_wide(void)
{
    character_q16 c;
    uint32_t differ = 0;
    character_open_q16(&c, blob_tiny_q12);
    const pelt_joints_q16 *joints = &c.joints;
    const format_entry_q16 *entries =
        (const format_entry_q16 *)(const void *)(c.model.blob + c.model.entries);
    for (uint32_t round = 0; round < 4u; round++) {
        int32_t wanted[12];
        REQUIRE(pelt_model_open(&c.model, blob_tiny_q12, blob_bytes(blob_tiny_q12),
                                &pelt_lean_wide) == PELT_OK);
        character_play_q16(&c, round % 2u, 170000 * (pelt_time)round);
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

/* An arithmetic takes the other's blobs with the other's family only, and none of its models. */
static void check_arithmetic(void)
{
    pelt_character_q16 fixed;
    pelt_character_f32 real;
    pelt_model model;
    pelt_arena arena;
    void *memory = test_take(4096);
    test_fill(&fixed, sizeof fixed);
    test_fill(&real, sizeof real);
    for (unsigned i = 0; i < 3u; i++) {
        const uint32_t *blob = tiny_blobs[i];
        const pelt_family *family = i == 1u ? &pelt_lean : family_for(blob);
        open_blob(&model, blob);
        CHECK_OK(pelt_arena_init(&arena, memory, 4096));
        CHECK_EQ(i == 2u
                     ? pelt_character_open_q16(&fixed, blob, blob_bytes(blob), family, memory, 4096)
                     : pelt_character_open_f32(&real, blob, blob_bytes(blob), family, memory, 4096),
                 PELT_E_ARITHMETIC);
        CHECK_EQ(i == 2u ? pelt_pose_alloc_q16(&fixed.pose, &model, &arena)
                         : pelt_pose_alloc_f32(&real.pose, &model, &arena),
                 PELT_E_ARITHMETIC);
    }
    CHECK(test_filled(&fixed, sizeof fixed) && test_filled(&real, sizeof real));
    test_release();
}

void test_families(void)
{
    for (unsigned i = 0; i < 3u; i++) {
        check_blob(tiny_blobs[i], encodings[i], 0);
        check_blob(shared_blobs[i], encodings[i], 1);
        if (i < 2u)
            check_blob(packed_blobs[i], encodings[i], 2);
    }
    check_wide();
    check_arithmetic();
}
