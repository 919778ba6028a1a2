/* SPDX-License-Identifier: MIT */
/* Plain arrays in fixed point, to the bit; arrays.inc tests them in both arithmetics. */
#include "pelt/arrays.h"
#include "test.h"

#define ONE 65536

#define VERTICES 8u
#define JOINTS 4u
#define MAX_INFLUENCES 8u

typedef struct fixture {
    int32_t positions[3u * VERTICES], normals[3u * VERTICES], weights[MAX_INFLUENCES * VERTICES];
    uint16_t joints[MAX_INFLUENCES * VERTICES];
    pelt_matrix_q16 palette[JOINTS];
} fixture;

static void check_vector(const int32_t v[3], int32_t x, int32_t y, int32_t z)
{
    CHECK_EQ(v[0], x);
    CHECK_EQ(v[1], y);
    CHECK_EQ(v[2], z);
}

/* Weights of one and two are scaled to a third and two, to nearest: 43690.67. */
static void check_scaled_shapes(void)
{
    static const int32_t base[3] = {0, 0, 0}, far[3] = {1000 * ONE, 0, -1000 * ONE};
    static const int32_t *const shapes[2] = {base, far};
    static const int32_t weights[2] = {ONE, 2 * ONE};
    int32_t out[3];
    CHECK_OK(pelt_arrays_morph_q16(out, base, shapes, weights, 2, PELT_MORPH_SUM_TO_ONE, 0, 1));
    check_vector(out, 43691000, 0, -43691000);
    /* Half a step is rounded up, a third down. */
    static const int32_t step[3] = {1, -1, 3};
    static const int32_t *const one[1] = {step};
    static const int32_t half[1] = {ONE / 2}, third[1] = {ONE / 3};
    CHECK_OK(pelt_arrays_morph_q16(out, base, one, half, 1, 0, 0, 1));
    check_vector(out, 1, 0, 2);
    CHECK_OK(pelt_arrays_morph_q16(out, base, one, third, 1, 0, 0, 1));
    check_vector(out, 0, 0, 1);
}

static uint64_t product(int32_t a, int32_t b)
{
    return (uint64_t)((int64_t)a * b);
}

/* Half up, modulo 2^32. */
static int32_t rounded(uint64_t sum)
{
    return (int32_t)(uint32_t)((sum + ONE / 2) >> 16);
}

/* The specification, sum by sum, modulo 2^64: bits 16 to 47, which count, are exact. */
static int32_t model_component(const fixture *f, uint32_t influences, uint32_t vertex, unsigned row,
                               const int32_t *v, bool translate)
{
    const int32_t *weights = f->weights + vertex * influences;
    const uint16_t *joints = f->joints + vertex * influences;
    uint64_t sum = 0;
    bool any = false;
    for (uint32_t k = 0; k < influences && joints[k] != UINT16_MAX; k++)
        any = any || weights[k] != 0;
    for (uint32_t k = 0; k < influences && joints[k] != UINT16_MAX; k++) {
        const int32_t *m = f->palette[joints[k]].m + 4u * row;
        uint64_t dot = product(translate ? m[3] : 0, ONE);
        for (unsigned c = 0; c < 3u; c++)
            dot += product(m[c], v[c]);
        sum += product(rounded(dot), any || k > 0u ? weights[k] : ONE);
    }
    return joints[0] == UINT16_MAX ? v[row] : rounded(sum);
}

static void check_against_model(uint32_t influences)
{
    fixture *f = test_take(sizeof *f);
    for (uint32_t i = 0; i < 12u * JOINTS; i++)
        f->palette[i / 12u].m[i % 12u] = test_random_extreme();
    for (uint32_t i = 0; i < VERTICES * influences; i++) {
        const uint32_t kind = test_random() % 4u; /* often all of a vertex are zero */
        f->weights[i] = kind == 0u   ? 0
                        : kind == 1u ? test_random_extreme()
                                     : test_random_within(ONE);
        f->joints[i] = (uint16_t)(test_random() % JOINTS);
        if (test_random() % 16u == 0u)
            f->joints[i] = UINT16_MAX;
    }
    for (uint32_t i = 0; i < 3u * VERTICES; i++) {
        f->positions[i] = test_random_extreme();
        f->normals[i] = test_random_within(ONE);
    }
    pelt_arrays_q16 arrays;
    int32_t *out = test_take(VERTICES * 24u);
    const pelt_output_q16 output = {out, out + 3, 24, PELT_RAW_NORMALS};
    CHECK_OK(pelt_arrays_init_q16(&arrays, f->positions, f->normals, f->joints,
                                  PELT_ARRAYS_JOINTS_U16, f->weights, 0, VERTICES, influences));
    CHECK_OK(pelt_arrays_skin_q16(&output, &arrays, f->palette, JOINTS, 0, VERTICES));
    for (uint32_t v = 0; v < VERTICES; v++) {
        const int32_t *position = f->positions + 3u * v, *normal = f->normals + 3u * v,
                      *to = out + 6u * v;
        for (unsigned r = 0; r < 3u; r++) {
            CHECK_EQ(to[r], model_component(f, influences, v, r, position, true));
            CHECK_EQ(to[3u + r], model_component(f, influences, v, r, normal, false));
        }
    }
    test_release();
}

void test_arrays(void)
{
    check_scaled_shapes();
    for (uint32_t i = 0; i < TEST_ROUNDS / 100u; i++)
        check_against_model(1u + i % MAX_INFLUENCES);
}
