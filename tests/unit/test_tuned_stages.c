/* SPDX-License-Identifier: MIT */
/* Compares the linked stages before skinning with the reference: sampling in fixed point and blending
 * to the bit, the others in float within a bound on rounding; nothing else is written. Where nothing is
 * tuned both are the same code. */
#include "src/arithmetic/timeline.h"
#include "src/blob/format.h"
#include "src/kernel/family.h"
#include "timelines.h"

#define JOINTS_MAX 13u

/* Model matrices reach 50 with these locals, after 13 joints of some ten roundings each. */
#define MATRIX_BOUND 1e-4

typedef struct stages {
    pelt_local_f32 *locals;
    pelt_matrix_f32 *matrices[2]; /* of the kernel, of the reference */
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

/* Ranges up to the limits that opening enforces, also those that leave nothing for w. */
static uint32_t make_curve_q16(format_curve *curve, uint32_t timeline)
{
    uint32_t kind = make_curve(curve);
    const bool rotation = format_path_of(kind) == FORMAT_ROTATION;
    const uint32_t components = rotation && curve->form > 3u ? 4u : 3u;
    format_range *ranges =
        (format_range *)(void *)((uint8_t *)curve + format_curve_bytes(components));
    curve->timeline = timeline;
    for (uint32_t i = 0; i < 4u && test_random() % 2u == 0u; i++) {
        const uint32_t low = test_random() % 4u == 0u ? 0u : test_random() % 65536u;
        ranges[i].low = (int16_t)((int32_t)low - 32768);
        ranges[i].extent = (uint16_t)(test_random() % 4u == 0u ? 65536u - (low > 0u ? low : 1u)
                                                               : test_random() % (65536u - low));
    }
    if (test_random() % 2u == 0u) /* short keys */
        for (uint32_t i = 0; i < 3u; i++)
            curve->bits[i] = (uint8_t)(test_random() % 12u);
    if (!rotation)
        curve->form = (uint8_t)(test_random() % 32u);
    if (test_random() % 4u == 0u)
        kind |= FORMAT_WHOLE_RANGE;
    switch (test_random() % 16u) {
    case 0: return kind | FORMAT_CONSTANT;
    case 1: return rotation ? kind : (kind & ~3u) | FORMAT_CUBIC;
    case 2: return kind | 3u << 2; /* weights */
    default: return kind;
    }
}

/* One timeline of each form; offsets of them. */
static void make_timelines(uint32_t *keys, uint32_t timelines[4])
{
    uint32_t frames[KEYS_MAX];
    for (uint32_t form = 0; form < 4u; form++) {
        timelines[form] = 4u * form * (1u + KEYS_MAX);
        make_timeline(keys + form * (1u + KEYS_MAX), frames, KEYS_MAX, form,
                      form == FORMAT_FRAMES_ALL ? 1u : 3u);
    }
}

/* Together more tracks than a port takes at a time, where there is room; those behind the ones with a
 * curve of their own have the first one's. */
#define CURVES (TEST_ROUNDS > 1000u ? 20u : 6u)
#define TRACKS (4u * CURVES)
#define CURVE_WORDS 60u

typedef struct sampling {
    uint32_t *keys, count;
    format_track *tracks;
    clip_moment moment;
} sampling;

static sampling make_tracks(bool fixed)
{
    const uint32_t first = 4u * (1u + KEYS_MAX), which = test_random() % 4u;
    uint32_t timelines[4];
    sampling s = {test_take(4u * (first + CURVE_WORDS * CURVES)),
                  test_random() % (TRACKS + 1u),
                  test_take(sizeof *s.tracks * TRACKS),
                  {test_random() % 16u, test_random() % 16u, 0}};
    s.moment.fraction = test_random() * 2u + test_random() % 2u;
    make_timelines(s.keys, timelines);
    for (uint32_t i = 0; i < s.count; i++) {
        if (i >= CURVES)
            s.tracks[i] = s.tracks[0];
        s.tracks[i].joint = (uint16_t)(test_random() % JOINTS_MAX);
        if (i >= CURVES)
            continue;
        const uint32_t at = first + CURVE_WORDS * i, timeline = timelines[(which + i / 3u) % 4u];
        format_curve *curve = (format_curve *)(void *)(s.keys + at);
        s.tracks[i].values = 4u * at;
        s.tracks[i].kind = (uint16_t)(fixed ? make_curve_q16(curve, timeline) : make_curve(curve));
        curve->timeline = timeline;
    }
    return s;
}

static void check_tracks(bool fixed)
{
    const uint32_t words = 10u * JOINTS_MAX;
    void *locals[2] = {test_take(4u * words), test_take(4u * words)};
    const sampling s = make_tracks(fixed);
    const uint8_t *keys = (const uint8_t *)s.keys;
    fill_both(locals, 4u * words);
    if (fixed) {
        pelt_kernel_tracks_q16(locals[0], s.tracks, s.count, keys, &s.moment);
        pelt_reference_tracks_q16(locals[1], s.tracks, s.count, keys, &s.moment);
        CHECK(test_same(locals[0], locals[1], 4u * words));
    } else {
        pelt_kernel_tracks_f32(locals[0], s.tracks, s.count, keys, &s.moment);
        pelt_reference_tracks_f32(locals[1], s.tracks, s.count, keys, &s.moment);
        check_words((const void *const *)locals, words, SAMPLE_BOUND);
    }
    test_release();
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
        make_local(&s->locals[i]);
        const uint32_t parent = i == 0u || test_random() % 8u == 0u ? PELT_NO_JOINT
                                : shape == 0u                       ? i - 1u
                                                                    : test_random() % i;
        s->joints[i].parent = (uint16_t)parent;
        s->entries[i].joint = (uint16_t)(test_random() % count);
        for (unsigned e = 0; e < 12u; e++)
            s->entries[i].m[e] = test_random_unit();
    }
    fill_both((void *const *)s->matrices, 4u * words);
    pelt_kernel_joints_f32(s->matrices[0], s->locals, s->joints, 0, count);
    pelt_reference_joints_f32(s->matrices[1], s->locals, s->joints, 0, count);
    check_words((const void *const *)s->matrices, words, MATRIX_BOUND);

    fill_both((void *const *)s->palettes, 4u * words);
    pelt_kernel_palette_f32(s->palettes[0], s->matrices[1], s->entries, count);
    pelt_reference_palette_f32(s->palettes[1], s->matrices[1], s->entries, count);
    check_words((const void *const *)s->palettes, words, MATRIX_BOUND);
}

/// Blending /////////////////////////////////////////////////////////////////////////////////////

/* More than a port may take at a time. */
#define BLENDED_MAX 70u

#if defined(PELT_BLEND_Q16) || defined(PELT_BLEND_F32)
/* Mostly all or nothing. */
static const uint8_t *make_mask(uint8_t mask[BLENDED_MAX])
{
    const uint32_t kind = test_random() % 4u;
    for (uint32_t i = 0; i < BLENDED_MAX; i++) {
        const uint32_t bits = test_random();
        mask[i] = bits % 4u == 0u ? (uint8_t)(bits >> 8) : bits % 4u == 1u ? 0u : 255u;
    }
    return kind == 0u ? NULL : mask;
}
#endif

#ifdef PELT_BLEND_Q16
/* Any numbers, nearly unit quaternions, their opposites, zeros; scales that are alike or not. */
static void make_two_q16(pelt_local_q16 *first, pelt_local_q16 *second)
{
    int32_t *const a = (int32_t *)(void *)first, *const b = (int32_t *)(void *)second;
    const uint32_t kind = test_random() % 8u;
    for (unsigned i = 0; i < 10u; i++) {
        a[i] = kind == 0u ? test_random_extreme() : (int32_t)test_random();
        b[i] = kind == 0u ? test_random_extreme() : (int32_t)test_random();
        if (kind == 1u || (kind == 2u && i < 4u))
            a[i] = b[i] = (int32_t)(test_random() % 3u) - 1;
        else if (kind >= 4u && i < 4u)
            a[i] = (i == kind % 4u ? 1000000000 : a[i] / 8);
        if (kind >= 5u && i < 4u)
            b[i] = (kind == 5u ? -1 : 1) * (a[i] / 2 + a[i] / 4) + b[i] / 16;
        if (i >= 7u && kind % 2u == 0u)
            b[i] = a[i];
    }
}

static void check_blend_q16(uint32_t count)
{
    pelt_local_q16 two[2][BLENDED_MAX], others[BLENDED_MAX];
    uint8_t mask[BLENDED_MAX];
    const uint8_t *const parts = make_mask(mask);
    const uint32_t kind = test_random() % 4u;
    const int32_t weight = kind == 0u   ? 1
                           : kind == 1u ? 65535 + (parts != NULL ? 1 : 0)
                                        : 1 + (int32_t)(test_random() % 65535u);
    test_fill(two, sizeof two);
    for (uint32_t i = 0; i < count; i++) {
        make_two_q16(&two[0][i], &others[i]);
        two[1][i] = two[0][i];
    }
    pelt_kernel_blend_q16(two[0], others, count, weight, parts);
    pelt_reference_blend_q16(two[1], others, count, weight, parts);
    CHECK(test_same(two[0], two[1], sizeof two[0]));
}
#endif

#ifdef PELT_BLEND_F32
static void check_blend_f32(uint32_t count)
{
    pelt_local_f32 two[2][BLENDED_MAX], others[BLENDED_MAX];
    uint8_t mask[BLENDED_MAX];
    const uint8_t *const parts = make_mask(mask);
    const float weight = parts != NULL && test_random() % 4u == 0u
                             ? 1.0f
                             : (float)(1u + test_random() % 999u) / 1e3f;
    test_fill(two, sizeof two);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t kind = test_random() % 8u;
        make_local(&two[0][i]);
        make_local(&others[i]);
        for (unsigned k = 0; k < 4u && kind < 4u; k++)
            others[i].rotation[k] = kind == 0u ? two[0][i].rotation[k] = 0.0f
                                    : kind == 1u
                                        ? -two[0][i].rotation[k]
                                        : two[0][i].rotation[k] + 0.1f * test_random_unit();
        two[1][i] = two[0][i];
    }
    pelt_kernel_blend_f32(two[0], others, count, weight, parts);
    pelt_reference_blend_f32(two[1], others, count, weight, parts);
    CHECK(test_same(two[0], two[1], sizeof two[0]));
}
#endif

static void check_blends(void)
{
    for (uint32_t count = 1; count <= BLENDED_MAX; count++) {
        for (uint32_t i = 0; i < 8u; i++) {
#ifdef PELT_BLEND_Q16
            check_blend_q16(count);
#endif
#ifdef PELT_BLEND_F32
            check_blend_f32(count);
#endif
        }
    }
}

static stages take_stages(void)
{
    stages s;
    for (unsigned side = 0; side < 2u; side++) {
        s.matrices[side] = test_take(sizeof *s.matrices[0] * JOINTS_MAX);
        s.palettes[side] = test_take(sizeof *s.palettes[0] * JOINTS_MAX);
    }
    s.locals = test_take(sizeof *s.locals * JOINTS_MAX);
    s.joints = test_take(sizeof *s.joints * JOINTS_MAX);
    s.entries = test_take(sizeof *s.entries * JOINTS_MAX);
    return s;
}

void test_tuned_stages(void)
{
    check_blends();
    pelt_joints_exact(NULL, NULL, NULL, 0, 0); /* a model without joints: nothing is read */
    pelt_palette_exact(NULL, NULL, NULL, 0);
    for (uint32_t round = 0; round < TEST_ROUNDS / 50u; round++) {
        for (uint32_t i = 0; i < 32u; i++)
            check_tracks(i % 2u == 0u);
        const stages s = take_stages();
        check_matrices(&s, round % (JOINTS_MAX + 1u));
        test_release();
    }
}
