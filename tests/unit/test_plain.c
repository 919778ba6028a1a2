/* SPDX-License-Identifier: MIT */
/* Compares the linked kernels of plain arrays with the reference: in fixed point to the bit, with words
 * that may be anything, in float within a bound. It tries every number of influences, type of joints and
 * layout, with vertices whose influences end early or whose weights are zero. Where no port has a kernel
 * both are the same code. */
#include "src/kernel/plain.h"
#include "test.h"

#define VERTICES 19u
#define PALETTE 5u
#define MOST 8u
#define STRIDE_WORDS 7u /* of the loosest output */

typedef struct fixture {
    uint32_t positions[4u * VERTICES], normals[4u * VERTICES];
    uint32_t weights[(MOST + 1u) * VERTICES], joints[(MOST + 1u) * VERTICES];
    uint32_t palette[12u * PALETTE];
    uint32_t out[2][2u * STRIDE_WORDS * VERTICES];
    plain_run run;
} fixture;

static bool is_float; /* what words are */

static uint32_t word_of(float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

/* Often an end of the range, where products are largest. */
static uint32_t draw_word(float reach)
{
    static const uint32_t ends[] = {0,           1,     UINT32_MAX,  INT32_MAX,
                                    0x80000000u, 65536, 0xFFFF0000u, 32768};
    if (is_float)
        return word_of(reach * test_random_unit());
    const uint32_t draw = test_random();
    return draw % 4u == 0u ? ends[draw / 4u % 8u] : draw % 4u == 1u ? draw : (draw >> 14) - 131072u;
}

static uint32_t draw_weight(void)
{
    const uint32_t draw = test_random() % 8u;
    if (draw < 2u)
        return is_float && draw == 1u ? word_of(-0.0f) : 0u;
    if (is_float)
        return word_of(test_random_unit());
    return draw < 6u ? test_random() % 65537u : draw_word(0.0f);
}

/* Draws joints of the palette; if `ends`, about every fourth ends its vertex's influences instead. */
static void draw_joints(fixture *f, uint32_t type, bool ends)
{
    for (uint32_t i = 0; i < (MOST + 1u) * VERTICES; i++) {
        const uint32_t joint =
            ends && test_random() % 4u == 0u ? UINT32_MAX : test_random() % PALETTE;
        if (type == PELT_ARRAYS_JOINTS_U8)
            ((uint8_t *)(void *)f->joints)[i] = (uint8_t)joint;
        else if (type == PELT_ARRAYS_JOINTS_U16)
            ((uint16_t *)(void *)f->joints)[i] = (uint16_t)joint;
        else
            f->joints[i] = joint;
    }
}

static void draw(fixture *f, uint32_t influences, uint32_t type, bool ends, bool loose)
{
    static const uint32_t sizes[] = {0, 2, 1, 4}; /* by type */
    const uint32_t gap = loose ? 1u : 0u;
    for (uint32_t i = 0; i < 4u * VERTICES; i++) {
        f->positions[i] = draw_word(8.0f);
        f->normals[i] = draw_word(1.0f);
    }
    for (uint32_t i = 0; i < (MOST + 1u) * VERTICES; i++)
        f->weights[i] = draw_weight();
    for (uint32_t i = 0; i < 12u * PALETTE; i++)
        f->palette[i] = draw_word(2.0f);
    draw_joints(f, type, ends);
    plain_run *run = &f->run;
    run->from_positions = f->positions;
    run->from_normals = f->normals;
    run->weights = f->weights;
    run->joints = f->joints;
    run->palette = f->palette;
    run->palette_count = PALETTE;
    run->stride_bytes = 4u * (loose ? STRIDE_WORDS : 6u);
    run->position_stride = 4u * (3u + gap);
    run->normal_stride = 4u * (3u + gap);
    run->weight_stride = 4u * (influences + gap);
    run->joint_stride = sizes[type] * (influences + gap);
    run->joint_type = type;
    run->influence_count = influences;
    run->none_ends = ends ? 0u : 1u;
}

/* side: 0 the linked kernel, 1 the reference; which: 1 positions, 2 normals, 3 both */
static void skin(fixture *f, unsigned side, uint32_t which)
{
    uint32_t *out = f->out[side];
    test_fill(out, sizeof f->out[side]);
    f->run.positions = (which & 1u) != 0u ? out : NULL;
    f->run.normals = (which & 2u) != 0u ? out + 3 : NULL;
    if (is_float)
        (side == 0u ? pelt_kernel_plain_f32 : pelt_reference_plain_f32)(&f->run);
    else
        (side == 0u ? pelt_kernel_plain_q16 : pelt_reference_plain_q16)(&f->run);
}

/* To the bit, or in float within the roundings of 8 influences of up to 8 * 2 * 3 + 2 each. */
static bool same_words(const fixture *f)
{
    const uint32_t *actual = f->out[0], *expected = f->out[1];
    if (!is_float)
        return test_same(actual, expected, sizeof f->out[0]);
    for (uint32_t i = 0; i < 2u * STRIDE_WORDS * VERTICES; i++) {
        float a, b;
        memcpy(&a, actual + i, sizeof a);
        memcpy(&b, expected + i, sizeof b);
        if (actual[i] != expected[i] && !test_near((double)a, (double)b, 4e-4))
            return false;
    }
    return true;
}

static void check_layout(fixture *f, uint32_t influences, uint32_t layout)
{
    const uint32_t type = PELT_ARRAYS_JOINTS_U16 + layout % 3u;
    draw(f, influences, type, layout / 3u % 2u == 1u, layout / 6u % 2u == 1u);
    for (uint32_t which = 1; which <= 3u; which++) {
        f->run.count = 1u + test_random() % VERTICES;
        skin(f, 0, which);
        skin(f, 1, which);
        CHECK(same_words(f));
    }
}

/* Vertices that a kernel leaves to the reference, one by one, come out as in a whole run. */
static void check_vertex(fixture *f)
{
    for (uint32_t layout = 0; layout < 4u; layout++) {
        draw(f, 4, PELT_ARRAYS_JOINTS_U16, layout % 2u == 0u, layout / 2u == 1u);
        f->run.count = VERTICES;
        skin(f, 1, 3);
        skin(f, 0, 3);
        test_fill(f->out[0], sizeof f->out[0]);
        for (uint32_t left = VERTICES; left > 0u; left--)
            (is_float ? pelt_plain_vertex_f32 : pelt_plain_vertex_q16)(&f->run, left);
        CHECK(same_words(f));
    }
}

/* Where kernels in assembly, all of 32 bits, find them (port/m3/plain.inc). */
static void check_offsets(void)
{
    if (sizeof(void *) != 4u)
        return;
    CHECK_EQ(offsetof(plain_run, positions), 0);
    CHECK_EQ(offsetof(plain_run, from_positions), 8);
    CHECK_EQ(offsetof(plain_run, joints), 16);
    CHECK_EQ(offsetof(plain_run, palette), 24);
    CHECK_EQ(offsetof(plain_run, stride_bytes), 28);
    CHECK_EQ(offsetof(plain_run, position_stride), 32);
    CHECK_EQ(offsetof(plain_run, joint_stride), 40);
    CHECK_EQ(offsetof(plain_run, joint_type), 48);
    CHECK_EQ(offsetof(plain_run, influence_count), 56);
    CHECK_EQ(offsetof(plain_run, count), 60);
    CHECK_EQ(offsetof(plain_run, none_ends), 64);
}

void test_plain(void)
{
    check_offsets();
    fixture *f = test_take(sizeof *f);
    for (unsigned arithmetic = 0; arithmetic < 2u; arithmetic++) {
        is_float = arithmetic == 1u;
        for (uint32_t influences = 1; influences <= MOST; influences++)
            for (uint32_t layout = 0; layout < 24u; layout++)
                check_layout(f, influences, layout);
        check_vertex(f);
    }
    test_release();
}
