/* SPDX-License-Identifier: MIT */
/* What only q12 has: which calls take its models, and how near it comes. */
#include <string.h>

#include "blobs.h"
#include "character.h"
#include "format.h"
#include "view.h"

/// Flavours /////////////////////////////////////////////////////////////////////////////////////

/* Poses of a q12 model, and if wanted model matrices, are the q16 calls'; from the palette on they
 * refuse it, and the q12 calls refuse all others. */
static void check_refusals(void)
{
    pelt_model q12, q16, f32;
    pelt_arena arena;
    pelt_palette_q16 palette_q16;
    pelt_palette_q12 palette_q12;
    pelt_morphed_q16 morphed_q16;
    pelt_morphed_q12 morphed_q12;
    pelt_pose_f32 pose_f32;
    float weight_f32[2];
    int32_t words[6];
    const pelt_output_q16 out = {words, NULL, 24, 0};
    void *memory = test_take(512);
    CHECK_EQ(pelt_model_open(&q12, test_tiny_q12, BLOB_BYTES(tiny_q12)), PELT_OK);
    CHECK_EQ(pelt_model_open(&q16, test_tiny_q16, BLOB_BYTES(tiny_q16)), PELT_OK);
    CHECK_EQ(pelt_model_open(&f32, test_tiny_f32, BLOB_BYTES(tiny_f32)), PELT_OK);
    CHECK_EQ(pelt_arena_init(&arena, memory, 512), PELT_OK);
    test_fill(memory, 512);
    CHECK_EQ(pelt_palette_alloc_q16(&palette_q16, &q12, 0, &arena), PELT_E_FLAVOUR);
    CHECK_EQ(pelt_palette_alloc_q12(&palette_q12, &q16, 0, &arena), PELT_E_FLAVOUR);
    CHECK_EQ(pelt_palette_alloc_q12(&palette_q12, &f32, 0, &arena), PELT_E_FLAVOUR);
    CHECK_EQ(pelt_morphed_alloc_q16(&morphed_q16, &q12, 0, &arena), PELT_E_FLAVOUR);
    CHECK_EQ(pelt_morphed_alloc_q12(&morphed_q12, &q16, 0, &arena), PELT_E_FLAVOUR);
    CHECK_EQ(pelt_morphed_alloc_q12(&morphed_q12, &f32, 0, &arena), PELT_E_FLAVOUR);
    CHECK_EQ(pelt_morphed_bytes_q16(&q12, 0), 0);
    CHECK_EQ(pelt_morphed_bytes_q12(&q16, 0), 0);
    CHECK_EQ(pelt_pose_alloc_f32(&pose_f32, &q12, &arena), PELT_E_FLAVOUR);
    CHECK_EQ(pelt_weights_rest_f32(weight_f32, 2, &q12, 0), PELT_E_FLAVOUR);
    CHECK_EQ(arena.used_bytes, 0);
    CHECK(test_filled(memory, 512));

    const pelt_pose_q16 pose_q16 = {&q16, (pelt_local_q16 *)memory, q16.joint_count};
    pelt_joints_q16 joints_q16 = {&q16, (pelt_matrix_q16 *)memory, q16.joint_count};
    CHECK_EQ(pelt_build_joints_q12(&joints_q16, &q16, &pose_q16), PELT_E_FLAVOUR);
    CHECK(test_filled(memory, 512));

    /* Even where the palette claims to belong to the model. */
    CHECK_EQ(pelt_palette_alloc_q12(&palette_q12, &q12, 0, &arena), PELT_OK);
    test_fill(words, sizeof words);
    palette_q12.model = &q16;
    CHECK_EQ(pelt_skin_q12(&out, &q16, 0, &palette_q12, 0, 1), PELT_E_FLAVOUR);
    CHECK_EQ(pelt_skin_tangents_q12(words, 16, &q16, 0, NULL, &palette_q12, 0, 1),
             PELT_E_FLAVOUR);
    palette_q16.model = &q12;
    palette_q16.entries = palette_q12.entries;
    palette_q16.count = palette_q12.count;
    palette_q16.skin = 0;
    CHECK_EQ(pelt_skin_q16(&out, &q12, 0, &palette_q16, 0, 1), PELT_E_FLAVOUR);
    CHECK(test_filled(words, sizeof words));
    test_release();
}

/// Accuracy /////////////////////////////////////////////////////////////////////////////////////

/* Against float: positions within 1/4096 of the size of 1.6, normals within 5 degrees and of unit
 * length, if they are not renormalised still in that direction. */
static void check_vertices(const character_q12 *q, const character_f32 *f, uint32_t mesh)
{
    pelt_mesh_info info;
    CHECK_EQ(pelt_mesh_get(&info, &q->model, mesh), PELT_OK);
    const double unit = 65536.0 * 65536.0 / (double)((uint32_t)1 << (q->model.unit_shift + 16));
    for (uint32_t v = 0; v < info.vertex_count; v++) {
        int32_t p[6] = {0}, raw[6] = {0};
        float r[6] = {0};
        double length2 = 0, dot = 0, raw_dot = 0, raw_length2 = 0;
        const pelt_output_q16 out_q12 = {p, info.has_normals ? p + 3 : NULL, 24, 0};
        const pelt_output_q16 out_raw = {raw, info.has_normals ? raw + 3 : NULL, 24,
                                         PELT_RAW_NORMALS};
        const pelt_output_f32 out_f32 = {r, info.has_normals ? r + 3 : NULL, 24, 0};
        CHECK_EQ(pelt_skin_morphed_q12(&out_q12, &q->model, mesh, &q->morphed[mesh],
                                       &q->palettes[info.skin], v, 1),
                 PELT_OK);
        CHECK_EQ(pelt_skin_morphed_q12(&out_raw, &q->model, mesh, &q->morphed[mesh],
                                       &q->palettes[info.skin], v, 1),
                 PELT_OK);
        CHECK_EQ(pelt_skin_morphed_f32(&out_f32, &f->model, mesh, &f->morphed[mesh],
                                       &f->palettes[info.skin], v, 1),
                 PELT_OK);
        CHECK(test_same(p, raw, 12));
        for (unsigned c = 0; c < 3u; c++) {
            const double n = p[3u + c] / 65536.0, m = raw[3u + c];
            CHECK_NEAR(p[c] / unit, (double)r[c], 1.6 / 4096.0);
            length2 += n * n;
            dot += n * (double)r[3u + c];
            raw_length2 += m * m;
            raw_dot += m * (double)r[3u + c];
        }
        if (!info.has_normals)
            continue;
        CHECK_NEAR(length2, 1.0, 5e-4);
        CHECK(dot > 0.9962); /* the cosine of 5 degrees */
        CHECK(raw_dot > 0 && raw_dot * raw_dot > 0.9924 * raw_length2);
    }
}

static void check_accuracy(void)
{
    character_q12 q;
    character_f32 f;
    character_open_q12(&q, test_tiny_q12, BLOB_BYTES(tiny_q12));
    character_open_f32(&f, test_tiny_f32, BLOB_BYTES(tiny_f32));
    const int32_t one[2] = {65536, 65536};
    const float one_f32[2] = {1, 1};
    for (uint32_t mesh = 0; mesh < q.model.mesh_count; mesh++) {
        const uint32_t count = view_morph(&q.model, mesh)->target_count;
        const uint32_t vertices = view_mesh(&q.model, mesh)->vertex_count;
        CHECK_EQ(pelt_morph_q12(&q.morphed[mesh], &q.model, one, count, 0, 0, vertices), PELT_OK);
        CHECK_EQ(pelt_morph_f32(&f.morphed[mesh], &f.model, one_f32, count, 0, 0, vertices),
                 PELT_OK);
    }
    for (uint32_t clip = 0; clip < q.model.clip_count; clip++) {
        for (pelt_time time = 0; time < PELT_TICKS_PER_SECOND; time += 130000) {
            CHECK_EQ(pelt_sample_q16(&q.pose, &q.model, clip, time), PELT_OK);
            CHECK_EQ(pelt_sample_f32(&f.pose, &f.model, clip, time), PELT_OK);
            character_build_q12(&q);
            character_build_f32(&f);
            for (uint32_t mesh = 0; mesh < q.model.mesh_count; mesh++)
                check_vertices(&q, &f, mesh);
        }
    }
    test_release();
}

/* A normal that the matrix takes to nothing stays nothing. */
static void check_zero_normals(void)
{
    character_q12 q;
    int32_t words[6];
    const pelt_output_q16 out = {words, words + 3, 24, 0};
    character_open_q12(&q, test_tiny_q12, BLOB_BYTES(tiny_q12));
    character_build_q12(&q);
    memset(q.palettes[0].entries, 0, q.palettes[0].count * sizeof *q.palettes[0].entries);
    for (uint32_t v = 0; v < view_mesh(&q.model, 0)->vertex_count; v++) {
        test_fill(words, sizeof words);
        CHECK_EQ(pelt_skin_q12(&out, &q.model, 0, &q.palettes[0], v, 1), PELT_OK);
        for (unsigned c = 0; c < 6u; c++)
            CHECK_EQ(words[c], 0);
    }
    test_release();
}

void test_q12(void)
{
    check_refusals();
    check_accuracy();
    check_zero_normals();
}
