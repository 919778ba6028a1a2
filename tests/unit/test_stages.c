/* SPDX-License-Identifier: MIT */
/* The stages on stored blobs; what both encodings share is in character.inc. */
#include "blobs.h"
#include "character.h"
#include "src/blob/format.h"
#include "src/blob/stored.h"
#include "src/kernel/family.h"

#define TICKS PELT_TICKS_PER_SECOND

void test_arguments(void)
{
    arguments_q16(test_tiny_q16, BLOB_BYTES(tiny_q16));
    arguments_q12(test_tiny_q12, BLOB_BYTES(tiny_q12));
    arguments_f32(test_tiny_f32, BLOB_BYTES(tiny_f32));
}

void test_ranges(void)
{
    ranges_q16(test_tiny_q16, BLOB_BYTES(tiny_q16));
    ranges_q12(test_tiny_q12, BLOB_BYTES(tiny_q12));
    ranges_f32(test_tiny_f32, BLOB_BYTES(tiny_f32));
    ranges_q16(test_hero_q16, BLOB_BYTES(hero_q16));
}

/// Sampling /////////////////////////////////////////////////////////////////////////////////////

/* Translation in glTF units and rotation of one of the unscaled joints of tests/data/tiny.gltf. */
static void check_joint(const char *name, uint32_t clip, pelt_time time, const double *translation,
                        const double *rotation)
{
    character_q16 q;
    character_f32 f;
    character_open_q16(&q, test_tiny_q16, BLOB_BYTES(tiny_q16));
    character_open_f32(&f, test_tiny_f32, BLOB_BYTES(tiny_f32));
    CHECK_OK(pelt_pose_sample_q16(&q.pose, clip, time));
    CHECK_OK(pelt_pose_sample_f32(&f.pose, clip, time));
    const uint32_t joint = pelt_joint_find(&q.model, name);
    REQUIRE(joint != PELT_NONE && joint == pelt_joint_find(&f.model, name));
    const pelt_local_q16 *a = &q.pose.locals[joint];
    const pelt_local_f32 *b = &f.pose.locals[joint];
    CHECK(q.model.unit_shift <= 0);
    const double unit = (double)(TICKS) * (double)((uint32_t)1 << -q.model.unit_shift);
    for (unsigned i = 0; i < 3u && translation != NULL; i++) {
        CHECK_NEAR(a->translation[i] / unit, translation[i], 2e-4);
        CHECK_NEAR((double)b->translation[i], translation[i], 4e-5);
    }
    const double sign_q16 = rotation != NULL && a->rotation[3] < 0 ? -1.0 : 1.0;
    const double sign_f32 = rotation != NULL && b->rotation[3] < 0.0f ? -1.0 : 1.0;
    for (unsigned i = 0; i < 4u && rotation != NULL; i++) {
        CHECK_NEAR(sign_q16 * a->rotation[i] / 1073741824.0, rotation[i], 1e-4);
        CHECK_NEAR(sign_f32 * (double)b->rotation[i], rotation[i], 2e-5);
    }
    test_release();
}

static void check_values(void)
{
    /* clip bend: `base` steps, `high` and `low` are linear */
    static const double still[3] = {0, 0, 0}, one[3] = {0.125, 0, 0}, two[3] = {0.25, 0.125, 0};
    check_joint("base", 0, 0, still, NULL);
    check_joint("base", 0, TICKS / 2 - 1, still, NULL);
    check_joint("base", 0, TICKS / 2, one, NULL);
    check_joint("base", 0, TICKS * 7 / 8 - 1, one, NULL);
    check_joint("base", 0, TICKS * 7 / 8, two, NULL);
    check_joint("base", 0, 10 * TICKS, two, NULL);
    static const double from[3] = {0, 0.5, 0}, halfway[3] = {0.0625, 0.5625, 0.03125};
    static const double third[3] = {0.125, 0.625, 0.0625};
    check_joint("high", 0, -TICKS / 4, from, NULL);
    check_joint("high", 0, TICKS / 8, halfway, NULL);
    check_joint("high", 0, TICKS / 4, third, NULL);
    /* slerp from 0 to 70 degrees about Z: halves of 35 and 70 degrees */
    static const double z35[4] = {0, 0, 0.3007057995, 0.9537169507};
    static const double z70[4] = {0, 0, 0.5735764364, 0.8191520443};
    check_joint("low", 0, TICKS / 8, NULL, z35);
    check_joint("low", 0, TICKS / 4, NULL, z70);
    /* a quarter: 17.5 degrees */
    static const double z17[4] = {0, 0, 0.1521234, 0.9883615};
    check_joint("low", 0, TICKS / 16, NULL, z17);
    /* 70 to -20 degrees, two thirds: 10 degrees */
    static const double z10[4] = {0, 0, 0.0871557427, 0.9961946981};
    check_joint("low", 0, TICKS / 4 + TICKS / 6, NULL, z10);

    /* clip sway: cubic; Hermite at half a segment of 0.375 s is (p0 + p1) / 2 + d (m0 - m1) / 8 */
    static const double key[3] = {0.25, 0.5, 0};
    static const double cubic[3] = {0.125 + 0.375 * (0.5 + 0.5) / 8, 0.5, 0.375 * 0.5 / 8};
    check_joint("high", 1, TICKS / 2, key, NULL);
    check_joint("high", 1, TICKS * 5 / 16, cubic, NULL);
    static const double x60[4] = {0.5, 0, 0, 0.8660254038};
    check_joint("low", 1, TICKS / 2, NULL, x60);
}

void test_sampling(void)
{
    check_values();
    sampling_q16(test_tiny_q16, BLOB_BYTES(tiny_q16));
    sampling_q12(test_tiny_q12, BLOB_BYTES(tiny_q12));
    sampling_f32(test_tiny_f32, BLOB_BYTES(tiny_f32));
    sampling_q16(test_hero_q16, BLOB_BYTES(hero_q16));
}

/// Bind pose ////////////////////////////////////////////////////////////////////////////////////

/*
 * At the bind pose a q16 entry only undoes the grid: a multiple of the identity in Q33, the same
 * for all entries of a skin. Translation is the grid's origin, also the same. Bounds are fractions
 * of the grid's reach, 2^15 steps.
 */
static void check_entries(const pelt_palette_q16 *palette, uint32_t count)
{
    const int32_t *first = palette->entries[0].opaque;
    const double limit = first[0] / 16384.0;
    CHECK(first[0] > 0);
    for (uint32_t e = 0; e < count; e++) {
        const int32_t *m = palette->entries[e].opaque;
        for (unsigned i = 0; i < 12u; i++)
            if (i % 4u == 3u) /* Q17 against 2^15 steps of Q33 */
                CHECK_NEAR(m[i], first[i], limit / 2);
            else
                CHECK_NEAR(m[i], i % 5u == 0u ? first[0] : 0, limit);
    }
}

/* Vertices come out where the grid says that they are stored. */
static void check_stored_q16(const character_q16 *c, uint32_t mesh)
{
    const format_mesh *info = stored_mesh(&c->model, mesh);
    const pelt_palette_q16 *palette = &c->palettes[info->skin];
    const int32_t *m = palette->entries[0].opaque;
    for (uint32_t i = 0; i < info->run_count; i++) {
        const format_run *run = stored_run(&c->model, info->first_run + i);
        const bool set = (run->flags & FORMAT_RUN_SAME_JOINTS) != 0u;
        const uint32_t ahead = set ? format_offset_bytes_q16(run->influences) : 0u;
        const uint32_t record_bytes = format_record_bytes_q16(run->influences) - ahead;
        const uint32_t behind = run->influences == 1u && !set ? 14u : 12u; /* a 0 */
        for (uint32_t v = 0; v < run->vertex_count; v++) {
            const uint8_t *record =
                c->model.blob + c->model.records + run->records + ahead + (size_t)record_bytes * v;
            const int16_t *p = (const int16_t *)(const void *)(record + record_bytes - behind);
            int32_t out[3];
            const pelt_output_q16 output = {out, NULL, 12, 0};
            CHECK_OK(pelt_mesh_skin_q16(&output, mesh, palette, NULL, run->first_vertex + v, 1));
            for (unsigned r = 0; r < 3u; r++)
                CHECK_NEAR(out[r], m[4u * r + 3u] / 2.0 + (double)m[0] * p[r] / 131072.0,
                           m[0] / 32768.0 + 3.0); /* 2^-16 of 2^15 steps, and rounding */
        }
    }
}

static void check_bind_q16(const uint32_t *blob, size_t bytes)
{
    character_q16 c;
    character_open_q16(&c, blob, bytes);
    CHECK_OK(pelt_pose_bind_q16(&c.pose));
    character_build_q16(&c);
    for (uint32_t s = 0; s < c.model.skin_count; s++)
        check_entries(&c.palettes[s], stored_skin(&c.model, s)->entry_count);
    for (uint32_t m = 0; m < c.model.mesh_count; m++)
        check_stored_q16(&c, m);
    test_release();
}

/* An entry of the identity's joint is its inverse bind matrix, whatever that is. */
static void check_entry_f32(void)
{
    static const float identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    format_entry_f32 entry = {0};
    float out[12];
    for (unsigned i = 0; i < 12u; i++)
        entry.m[i] = (float)(i + 1u);
    pelt_reference_entry_f32(out, identity, &entry);
    CHECK(test_same(out, entry.m, sizeof out));
}

static void check_bind_f32(void)
{
    character_f32 c;
    character_open_f32(&c, test_tiny_f32, BLOB_BYTES(tiny_f32));
    CHECK_OK(pelt_pose_bind_f32(&c.pose));
    character_build_f32(&c);
    /* Vertices are stored relative to an origin, the same for all entries. */
    const float *first = c.palettes[0].entries[0].opaque;
    for (uint32_t e = 0; e < stored_skin(&c.model, 0)->entry_count; e++)
        for (unsigned i = 0; i < 12u; i++)
            CHECK_NEAR((double)c.palettes[0].entries[e].opaque[i],
                       i % 4u == 3u   ? (double)first[i]
                       : i % 5u == 0u ? 1.0
                                      : 0.0,
                       1e-6);
    const format_mesh *info = stored_mesh(&c.model, 0);
    for (uint32_t i = 0; i < info->run_count; i++) {
        const format_run *run = stored_run(&c.model, info->first_run + i);
        const bool set = (run->flags & FORMAT_RUN_SAME_JOINTS) != 0u;
        const uint32_t ahead = set ? run->influences : 0u;
        const uint32_t floats = format_record_bytes_f32(run->influences) / 4u - ahead;
        const float *record = (const float *)(const void *)(c.model.blob + c.model.records) +
                              run->records / 4u + ahead;
        for (uint32_t v = 0; v < run->vertex_count; v++, record += floats) {
            float out[3];
            const pelt_output_f32 output = {out, NULL, 12, 0};
            CHECK_OK(
                pelt_mesh_skin_f32(&output, 0, &c.palettes[0], NULL, run->first_vertex + v, 1));
            for (unsigned r = 0; r < 3u; r++)
                CHECK_NEAR((double)out[r],
                           (double)record[floats - 6u + r] + (double)first[4u * r + 3u], 1e-6);
        }
    }
    test_release();
}

void test_bind_pose(void)
{
    check_bind_q16(test_tiny_q16, BLOB_BYTES(tiny_q16));
    check_bind_q16(test_hero_q16, BLOB_BYTES(hero_q16));
    check_entry_f32();
    check_bind_f32();
}

/// Where joints are ///////////////////////////////////////////////////////////////////////////////

void test_places(void)
{
    places_q16(test_tiny_q16, BLOB_BYTES(tiny_q16));
    places_q12(test_tiny_q12, BLOB_BYTES(tiny_q12));
    places_f32(test_tiny_f32, BLOB_BYTES(tiny_f32));
}

/// Both encodings ////////////////////////////////////////////////////////////////////////////////

static void check_same_vertices(character_q16 *q, character_f32 *f, uint32_t mesh)
{
    pelt_mesh_info a, b;
    CHECK_OK(pelt_mesh_get(&a, &q->model, mesh));
    CHECK_OK(pelt_mesh_get(&b, &f->model, mesh));
    CHECK_EQ(a.vertex_count, b.vertex_count);
    CHECK_EQ(a.has_normals, b.has_normals);
    const double unit = 65536.0 * (double)((uint32_t)1 << -q->model.unit_shift);
    for (uint32_t v = 0; v < a.vertex_count; v++) {
        int32_t p[6] = {0};
        float r[6] = {0};
        const pelt_output_q16 out_q16 = {p, a.has_normals ? p + 3 : NULL, 24, 0};
        const pelt_output_f32 out_f32 = {r, b.has_normals ? r + 3 : NULL, 24, 0};
        CHECK_OK(pelt_mesh_skin_q16(&out_q16, mesh, &q->palettes[a.skin], &q->morphed[mesh], v, 1));
        CHECK_OK(pelt_mesh_skin_f32(&out_f32, mesh, &f->palettes[b.skin], &f->morphed[mesh], v, 1));
        for (unsigned c = 0; c < 3u; c++) {
            CHECK_NEAR(p[c] / unit, (double)r[c], 1.0 / 4096.0); /* it is 1.6 units high */
            CHECK_NEAR(p[3u + c] / 65536.0, (double)r[3u + c], 1.0 / 1024.0);
        }
    }
}

static void morph_both(character_q16 *q, character_f32 *f, uint32_t mesh, uint32_t clip,
                       pelt_time time)
{
    const int32_t *a = q->pose.weights + stored_morph(&q->model, mesh)->first_target;
    const float *b = f->pose.weights + stored_morph(&f->model, mesh)->first_target;
    const uint32_t count = stored_morph(&q->model, mesh)->target_count;
    REQUIRE(count <= 2u && count == stored_morph(&f->model, mesh)->target_count);
    CHECK_OK(pelt_pose_sample_q16(&q->pose, clip, time));
    CHECK_OK(pelt_pose_sample_f32(&f->pose, clip, time));
    for (uint32_t k = 0; k < count; k++)
        CHECK_NEAR(a[k] / 65536.0, (double)b[k], 2e-4);
    const uint32_t vertices = stored_mesh(&q->model, mesh)->vertex_count;
    CHECK_OK(pelt_morph_build_q16(&q->morphed[mesh], a, count, 0, 0, vertices));
    CHECK_OK(pelt_morph_build_f32(&f->morphed[mesh], b, count, 0, 0, vertices));
}

void test_encodings(void)
{
    character_q16 q;
    character_f32 f;
    character_open_q16(&q, test_tiny_q16, BLOB_BYTES(tiny_q16));
    character_open_f32(&f, test_tiny_f32, BLOB_BYTES(tiny_f32));
    CHECK_EQ(q.model.mesh_count, f.model.mesh_count);
    for (uint32_t clip = 0; clip < q.model.clip_count; clip++) {
        for (pelt_time time = -TICKS / 2; time < TICKS * 5 / 4; time += TICKS / 7) {
            CHECK_OK(pelt_pose_sample_q16(&q.pose, clip, time));
            CHECK_OK(pelt_pose_sample_f32(&f.pose, clip, time));
            character_build_q16(&q);
            character_build_f32(&f);
            for (uint32_t mesh = 0; mesh < q.model.mesh_count; mesh++) {
                morph_both(&q, &f, mesh, clip, time);
                check_same_vertices(&q, &f, mesh);
            }
        }
    }
    test_release();
}
