/* SPDX-License-Identifier: MIT */
/* Packed runs: unpacked records against what docs/FORMAT.md says, for any bytes; stored blobs skinned
 * by the reference from records that this file has unpacked; what opening refuses; ranges of them.
 */
#include "patient.h"
#include "records.h"
#include "src/kernel/kernel.h"

#define COUNT_MAX 9u
#define RECORD_HALVES 14u /* at most */

/* Weights of Q14, shifted down, the one that is left to one but for. */
static void make_lean(int32_t weights[4], uint32_t influences)
{
    int32_t *const rest = &weights[influences == 3u ? 2 : 0];
    int32_t left = 16384;
    *rest = 0;
    for (uint32_t k = 0; k < 4u; k++) {
        weights[k] /= 2;
        left -= weights[k];
    }
    *rest = left;
}

/* Vertex `index` of a run; weights are those of the table in docs/FORMAT.md. */
static vertex read_packed(const uint16_t *run_data, const format_run *run, uint32_t index,
                          bool lean)
{
    static const uint32_t halves_of[5] = {0, 4, 6, 6, 8};
    const uint32_t n = run->influences, halves = halves_of[n];
    const uint16_t *h = run_data + halves * index;
    const uint16_t *position = h + (n == 1u ? 1 : n == 4u ? 4 : 2);
    const uint32_t normal =
        n % 2u == 1u ? run_data[(halves + 1u) * run->vertex_count - 1u - index] : h[halves - 1u];
    static const uint32_t factors[3] = {1, 32, 2048}; /* 5.6.5 bits to Q15 */
    const unsigned down = lean ? 8u : n == 1u ? 1u : 0u;
    vertex out = {n, {0}, {0}, {0}, {0}, {0}};
    uint32_t entry[4] = {h[0] % 256u, h[1] % 256u, 0, 0};
    if (n == 2u) {
        out.weights[1] = (int32_t)(h[0] / 256u * 128u + h[1] / 256u);
        out.weights[0] = 32768 - out.weights[1];
    } else if (n == 3u) {
        entry[2] = h[5] % 256u;
        out.weights[0] = (uint16_t)(h[0] / 256u * 64u + h[5] / 256u % 16u * 4u);
        out.weights[1] = (uint16_t)(h[1] / 256u * 64u + h[5] / 4096u * 4u);
        out.weights[2] = (uint16_t)(32768 - out.weights[0] - out.weights[1]);
    } else if (n == 4u) {
        entry[2] = h[0] / 256u;
        entry[3] = h[1] / 256u;
        out.weights[1] = (uint16_t)((h[2] % 64u * 64u + h[3] % 64u) * 4u);
        out.weights[2] = (uint16_t)(h[2] / 64u * 16u);
        out.weights[3] = (uint16_t)(h[3] / 64u * 16u);
        out.weights[0] = (uint16_t)(32768 - out.weights[1] - out.weights[2] - out.weights[3]);
    }
    for (uint32_t k = 0; k < 4u; k++)
        out.offsets[k] = (uint16_t)(k < n ? entry[k] * FORMAT_ENTRY_BYTES : 0u);
    if (n == 1u)
        out.offsets[0] = h[0];
    for (uint32_t c = 0; c < 3u; c++) {
        out.position[c] = (int16_t)position[c];
        /* what is behind a component is the fraction of its step */
        out.normal[c] = (int16_t)((int16_t)(uint16_t)(normal * factors[c]) >> down);
    }
    if (lean)
        make_lean(out.weights, n);
    return out;
}

/* Any bytes at all: also weights that opening would refuse. */
static void check_any(uint32_t influences, bool lean)
{
    const uint32_t total = 1u + test_random() % COUNT_MAX, first = test_random() % total;
    const uint32_t count = 1u + test_random() % (total - first);
    const format_run run = {0, total, 0, (uint16_t)influences, FORMAT_RUN_PACKED};
    const size_t packed_bytes = (format_packed_bytes(influences) + 2u) * total;
    uint16_t *packed = test_take(packed_bytes);
    uint8_t *records = test_take(2u * RECORD_HALVES * COUNT_MAX + 4u);
    for (size_t i = 0; i < packed_bytes / 2u; i++)
        packed[i] = (uint16_t)test_random_extreme();
    test_fill(records, 2u * RECORD_HALVES * COUNT_MAX + 4u);
    const uint32_t step = format_packed_bytes(influences);
    (lean ? pelt_reference_unpack_q12
          : pelt_reference_unpack_q16)(records, (const uint8_t *)packed + step * first, count,
                                       packed + step / 2u * total + (total - first), influences);
    const uint8_t *at = records;
    bool same = true;
    for (uint32_t i = 0; i < count; i++) {
        const vertex v = read_packed(packed, &run, first + i, lean);
        uint16_t expected[RECORD_HALVES];
        const uint32_t halves = record_store(expected, &v, lean);
        same = same && test_same(at, expected, 2u * halves);
        at += lean ? format_record_bytes_q12(influences) : format_record_bytes_q16(influences);
    }
    CHECK(same);
    CHECK(test_filled(at, 4));
    test_release();
}

typedef void kernel(int32_t *, const uint8_t *, uint32_t, const int32_t *, const void *);

#define LONG_COUNT 33u

/* A run so long that it is unpacked in pieces: the vertices of a short one over and over. */
static void check_long_run(const character_q16 *c, const format_run *run, const int32_t *skinned)
{
    static kernel *const kernels[2][4] = {
        {pelt_packed_1_q16, pelt_packed_2_q16, pelt_packed_3_q16, pelt_packed_4_q16},
        {pelt_packed_1_q12, pelt_packed_2_q12, pelt_packed_3_q12, pelt_packed_4_q12}};
    const uint32_t n = run->influences, step = format_packed_bytes(n), own = run->vertex_count;
    const uint8_t *from = c->model.blob + c->model.records + run->records;
    uint8_t *packed = test_take((step + 2u) * LONG_COUNT), *end = packed + step * LONG_COUNT;
    int32_t *out = test_take(24u * LONG_COUNT);
    bool same = true;
    for (uint32_t i = 0; i < LONG_COUNT; i++) {
        memcpy(packed + step * i, from + step * (i % own), step);
        if (n % 2u == 1u)
            memcpy(end + 2u * (LONG_COUNT - 1u - i), from + step * own + 2u * (own - 1u - i % own),
                   2);
    }
    kernels[c->model.encoding == PELT_LEAN][n - 1u](out, packed, LONG_COUNT,
                                                    c->palettes[0].entries[0].opaque, end);
    for (uint32_t i = 0; i < LONG_COUNT; i++)
        same = same && test_same(out + 6u * i, skinned + 6u * (run->first_vertex + i % own), 24);
    CHECK(same);
}

/* Raw vertices of a mesh, each by the reference from its unpacked record. */
static void check_run(const character_q16 *c, const format_run *run, const int32_t *skinned)
{
    static kernel *const exact[4] = {pelt_reference_1_q16, pelt_reference_2_q16,
                                     pelt_reference_3_q16, pelt_reference_4_q16};
    static kernel *const lean[4] = {pelt_reference_1_q12, pelt_reference_2_q12,
                                    pelt_reference_3_q12, pelt_reference_4_q12};
    const bool is_lean = c->model.encoding == PELT_LEAN;
    kernel *const reference = (is_lean ? lean : exact)[run->influences - 1u];
    const uint16_t *packed =
        (const uint16_t *)(const void *)(c->model.blob + c->model.records + run->records);
    bool same = true;
    for (uint32_t i = 0; i < run->vertex_count; i++) {
        const vertex v = read_packed(packed, run, i, is_lean);
        uint32_t record[RECORD_HALVES / 2u];
        int32_t expected[6];
        record_store((uint16_t *)(void *)record, &v, is_lean);
        reference(expected, (const uint8_t *)record, 1, c->palettes[0].entries[0].opaque, NULL);
        same = same && test_same(expected, skinned + 6u * (run->first_vertex + i), sizeof expected);
    }
    CHECK(same);
}

static void check_blob(character_q16 *c)
{
    const format_mesh *mesh = stored_mesh(&c->model, 0);
    int32_t *skinned = test_take(24u * (size_t)mesh->vertex_count);
    const pelt_output_q16 out = {skinned, skinned + 3, 24, PELT_RAW_NORMALS};
    uint32_t influences = 0;
    CHECK_OK(pelt_mesh_skin_q16(&out, 0, &c->palettes[0], NULL, 0, mesh->vertex_count));
    for (uint32_t i = 0; i < mesh->run_count; i++) {
        const format_run *run = stored_run(&c->model, mesh->first_run + i);
        if ((run->flags & FORMAT_RUN_PACKED) == 0u) {
            CHECK((run->flags & (FORMAT_RUN_MORPHED | FORMAT_RUN_COPIES)) != 0u);
            continue;
        }
        influences |= 1u << run->influences;
        check_run(c, run, skinned);
        check_long_run(c, run, skinned);
    }
    CHECK_EQ(influences, 30); /* each number is there */
}

static void refuse_flags(patient *p, uint32_t run, uint32_t more)
{
    BAD16(RUN_FIELD(&p->model, run, flags), stored_run(&p->model, run)->flags | more);
}

/* A packed run of two to four influences, from `at`: indices below the entries, and weights that
 * leave between zero and less than one to what is not stored; `last` is the skin's last entry. */
static void check_packed_record(patient *p, uint32_t at, uint32_t n, uint32_t last)
{
    const uint32_t half = at + (n == 3u ? 10u : 4u); /* C or D */
    const uint32_t a = get16(p, at), b = get16(p, at + 2u), c = get16(p, half);
    GOOD16(at, (a & 0xFF00u) | last);
    BAD16(at, (a & 0xFF00u) | (last + 1u));
    GOOD16(at + 2u, (b & 0xFF00u) | last);
    BAD16(at + 2u, (b & 0xFF00u) | 255u);
    if (n == 2u) {
        /* No weight is one in exact models: lean ones store no other. */
        HALVES(p->model.encoding == PELT_LEAN ? PELT_OK : PELT_E_CORRUPT, at, a & 255u, b & 255u);
        GOOD_HALVES(at, a & 255u, 1u << 8 | (b & 255u));
        GOOD_HALVES(at, a | 0xFF00u, 127u << 8 | (b & 255u));
        BAD_HALVES(at, a | 0xFF00u, 128u << 8 | (b & 255u));
        return;
    }
    if (n == 3u) {
        GOOD16(half, (c & 0xFF00u) | last);
        BAD16(half, (c & 0xFF00u) | (last + 1u));
        put16(p, at, a & 255u);
        put16(p, at + 2u, b & 255u);
        BAD16(half, c & 255u); /* no weight at all */
        return;
    }
    GOOD16(at, (a & 255u) | last << 8);
    BAD16(at, (a & 255u) | (last + 1u) << 8);
    GOOD16(at + 2u, (b & 255u) | last << 8);
    BAD16(at + 2u, (b & 255u) | (last + 1u) << 8);
    BAD_HALVES(half, 0, 0); /* no weight at all */
    GOOD_HALVES(half, 0, 1u << 6);
    GOOD_HALVES(half, 1023u << 6, 1023u << 6 | 8u); /* 2 * 16 * 1023 + 4 * 8 = 32768 */
    BAD_HALVES(half, 1023u << 6, 1023u << 6 | 9u);
}

/* What opening refuses. */
static void check_content(const uint32_t *blob)
{
    patient p = admit(blob);
    CHECK_OK(opened(&p));
    const pelt_model *m = &p.model;
    const uint32_t entries = stored_skin(m, 0)->entry_count;
    for (uint32_t i = 0; i < stored_mesh(m, 0)->run_count; i++) {
        const format_run *run = stored_run(m, i);
        const uint32_t flags = run->flags, at = m->records + run->records;
        patient *const q = &p;
        if ((flags & FORMAT_RUN_PACKED) == 0u) {
            refuse_flags(q, i, FORMAT_RUN_PACKED); /* of morphed ones and copies */
            continue;
        }
        refuse_flags(q, i, FORMAT_RUN_UNIT_NORMALS);
        refuse_flags(q, i, FORMAT_RUN_MORPHED);
        refuse_flags(q, i, FORMAT_RUN_COPIES);
        refuse_flags(q, i, FORMAT_RUN_SAME_JOINTS);
        if (run->influences > 1u)
            check_packed_record(q, at, run->influences, entries - 1u);
        else
            CHECK_EQ(with16(q, at, FORMAT_ENTRY_BYTES * entries), PELT_E_CORRUPT);
    }
    test_release();
}

void test_packed(void)
{
    for (uint32_t round = 0; round < TEST_ROUNDS / 8u + 1u; round++)
        for (uint32_t n = 1; n <= PELT_MAX_INFLUENCES; n++) {
            check_any(n, false);
            check_any(n, true);
        }
    for (unsigned i = 0; i < 2u; i++) {
        character_q16 c;
        character_open_q16(&c, packed_blobs[i]);
        character_play_q16(&c, 0, PELT_TICKS_PER_SECOND / 3);
        check_blob(&c);
        test_release();
        check_content(packed_blobs[i]);
    }
}
