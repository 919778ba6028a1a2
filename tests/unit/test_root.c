/* SPDX-License-Identifier: MIT */
/* Root motion, against double precision, on made-up tracks. */
#include "../../boards/common/crc32.h"

#include "pelt/motion.h"
#include "reference.h"
#include "src/arithmetic/turns.h"
#include "src/blob/format.h"

/* Of the first movements, moves and blends in fixed point: the same on every core. */
#define ROOT_CRC 0x2f649ff9u
#define PINNED_ROUNDS 60u

static uint32_t pinned;

static void pin(uint32_t round, const void *words, uint32_t count)
{
    if (round < PINNED_ROUNDS)
        pinned = crc32_add_words(pinned, words, count);
}

#define KEYS 6u
#define SPARE 3u /* keys of another clip before them */
#define HEAD_WORDS (12u + 12u)
#define ROOT_WORDS (1u + 4u + 4u * (SPARE + KEYS))
#define LENGTH ((int32_t)1 << 22) /* ticks of clip 1, four seconds */
#define START 12345

/// In double //////////////////////////////////////////////////////////////////////////////////////

typedef struct exact {
    double v[4]; /* x, y, z, turns */
} exact;

static exact multiply(const exact *a, const exact *b)
{
    const double c = ref_cos(a->v[3]), s = ref_sin(a->v[3]), x = b->v[0], z = b->v[2];
    exact out = {{c * x + s * z, b->v[1], c * z - s * x, b->v[3]}};
    ref_sum(out.v, 1, a->v, 1, out.v, 4);
    return out;
}

static exact inverse(const exact *a)
{
    const exact back = {{0, 0, 0, -a->v[3]}}, way = {{-a->v[0], -a->v[1], -a->v[2], 0}};
    return multiply(&back, &way);
}

/// A blob as far as root motion looks into it /////////////////////////////////////////////////////

typedef struct made_root {
    uint32_t words[HEAD_WORDS + ROOT_WORDS];
    uint32_t *clips, *root;
    format_root_key *keys; /* of clip 1, KEYS */
    pelt_model model;
    double values[KEYS][3]; /* x, z in units, turns */
} made_root;

static uint32_t bits_of(double value)
{
    const float f = (float)value;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static void set_key(made_root *m, uint32_t k, uint32_t tick, int32_t x, int32_t z, int32_t turns)
{
    const bool is_float = m->model.encoding == PELT_FLOAT;
    const int32_t stored[3] = {x, z, turns};
    m->keys[k].tick = tick;
    for (unsigned i = 0; i < 3u; i++) {
        m->values[k][i] = (double)stored[i] / (i < 2u ? 65536.0 : 16777216.0);
        m->keys[k].value[i] = is_float ? bits_of(m->values[k][i]) : (uint32_t)stored[i];
        if (is_float) {
            float f;
            memcpy(&f, &m->keys[k].value[i], sizeof f);
            m->values[k][i] = (double)f;
        }
    }
}

static made_root *make(pelt_encoding encoding)
{
    made_root *m = test_take(sizeof *m);
    memset(m, 0, sizeof *m);
    m->clips = m->words + 12;
    m->root = m->words + HEAD_WORDS;
    m->keys = (format_root_key *)(void *)(m->root + 5u + 4u * SPARE);
    m->words[5] = 1; /* section_count */
    m->words[8] = FORMAT_ROOT;
    m->words[10] = 4u * HEAD_WORDS;
    m->words[11] = 4u * ROOT_WORDS;
    m->model.blob = (const uint8_t *)m->words;
    m->model.encoding = encoding;
    m->model.clip_count = 2;
    m->model.clips = 4u * 12u;
    m->clips[7] = START;
    m->clips[8] = (uint32_t)(START + LENGTH);
    m->root[3] = SPARE;
    m->root[4] = KEYS;
    return m;
}

static void random_keys(made_root *m, int32_t limit)
{
    uint32_t tick = 0;
    for (uint32_t k = 0; k < KEYS; k++) {
        const int32_t turns = test_random_within(1 << 26);
        const int32_t x = test_random_within(limit), z = test_random_within(limit);
        if (k == 0u) /* nowhere yet */
            set_key(m, k, tick, 0, 0, 0);
        else
            set_key(m, k, tick, x, z, turns);
        tick += 1u + test_random() % ((uint32_t)LENGTH / (KEYS - 1u));
    }
    m->keys[KEYS - 1u].tick = (uint32_t)LENGTH;
}

static exact exact_at(const made_root *m, int32_t tick)
{
    uint32_t k = 0;
    while (k + 2u < KEYS && m->keys[k + 1u].tick <= (uint32_t)tick)
        k++;
    const double from = (double)m->keys[k].tick, to = (double)m->keys[k + 1u].tick;
    const double u = ((double)tick - from) / (to - from);
    const double *a = m->values[k], *b = m->values[k + 1u];
    return (exact){
        {a[0] + (b[0] - a[0]) * u, 0, a[1] + (b[1] - a[1]) * u, a[2] + (b[2] - a[2]) * u}};
}

static exact exact_movement(const made_root *m, int32_t from, int32_t to, int32_t turns)
{
    const exact start = exact_at(m, from), period = exact_at(m, LENGTH);
    const exact step = turns < 0 ? inverse(&period) : period;
    exact end = exact_at(m, to);
    for (int32_t i = 0; i < (turns < 0 ? -turns : turns); i++)
        end = multiply(&step, &end);
    const exact back = inverse(&start);
    return multiply(&back, &end);
}

static void check_turns(double actual, double expected, double limit)
{
    const double off = actual - expected;
    CHECK_NEAR(off - (double)(int32_t)(off < 0 ? off - 0.5 : off + 0.5), 0, limit);
}

static void check_place(const exact *actual, const exact *expected, double limit, double turn_limit)
{
    for (unsigned i = 0; i < 3u; i++)
        CHECK_NEAR(actual->v[i], expected->v[i], limit);
    check_turns(actual->v[3], expected->v[3], turn_limit);
}

static exact exact_of(const pelt_root_q16 *root)
{
    return (exact){{root->translation[0] / 65536.0, root->translation[1] / 65536.0,
                    root->translation[2] / 65536.0, root->yaw / 4294967296.0}};
}

static void check_q16(const pelt_root_q16 *root, const exact *expected, double limit,
                      double turn_limit)
{
    const exact actual = exact_of(root);
    check_place(&actual, expected, limit, turn_limit);
}

static void check_f32(const pelt_root_f32 *root, const exact *expected, double limit,
                      double turn_limit)
{
    const exact actual = {{(double)root->translation[0], (double)root->translation[1],
                           (double)root->translation[2], (double)root->yaw}};
    check_place(&actual, expected, limit, turn_limit);
    CHECK(root->yaw >= -0.5f && root->yaw <= 0.5f);
}

/// Sines //////////////////////////////////////////////////////////////////////////////////////////

static void check_sines(void)
{
    const double one = 1073741824.0;
    CHECK_EQ(turns_sine(0), 0);
    CHECK_EQ(turns_sine(TURNS_QUARTER), TURNS_QUARTER);
    CHECK_EQ(turns_sine(-TURNS_QUARTER), -TURNS_QUARTER);
    CHECK_EQ(turns_sine(INT32_MIN), 0);
    CHECK_EQ(turns_cosine(0), TURNS_QUARTER);
    CHECK_EQ(turns_cosine(INT32_MIN), -TURNS_QUARTER);
    CHECK_EQ(turns_of_sine(INT32_MIN), 1560703676); /* no sine: any number, but no overflow */
    CHECK_EQ(turns_of_sine(INT32_MAX), -1560703684);
    for (uint32_t i = 0; i < TEST_FEWER / 4u; i++) {
        const int32_t angle = test_random_extreme();
        const double turns = (double)angle / 4294967296.0;
        const float real = (float)turns * 16.0f;
        CHECK_NEAR(turns_sine(angle), ref_sin(turns) * one, 4);
        CHECK_NEAR(turns_cosine(angle), ref_cos(turns) * one, 4);
        CHECK_NEAR(turns_sine_f32(real), ref_sin((double)real), 2.1e-7);
        CHECK_NEAR(turns_cosine_f32(real), ref_sin((double)real + 0.25), 2.1e-7);
    }
    CHECK(turns_sine_f32(3e9f) == 0.0f && turns_cosine_f32(-3e9f) == 1.0f);
}

/// Movements //////////////////////////////////////////////////////////////////////////////////////

static int32_t random_tick(void)
{
    return (int32_t)(test_random() % ((uint32_t)LENGTH + 1u));
}

static void check_movements(pelt_encoding encoding)
{
    made_root *m = make(encoding);
    for (uint32_t i = 0; i < TEST_FEWER / 4u; i++) {
        random_keys(m, 1 << 24);
        const int32_t from = random_tick(), to = random_tick();
        const int32_t turns = (int32_t)(test_random() % 9u) - 4;
        const exact expected = exact_movement(m, from, to, turns);
        const double periods = 1.0 + (turns < 0 ? -turns : turns);
        /* Units: of 256 across, each period as far off as the yaw of a key's line is. */
        if (encoding == PELT_FLOAT) {
            pelt_root_f32 root;
            CHECK_OK(pelt_clip_root_get_f32(&root, &m->model, 1, START + from, START + to, turns));
            check_f32(&root, &expected, 0.003 * periods, 1e-6 * periods);
        } else {
            pelt_root_q16 root;
            CHECK_OK(pelt_clip_root_get_q16(&root, &m->model, 1, START + from, START + to, turns));
            pin(i, &root, 4);
            const double way = ref_abs(expected.v[0]) + ref_abs(expected.v[2]);
            check_q16(&root, &expected, turns == 0 ? 1.0 / 32768 + way / 2097152 : 0.0005 * periods,
                      1.2e-7 * (turns == 0 ? 1.0 : periods + 1.0));
        }
    }
    test_release();
}

/* Many small updates lead where one large one does, and ping-pong back. */
static void check_player(void)
{
    made_root *m = make(PELT_EXACT);
    pelt_player p;
    pelt_root_q16 step, place = {{0, 0, 0}, 0};
    random_keys(m, 1 << 22);
    REQUIRE(pelt_player_start(&p, &m->model, 1, 1000, 0, PELT_LOOP) == PELT_OK);
    for (uint32_t ms = 33; ms <= 9900u; ms += 33) {
        CHECK_OK(pelt_player_update(&p, ms));
        CHECK_OK(pelt_player_root_get_q16(&step, &p));
        CHECK_OK(pelt_root_move_q16(&place, &step));
    }
    const exact there = exact_movement(m, 0, (int32_t)(9900LL * 131072 / 125) - 2 * LENGTH, 2);
    check_q16(&place, &there, 0.02, 1e-5);
    CHECK_OK(pelt_player_move(&p, -(pelt_time)(9900LL * 131072 / 125)));
    CHECK_OK(pelt_player_root_get_q16(&step, &p));
    CHECK_OK(pelt_root_move_q16(&place, &step));
    const exact home = {{0, 0, 0, 0}};
    check_q16(&place, &home, 0.02, 1e-5);

    REQUIRE(pelt_player_start(&p, &m->model, 1, 1000, 0, PELT_PING_PONG) == PELT_OK);
    CHECK_OK(pelt_player_move(&p, LENGTH + 1000));
    CHECK_OK(pelt_player_root_get_q16(&step, &p));
    const exact near = exact_movement(m, 0, LENGTH - 1000, 0);
    check_q16(&step, &near, 0.001, 1.2e-7);
    REQUIRE(pelt_player_start(&p, &m->model, 1, 1000, 0, 0) == PELT_OK);
    CHECK_OK(pelt_player_move(&p, 3 * LENGTH));
    CHECK_OK(pelt_player_root_get_q16(&step, &p));
    const exact all = exact_movement(m, 0, LENGTH, 0);
    check_q16(&step, &all, 0.001, 1.2e-7);
    test_release();
}

/// Places /////////////////////////////////////////////////////////////////////////////////////////

static void random_root(pelt_root_q16 *root)
{
    for (unsigned i = 0; i < 3u; i++)
        root->translation[i] = test_random_extreme();
    root->yaw = test_random_extreme();
}

static bool is_outside(double v, double slack)
{
    return v + slack > 32768.0 - 1.0 / 65536.0 || v - slack < -32768.0;
}

static void check_moves(void)
{
    for (uint32_t i = 0; i < TEST_FEWER / 4u; i++) {
        pelt_root_q16 place, step;
        random_root(&place);
        random_root(&step);
        const pelt_root_q16 before = place;
        const exact a = exact_of(&place), b = exact_of(&step), moved = multiply(&a, &b);
        const pelt_status status = pelt_root_move_q16(&place, &step);
        /* Sines are off by 2^-28, a step 2^15 units long at most by 2^-12 then. */
        const double slack = 0.0003;
        if (status == PELT_OK) {
            check_q16(&place, &moved, slack, 1e-15);
        } else {
            CHECK_EQ(status, PELT_E_RANGE);
            CHECK(test_same(&place, &before, sizeof place));
            CHECK(is_outside(moved.v[0], slack) || is_outside(moved.v[1], 0) ||
                  is_outside(moved.v[2], slack));
        }
        pelt_matrix_q16 matrix;
        CHECK_OK(pelt_root_matrix_get_q16(&matrix, &before));
        pin(i, matrix.m, 12);
        pin(i, &place, 4);
        const double c = ref_cos(a.v[3]) * 65536.0, s = ref_sin(a.v[3]) * 65536.0;
        const double expected[12] = {c,  0,     s, before.translation[0],
                                     0,  65536, 0, before.translation[1],
                                     -s, 0,     c, before.translation[2]};
        for (unsigned k = 0; k < 12u; k++)
            CHECK_NEAR(matrix.m[k], expected[k], k % 4u == 3u ? 0 : 0.51);
    }
    pelt_root_q16 tie = {{0, 0, 0}, 0x07820000}; /* its cosine is 64426.5 */
    pelt_matrix_q16 up;
    CHECK_OK(pelt_root_matrix_get_q16(&up, &tie));
    CHECK_EQ(up.m[0], 64427);
    pelt_root_f32 real = {{3e38f, 0, 0}, 0.25f};
    const pelt_root_f32 far = {{0, 0, 3e38f}, 0.5f}, turn = {{1, 2, 3}, 0.375f};
    CHECK_EQ(pelt_root_move_f32(&real, &far), PELT_E_RANGE);
    CHECK(real.translation[0] == 3e38f && real.yaw == 0.25f);
    pelt_root_f32 place = {{10, 20, 30}, 0.25f};
    CHECK_OK(pelt_root_move_f32(&place, &turn));
    const exact expected = {{13, 22, 29, 0.625}};
    check_f32(&place, &expected, 1e-5, 1e-7);
    pelt_matrix_f32 matrix;
    CHECK_OK(pelt_root_matrix_get_f32(&matrix, &turn));
    CHECK_NEAR(matrix.m[2], 0.70710678118654752, 3e-7);
    CHECK_NEAR(matrix.m[8], -0.70710678118654752, 3e-7);
    CHECK(matrix.m[3] == 1.0f && matrix.m[5] == 1.0f && matrix.m[11] == 3.0f);
}

static void check_blends(void)
{
    for (uint32_t i = 0; i < TEST_FEWER / 4u; i++) {
        pelt_root_q16 a, b;
        random_root(&a);
        random_root(&b);
        const pelt_root_q16 before = a;
        const int32_t weight = (int32_t)(test_random() % 65537u);
        CHECK_OK(pelt_root_blend_q16(&a, &b, weight));
        pin(i, &a, 4);
        const double u = weight / 65536.0;
        for (unsigned k = 0; k < 3u; k++)
            CHECK_NEAR(a.translation[k],
                       before.translation[k] +
                           ((double)b.translation[k] - before.translation[k]) * u,
                       0.5);
        const double way = (double)(int32_t)((uint32_t)b.yaw - (uint32_t)before.yaw);
        check_turns(a.yaw / 4294967296.0, (before.yaw + way * u) / 4294967296.0, 2e-10);
    }
    pelt_root_q16 a = {{1, 2, 3}, 4}, b = {{-65536, 65536, 7}, 0x60000000};
    const pelt_root_q16 before = a;
    CHECK_OK(pelt_root_blend_q16(&a, &b, 0));
    CHECK(test_same(&a, &before, sizeof a));
    CHECK_OK(pelt_root_blend_q16(&a, &b, 65536));
    CHECK(test_same(&a, &b, sizeof a));
    pelt_root_f32 real = {{0, 4, 8}, 0.4375f};
    const pelt_root_f32 other = {{2, 8, 0}, -0.4375f};
    CHECK_EQ(pelt_root_blend_f32(&real, &other, 1.5f), PELT_E_ARGUMENT);
    CHECK_OK(pelt_root_blend_f32(&real, &other, 0.75f));
    const exact expected = {{1.5, 7, 2, -0.46875}};
    check_f32(&real, &expected, 1e-6, 1e-7);
}

/// What does not hold /////////////////////////////////////////////////////////////////////////////

static void check_errors(void)
{
    made_root *m = make(PELT_EXACT);
    pelt_root_q16 root;
    pelt_root_f32 real;
    random_keys(m, 1 << 24);
    test_fill(&root, sizeof root);
    test_fill(&real, sizeof real);
    CHECK_EQ(pelt_clip_root_get_q16(&root, &m->model, 2, 0, 0, 0), PELT_E_RANGE);
    CHECK_EQ(pelt_clip_root_get_f32(&real, &m->model, 1, 0, 0, 0), PELT_E_ARITHMETIC);
    set_key(m, KEYS - 1u, (uint32_t)LENGTH, 1 << 29, 0, 0);
    CHECK_EQ(pelt_clip_root_get_q16(&root, &m->model, 1, START, START, 5), PELT_E_RANGE);
    CHECK_EQ(pelt_clip_root_get_q16(&root, &m->model, 1, START, START, INT32_MIN), PELT_E_RANGE);
    /* A way that fits along the axes, but not once it is turned by an eighth. */
    set_key(m, 0, 0, -(1 << 30), -(1 << 30), 1 << 21);
    set_key(m, KEYS - 1u, (uint32_t)LENGTH, (1 << 30) - 1, (1 << 30) - 1, 0);
    CHECK_EQ(pelt_clip_root_get_q16(&root, &m->model, 1, START, START + LENGTH, 0), PELT_E_RANGE);
    /* One that fits once it is turned, but not along an axis. */
    for (int32_t z = 0; z < 2; z++) {
        set_key(m, 0, 0, (z - 1) * (1 << 30), -z * (1 << 30), 1 << 21);
        set_key(m, KEYS - 1u, (uint32_t)LENGTH, (1 - z) * (1 << 30), z * (1 << 30), 0);
        CHECK_EQ(pelt_clip_root_get_q16(&root, &m->model, 1, START, START + LENGTH, 0),
                 PELT_E_RANGE);
    }
    m->root[4] = KEYS + 1u;
    CHECK_EQ(pelt_clip_root_get_q16(&root, &m->model, 1, START, START, 0), PELT_E_CORRUPT);
    m->root[3] = 0xFFFFFFFFu;
    CHECK_EQ(pelt_clip_root_get_q16(&root, &m->model, 1, START, START, 0), PELT_E_CORRUPT);
    m->words[11] = 19; /* less than its heads */
    CHECK_EQ(pelt_clip_root_get_q16(&root, &m->model, 1, START, START, 0), PELT_E_CORRUPT);
    CHECK(test_filled(&root, sizeof root) && test_filled(&real, sizeof real));
    m->words[8] = 0; /* no such section */
    CHECK_OK(pelt_clip_root_get_q16(&root, &m->model, 1, 0, START + LENGTH, 3));
    CHECK(root.translation[0] == 0 && root.translation[2] == 0 && root.yaw == 0);
    test_release();
}

/* Two periods fit, and three do not. */
static void check_long_ways(void)
{
    made_root *m = make(PELT_EXACT);
    pelt_root_q16 root;
    for (uint32_t k = 0; k < KEYS; k++)
        set_key(m, k, k + 1u < KEYS ? k : (uint32_t)LENGTH, k + 1u < KEYS ? 0 : 3 << 28, 0, 0);
    for (int32_t turns = -3; turns <= 3; turns++) {
        const bool fits = turns > -3 && turns < 3;
        CHECK_EQ(pelt_clip_root_get_q16(&root, &m->model, 1, START, START, turns),
                 fits ? PELT_OK : PELT_E_RANGE);
        if (fits)
            CHECK_NEAR(root.translation[0], turns * 805306368.0, 1);
    }
    test_release();
}

/* Whatever the section holds, reads stay in it: in memory of its own, where sanitizers see that. */
static void check_damage(void)
{
    for (uint32_t i = 0; i < TEST_FEWER / 4u; i++) {
        made_root *m = make(i % 2u == 0u ? PELT_EXACT : PELT_FLOAT);
        const uint32_t words = test_random() % (ROOT_WORDS + 1u);
        m->words[11] = 4u * words;
        for (uint32_t k = 0; k < words; k++)
            m->root[k] = k < 5u && i % 4u < 2u ? test_random() % 8u : test_random();
        const pelt_time from = test_random_extreme(), to = test_random_extreme();
        pelt_root_q16 root;
        pelt_root_f32 real;
        const pelt_status status =
            i % 2u == 0u ? pelt_clip_root_get_q16(&root, &m->model, i / 2u % 2u, from, to, 3)
                         : pelt_clip_root_get_f32(&real, &m->model, i / 2u % 2u, from, to, 3);
        CHECK(status == PELT_OK || status == PELT_E_CORRUPT || status == PELT_E_RANGE);
        test_release();
    }
}

void test_root(void)
{
    check_sines();
    pinned = 0;
    test_random_seed(1);
    check_movements(PELT_EXACT);
    check_movements(PELT_FLOAT);
    check_player();
    test_random_seed(2);
    check_moves();
    test_random_seed(3);
    check_blends();
    CHECK_EQ(pinned, ROOT_CRC);
    check_errors();
    check_long_ways();
    check_damage();
}
