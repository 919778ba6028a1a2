/* SPDX-License-Identifier: MIT */
/*
 * The range bound at the head of src/kernel/lean.c: nothing that a palette and a record may hold
 * within it leaves 32 bits, and beyond it everything is modulo 2^32. And whatever is linked as a
 * kernel gives the reference's bits.
 */
#include "src/blob/format.h"
#include "src/kernel/kernel.h"
#include "test.h"

#include <string.h>

#define ENTRY_LIMIT 65535
#define APART_LIMIT ((1 << 17) - 1) /* translations of entries that share a vertex */
#define TRANSLATION_LIMIT ((1 << 30) - 1)
#define COORDINATE_LIMIT 32767
#define ENTRIES 4u

static bool in_range; /* of every intermediate so far */

static int64_t keep(int64_t sum)
{
    in_range = in_range && sum >= INT32_MIN && sum <= INT32_MAX;
    return sum;
}

/// The model, in 64 bits ////////////////////////////////////////////////////////////////////////

typedef struct vertex {
    uint32_t influences;
    uint16_t entries[4];
    int32_t weights[4]; /* 2^14 in all */
    int16_t position[3];
    int8_t normal[3];
    int16_t tangent[3];
} vertex;

/* One element of the mixed entry. */
static int64_t model_element(const int32_t *palette, unsigned element, const vertex *v)
{
    const int64_t first = palette[12u * v->entries[0] + element];
    int64_t sum = 0;
    for (uint32_t k = 1; k < v->influences; k++) {
        const int64_t towards = keep(palette[12u * v->entries[k] + element] - first);
        sum = keep(sum + keep(towards * v->weights[k]));
    }
    return keep(first + (sum >> 14));
}

/* Three products; in [1] what is left of them in 32 bits. */
static void model_row(int64_t out[3], const int32_t *palette, unsigned row, const vertex *v)
{
    int64_t sums[3] = {0, 0, 0};
    for (unsigned c = 0; c < 3u; c++) {
        const int64_t m = model_element(palette, 4u * row + c, v);
        sums[0] += keep(m * v->position[c]);
        sums[1] = keep(sums[1] + keep(m * v->normal[c]));
        sums[2] = keep(sums[2] + keep(m * (v->tangent[c] >> 2)));
    }
    const int64_t wrapped = (int32_t)(uint32_t)(uint64_t)sums[0];
    out[0] = keep(model_element(palette, 4u * row + 3u, v) + (wrapped >> 14));
    out[1] = sums[1];
    out[2] = sums[2];
}

typedef void kernel(int32_t *vertices, const uint8_t *records, uint32_t count,
                    const int32_t *palette, const void *offsets);

/* By number of influences: specification, what is linked, and both for runs of one joint set. */
typedef struct kernels {
    kernel *reference, *linked, *reference_set, *set;
} kernels;

#define KERNELS(n)                                                                                 \
    {                                                                                              \
        pelt_reference_##n##_q12, pelt_kernel_##n##_q12, pelt_reference_set_##n##_q12,             \
            pelt_kernel_set_##n##_q12                                                              \
    }
static const kernels by_influences[5] = {{NULL, NULL, NULL, NULL},
                                         {pelt_reference_1_q12, pelt_kernel_1_q12, NULL, NULL},
                                         KERNELS(2),
                                         KERNELS(3),
                                         KERNELS(4)};

/* The record as src/blob/format.h has it; bytes of it. */
static uint32_t store(int32_t *words, const vertex *v)
{
    int16_t *record = (int16_t *)(void *)words;
    const uint32_t bytes = format_record_bytes_q12(v->influences);
    const uint32_t slots = v->influences == 3u ? 4u : v->influences;
    const uint32_t at = slots == 4u ? 8u : slots;
    for (uint32_t i = 0; i < bytes / 4u; i++)
        words[i] = 0;
    for (uint32_t k = 0; k < slots; k++) {
        const uint32_t used = k < v->influences ? k : 0u;
        record[k] = (int16_t)(uint16_t)(v->entries[used] * FORMAT_ENTRY_BYTES);
        if (slots == 4u)
            record[4u + k] = (int16_t)(k < v->influences ? v->weights[k] : 0);
    }
    if (slots == 2u)
        record[5] = (int16_t)v->weights[1];
    record[at] = v->position[0];
    record[at + 1u] = v->position[1];
    if (slots == 4u)
        words[5] = v->position[2];
    else
        record[at + 2u] = v->position[2];
    int8_t *normal = (int8_t *)(record + at + (slots == 1u ? 3u : 4u));
    normal[0] = v->normal[0];
    normal[1] = v->normal[1];
    normal[3] = v->normal[2];
    return bytes;
}

static void check_vertex(const int32_t *palette, const vertex *v)
{
    int32_t words[7], out[6], tangent[3];
    const int16_t stored[4] = {v->tangent[0], v->tangent[1], v->tangent[2], 1};
    (void)store(words, v);
    const uint8_t *record = (const uint8_t *)words;
    by_influences[v->influences].reference(out, record, 1, palette, NULL);
    pelt_reference_tangents_q12(tangent, 12, record, (const uint8_t *)stored, 1, palette, NULL,
                                v->influences);
    for (unsigned r = 0; r < 3u; r++) {
        int64_t row[3];
        model_row(row, palette, r, v);
        CHECK_EQ(out[r], row[0]);
        CHECK_EQ(out[3u + r], row[1]);
        CHECK_EQ(tangent[r], row[2]);
    }
}

/// Extremes /////////////////////////////////////////////////////////////////////////////////////

static int32_t at_limit(int32_t limit)
{
    const uint32_t bits = test_random();
    return bits % 8u == 0u   ? 0
           : bits % 8u == 1u ? test_random_within(limit)
           : bits & 8u       ? limit
                             : -limit;
}

/* Each at most 2^14 - 1, as in blobs. */
static void choose_weights(vertex *v)
{
    int32_t left = 16384;
    for (uint32_t k = 0; k + 1u < v->influences; k++) {
        const int32_t most = left > 16383 ? 16383 : left;
        const uint32_t bits = test_random();
        v->weights[k] = bits % 4u == 0u   ? 0
                        : bits % 4u == 1u ? most
                                          : (int32_t)((bits >> 8) % ((uint32_t)most + 1u));
        left -= v->weights[k];
    }
    if (left > 16383 && v->influences > 1u) {
        v->weights[0]++;
        left--;
    }
    v->weights[v->influences - 1u] = left;
}

static vertex random_vertex(uint32_t influences)
{
    vertex v;
    v.influences = influences;
    for (uint32_t k = 0; k < influences; k++)
        v.entries[k] = (uint16_t)(test_random() % ENTRIES);
    choose_weights(&v);
    for (unsigned c = 0; c < 3u; c++) {
        v.position[c] = (int16_t)at_limit(COORDINATE_LIMIT);
        const int32_t n = at_limit(128), t = at_limit(32768);
        v.normal[c] = (int8_t)(n > 127 ? 127 : n);
        v.tangent[c] = (int16_t)(t > 32767 ? 32767 : t);
    }
    return v;
}

/* Translations anywhere, but not far from each other. */
static void random_palette(int32_t *palette)
{
    int32_t origin[3];
    for (unsigned r = 0; r < 3u; r++)
        origin[r] = at_limit(TRANSLATION_LIMIT - APART_LIMIT);
    for (unsigned i = 0; i < 12u * ENTRIES; i++)
        palette[i] =
            i % 4u == 3u ? origin[i / 4u % 3u] + at_limit(APART_LIMIT / 2) : at_limit(ENTRY_LIMIT);
}

/* Every product at its limit, all of one sign; two entries as far apart as can be. */
static void check_directed(int32_t *palette)
{
    for (uint32_t signs = 0; signs < 16u; signs++) {
        for (unsigned i = 0; i < 12u * ENTRIES; i++) {
            const bool other = (signs & 4u) != 0u && i / 12u % 2u == 1u;
            const bool negative = (i % 4u == 3u ? (signs & 2u) != 0u : (signs & 1u) != 0u) != other;
            const int32_t limit = i % 4u == 3u ? APART_LIMIT / 2 : ENTRY_LIMIT;
            palette[i] = negative ? -limit : limit;
        }
        for (uint32_t influences = 1; influences <= 4u; influences++) {
            vertex v = {influences, {0, 1, 2, 3}, {16384, 0, 0, 0}, {0}, {0}, {0}};
            for (unsigned c = 0; c < 3u; c++) {
                v.position[c] = (signs & 8u) != 0u ? COORDINATE_LIMIT : -COORDINATE_LIMIT;
                v.normal[c] = (signs & 8u) != 0u ? 127 : -128;
                v.tangent[c] = (signs & 8u) != 0u ? 32767 : -32768;
            }
            if (influences > 1u) {
                v.weights[0] = 1;
                v.weights[influences - 1u] = 16383;
            }
            check_vertex(palette, &v);
            if (influences > 1u) {
                v.weights[0] = 16383;
                v.weights[influences - 1u] = 1;
                check_vertex(palette, &v);
            }
        }
    }
}

/// What is linked ///////////////////////////////////////////////////////////////////////////////

#define RUN_VERTICES 17u
#define RUN_BYTES (24u * RUN_VERTICES + 12u) /* alignment and a guard */

/* Half the runs have entries up here: offsets that use the sign bit of 16. */
#define HIGH_ENTRY (FORMAT_MAX_ENTRIES_Q16 - ENTRIES)

typedef struct run_buffers {
    int32_t *palette, *records, *set, *wanted, *got;
} run_buffers;

/* Bits of the reference, in any count and alignment; both without offsets in records too. */
static void check_linked(const run_buffers *b, uint32_t influences, bool same_joints,
                         uint32_t first_entry)
{
    const uint32_t words = format_record_bytes_q12(influences) / 4u;
    const kernels *k = &by_influences[influences];
    uint32_t offsets[4];
    vertex first = random_vertex(influences);
    for (uint32_t i = 0; i < RUN_VERTICES; i++) {
        vertex v = random_vertex(influences);
        for (uint32_t j = 0; j < influences; j++)
            v.entries[j] =
                (uint16_t)((same_joints ? first.entries[j] : v.entries[j]) + first_entry);
        (void)store(b->records + words * i, &v);
    }
    memcpy(b->set, b->records, 28u * RUN_VERTICES);
    test_split_set(offsets, b->set, RUN_VERTICES, 4u * words, format_offset_bytes_q16(influences),
                   format_set_bytes_q12(influences));
    const int32_t *palette =
        (const int32_t *)((uintptr_t)b->palette - FORMAT_ENTRY_BYTES * (uintptr_t)first_entry);
    for (uint32_t count = 1; count <= RUN_VERTICES; count++) {
        const uint32_t up = test_random() & 1u;
        int32_t *a = b->wanted + up, *c = b->got + up;
        test_fill(b->wanted, RUN_BYTES);
        test_fill(b->got, RUN_BYTES);
        const uint8_t *at = (const uint8_t *)b->records;
        k->reference(a, at, count, palette, NULL);
        k->linked(c, at, count, palette, NULL);
        CHECK(test_same(b->wanted, b->got, RUN_BYTES));
        CHECK(test_filled(a + 6u * count, RUN_BYTES - 4u * up - 24u * count));
        for (unsigned side = 0; side < 2u && same_joints && k->set != NULL; side++) {
            test_fill(b->got, RUN_BYTES);
            (side == 0u ? k->reference_set : k->set)(c, (const uint8_t *)b->set, count, palette,
                                                     offsets);
            CHECK(test_same(b->wanted, b->got, RUN_BYTES));
        }
    }
}

void test_kernels_q12(void)
{
    run_buffers b;
    b.palette = test_take(FORMAT_ENTRY_BYTES * ENTRIES + 16u);
    b.records = test_take(28u * RUN_VERTICES);
    b.set = test_take(28u * RUN_VERTICES);
    b.wanted = test_take(RUN_BYTES);
    b.got = test_take(RUN_BYTES);
    in_range = true;
    check_directed(b.palette);
    for (uint32_t i = 0; i < TEST_ROUNDS / 4u; i++) {
        random_palette(b.palette);
        for (uint32_t influences = 1; influences <= 4u; influences++) {
            const vertex v = random_vertex(influences);
            check_vertex(b.palette, &v);
        }
    }
    CHECK(in_range);
    for (uint32_t i = 0; i <= TEST_ROUNDS / 100u; i++) {
        random_palette(b.palette);
        for (uint32_t influences = 1; influences <= 4u; influences++)
            check_linked(&b, influences, i % 2u == 0u, i % 3u == 0u ? HIGH_ENTRY : 0u);
    }
}
