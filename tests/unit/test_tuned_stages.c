/* SPDX-License-Identifier: MIT */
/*
 * The stages before skinning that are linked in float against the reference: within a bound on
 * rounding, nothing else written. Where nothing is tuned both are the same code.
 */
#include "src/blob/format.h"
#include "src/kernel/kernel.h"
#include "test.h"

#define JOINTS_MAX 13u
#define KEYS_MAX 5u
#define TRACKS_MAX 6u
#define TICKS 1000u

/* Sampled values are at most 2: some ten roundings. */
#define SAMPLE_BOUND 2e-6
/* Model matrices reach 50 with these locals, after 13 joints of some ten roundings each. */
#define MATRIX_BOUND 1e-4

typedef struct stages {
    pelt_local_f32 *locals[2]; /* of the kernel, of the reference */
    pelt_joint_matrix_f32 *matrices[2];
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

/* u32 count, times, reciprocals; returns the words. Times from 0 to at most TICKS * KEYS_MAX. */
static uint32_t make_timeline(uint32_t *words, uint32_t count)
{
    uint32_t time = test_random() % TICKS;
    words[0] = count;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t step = 1u + test_random() % TICKS;
        words[1u + i] = time;
        if (i + 1u < count)
            ((float *)(void *)words)[1u + count + i] = 1.0f / (float)step;
        time += step;
    }
    return 2u * count;
}

/* One key's values: any vectors, quaternions of one hemisphere that need not be unit. */
static uint32_t make_key(float *out, unsigned path, unsigned interpolation)
{
    const uint32_t parts = interpolation == FORMAT_CUBIC ? 3u : 1u;
    const uint32_t width = path == FORMAT_ROTATION ? 4u : 3u;
    for (uint32_t i = 0; i < parts * width; i++)
        out[i] = test_random_unit();
    if (path != FORMAT_ROTATION)
        return parts * width;
    for (uint32_t i = 3; i < parts * width; i += width)
        out[i] = 0.5f + 0.5f * out[i] * out[i];
    if (interpolation == FORMAT_CUBIC)
        return parts * width;
    out[4] = 0.2929f * (float)(test_random() % 1025u) / 1024.0f; /* sharpness */
    return width + 1u;
}

/* Two timelines, each with a few tracks of different joints. */
static uint32_t make_tracks(format_track *tracks, uint32_t *keys, uint32_t joints)
{
    uint32_t at = 0;
    for (uint32_t t = 0; t < TRACKS_MAX; t++) {
        const uint32_t count = 1u + test_random() % KEYS_MAX;
        const unsigned path = test_random() % FORMAT_PATH_COUNT;
        const unsigned interpolation = test_random() % FORMAT_INTERPOLATION_COUNT;
        const bool shared = t % 3u != 0u;
        tracks[t].timeline = shared ? tracks[t - 1u].timeline : 4u * at;
        if (!shared)
            at += make_timeline(keys + at, count);
        tracks[t].joint = (uint16_t)((joints + t) % JOINTS_MAX);
        tracks[t].kind = (uint16_t)(4u * path + interpolation);
        tracks[t].values = 4u * at;
        for (uint32_t k = 0; k < keys[tracks[t].timeline / 4u] && path != FORMAT_WEIGHTS; k++)
            at += make_key((float *)(void *)(keys + at), path, interpolation);
    }
    return at;
}

static void check_tracks(const stages *s)
{
    /* Behind the last key there is a NaN: whatever takes part in a result shows. */
    const uint32_t words = TRACKS_MAX * (12u * KEYS_MAX + 2u * KEYS_MAX) + 1u;
    uint32_t *keys = test_take(4u * words);
    format_track *tracks = test_take(sizeof *tracks * TRACKS_MAX);
    const uint32_t used = make_tracks(tracks, keys, test_random() % JOINTS_MAX);
    keys[used] = 0x7FC00000u;
    for (uint32_t i = 0; i < 12u; i++) {
        const uint32_t *timeline = keys + tracks[3u * (i % 2u)].timeline / 4u;
        const pelt_time on_key = (pelt_time)timeline[1u + test_random() % timeline[0]];
        const pelt_time time = i % 3u == 0u ? on_key
                                            : (pelt_time)(test_random() % (TICKS * KEYS_MAX)) - 50;
        const size_t bytes = sizeof *s->locals[0] * JOINTS_MAX;
        fill_both((void *const *)s->locals, bytes);
        const uint32_t count = test_random() % (TRACKS_MAX + 1u);
        pelt_kernel_tracks_f32(s->locals[0], tracks, count, (const uint8_t *)keys, time);
        pelt_reference_tracks_f32(s->locals[1], tracks, count, (const uint8_t *)keys, time);
        check_words((const void *const *)s->locals, (uint32_t)(bytes / 4u), SAMPLE_BOUND);
    }
}

/// Model matrices and palettes //////////////////////////////////////////////////////////////////

/* A rotation by the sines and cosines of a Pythagorean triple, half the time scaled. */
static void make_local(pelt_local_f32 *local)
{
    static const float triples[4][4] = {{0.5f, 0.5f, 0.5f, 0.5f}, {0.1f, -0.1f, 0.7f, 0.7f},
                                        {0, 0.6f, 0, 0.8f}, {-0.28f, 0, 0, 0.96f}};
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
    pelt_kernel_joints_f32(s->matrices[0], s->locals[0], s->joints, count);
    pelt_reference_joints_f32(s->matrices[1], s->locals[0], s->joints, count);
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
