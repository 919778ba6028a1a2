/* SPDX-License-Identifier: MIT */
/* How near lean models come, and what only they round to nothing. */
#include <string.h>

#include "blobs.h"
#include "character.h"
#include "src/blob/stored.h"

/// Accuracy /////////////////////////////////////////////////////////////////////////////////////

/* Against float: positions within 1/4096 of the size of 1.6, normals within 5 degrees and of unit
 * length, if they are not renormalised still in that direction. */
static void check_vertices(const character_q12 *q, const character_f32 *f, uint32_t mesh)
{
    pelt_mesh_info info;
    CHECK_OK(pelt_mesh_get(&info, &q->model, mesh));
    const double unit = 65536.0 * 65536.0 / (double)((uint32_t)1 << (q->model.unit_shift + 16));
    for (uint32_t v = 0; v < info.vertex_count; v++) {
        int32_t p[6] = {0}, raw[6] = {0};
        float r[6] = {0};
        double length2 = 0, dot = 0, raw_dot = 0, raw_length2 = 0;
        const pelt_output_q16 out_q12 = {p, info.has_normals ? p + 3 : NULL, 24, 0};
        const pelt_output_q16 out_raw = {raw, info.has_normals ? raw + 3 : NULL, 24,
                                         PELT_RAW_NORMALS};
        const pelt_output_f32 out_f32 = {r, info.has_normals ? r + 3 : NULL, 24, 0};
        const pelt_palette_q16 *palette = &q->palettes[info.skin];
        CHECK_OK(pelt_mesh_skin_q16(&out_q12, mesh, palette, &q->morphed[mesh], v, 1));
        CHECK_OK(pelt_mesh_skin_q16(&out_raw, mesh, palette, &q->morphed[mesh], v, 1));
        CHECK_OK(
            pelt_mesh_skin_f32(&out_f32, mesh, &f->palettes[info.skin], &f->morphed[mesh], v, 1));
        CHECK(test_same(p, raw, 12));
        for (unsigned c = 0; c < 3u; c++) {
            const double n = p[3u + c] / 65536.0, m = raw[3u + c];
            /* The size is 1.5: 1.1 of 1/4096 of it, and f32's own error. */
            CHECK_NEAR(p[c] / unit, (double)r[c], 1.8 / 4096.0);
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
        const uint32_t count = stored_morph(&q.model, mesh)->target_count;
        const uint32_t vertices = stored_mesh(&q.model, mesh)->vertex_count;
        CHECK_OK(pelt_morph_build_q16(&q.morphed[mesh], one, count, 0, 0, vertices));
        CHECK_OK(pelt_morph_build_f32(&f.morphed[mesh], one_f32, count, 0, 0, vertices));
    }
    for (uint32_t clip = 0; clip < q.model.clip_count; clip++) {
        for (pelt_time time = 0; time < PELT_TICKS_PER_SECOND; time += 130000) {
            CHECK_OK(pelt_pose_sample_q16(&q.pose, clip, time));
            CHECK_OK(pelt_pose_sample_f32(&f.pose, clip, time));
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
    memset(q.palettes[0].entries, 0,
           stored_skin(&q.model, 0)->entry_count * sizeof *q.palettes[0].entries);
    for (uint32_t v = 0; v < stored_mesh(&q.model, 0)->vertex_count; v++) {
        test_fill(words, sizeof words);
        CHECK_OK(pelt_mesh_skin_q16(&out, 0, &q.palettes[0], NULL, v, 1));
        for (unsigned c = 0; c < 6u; c++)
            CHECK_EQ(words[c], 0);
    }
    test_release();
}

void test_lean(void)
{
    check_accuracy();
    check_zero_normals();
}
