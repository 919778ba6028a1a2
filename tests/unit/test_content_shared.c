/* SPDX-License-Identifier: MIT */
/* Opens blobs with contradictions in runs that share work: runs of one joint set, and of copies. */
#include "patient.h"

/* The first run with this flag, or the last run. */
static uint32_t find_run(const pelt_model *m, uint32_t flag)
{
    const format_mesh *mesh = stored_mesh(m, 0);
    uint32_t run = 0;
    while (run + 1u < mesh->run_count && (stored_run(m, run)->flags & flag) == 0u)
        run++;
    return run;
}

/* Flags that do not exist, and those that do not go together. */
static void check_flags(patient *p)
{
    const pelt_model *m = &p->model;
    for (uint32_t i = 0; i < stored_mesh(m, 0)->run_count; i++) {
        const uint32_t flags = stored_run(m, i)->flags, kind = flags & FORMAT_RUN_KINDS;
        const uint32_t at = RUN_FIELD(m, i, flags);
        BAD16(at, flags | (FORMAT_RUN_FLAGS + 1u), flags | 0x8000u);
        if (m->encoding == PELT_LEAN && stored_run(m, i)->influences == 1u)
            BAD16(at, flags | FORMAT_RUN_SAME_JOINTS);
        for (uint32_t other = 1; other < FORMAT_RUN_FLAGS; other *= 2u)
            if (kind != 0u && kind != other && (other & FORMAT_RUN_KINDS) != 0u)
                BAD16(at, flags | other);
        if ((flags & FORMAT_RUN_COPIES) == 0u) /* the last one only */
            BAD16(at, flags | FORMAT_RUN_COPIES);
    }
}

/* A joint set's offsets, which are stored once, and the records behind them. */
static void check_set(patient *p)
{
    const pelt_model *m = &p->model;
    const format_run *run = stored_run(m, find_run(m, FORMAT_RUN_SAME_JOINTS));
    const uint32_t at = m->records + run->records, n = run->influences;
    const uint32_t past = stored_skin(m, 0)->entry_count * FORMAT_ENTRY_BYTES;
    REQUIRE((run->flags & FORMAT_RUN_SAME_JOINTS) != 0u);
    for (uint32_t k = 0; k < n; k++) {
        if (m->encoding == PELT_FLOAT) {
            GOOD32(at + 4u * k, past - FORMAT_ENTRY_BYTES);
            BAD32(at + 4u * k, past);
            continue;
        }
        GOOD16(at + 2u * k, past - FORMAT_ENTRY_BYTES);
        BAD16(at + 2u * k, past, past - FORMAT_ENTRY_BYTES + 16u);
    }
    for (uint32_t v = 0; v < run->vertex_count; v++) {
        const uint32_t float_at = at + 4u * n + format_set_bytes_f32(n) * v;
        const uint32_t half_at = at + format_offset_bytes_q16(n) + format_set_bytes_q16(n) * v;
        if (m->encoding == PELT_FLOAT)
            BAD32(float_at, 0x7FC00000u);
        else if (m->encoding == PELT_EXACT && n > 1u)
            BAD16(half_at, 32768);
        else if (m->encoding == PELT_EXACT)
            GOOD16(half_at, 32768);
    }
}

/* Takes the tangents away, which copies of other originals would not have. */
static void drop_tangents(patient *p)
{
    put32(p, p->model.meshes + (uint32_t)offsetof(format_mesh, tangents), FORMAT_NONE);
}

/* Copies have their originals' tangents, to the last bit. */
static void check_copied_tangents(patient *p)
{
    const pelt_model *m = &p->model;
    const format_run *copies = stored_run(m, find_run(m, FORMAT_RUN_COPIES));
    const uint32_t bytes =
        m->encoding == PELT_FLOAT ? FORMAT_TANGENT_BYTES_F32 : FORMAT_TANGENT_BYTES_Q16;
    const uint32_t tangents = m->streams + stored_mesh(m, 0)->tangents;
    for (uint32_t k = 0; k < copies->vertex_count; k++) {
        const uint32_t copy = tangents + bytes * (copies->first_vertex + k);
        const uint32_t original =
            tangents + bytes * get32(p, m->records + copies->records + 4u * k);
        for (uint32_t i = 0; i < bytes; i += 4u) {
            BAD32(copy + i, get32(p, copy + i) ^ 1u);
            BAD32(original + i, get32(p, original + i) ^ 0x80000000u);
        }
    }
    GOOD32(tangents, 7); /* of no copy */
}

static void check_originals(patient *p)
{
    const pelt_model *m = &p->model;
    const uint32_t run = find_run(m, FORMAT_RUN_COPIES);
    const uint32_t morphed = stored_run(m, find_run(m, FORMAT_RUN_MORPHED))->first_vertex;
    const format_run *copies = stored_run(m, run);
    const uint32_t list = m->records + copies->records, count = copies->vertex_count;
    REQUIRE((copies->flags & FORMAT_RUN_COPIES) != 0u && count > 2u);
    CHECK_EQ(run + 1u, stored_mesh(m, 0)->run_count);
    drop_tangents(p);
    GOOD32(list, 0);
    for (uint32_t k = 1; k < count; k++) {
        drop_tangents(p);
        GOOD32(list + 4u * k, get32(p, list + 4u * k - 4u)); /* twice the same */
        if (get32(p, list + 4u * k - 4u) > 0u)
            BAD32(list + 4u * k, get32(p, list + 4u * k - 4u) - 1u); /* descending */
    }
    drop_tangents(p);
    BAD32(list + 4u * (count - 1u), copies->first_vertex, copies->first_vertex + count - 1u,
          UINT32_MAX);
    for (uint32_t k = 0; k < count; k++) /* a morphed one; those behind are not before it */
        put32(p, list + 4u * k, morphed);
    drop_tangents(p);
    CHECK_EQ(opened(p), PELT_E_CORRUPT);
    BAD16(RUN_FIELD(m, run, influences), 2);
    BAD32(RUN_FIELD(m, run, records), copies->records + 2u, UINT32_MAX - 3u);
    BAD32(RUN_FIELD(m, run, vertex_count), count + 1u);
    BAD16(RUN_FIELD(m, run, flags), FORMAT_RUN_COPIES | FORMAT_RUN_MORPHED);
}

static void check_shared(const uint32_t *blob)
{
    patient p = admit(blob);
    CHECK_OK(opened(&p));
    check_flags(&p);
    check_set(&p);
    check_originals(&p);
    check_copied_tangents(&p);
    test_release();
}

/* Opening lets in runs without vertices, here the first of those of one joint set and that of the copies.
 * Skinning must pass over them, as kernels take at least one vertex. */
static void check_empty_run(void)
{
    character_q16 c;
    character_open_q16(&c, blob_shared_q16);
    const pelt_model model = c.model;
    const format_mesh *mesh = stored_mesh(&model, 0);
    const uint32_t empty = find_run(&model, FORMAT_RUN_SAME_JOINTS), last = mesh->run_count - 1u;
    const uint32_t gone = stored_run(&model, empty)->vertex_count;
    const uint32_t copies = stored_run(&model, last)->vertex_count;
    const uint32_t left = mesh->vertex_count - gone - copies;
    patient p = admit(blob_shared_q16);
    REQUIRE((stored_run(&model, last)->flags & FORMAT_RUN_COPIES) != 0u && left > 6u);
    REQUIRE(stored_run(&model, empty - 1u)->flags == 0u &&
            stored_run(&model, empty + 1u)->flags == FORMAT_RUN_SAME_JOINTS);
    put32(&p, RUN_FIELD(&model, empty, vertex_count), 0);
    for (uint32_t i = empty + 1u; i <= last; i++)
        put32(&p, RUN_FIELD(&model, i, first_vertex), stored_run(&model, i)->first_vertex - gone);
    put32(&p, RUN_FIELD(&model, last, vertex_count), 0);
    put32(&p, model.meshes + (uint32_t)offsetof(format_mesh, vertex_count), left);
    put32(&p, model.parts + (uint32_t)offsetof(format_part, index_count), 0);
    REQUIRE(pelt_model_open_without_crc(&c.model, p.copy, p.bytes, &pelt_exact_morphs) == PELT_OK);
    character_play_q16(&c, 0, 1 << 19);
    int32_t *vertices = test_take(24u * (left + 8u));
    for (uint32_t kind = 0; kind < 3u; kind++) { /* unit normals, raw ones, none */
        const pelt_output_q16 out = {vertices, kind < 2u ? vertices + 3 : NULL, 24,
                                     kind == 1u ? PELT_RAW_NORMALS : 0u};
        test_fill(vertices, 24u * (left + 8u));
        CHECK_OK(pelt_mesh_skin_q16(&out, 0, &c.palettes[0], NULL, 0, left));
        CHECK(!test_filled(vertices + 6u * (left - 1u), 12));
        CHECK(test_filled(vertices + 6u * left, 24u * 8u));
    }
    test_release();
}

void test_content_shared(void)
{
    check_empty_run();
    for (unsigned i = 0; i < 3u; i++)
        check_shared(shared_blobs[i]);
}
