/* SPDX-License-Identifier: MIT */
/* The range bounds at the heads of src/arithmetic/q16.h and src/kernel/lean.c: nothing that a palette
 * and a record may hold within them leaves 32 bits, and the reference gives what they say. In lean
 * models products of positions are modulo 2^32. test_tuned.c compares the kernels that are linked with
 * the reference. */
#include "records.h"
#include "src/kernel/kernel.h"
#include "test.h"

#define ENTRIES 4u

static bool is_lean;  /* or exact */
static bool in_range; /* of every intermediate so far */

static int64_t keep(int64_t sum)
{
    in_range = in_range && sum >= INT32_MIN && sum <= INT32_MAX;
    return sum;
}

/// The models, in 64 bits ///////////////////////////////////////////////////////////////////////

static int64_t element(const int32_t *palette, const vertex *v, uint32_t k, unsigned at)
{
    return palette[v->offsets[k] / 4u + at];
}

/* One row of position, raw normal and tangent; products are added in the reference's order. */
static void exact_row(int64_t out[3], const int32_t *palette, unsigned row, const vertex *v)
{
    const uint32_t n = v->influences;
    int64_t m[4];
    for (unsigned c = 0; c < 4u; c++) {
        m[c] = n == 1u ? element(palette, v, 0, 4u * row + c) : (n + (c == 3u ? 3u : 0u)) / 2u;
        for (uint32_t k = 0; k < n && n > 1u; k++)
            m[c] = keep(m[c] + (element(palette, v, k, 4u * row + c) * v->weights[k] >> 16));
    }
    out[0] = n == 1u ? keep(m[3] + 2) : m[3];
    out[1] = out[2] = 1;
    for (unsigned c = 0; c < 3u; c++) {
        out[0] = keep(out[0] + (m[c] * v->position[c] >> 16));
        out[1] = keep(out[1] + (m[c] * v->normal[c] >> 16));
        out[2] = keep(out[2] + (m[c] * v->tangent[c] >> 16));
    }
    out[0] >>= n == 1u ? 1 : 0;
}

/* One element of the mixed entry. */
static int64_t lean_element(const int32_t *palette, unsigned at, const vertex *v)
{
    const int64_t first = element(palette, v, 0, at);
    int64_t sum = 0;
    for (uint32_t k = 1; k < v->influences; k++)
        sum = keep(sum + keep(keep(element(palette, v, k, at) - first) * v->weights[k]));
    return keep(first + (sum >> 14));
}

static void lean_row(int64_t out[3], const int32_t *palette, unsigned row, const vertex *v)
{
    int64_t sum = 0;
    out[1] = out[2] = 0;
    for (unsigned c = 0; c < 3u; c++) {
        const int64_t m = lean_element(palette, 4u * row + c, v);
        sum += keep(m * v->position[c]);
        out[1] = keep(out[1] + keep(m * v->normal[c]));
        out[2] = keep(out[2] + keep(m * (v->tangent[c] >> 2)));
    }
    const int64_t wrapped = (int32_t)(uint32_t)(uint64_t)sum;
    out[0] = keep(lean_element(palette, 4u * row + 3u, v) + (wrapped >> 14));
}

typedef void kernel(int32_t *, const uint8_t *, uint32_t, const int32_t *, const void *);

static void check_vertex(const int32_t *palette, const vertex *v)
{
    static kernel *const references[2][4] = {
        {pelt_reference_1_q16, pelt_reference_2_q16, pelt_reference_3_q16, pelt_reference_4_q16},
        {pelt_reference_1_q12, pelt_reference_2_q12, pelt_reference_3_q12, pelt_reference_4_q12}};
    int32_t words[7] = {0}, out[6], tangent[3];
    const int16_t stored[4] = {v->tangent[0], v->tangent[1], v->tangent[2], 1};
    const uint8_t *record = (const uint8_t *)words, *tangents = (const uint8_t *)stored;
    record_store((uint16_t *)(void *)words, v, is_lean);
    references[is_lean][v->influences - 1u](out, record, 1, palette, NULL);
    (is_lean ? pelt_reference_tangents_q12 : pelt_reference_tangents_q16)(
        tangent, 12, record, tangents, 1, palette, NULL, v->influences);
    for (unsigned r = 0; r < 3u; r++) {
        int64_t row[3];
        (is_lean ? lean_row : exact_row)(row, palette, r, v);
        CHECK_EQ(out[r], row[0]);
        CHECK_EQ(out[3u + r], row[1]);
        CHECK_EQ(tangent[r], row[2]);
    }
}

/// Extremes /////////////////////////////////////////////////////////////////////////////////////

typedef struct limits {
    int32_t entry, translation; /* from the middle of those that share a vertex */
    int32_t middle;
    int32_t weights, normal;
} limits;

static const limits exact_limits = {(1 << 30) - 1, (1 << 29) - 1, 0, 32768, 32768};
static const limits lean_limits = {65535, 65535, (1 << 30) - (1 << 17), 16384, 128};

/* Every sign pattern comes up in a few hundred rounds. */
static int32_t at_limit(int32_t limit)
{
    const uint32_t bits = test_random();
    return bits % 8u == 0u   ? 0
           : bits % 8u == 1u ? test_random_within(limit)
           : bits & 8u       ? limit
                             : -limit;
}

static int16_t below(int32_t limit, int32_t value)
{
    return (int16_t)(value < limit ? value : limit - 1);
}

static void check_random(int32_t *palette, const limits *most)
{
    int32_t middle[3];
    for (unsigned r = 0; r < 3u; r++)
        middle[r] = most->middle == 0 ? 0 : at_limit(most->middle);
    for (unsigned i = 0; i < 12u * ENTRIES; i++)
        palette[i] = i % 4u == 3u ? middle[i / 4u % 3u] + at_limit(most->translation)
                                  : at_limit(most->entry);
    for (uint32_t influences = 1; influences <= 4u; influences++) {
        vertex v = {influences, {0}, {0}, {0}, {0}, {0}};
        for (uint32_t k = 0; k < influences; k++)
            v.offsets[k] = (uint16_t)(test_random() % ENTRIES * FORMAT_ENTRY_BYTES);
        test_random_weights(v.weights, influences, most->weights);
        for (unsigned c = 0; c < 3u; c++) {
            v.position[c] = below(32768, at_limit(is_lean ? 32767 : 32768));
            v.normal[c] = below(most->normal, at_limit(most->normal));
            v.tangent[c] = below(32768, at_limit(32768));
        }
        check_vertex(palette, &v);
    }
}

/* The worst of the proofs: every product at its limit, all of one sign or with the translation's;
 * entries alike or as far apart as can be; equal weights, or one that is nearly all. */
static void check_directed(int32_t *palette, const limits *most)
{
    for (uint32_t signs = 0; signs < 16u; signs++) {
        for (unsigned i = 0; i < 12u * ENTRIES; i++) {
            const bool other = (signs & 4u) != 0u && i / 12u % 2u == 1u;
            const bool negative = (signs & (i % 4u == 3u ? 2u : 1u)) != 0u;
            const int32_t limit = i % 4u == 3u ? most->translation : most->entry;
            palette[i] = negative != other ? -limit : limit;
        }
        for (uint32_t i = 0; i < 12u; i++) {
            const uint32_t n = 1u + i / 3u, heavy = i % 3u == 0u ? 0u : n - 1u;
            vertex v = {n, {0}, {0}, {0}, {0}, {0}};
            for (uint32_t k = 0; k < n; k++) {
                v.offsets[k] = (uint16_t)(k * FORMAT_ENTRY_BYTES);
                v.weights[k] = i % 3u == 2u ? most->weights / (int32_t)n : 1;
            }
            v.weights[heavy] = most->weights;
            for (uint32_t k = 0; k < n; k++)
                v.weights[heavy] -= k == heavy ? 0 : v.weights[k];
            for (unsigned c = 0; c < 3u; c++) {
                const bool up = (signs & 8u) != 0u;
                v.position[c] = up ? 32767 : is_lean ? -32767 : -32768;
                v.normal[c] = (int16_t)(up ? most->normal - 1 : -most->normal);
                v.tangent[c] = up ? 32767 : -32768;
            }
            check_vertex(palette, &v);
        }
    }
}

void test_kernels(void)
{
    int32_t *palette = test_take(48u * ENTRIES);
    in_range = true;
    for (unsigned lean = 0; lean < 2u; lean++) {
        const limits *most = lean ? &lean_limits : &exact_limits;
        is_lean = lean != 0u;
        check_directed(palette, most);
        for (uint32_t i = 0; i < TEST_ROUNDS / 4u; i++)
            check_random(palette, most);
    }
    CHECK(in_range);
}
