/* SPDX-License-Identifier: MIT */
/* How near exact and lean models come to float ones, and what only lean ones round to nothing. */
#include <string.h>

#include "character.h"
#include "reference.h"
#include "src/blob/stored.h"

/* Of positions in glTF units, which reach 1.6, and of the sine between normals. */
typedef struct nearness {
    double position, sine;
} nearness;

static void check_vertices(const character_q16 *q, const character_f32 *f, uint32_t mesh,
                           const nearness *near)
{
    pelt_mesh_info a, b;
    CHECK_OK(pelt_mesh_get(&a, &q->model, mesh));
    CHECK_OK(pelt_mesh_get(&b, &f->model, mesh));
    CHECK_EQ(a.vertex_count, b.vertex_count);
    CHECK_EQ(a.has_normals, b.has_normals);
    const pelt_palette_q16 *palette = &q->palettes[a.skin];
    for (uint32_t v = 0; v < a.vertex_count; v++) {
        int32_t words[6] = {0}, raw[6] = {0};
        float r[6] = {0};
        double normal[3], raw_normal[3], wanted[3];
        const pelt_output_q16 out = {words, a.has_normals ? words + 3 : NULL, 24, 0};
        const pelt_output_q16 out_raw = {raw, a.has_normals ? raw + 3 : NULL, 24, PELT_RAW_NORMALS};
        const pelt_output_f32 out_f32 = {r, b.has_normals ? r + 3 : NULL, 24, 0};
        CHECK_OK(pelt_mesh_skin_q16(&out, mesh, palette, &q->morphed[mesh], v, 1));
        CHECK_OK(pelt_mesh_skin_q16(&out_raw, mesh, palette, &q->morphed[mesh], v, 1));
        CHECK_OK(pelt_mesh_skin_f32(&out_f32, mesh, &f->palettes[b.skin], &f->morphed[mesh], v, 1));
        CHECK(test_same(words, raw, 12));
        for (unsigned c = 0; c < 3u; c++) {
            CHECK_NEAR(words[c] * ref_power(q->model.unit_shift - 16), (double)r[c],
                       near->position);
            normal[c] = words[3u + c] / 65536.0;
            raw_normal[c] = raw[3u + c];
            wanted[c] = (double)r[3u + c];
        }
        if (!a.has_normals)
            continue;
        CHECK_NEAR(ref_dot(normal, normal), 1.0, 5e-4);
        CHECK(ref_same_direction(normal, wanted, near->sine));
        CHECK(ref_same_direction(raw_normal, wanted, near->sine));
    }
}

static void morph_both(character_q16 *q, character_f32 *f, uint32_t mesh)
{
    const int32_t *a = q->pose.weights + stored_morph(&q->model, mesh)->first_target;
    const float *b = f->pose.weights + stored_morph(&f->model, mesh)->first_target;
    const uint32_t count = stored_morph(&q->model, mesh)->target_count;
    const uint32_t vertices = stored_mesh(&q->model, mesh)->vertex_count;
    REQUIRE(count == stored_morph(&f->model, mesh)->target_count);
    for (uint32_t k = 0; k < count; k++)
        CHECK_NEAR(a[k] / 65536.0, (double)b[k], 2e-4);
    CHECK_OK(pelt_morph_build_q16(&q->morphed[mesh], a, count, 0, 0, vertices));
    CHECK_OK(pelt_morph_build_f32(&f->morphed[mesh], b, count, 0, 0, vertices));
}

/* In lean models a normal that the matrix takes to nothing stays nothing. */
static void check_zero_normals(const character_q16 *q)
{
    int32_t words[6];
    const pelt_output_q16 out = {words, words + 3, 24, 0};
    memset(q->palettes[0].entries, 0,
           stored_skin(&q->model, 0)->entry_count * sizeof *q->palettes[0].entries);
    for (uint32_t v = 0; v < stored_mesh(&q->model, 0)->vertex_count; v++) {
        test_fill(words, sizeof words);
        CHECK_OK(pelt_mesh_skin_q16(&out, 0, &q->palettes[0], NULL, v, 1));
        for (unsigned c = 0; c < 6u; c++)
            CHECK_EQ(words[c], 0);
    }
}

void test_encodings(void)
{
    static const nearness near[2] = {{1.0 / 4096.0, 0.0015}, {1.8 / 4096.0, 0.087}}; /* 5 degrees */
    for (unsigned lean = 0; lean < 2u; lean++) {
        character_q16 q;
        character_f32 f;
        character_open_q16(&q, tiny_blobs[lean]);
        character_open_f32(&f, blob_tiny_f32);
        const pelt_time second = PELT_TICKS_PER_SECOND;
        CHECK_EQ(q.model.mesh_count, f.model.mesh_count);
        for (uint32_t clip = 0; clip < q.model.clip_count; clip++) {
            for (pelt_time time = -second / 2; time < second * 5 / 4; time += second / 7) {
                character_play_q16(&q, clip, time);
                character_play_f32(&f, clip, time);
                for (uint32_t mesh = 0; mesh < q.model.mesh_count; mesh++) {
                    morph_both(&q, &f, mesh);
                    check_vertices(&q, &f, mesh, &near[lean]);
                }
            }
        }
        if (lean)
            check_zero_normals(&q);
        test_release();
    }
}
