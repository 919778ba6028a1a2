/* SPDX-License-Identifier: MIT */
/*
 * The stages before skinning that are linked in float against the reference: within a bound on
 * rounding, nothing else written. Where nothing is tuned both are the same code.
 */
#include "src/arithmetic/timeline.h"
#include "src/blob/format.h"
#include "src/kernel/kernel.h"
#include "test.h"

#define JOINTS_MAX 13u

/* Model matrices reach 50 with these locals, after 13 joints of some ten roundings each. */
#define MATRIX_BOUND 1e-4

typedef struct stages {
    pelt_local_f32 *locals[2]; /* of the kernel, of the reference */
    pelt_matrix_f32 *matrices[2];
    pelt_entry_f32 *palettes[2];
    format_joint *joints;
    format_entry_f32 *entries;
} stages;

static void fill_both(void *const pair[2], size_t bytes)
{
    test_fill(pair[0], bytes);
    test_fill(pair[1], bytes);
}

/* Near the reference's, and the pattern where that left it. */
static void check_words(const void *const pair[2], uint32_t words, double bound)
{
    const float *actual = pair[0], *expected = pair[1];
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < words; i++) {
        const bool right = test_filled(expected + i, 4)
                               ? test_filled(actual + i, 4)
                               : test_near((double)actual[i], (double)expected[i], bound);
        wrong += right ? 0u : 1u;
    }
    CHECK_EQ(wrong, 0);
}

/// Sampling /////////////////////////////////////////////////////////////////////////////////////

#define KEYS_MAX 5u
/* Numbers are at most one, scaled by at most two: some ten roundings. */
#define SAMPLE_BOUND 2e-6

/* Any bits in ranges of any kind, of which no number is above 1/2: quaternions have room for w. */
static uint32_t make_curve(format_curve *curve)
{
    static const uint16_t paths[] = {FORMAT_TRANSLATION, FORMAT_ROTATION, FORMAT_SCALE};
    const uint32_t path = paths[test_random() % 3u], whole = test_random() % 4u == 0u;
    const bool four = path == FORMAT_ROTATION && test_random() % 4u == 0u;
    const uint32_t interpolation = four ? test_random() % 3u : test_random() % 2u;
    const uint32_t components = four ? 4u : 3u;
    uint32_t *words = (uint32_t *)(void *)curve;
    for (uint32_t i = 0; i < 60u; i++)
        words[i] = test_random() * 2u + test_random() % 2u;
    curve->form = (uint8_t)(path != FORMAT_ROTATION ? 90u + test_random() % 9u
                            : four                  ? 7u
                                                    : test_random() % 4u);
    format_range *ranges =
        (format_range *)(void *)((uint8_t *)curve + format_curve_bytes(components));
    for (uint32_t i = 0; i < components; i++) {
        ((uint8_t *)curve)[5u + i] = (uint8_t)(test_random() % (FORMAT_MAX_BITS + 1u));
        ranges[i].low = (int16_t)(test_random_within(8000) - 8000);
        ranges[i].extent = (uint16_t)(test_random() % 16000u);
    }
    return path * 4u + interpolation + (whole && path != FORMAT_ROTATION ? FORMAT_WHOLE_RANGE : 0u);
}

static void check_tracks(const stages *s)
{
    format_curve *curve = test_take(4u * 60u);
    for (uint32_t i = 0; i < 12u; i++) {
        const uint32_t kind = make_curve(curve), key = test_random() % KEYS_MAX;
        const bool last = test_random() % 4u == 0u;
        const timeline_place place = {key, last ? key : key + 1u,
                                      last ? 0 : (int32_t)(test_random() & INT32_MAX)};
        const size_t bytes = sizeof *s->locals[0];
        fill_both((void *const *)s->locals, bytes);
        pelt_kernel_track_f32(s->locals[0], kind, curve, &place);
        pelt_reference_track_f32(s->locals[1], kind, curve, &place);
        check_words((const void *const *)s->locals, (uint32_t)(bytes / 4u), SAMPLE_BOUND);
    }
}

/// Model matrices and palettes //////////////////////////////////////////////////////////////////

/* A rotation by the sines and cosines of a Pythagorean triple, half the time scaled. */
static void make_local(pelt_local_f32 *local)
{
    static const float triples[4][4] = {{0.5f, 0.5f, 0.5f, 0.5f},
                                        {0.1f, -0.1f, 0.7f, 0.7f},
                                        {0, 0.6f, 0, 0.8f},
                                        {-0.28f, 0, 0, 0.96f}};
    const float *q = triples[test_random() % 4u];
    const bool scaled = test_random() % 2u == 0u;
    const uint32_t turn = test_random() % 4u;
    for (unsigned i = 0; i < 4u; i++)
        local->rotation[i] = q[(i + turn) % 4u];
    for (unsigned i = 0; i < 3u; i++) {
        local->translation[i] = 3.0f * test_random_unit();
        local->scale[i] = scaled ? 1.0f + 0.125f * test_random_unit() : 1.0f;
    }
}

static void check_matrices(const stages *s, uint32_t count)
{
    const uint32_t words = 12u * JOINTS_MAX, shape = test_random() % 3u;
    for (uint32_t i = 0; i < count; i++) {
        make_local(&s->locals[0][i]);
        const uint32_t parent = i == 0u || test_random() % 8u == 0u ? PELT_NO_JOINT
                                : shape == 0u                       ? i - 1u
                                                                    : test_random() % i;
        s->joints[i].parent = (uint16_t)parent;
        s->entries[i].joint = (uint16_t)(test_random() % count);
        for (unsigned e = 0; e < 12u; e++)
            s->entries[i].m[e] = test_random_unit();
    }
    fill_both((void *const *)s->matrices, 4u * words);
    pelt_kernel_joints_f32(s->matrices[0], s->locals[0], s->joints, 0, count);
    pelt_reference_joints_f32(s->matrices[1], s->locals[0], s->joints, 0, count);
    check_words((const void *const *)s->matrices, words, MATRIX_BOUND);

    fill_both((void *const *)s->palettes, 4u * words);
    pelt_kernel_palette_f32(s->palettes[0], s->matrices[1], s->entries, count);
    pelt_reference_palette_f32(s->palettes[1], s->matrices[1], s->entries, count);
    check_words((const void *const *)s->palettes, words, MATRIX_BOUND);
}

static stages take_stages(void)
{
    stages s;
    for (unsigned side = 0; side < 2u; side++) {
        s.locals[side] = test_take(sizeof *s.locals[0] * JOINTS_MAX);
        s.matrices[side] = test_take(sizeof *s.matrices[0] * JOINTS_MAX);
        s.palettes[side] = test_take(sizeof *s.palettes[0] * JOINTS_MAX);
    }
    s.joints = test_take(sizeof *s.joints * JOINTS_MAX);
    s.entries = test_take(sizeof *s.entries * JOINTS_MAX);
    return s;
}

void test_tuned_stages(void)
{
    for (uint32_t round = 0; round < TEST_ROUNDS / 50u; round++) {
        const stages s = take_stages();
        check_tracks(&s);
        check_matrices(&s, round % (JOINTS_MAX + 1u));
        test_release();
    }
}
