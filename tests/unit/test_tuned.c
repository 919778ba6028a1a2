/* SPDX-License-Identifier: MIT */
/* The kernels that are linked against the reference, over one table of cases: bits in q16 and q12, a
 * bound on rounding in f32. Where nothing is tuned both are the same code. */
#include "src/base/fixed.h"
#include "src/blob/format.h"
#include "src/kernel/kernel.h"
#include "test.h"

#define ENTRIES 6u
#define COUNT_MAX 17u
#define RECORD_BYTES_MAX 56u
#define ENTRY_LIMIT ((1 << 30) - 1)
#define TRANSLATION_LIMIT ((1 << 29) - 1)
#define ENTRY_LIMIT_Q12 65535
#define TRANSLATION_LIMIT_Q12 ((1 << 30) - 1)

/* Half the cases have entries up here: offsets that use the sign bit of 16. */
#define HIGH_ENTRY (FORMAT_MAX_ENTRIES_Q16 - ENTRIES)

/* Of the sum of the magnitudes of a result's terms: a mix of four in any order, fused or not,
 * rounds at most 12 times by 2^-24. */
#define F32_BOUND 1e-6f

typedef void skin_fixed(int32_t *, const uint8_t *, uint32_t, const int32_t *, const void *);
typedef void skin_f32(float *, const uint8_t *, uint32_t, const float *, const void *);

/* Last, those of runs of one joint set; lean ones of one influence are not there. */
#define KERNELS(n, family)                                                                         \
    {                                                                                              \
        pelt_reference_##n##_##family, pelt_kernel_##n##_##family,                                 \
            pelt_reference_set_##n##_##family, pelt_kernel_set_##n##_##family                      \
    }
static skin_fixed *const kernels_q16[4][4] = {
    KERNELS(1, q16),
    KERNELS(2, q16),
    KERNELS(3, q16),
    KERNELS(4, q16),
};
static skin_fixed *const kernels_q12[4][4] = {
    {pelt_reference_1_q12, pelt_kernel_1_q12, NULL, NULL},
    KERNELS(2, q12),
    KERNELS(3, q12),
    KERNELS(4, q12),
};
#ifdef PELT_POSITIONS_Q16
#define POSITIONS_Q16 pelt_kernel_positions_q16
#else
#define POSITIONS_Q16 NULL
#endif
#ifdef PELT_POSITIONS_Q12
#define POSITIONS_Q12 pelt_kernel_positions_q12
#else
#define POSITIONS_Q12 NULL
#endif
#ifdef PELT_SKIN_F32
#define FLOAT_IS_TUNED true
#else
#define FLOAT_IS_TUNED false /* then it is slow on most boards: a place for each count */
#endif
static skin_f32 *const kernels_f32[4][4] = {
    KERNELS(1, f32),
    KERNELS(2, f32),
    KERNELS(3, f32),
    KERNELS(4, f32),
};

/* Where results go: so many words into the buffer, guards on both sides. */
static uint32_t choose_first(uint32_t index)
{
    return 4u + index % 3u;
}

typedef struct buffers {
    uint32_t *palette, *records, *set, *actual, *expected, *magnitudes;
} buffers;

#define OUTPUT_WORDS (9u * COUNT_MAX + 16u) /* normals may be nine words apart */

static buffers take_buffers(void)
{
    buffers b;
    b.palette = test_take(FORMAT_ENTRY_BYTES * ENTRIES + 16u + 4u);
    b.records = test_take(RECORD_BYTES_MAX * COUNT_MAX + 12u);
    b.set = test_take(RECORD_BYTES_MAX * COUNT_MAX);
    b.actual = test_take(4u * OUTPUT_WORDS);
    b.expected = test_take(4u * OUTPUT_WORDS);
    b.magnitudes = test_take(4u * OUTPUT_WORDS);
    return b;
}

/* `palette` such that offsets from entry `first_entry` on lie in the buffer. */
static const void *palette_base(const void *palette, uint32_t first_entry)
{
    return (const void *)((uintptr_t)palette - FORMAT_ENTRY_BYTES * (uintptr_t)first_entry);
}

/* Entries of a vertex, for all vertices of a set those of the first. */
static void choose_entries(uint32_t entries[4], uint32_t first_entry, bool keep)
{
    for (unsigned k = 0; k < 4u && !keep; k++)
        entries[k] = first_entry + test_random() % ENTRIES;
}

/// q16 and q12 //////////////////////////////////////////////////////////////////////////////////

/* From `least` to `limit`. */
static int32_t element(int32_t least, int32_t limit, bool extreme)
{
    if (!extreme)
        return test_random_within(limit);
    const uint32_t bits = test_random();
    return bits % 8u == 0u ? 0 : bits % 8u == 1u ? -1 : bits & 8u ? limit : least;
}

static int16_t coordinate(bool extreme)
{
    static const int16_t extremes[4] = {32767, -32768, -1, 0};
    return extreme ? extremes[test_random() % 4u] : (int16_t)(test_random() >> 8);
}

/* Bytes that no kernel may rely on are not 0 in lean records. */
static void make_records(bool lean, uint32_t *records, uint32_t influences, uint32_t count,
                         bool set, bool extreme, uint32_t first_entry)
{
    const uint32_t slots = influences == 3u ? 4u : influences;
    int16_t *at = (int16_t *)(void *)records;
    uint32_t entries[4];
    for (uint32_t i = 0; i < count; i++) {
        int32_t weights[4] = {0, 0, 0, 0};
        choose_entries(entries, first_entry, set && i > 0u);
        for (uint32_t k = 0; k < slots; k++)
            *at++ = (int16_t)(uint16_t)(FORMAT_ENTRY_BYTES * entries[k < influences ? k : 0]);
        if (influences > 1u)
            test_random_weights(weights, influences, lean ? 16384 : 32768);
        for (uint32_t k = 0; k < slots && influences > (lean ? 2u : 1u); k++)
            *at++ = (int16_t)weights[k];
        for (unsigned c = 0; c < 3u; c++)
            *at++ = coordinate(extreme);
        if (lean && influences > 2u) { /* z has 32 bits, which may be any */
            *(int32_t *)(void *)(at - 1) = extreme ? test_random_extreme() : coordinate(false);
            at++;
        }
        if (lean && influences == 2u)
            *at++ = (int16_t)weights[1];
        for (unsigned c = 0; c < (lean ? 2u : 3u); c++)
            *at++ = coordinate(extreme);
        if (!lean && influences == 1u)
            *at++ = 0;
    }
}

typedef struct fixed_case {
    skin_fixed *const (*kernels)[4];
    int32_t entry_limit, translation_limit;
    bool lean;
    uint32_t (*record_bytes)(uint32_t influences);
    uint32_t (*set_bytes)(uint32_t influences);
    positions_kernel_q16 *positions; /* or NULL */
    bool has_tangents;
} fixed_case;

static const fixed_case q16 = {kernels_q16,
                               ENTRY_LIMIT,
                               TRANSLATION_LIMIT,
                               false,
                               format_record_bytes_q16,
                               format_set_bytes_q16,
                               POSITIONS_Q16,
                               true};
static const fixed_case q12 = {kernels_q12,
                               ENTRY_LIMIT_Q12,
                               TRANSLATION_LIMIT_Q12,
                               true,
                               format_record_bytes_q12,
                               format_set_bytes_q12,
                               POSITIONS_Q12,
                               false};

/* Three words of each vertex so many words apart, those of the reference `apart` words apart; nothing is
 * written beside them. */
static void check_threes(const uint32_t *actual, uint32_t first, uint32_t stride,
                         const void *expected, uint32_t apart, uint32_t count)
{
    CHECK(test_filled(actual, 4u * first));
    CHECK_SPREAD(actual + first, 4u * stride, expected, 4u * apart, 12, count);
    CHECK(test_filled(actual + first + stride * count, 16));
}

static uint32_t choose_stride(uint32_t index)
{
    static const uint32_t strides[3] = {3, 4, 9};
    return strides[index % 3u];
}

/* Six words a vertex; positions alone and tangents where such kernels are there. */
static void check_fixed(const fixed_case *fixed, const buffers *b, uint32_t influences,
                        unsigned variant, uint32_t count, uint32_t index)
{
    const bool extreme = test_random() % 2u == 0u;
    const uint32_t first_entry = index % 2u == 0u ? 0u : HIGH_ENTRY;
    const uint32_t first = choose_first(index), used = first + 6u * count + 4u;
    const uint32_t stride = choose_stride(index);
    uint32_t offsets[4];
    int32_t *palette = (int32_t *)(void *)(b->palette + index % 2u);
    for (unsigned i = 0; i < 12u * ENTRIES; i++)
        palette[i] = i % 4u == 3u
                         ? element(-fixed->translation_limit, fixed->translation_limit, extreme)
                         : element(-fixed->entry_limit - (fixed->lean ? 1 : 0), fixed->entry_limit,
                                   extreme); /* the clamp's ends */
    skin_fixed *const *kernels = fixed->kernels[influences - 1u];
    uint32_t *made = b->records + index % 3u;
    const uint8_t *records = (const uint8_t *)made, *stored = (const uint8_t *)b->magnitudes;
    make_records(fixed->lean, made, influences, count, variant >= 2u, extreme, first_entry);
    for (uint32_t i = 0; i < 4u * count; i++)
        ((int16_t *)(void *)b->magnitudes)[i] = coordinate(extreme);

    const int32_t *base = palette_base(palette, first_entry);
    int32_t *actual = (int32_t *)(void *)b->actual, *expected = (int32_t *)(void *)b->expected;
    int32_t *tangents = (int32_t *)(void *)b->set;
    test_fill(actual, 4u * used);
    test_fill(expected, 4u * used);
    kernels[0](expected + first, records, count, base, NULL);
    if (fixed->has_tangents)
        pelt_reference_tangents_q16(tangents, 12, records, stored, count, base, NULL, influences);
    if (variant >= 2u)
        test_split_set(offsets, made, count, fixed->record_bytes(influences),
                       influences == 1u ? 2u : format_offset_bytes_q16(influences),
                       fixed->set_bytes(influences));
    if (kernels[variant] == NULL)
        return;
    const void *set = variant >= 2u ? offsets : NULL;
    kernels[variant](actual + first, records, count, base, offsets);
    CHECK(test_same(actual, expected, 4u * used));
    if (fixed->positions != NULL) {
        test_fill(actual, 4u * OUTPUT_WORDS);
        fixed->positions(actual + first, 4u * stride, records, count, base, set, influences);
        check_threes(b->actual, first, stride, expected + first, 6, count);
    }
    if (fixed->has_tangents) {
        test_fill(actual, 4u * OUTPUT_WORDS);
        pelt_kernel_tangents_q16(actual + first, 4u * stride, records, stored, count, base, set,
                                 influences);
        check_threes(b->actual, first, stride, tangents, 3, count);
    }
}

/// f32 ///////////////////////////////////////////////////////////////////////////////////////////

static void make_records_f32(uint32_t *records, uint32_t influences, uint32_t count, bool set,
                             uint32_t first_entry)
{
    uint32_t entries[4];
    for (uint32_t i = 0; i < count; i++) {
        choose_entries(entries, first_entry, set && i > 0u);
        for (uint32_t k = 0; k < influences; k++)
            *records++ = FORMAT_ENTRY_BYTES * entries[k];
        float *at = (float *)(void *)records, left = 1.0f;
        for (uint32_t k = 0; k < influences && influences > 1u; k++) {
            const float w = left * (float)(test_random() % 1025u) / 1024.0f;
            *at++ = k + 1u < influences ? w : left;
            left -= w;
        }
        for (unsigned c = 0; c < 6u; c++)
            *at++ = test_random_unit() * (float)(1u << test_random() % 12u);
        records = (uint32_t *)(void *)at;
    }
}

static void clear_signs(float *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (values[i] < 0.0f)
            values[i] = -values[i];
}

/* Takes what is near enough from `expected` to `actual`: the rest must be equal to the bit. */
static void accept_near(float *actual, const float *expected, const float *magnitudes)
{
    for (unsigned c = 0; c < 3u; c++) {
        const float difference = actual[c] - expected[c];
        const float limit = F32_BOUND * magnitudes[c];
        if (difference <= limit && -difference <= limit)
            actual[c] = expected[c];
    }
}

/* The reference runs on magnitudes for what a result's terms sum to without their signs. Positions alone
 * have the bits that they have beside normals. */
static void check_f32(const buffers *b, uint32_t influences, unsigned variant, uint32_t count,
                      uint32_t index)
{
    const uint32_t first_entry = index % 2u == 0u ? 0u : HIGH_ENTRY;
    const uint32_t first = choose_first(index), used = first + 6u * count + 4u;
    const uint32_t stride = choose_stride(index), words = format_record_bytes_f32(influences) / 4u;
    skin_f32 *const *kernels = kernels_f32[influences - 1u];
    uint32_t offsets[4], *made = b->records + index % 3u;
    float *palette = (float *)(void *)(b->palette + index % 2u), stored[4u * COUNT_MAX];
    float six[6u * COUNT_MAX], expected_threes[3u * COUNT_MAX], magnitudes[3u * COUNT_MAX];
    for (unsigned i = 0; i < 12u * ENTRIES; i++)
        palette[i] = test_random_unit() * (float)(1u << test_random() % 12u);
    make_records_f32(made, influences, count, variant >= 2u, first_entry);
    for (uint32_t i = 0; i < 4u * count; i++)
        stored[i] = test_random_unit();

    const float *base = palette_base(palette, first_entry);
    const uint8_t *records = (const uint8_t *)made, *tangents = (const uint8_t *)stored;
    float *actual = (float *)(void *)b->actual, *expected = (float *)(void *)b->expected;
    float *threes = (float *)(void *)b->magnitudes;
    test_fill(actual, 4u * used);
    test_fill(expected, 4u * used);
    kernels[0](expected + first, records, count, base, NULL);
    pelt_reference_tangents_f32(expected_threes, 12, records, tangents, count, base, NULL,
                                influences);
    memcpy(b->set, made, RECORD_BYTES_MAX * COUNT_MAX);
    if (variant >= 2u)
        test_split_set(offsets, b->set, count, 4u * words, format_offset_bytes_f32(influences),
                       format_set_bytes_f32(influences));
    const void *set = variant >= 2u ? offsets : NULL;
    kernels[variant](actual + first, (const uint8_t *)b->set, count, base, offsets);
    memcpy(six, actual + first, 24u * count);
#ifdef PELT_POSITIONS_F32
    if (variant != 2u) { /* those of the reference are not theirs */
        test_fill(threes, 4u * OUTPUT_WORDS);
        pelt_kernel_positions_f32(threes + first, 4u * stride, (const uint8_t *)b->set, count, base,
                                  set, influences);
        check_threes(b->magnitudes, first, stride, six, 6, count);
    }
#endif
    test_fill(threes, 4u * OUTPUT_WORDS);
    pelt_kernel_tangents_f32(threes + first, 4u * stride, (const uint8_t *)b->set, tangents, count,
                             base, set, influences);
    clear_signs(palette, 12u * ENTRIES);
    clear_signs(stored, 4u * count);
    for (uint32_t i = 0; i < count; i++)
        clear_signs((float *)(void *)(made + words * i + influences), words - influences);
    kernels[0]((float *)(void *)b->set, records, count, base, NULL);
    pelt_reference_tangents_f32(magnitudes, 12, records, tangents, count, base, NULL, influences);
    for (uint32_t i = 0; i < 2u * count; i++)
        accept_near(actual + first + 3u * i, expected + first + 3u * i,
                    (const float *)(const void *)b->set + 3u * i);
    for (uint32_t i = 0; i < count; i++)
        accept_near(threes + first + stride * i, expected_threes + 3u * i, magnitudes + 3u * i);
    CHECK(test_same(actual, expected, 4u * used));
    check_threes(b->magnitudes, first, stride, expected_threes, 3, count);
}

/// Renormalisation //////////////////////////////////////////////////////////////////////////////

#define ANY_LENGTH 16u /* beside shifts */

static void make_any(int32_t n[3])
{
    const uint32_t bits = test_random();
    for (unsigned c = 0; c < 3u; c++)
        n[c] = bits % 4u == 0u   ? test_random_extreme()
               : bits % 4u == 1u ? (int32_t)(test_random() % 3u) - 1
                                 : (int32_t)test_random() >> (bits >> 8) % 31u;
}

/* Vectors of about one length, as normals of a mesh are, and now and then another: what a kernel
 * supposes of the next vector must not change it. Among them those whose longest component is next
 * to a power of two or whose squares are. */
static void make_normal(int32_t n[3], uint32_t bits, uint32_t shift)
{
    static const int32_t lengths[8] = {65535, 65532, 65536, 65540, 57060, 56700, 61000, 33000};
    static const int32_t corners[4] = {16384, 16383, 32767, 32768};
    n[0] = n[1] = n[2] = 0;
    for (unsigned c = 0; c < 3u; c++)
        n[c] = (int32_t)test_random() >> 2;
    if (bits % 8u == 0u) { /* in steps of 2^shift, of which half a one rounds up */
        const int32_t corner = corners[bits / 8u % 4u];
        for (unsigned c = 0; c < 3u; c++)
            n[c] = fx_shl(corner, shift) + (int32_t)(test_random() % 5u) - 2 -
                   (bits / 32u % 2u != 0u ? (int32_t)((1u << shift) / 2u) : 0);
        if (bits / 64u % 2u != 0u)
            n[1] = n[2] = 0;
    } else if (bits % 8u != 1u) {
        pelt_reference_normalise_q16(n, 12, 1);
        const int64_t length = (int64_t)lengths[bits / 8u % 8u] << shift;
        for (unsigned c = 0; c < 3u; c++)
            n[c] = (int32_t)(n[c] * length / 131072);
    }
    if (bits % 3u == 0u)
        n[bits % 2u] = -n[bits % 2u];
    /* So far below zero that rounding leaves the least of 16 bits, beside shorter ones. */
    if (bits % 16u == 8u) {
        n[0] = -fx_shl(32768, shift) - (int32_t)(bits / 16u % ((1u << shift) / 2u + 1u));
        n[1] = (int32_t)test_random() >> (17u - shift);
        n[2] = (int32_t)test_random() >> (17u - shift);
    }
}

/* Normals of about 2^shift times one, or of any length. */
static void check_normalise_q16(const buffers *b, uint32_t count, uint32_t stride, uint32_t shift)
{
    const uint32_t used = 4u + stride * count + 4u;
    int32_t *actual = (int32_t *)(void *)b->actual, *expected = (int32_t *)(void *)b->expected;
    test_fill(actual, 4u * used);
    for (uint32_t i = 0; i < count; i++)
        if (shift == ANY_LENGTH)
            make_any(actual + 3 + stride * i);
        else
            make_normal(actual + 3 + stride * i, test_random() >> 4, shift);
    memcpy(expected, actual, 4u * used);
    pelt_kernel_normalise_q16(actual + 3, 4u * stride, 0);
    CHECK(test_same(actual, expected, 4u * used));
    pelt_kernel_normalise_q16(actual + 3, 4u * stride, count);
    pelt_reference_normalise_q16(expected + 3, 4u * stride, count);
    check_threes(b->actual, 3, stride, expected + 3, stride, count);
}

static void check_normalise_f32(const buffers *b, uint32_t count, uint32_t stride)
{
    const uint32_t used = 4u + stride * count + 4u;
    static const float ones[3] = {2.0f, 2.0f, 2.0f}; /* either is within 1e-6 of unit length */
    float *actual = (float *)(void *)b->actual, *expected = (float *)(void *)b->expected;
    test_fill(actual, 4u * used);
    test_fill(expected, 4u * used);
    for (uint32_t i = 0; i < count; i++) {
        const float scale = 1.0f / (float)(1u << test_random() % 31u);
        for (unsigned c = 0; c < 3u; c++)
            actual[3u + stride * i + c] = expected[3u + stride * i + c] =
                test_random() % 8u == 0u ? 0.0f : test_random_unit() * scale;
    }
    pelt_kernel_normalise_f32(actual + 3, 4u * stride, 0);
    CHECK(test_same(actual, expected, 4u * used));
    pelt_kernel_normalise_f32(actual + 3, 4u * stride, count);
    pelt_reference_normalise_f32(expected + 3, 4u * stride, count);
    for (uint32_t i = 0; i < count; i++)
        accept_near(actual + 3 + stride * i, expected + 3 + stride * i, ones);
    check_threes(b->actual, 3, stride, expected + 3, stride, count);
}

void test_tuned(void)
{
    const buffers b = take_buffers();
    const uint32_t places = TEST_ROUNDS > 1000u ? 18u : 6u;
    for (uint32_t count = 1; count <= COUNT_MAX; count++) {
        for (uint32_t index = 0; index < places; index++) {
            for (uint32_t influences = 1; influences <= 4u; influences++)
                for (unsigned variant = 1; variant <= 3u; variant++) {
                    check_fixed(&q16, &b, influences, variant, count, index);
                    check_fixed(&q12, &b, influences, variant, count, index);
                    if (FLOAT_IS_TUNED || index == count % places)
                        check_f32(&b, influences, variant, count, index);
                }
        }
        for (uint32_t stride = 3; stride <= 9u; stride += 3u) {
            check_normalise_q16(&b, count, stride, ANY_LENGTH);
            check_normalise_f32(&b, count, stride);
        }
        for (uint32_t shift = 0; shift < ANY_LENGTH; shift++)
            check_normalise_q16(&b, count, 3, shift);
    }
}
