/* SPDX-License-Identifier: MIT */
/*
 * The range bound at the head of src/arithmetic/q16.h: nothing a palette and a record may hold
 * overflows. And whatever is linked as a kernel gives the reference's bits.
 */
#include "src/blob/format.h"
#include "src/kernel/kernel.h"
#include "test.h"

#include <string.h>

#define ENTRY_LIMIT ((1 << 30) - 1)
#define TRANSLATION_LIMIT ((1 << 29) - 1)
#define ENTRIES 4u

static bool in_range; /* of every intermediate so far */

static int64_t keep(int64_t sum)
{
    in_range = in_range && sum >= INT32_MIN && sum <= INT32_MAX;
    return sum;
}

static int64_t product(int64_t a, int64_t b)
{
    return a * b >> 16;
}

/* One row by the reference's formulas, in 64 bits. Products are added in the reference's order. */
static void model_row(int64_t *position, int64_t *normal, const int32_t *palette, unsigned row,
                      const uint16_t *entries, const int16_t *weights, uint32_t influences,
                      const int16_t *p, const int16_t *n)
{
    int64_t m[4];
    for (unsigned c = 0; c < 4u; c++) {
        if (influences == 1u) {
            m[c] = palette[12u * entries[0] + 4u * row + c];
            continue;
        }
        m[c] = c == 3u ? (influences + 3u) / 2u : influences / 2u;
        for (uint32_t k = 0; k < influences; k++)
            m[c] = keep(m[c] + product(palette[12u * entries[k] + 4u * row + c], weights[k]));
    }
    int64_t sum = influences == 1u ? keep(m[3] + 2) : m[3];
    int64_t raw = 1;
    for (unsigned c = 0; c < 3u; c++) {
        sum = keep(sum + product(m[c], p[c]));
        raw = keep(raw + product(m[c], n[c]));
    }
    *position = influences == 1u ? sum >> 1 : sum;
    *normal = raw;
}

typedef void kernel(int32_t *vertices, const uint8_t *records, uint32_t count,
                    const int32_t *palette, const void *offsets);

/* By number of influences: specification, what is linked, and both for runs of one joint set. */
typedef struct kernels {
    kernel *reference, *linked, *reference_set, *set;
} kernels;

#define KERNELS(n)                                                                                 \
    {                                                                                              \
        pelt_reference_##n##_q16, pelt_kernel_##n##_q16, pelt_reference_set_##n##_q16,             \
            pelt_kernel_set_##n##_q16                                                              \
    }
static const kernels by_influences[5] = {
    {NULL, NULL, NULL, NULL}, KERNELS(1), KERNELS(2), KERNELS(3), KERNELS(4)};

static void check_vertex(const int32_t *palette, const int16_t *weights, uint32_t influences,
                         const int16_t *p, const int16_t *n)
{
    int32_t words[7] = {0}, out[6], tangent[3];
    const int16_t stored[4] = {n[0], n[1], n[2], 1};
    int16_t *record = (int16_t *)(void *)words;
    uint16_t entries[4];
    const uint32_t slots = influences == 3u ? 4u : influences;
    int16_t *at = record;
    for (uint32_t k = 0; k < slots; k++) {
        entries[k] = (uint16_t)(k < influences ? test_random() % ENTRIES : entries[0]);
        *at++ = (int16_t)(entries[k] * FORMAT_ENTRY_BYTES);
    }
    for (uint32_t k = 0; k < slots && influences > 1u; k++)
        *at++ = (int16_t)(k < influences ? weights[k] : 0);
    for (unsigned c = 0; c < 3u; c++)
        *at++ = p[c];
    for (unsigned c = 0; c < 3u; c++)
        *at++ = n[c];
    const uint8_t *records = (const uint8_t *)record;
    by_influences[influences].reference(out, records, 1, palette, NULL);
    pelt_reference_tangents_q16(tangent, 12, records, (const uint8_t *)stored, 1, palette, NULL,
                                influences);
    for (unsigned r = 0; r < 3u; r++) {
        int64_t position, normal;
        model_row(&position, &normal, palette, r, entries, weights, influences, p, n);
        CHECK_EQ(out[r], position);
        CHECK_EQ(out[3u + r], normal);
        CHECK_EQ(tangent[r], normal); /* stored and mixed alike */
    }
}

/* Extreme at random: every sign pattern comes up in a few hundred rounds. */
static int32_t at_limit(int32_t limit)
{
    switch (test_random() % 8u) {
    case 0: return 0;
    case 1: return test_random_within(limit);
    default: return test_random() & 1u ? limit : -limit;
    }
}

static int16_t coordinate(void)
{
    static const int16_t extremes[4] = {32767, -32768, -32767, 0};
    const uint32_t bits = test_random();
    return bits % 8u == 7u ? (int16_t)test_random_within(32767) : extremes[bits >> 30];
}

static void random_weights(int16_t weights[4], uint32_t influences)
{
    int32_t left = 32768;
    for (uint32_t k = 0; k + 1u < influences; k++) {
        const int32_t most = left > 32767 ? 32767 : left;
        const uint32_t bits = test_random();
        weights[k] = (int16_t)(bits % 4u == 0u   ? 0
                               : bits % 4u == 1u ? most
                                                 : (int32_t)((bits >> 8) % (uint32_t)(most + 1)));
        left -= weights[k];
    }
    if (left > 32767) { /* as in blobs: no weight is one */
        weights[0]++;
        left--;
    }
    weights[influences - 1u] = (int16_t)left;
}

static void check_directed(void)
{
    /* The worst of the proof: every product at its limit with the translation's sign. */
    int32_t palette[12u * ENTRIES];
    static const int16_t equal[4] = {8192, 8192, 8192, 8192};
    static const int16_t uneven[4] = {32765, 1, 1, 1};
    static const int16_t two[2] = {32767, 1}, three[3] = {32766, 1, 1};
    static const int16_t low[3] = {-32768, -32768, -32768}, high[3] = {32767, 32767, 32767};
    for (unsigned sign = 0; sign < 4u; sign++) {
        const int32_t entry = sign & 1u ? ENTRY_LIMIT : -ENTRY_LIMIT;
        const int32_t translation = sign & 2u ? TRANSLATION_LIMIT : -TRANSLATION_LIMIT;
        for (unsigned i = 0; i < 12u * ENTRIES; i++)
            palette[i] = i % 4u == 3u ? translation : entry;
        for (unsigned side = 0; side < 2u; side++) {
            const int16_t *p = side ? high : low;
            check_vertex(palette, equal, 1, p, p);
            check_vertex(palette, two, 2, p, p);
            check_vertex(palette, three, 3, p, p);
            check_vertex(palette, equal, 4, p, p);
            check_vertex(palette, uneven, 4, p, p);
        }
    }
}

#define RUN_VERTICES 9u
#define RUN_BYTES (24u * RUN_VERTICES + 8u) /* and a guard */

/* A run of random records; its first is repeated in joints where `same_joints`. */
static void make_run(int16_t *records, uint32_t influences, bool same_joints)
{
    const uint32_t slots = influences == 3u ? 4u : influences;
    const uint32_t halfwords = format_record_bytes_q16(influences) / 2u;
    for (uint32_t v = 0; v < RUN_VERTICES; v++) {
        int16_t *at = records + halfwords * v, weights[4] = {0, 0, 0, 0};
        for (uint32_t k = 0; k < halfwords; k++)
            at[k] = (int16_t)(test_random() >> 16);
        if (influences > 1u)
            random_weights(weights, influences);
        for (uint32_t k = 0; k < slots; k++) {
            at[k] = (int16_t)(test_random() % ENTRIES * FORMAT_ENTRY_BYTES);
            if (same_joints && v > 0u)
                at[k] = records[k];
            if (k >= influences)
                at[k] = at[0];
            if (influences > 1u)
                at[slots + k] = weights[k];
        }
    }
}

/* What is linked gives the reference's bits, in any count; both without offsets in records too. */
static void check_linked(const int32_t *palette, uint32_t influences, bool same_joints)
{
    uint32_t *records = test_take(28u * RUN_VERTICES);
    uint32_t *set = test_take(28u * RUN_VERTICES), offsets[4];
    uint32_t *wanted = test_take(RUN_BYTES);
    uint32_t *got = test_take(RUN_BYTES);
    const kernels *k = &by_influences[influences];
    make_run((int16_t *)(void *)records, influences, same_joints);
    memcpy(set, records, 28u * RUN_VERTICES);
    test_split_set(offsets, set, RUN_VERTICES, format_record_bytes_q16(influences),
                   influences == 1u ? 2u : format_offset_bytes_q16(influences),
                   format_set_bytes_q16(influences));
    for (uint32_t count = 1; count <= RUN_VERTICES; count += 1u + count / 2u) {
        int32_t *a = (int32_t *)(void *)wanted, *b = (int32_t *)(void *)got;
        const uint8_t *at = (const uint8_t *)records;
        test_fill(wanted, RUN_BYTES);
        test_fill(got, RUN_BYTES);
        k->reference(a, at, count, palette, NULL);
        k->linked(b, at, count, palette, NULL);
        CHECK(test_same(wanted, got, RUN_BYTES));
        for (unsigned side = 0; side < 2u && same_joints; side++) {
            test_fill(got, RUN_BYTES);
            (side == 0u ? k->reference_set : k->set)(b, (const uint8_t *)set, count, palette,
                                                     offsets);
            CHECK(test_same(wanted, got, RUN_BYTES));
        }
    }
}

void test_kernels(void)
{
    int32_t *palette = test_take(48u * ENTRIES);
    in_range = true;
    check_directed();
    for (uint32_t i = 0; i < TEST_ROUNDS / 4u; i++) {
        for (unsigned k = 0; k < 12u * ENTRIES; k++)
            palette[k] = at_limit(k % 4u == 3u ? TRANSLATION_LIMIT : ENTRY_LIMIT);
        for (uint32_t influences = 1; influences <= 4u; influences++) {
            int16_t weights[4] = {0, 0, 0, 0};
            const int16_t p[3] = {coordinate(), coordinate(), coordinate()};
            const int16_t n[3] = {coordinate(), coordinate(), coordinate()};
            if (influences > 1u)
                random_weights(weights, influences);
            check_vertex(palette, weights, influences, p, n);
        }
    }
    CHECK(in_range);
    for (uint32_t i = 0; i <= TEST_ROUNDS / 100u; i++) {
        for (uint32_t influences = 1; influences <= 4u; influences++) {
            test_release();
            palette = test_take(48u * ENTRIES + 16u);
            for (unsigned k = 0; k < 12u * ENTRIES; k++)
                palette[k] = at_limit(k % 4u == 3u ? TRANSLATION_LIMIT : ENTRY_LIMIT);
            check_linked(palette, influences, i % 2u == 0u);
        }
    }
}
