/* SPDX-License-Identifier: MIT */
/* Plain arrays in fixed point, to the bit; arrays.inc tests them in both arithmetics. */
#include "pelt/arrays.h"
#include "test.h"
#include "wide.h"

#define ONE 65536

typedef struct fixture {
    int32_t *positions, *normals, *weights;
    uint16_t *joints;
    pelt_matrix_q16 *palette;
    pelt_arrays_q16 arrays;
} fixture;

static fixture make(uint32_t vertices, uint32_t influences, uint32_t palette_count)
{
    fixture f;
    f.positions = test_take(vertices * 12u);
    f.normals = test_take(vertices * 12u);
    f.weights = test_take((size_t)vertices * influences * 4u);
    f.joints = test_take((size_t)vertices * influences * 2u);
    f.palette = test_take(palette_count * sizeof *f.palette);
    CHECK_OK(pelt_arrays_init_q16(&f.arrays, f.positions, f.normals, f.joints,
                                  PELT_ARRAYS_JOINTS_U16, f.weights, 0, vertices, influences));
    return f;
}

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

/* The specification, sum by sum, in 128 bits. */
static int32_t model_component(const fixture *f, uint32_t vertex, unsigned row, const int32_t *v,
                               bool translate)
{
    const uint32_t influences = f->arrays.influence_count;
    wide sum = wide_zero();
    bool any = false;
    for (uint32_t k = 0; k < influences && f->joints[vertex * influences + k] != UINT16_MAX; k++)
        any = any || f->weights[vertex * influences + k] != 0;
    for (uint32_t k = 0; k < influences; k++) {
        const int32_t weight = any || k > 0u ? f->weights[vertex * influences + k] : ONE;
        const uint16_t joint = f->joints[vertex * influences + k];
        if (joint == UINT16_MAX)
            break;
        const int32_t *m = f->palette[joint].m + 4u * row;
        wide dot = wide_product(translate ? m[3] : 0, ONE);
        for (unsigned c = 0; c < 3u; c++)
            dot = wide_add_product(dot, m[c], v[c]);
        sum = wide_add_product(sum, wide_round(dot, 16), weight);
    }
    return f->joints[vertex * influences] == UINT16_MAX ? v[row] : wide_round(sum, 16);
}

static void check_against_model(uint32_t influences)
{
    const uint32_t vertices = 8;
    fixture f = make(vertices, influences, 4);
    for (uint32_t i = 0; i < 48u; i++)
        f.palette[i / 12u].m[i % 12u] = test_random_extreme();
    for (uint32_t i = 0; i < vertices * influences; i++) {
        const uint32_t kind = test_random() % 4u; /* often all of a vertex are zero */
        f.weights[i] = kind == 0u   ? 0
                       : kind == 1u ? test_random_extreme()
                                    : test_random_within(ONE);
        f.joints[i] = (uint16_t)(test_random() % 4u);
        if (test_random() % 16u == 0u)
            f.joints[i] = UINT16_MAX;
    }
    for (uint32_t i = 0; i < 3u * vertices; i++) {
        f.positions[i] = test_random_extreme();
        f.normals[i] = test_random_within(ONE);
    }
    int32_t *out = test_take(vertices * 24u);
    const pelt_output_q16 output = {out, out + 3, 24, PELT_RAW_NORMALS};
    CHECK_OK(pelt_arrays_skin_q16(&output, &f.arrays, f.palette, 4, 0, vertices));
    for (uint32_t v = 0; v < vertices; v++) {
        for (unsigned r = 0; r < 3u; r++) {
            CHECK_EQ(out[6u * v + r], model_component(&f, v, r, f.positions + 3u * v, true));
            CHECK_EQ(out[6u * v + 3u + r], model_component(&f, v, r, f.normals + 3u * v, false));
        }
    }
    test_release();
}

void test_arrays(void)
{
    check_scaled_shapes();
    for (uint32_t i = 0; i < TEST_ROUNDS / 100u; i++)
        check_against_model(1u + i % 8u);
}
