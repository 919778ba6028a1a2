/* SPDX-License-Identifier: MIT */
/*
 * Mixes of palette entries: the linked kernels against the reference, and the reference against what
 * the kernels of two to four influences make of the same joints and weights, to the bit.
 */
#include <string.h>

#include "src/blob/format.h"
#include "src/kernel/kernel.h"
#include "test.h"

#define ENTRIES 6u
#define COUNT_MAX 9u
#define HEAD_BYTES_MAX 32u
#define RECORD_BYTES_MAX 56u
#define HIGH_ENTRY (FORMAT_MAX_ENTRIES_Q16 - ENTRIES) /* offsets that use the sign bit of 16 */
#define F32_BOUND 1e-6f /* of the sum of magnitudes, see test_tuned.c */

typedef void skin(int32_t *, const uint8_t *, uint32_t, const int32_t *, const void *);
typedef void skin_f32(float *, const uint8_t *, uint32_t, const float *, const void *);

typedef struct buffers {
    uint32_t *palette, *heads, *records, *mixes, *expected, *out, *expected_out;
} buffers;

#define OUT_WORDS (6u * COUNT_MAX + 8u)

static buffers take_buffers(void)
{
    buffers b;
    b.palette = test_take(48u * ENTRIES + 16u + 4u);
    b.heads = test_take(HEAD_BYTES_MAX * COUNT_MAX + 8u);
    b.records = test_take(RECORD_BYTES_MAX * COUNT_MAX + 8u);
    b.mixes = test_take(48u * COUNT_MAX + 16u);
    b.expected = test_take(48u * COUNT_MAX + 16u);
    b.out = test_take(4u * OUT_WORDS);
    b.expected_out = test_take(4u * OUT_WORDS);
    return b;
}

/* `palette` such that offsets from entry `first_entry` on lie in the buffer. */
static const void *palette_base(const void *palette, uint32_t first_entry)
{
    return (const void *)((uintptr_t)palette - FORMAT_ENTRY_BYTES * (uintptr_t)first_entry);
}

static int32_t element(int32_t limit, bool extreme)
{
    const uint32_t bits = test_random();
    if (!extreme)
        return test_random_within(limit);
    return bits % 8u == 0u ? 0 : bits % 8u == 1u ? -1 : bits & 8u ? limit : -limit;
}

static int16_t coordinate(int16_t limit, bool extreme)
{
    return (int16_t)element(limit, extreme);
}

/* Each below `one`, which is their sum. */
static void choose_weights(uint16_t weights[4], uint32_t influences, uint32_t one)
{
    uint32_t left = one - influences;
    for (uint32_t k = 0; k < 4u; k++) {
        const uint32_t w = k + 1u < influences ? test_random() % (left + 1u) : left;
        weights[k] = (uint16_t)(k < influences ? w + 1u : 0u);
        left -= k < influences ? w : 0u;
    }
}

/* Whether the front of both is the same and nothing behind it was written. */
static bool same_mixes(const buffers *b, uint32_t count)
{
    return test_same(b->mixes, b->expected, 48u * COUNT_MAX + 16u) &&
           test_filled(b->mixes + 12u * count, 48u * (COUNT_MAX - count) + 16u);
}

static void fill_mixes(const buffers *b)
{
    test_fill(b->mixes, 48u * COUNT_MAX + 16u);
    test_fill(b->expected, 48u * COUNT_MAX + 16u);
}

/* Offsets and weights where heads have them; of three influences the fourth slot is empty. */
static uint16_t *put_head(uint16_t *at, uint32_t n, uint32_t first_entry, uint32_t one)
{
    const uint32_t slots = n == 3u ? 4u : n;
    uint16_t weights[4], offsets[4];
    choose_weights(weights, n, one);
    for (uint32_t k = 0; k < 4u; k++)
        offsets[k] = (uint16_t)(FORMAT_ENTRY_BYTES * (first_entry + test_random() % ENTRIES));
    for (uint32_t k = 0; k < slots; k++)
        *at++ = offsets[k < n ? k : 0u];
    for (uint32_t k = 0; k < slots; k++)
        *at++ = weights[k];
    return at;
}

/// q16 ///////////////////////////////////////////////////////////////////////////////////////////

/* Heads, the records of n influences that begin with them, and in `out` what these become. */
static void skin_directly(const buffers *b, uint32_t n, uint32_t count, const int32_t *base,
                          uint32_t first_entry, bool extreme)
{
    static skin *const kernels[3] = {pelt_reference_2_q16, pelt_reference_3_q16,
                                     pelt_reference_4_q16};
    const uint32_t head_bytes = format_head_bytes_q16(n);
    uint8_t *heads = (uint8_t *)b->heads, *records = (uint8_t *)b->records;
    for (uint32_t i = 0; i < count; i++) {
        int16_t *at = (int16_t *)(void *)(records + format_record_bytes_q16(n) * i);
        put_head((uint16_t *)at, n, first_entry, 32768u);
        memcpy(heads + head_bytes * i, at, head_bytes);
        at += head_bytes / 2u;
        for (unsigned c = 0; c < 6u; c++)
            at[c] = coordinate(32767, extreme);
    }
    int32_t *out = (int32_t *)(void *)b->out;
    kernels[n - 2u](out, records, count, base, NULL);
}

/* Records of one influence for the same vertices, each on its mix. */
static void put_mixed(const buffers *b, uint32_t n, uint32_t count)
{
    const uint32_t bytes = format_record_bytes_q16(n);
    for (uint32_t i = 0; i < count; i++) { /* in place: 16 bytes of 20 or 28 */
        uint16_t record[8] = {(uint16_t)(FORMAT_ENTRY_BYTES * i)};
        memcpy(record + 1, (const uint8_t *)b->records + bytes * i + format_head_bytes_q16(n), 12);
        memcpy((uint8_t *)b->records + 16u * i, record, sizeof record);
    }
}

static void check_mixed(const buffers *b, uint32_t count)
{
    for (uint32_t first = 1; first <= 2u; first++) {
        test_fill(b->out, 4u * OUT_WORDS);
        test_fill(b->expected_out, 4u * OUT_WORDS);
        pelt_kernel_mixed_q16((int32_t *)(void *)(b->out + first), (const uint8_t *)b->records,
                              count, (const int32_t *)(const void *)b->expected, NULL);
        pelt_reference_mixed_q16((int32_t *)(void *)(b->expected_out + first),
                                 (const uint8_t *)b->records, count,
                                 (const int32_t *)(const void *)b->expected, NULL);
        CHECK(test_same(b->out, b->expected_out, 4u * OUT_WORDS));
    }
}

static void check_q16(const buffers *b, uint32_t n, uint32_t count, uint32_t first_entry)
{
    const bool extreme = test_random() % 2u == 0u;
    int32_t *palette = (int32_t *)(void *)(b->palette + test_random() % 2u);
    for (unsigned i = 0; i < 12u * ENTRIES; i++)
        palette[i] = element(i % 4u == 3u ? (1 << 29) - 1 : (1 << 30) - 1, extreme);
    const int32_t *base = palette_base(palette, first_entry);
    skin_directly(b, n, count, base, first_entry, extreme);

    fill_mixes(b);
    pelt_reference_mix_q16((int32_t *)(void *)b->expected, (const uint8_t *)b->heads, count, base,
                             n);
    pelt_kernel_mix_q16((int32_t *)(void *)b->mixes, (const uint8_t *)b->heads, count, base, n);
    CHECK(same_mixes(b, count));

    put_mixed(b, n, count);
    int32_t *out = (int32_t *)(void *)b->expected_out;
    pelt_reference_mixed_q16(out, (const uint8_t *)b->records, count,
                             (const int32_t *)(const void *)b->expected, NULL);
    CHECK(test_same(b->out, b->expected_out, 24u * count));
    check_mixed(b, count);
}

/// q12 ///////////////////////////////////////////////////////////////////////////////////////////

/* A record of n influences with its head, whose weight of two is nearer; and the record of one on
 * mix `index` for the same vertex. */
static void make_records_q12(uint8_t *record, uint8_t *head, uint16_t single[6], uint32_t n,
                             uint32_t index, uint32_t first_entry, bool extreme)
{
    uint16_t front[8];
    int8_t normal[4] = {0, 0, 0, 0};
    int16_t position[3];
    put_head(front, n, first_entry, 16384u);
    for (unsigned c = 0; c < 3u; c++) {
        position[c] = coordinate(32767, extreme);
        normal[c == 2u ? 3u : c] = (int8_t)coordinate(127, extreme);
    }
    uint8_t *at = record + (n == 2u ? 4u : 16u);
    if (n == 2u) { /* of two weights the second is stored */
        front[2] = front[3];
        front[3] = 0;
        memcpy(record, front, 4);
        memcpy(at, position, 6);
        memcpy(at + 6, front + 2, 2);
    } else {
        const int32_t z = position[2];
        memcpy(record, front, 16);
        memcpy(at, position, 4);
        memcpy(at + 4, &z, 4);
    }
    memcpy(at + 8, normal, 4);
    memcpy(head, front, format_head_bytes_q12(n));
    single[0] = (uint16_t)(FORMAT_ENTRY_BYTES * index);
    memcpy(single + 1, position, 6);
    memcpy(single + 4, normal, 4);
}

static void check_q12(const buffers *b, uint32_t n, uint32_t count, uint32_t first_entry)
{
    static skin *const kernels[3] = {pelt_reference_2_q12, pelt_reference_3_q12,
                                     pelt_reference_4_q12};
    const bool extreme = test_random() % 2u == 0u;
    const uint32_t head_bytes = format_head_bytes_q12(n), bytes = format_record_bytes_q12(n);
    uint16_t singles[6u * COUNT_MAX];
    int32_t *palette = (int32_t *)(void *)(b->palette + test_random() % 2u);
    for (unsigned i = 0; i < 12u * ENTRIES; i++)
        palette[i] = element(i % 4u == 3u ? (1 << 29) - 1 : 65535, extreme);
    const int32_t *base = palette_base(palette, first_entry);
    for (uint32_t i = 0; i < count; i++)
        make_records_q12((uint8_t *)b->records + bytes * i, (uint8_t *)b->heads + head_bytes * i,
                         singles + 6u * i, n, i, first_entry, extreme);
    int32_t *out = (int32_t *)(void *)b->out;
    kernels[n - 2u](out, (const uint8_t *)b->records, count, base, NULL);

    fill_mixes(b);
    pelt_reference_mix_q12((int32_t *)(void *)b->expected, (const uint8_t *)b->heads, count, base,
                             n);
    pelt_kernel_mix_q12((int32_t *)(void *)b->mixes, (const uint8_t *)b->heads, count, base, n);
    CHECK(same_mixes(b, count));

    memcpy(b->records, singles, 12u * (size_t)count);
    out = (int32_t *)(void *)b->expected_out;
    pelt_reference_1_q12(out, (const uint8_t *)b->records, count,
                         (const int32_t *)(const void *)b->expected, NULL);
    CHECK(test_same(b->out, b->expected_out, 24u * count));
}

/// f32 ///////////////////////////////////////////////////////////////////////////////////////////

static void make_records_f32(const buffers *b, uint32_t n, uint32_t count, uint32_t first_entry)
{
    const uint32_t head_bytes = format_head_bytes_f32(n);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *at = b->records + format_record_bytes_f32(n) / 4u * i;
        float *values = (float *)(void *)(at + n), left = 1.0f;
        for (uint32_t k = 0; k < n; k++) {
            at[k] = FORMAT_ENTRY_BYTES * (first_entry + test_random() % ENTRIES);
            values[k] = k + 1u < n ? left * (float)(test_random() % 1025u) / 1024.0f : left;
            left -= values[k];
        }
        for (unsigned c = 0; c < 6u; c++)
            values[n + c] = test_random_unit() * (float)(1u << test_random() % 8u);
        memcpy((uint8_t *)b->heads + head_bytes * i, at, head_bytes);
    }
}

/* Takes what the linked kernel may round otherwise: entries are below 2^8. */
static void accept_near(float *actual, const float *expected, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const float difference = actual[i] - expected[i], limit = 256.0f * F32_BOUND;
        if (difference <= limit && -difference <= limit)
            actual[i] = expected[i];
    }
}

static void check_f32(const buffers *b, uint32_t n, uint32_t count, uint32_t first_entry)
{
    static skin_f32 *const kernels[3] = {pelt_reference_2_f32, pelt_reference_3_f32,
                                         pelt_reference_4_f32};
    float *palette = (float *)(void *)(b->palette + test_random() % 2u);
    for (unsigned i = 0; i < 12u * ENTRIES; i++)
        palette[i] = test_random_unit() * (float)(1u << test_random() % 8u);
    const float *base = palette_base(palette, first_entry);
    make_records_f32(b, n, count, first_entry);
    float *out = (float *)(void *)b->out;
    kernels[n - 2u](out, (const uint8_t *)b->records, count, base, NULL);

    fill_mixes(b);
    pelt_reference_mix_f32((float *)(void *)b->expected, (const uint8_t *)b->heads, count, base,
                             n);
    pelt_kernel_mix_f32((float *)(void *)b->mixes, (const uint8_t *)b->heads, count, base, n);
    accept_near((float *)(void *)b->mixes, (const float *)(const void *)b->expected, 12u * count);
    CHECK(same_mixes(b, count));

    const uint32_t words = format_record_bytes_f32(n) / 4u;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t record[7] = {FORMAT_ENTRY_BYTES * i};
        memcpy(record + 1, b->records + words * i + 2u * n, 24);
        memcpy(b->records + 7u * i, record, sizeof record);
    }
    out = (float *)(void *)b->expected_out;
    pelt_reference_1_f32(out, (const uint8_t *)b->records, count,
                         (const float *)(const void *)b->expected, NULL);
    CHECK(test_same(b->out, b->expected_out, 24u * count));
}

void test_mixes(void)
{
    const buffers b = take_buffers();
    const uint32_t rounds = TEST_ROUNDS > 1000u ? 40u : 6u;
    for (uint32_t count = 1; count <= COUNT_MAX; count++) {
        for (uint32_t round = 0; round < rounds; round++) {
            const uint32_t first_entry = round % 2u == 0u ? 0u : HIGH_ENTRY;
            for (uint32_t n = 2; n <= 4u; n++) {
                check_q16(&b, n, count, first_entry);
                check_q12(&b, n, count, first_entry);
                check_f32(&b, n, count, first_entry);
            }
        }
    }
}
