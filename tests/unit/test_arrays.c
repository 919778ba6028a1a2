/* SPDX-License-Identifier: MIT */
/* Plain arrays in fixed point, to the bit; arrays.inc tests them in both arithmetics. */
#include <string.h>

#include "pelt/arrays.h"
#include "test.h"
#include "wide.h"

#define ONE 65536

typedef struct fixture {
    int32_t *positions, *normals, *weights, *output;
    uint16_t *joints;
    pelt_matrix_q16 *palette;
    pelt_arrays_q16 arrays;
    uint32_t palette_count;
} fixture;

static fixture make(uint32_t vertices, uint32_t influences, uint32_t palette_count)
{
    fixture f;
    memset(&f, 0, sizeof f);
    f.positions = test_take(vertices * 12u);
    f.normals = test_take(vertices * 12u);
    f.weights = test_take((size_t)vertices * influences * 4u);
    f.joints = test_take((size_t)vertices * influences * 2u);
    f.palette = test_take(palette_count * sizeof *f.palette);
    f.palette_count = palette_count;
    f.arrays.positions = f.positions;
    f.arrays.normals = f.normals;
    f.arrays.joints = f.joints;
    f.arrays.weights = f.weights;
    f.arrays.vertex_count = vertices;
    f.arrays.joint_type = PELT_ARRAYS_JOINTS_U16;
    f.arrays.influence_count = influences;
    return f;
}

static void identity(pelt_matrix_q16 *m)
{
    for (unsigned i = 0; i < 12u; i++)
        m->m[i] = i % 5u == 0u ? ONE : 0;
}

/* One vertex, one influence: matrix and weight given. */
static void skin_one(int32_t out[6], const int32_t matrix[12], int32_t x, int32_t y, int32_t z,
                     int32_t weight)
{
    const int32_t v[3] = {x, y, z};
    const uint16_t joint = 0;
    pelt_matrix_q16 palette;
    for (unsigned i = 0; i < 12u; i++)
        palette.m[i] = matrix[i];
    const pelt_arrays_q16 arrays = {.positions = v,
                                    .normals = v,
                                    .joints = &joint,
                                    .weights = &weight,
                                    .vertex_count = 1,
                                    .joint_type = PELT_ARRAYS_JOINTS_U16,
                                    .influence_count = 1};
    const pelt_output_q16 output = {out, out + 3, 24, PELT_RAW_NORMALS};
    CHECK_OK(pelt_arrays_skin_q16(&output, &arrays, &palette, 1, 0, 1));
}

static void check_vector(const int32_t v[3], int32_t x, int32_t y, int32_t z)
{
    CHECK_EQ(v[0], x);
    CHECK_EQ(v[1], y);
    CHECK_EQ(v[2], z);
}

static void check_by_hand(void)
{
    static const int32_t same[12] = {ONE, 0, 0, 0, 0, ONE, 0, 0, 0, 0, ONE, 0};
    static const int32_t moved[12] = {ONE, 0, 0, 5 * ONE, 0, ONE, 0, -7, 0, 0, ONE, INT32_MIN};
    /* 90 degrees about +Z, then 90 degrees about +X doubled */
    static const int32_t about_z[12] = {0, -ONE, 0, 0, ONE, 0, 0, 0, 0, 0, ONE, 0};
    static const int32_t about_x[12] = {2 * ONE, 0, 0, 0, 0, 0, -2 * ONE, 0, 0, 2 * ONE, 0, 0};
    static const int32_t half[12] = {ONE / 2, 0, 0, 0, 0, ONE / 2, 0, 0, 0, 0, ONE / 2, 0};
    int32_t out[6];
    skin_one(out, same, 123456, -654321, INT32_MAX, ONE);
    check_vector(out, 123456, -654321, INT32_MAX);
    check_vector(out + 3, 123456, -654321, INT32_MAX);
    skin_one(out, moved, ONE, 2 * ONE, 1, ONE);
    check_vector(out, 6 * ONE, 2 * ONE - 7, INT32_MIN + 1);
    check_vector(out + 3, ONE, 2 * ONE, 1); /* normals do not translate */
    skin_one(out, about_z, 3 * ONE, 4 * ONE, 5 * ONE, ONE);
    check_vector(out, -4 * ONE, 3 * ONE, 5 * ONE);
    skin_one(out, about_x, 3 * ONE, 4 * ONE, 5 * ONE, ONE);
    check_vector(out, 6 * ONE, -10 * ONE, 8 * ONE);

    /* Half up, in the transform ... */
    skin_one(out, half, 1, -1, 3, ONE);
    check_vector(out, 1, 0, 2);
    skin_one(out, half, -3, 2, -5, ONE);
    check_vector(out, -1, 1, -2);
    /* ... and in the weighted sum. */
    skin_one(out, same, 1, -1, 3, ONE / 2);
    check_vector(out, 1, 0, 2);
    skin_one(out, same, -3, 4, -5, ONE / 2);
    check_vector(out, -1, 2, -2);
}

static void check_ends(void)
{
    fixture f = make(3, 3, 2);
    static const uint16_t joints[9] = {UINT16_MAX, 7,          7,    /* untransformed */
                                       1,          UINT16_MAX, 9999, /* ends after one */
                                       0,          1,          0};
    static const int32_t weights[9] = {ONE, ONE, ONE, ONE / 4, ONE, ONE, 0, ONE / 2, 0};
    for (unsigned i = 0; i < 9u; i++) {
        f.joints[i] = joints[i];
        f.weights[i] = weights[i];
        f.positions[i] = (int32_t)(i + 1u) * ONE;
        f.normals[i] = -(int32_t)i;
    }
    identity(&f.palette[0]);
    identity(&f.palette[1]);
    f.palette[1].m[3] = 100 * ONE;
    int32_t out[18];
    const pelt_output_q16 output = {out, out + 3, 24, PELT_RAW_NORMALS};
    CHECK_OK(pelt_arrays_skin_q16(&output, &f.arrays, f.palette, 2, 0, 3));
    check_vector(out, ONE, 2 * ONE, 3 * ONE);
    check_vector(out + 3, 0, -1, -2);
    check_vector(out + 6, 26 * ONE, 5 * ONE / 4, 6 * ONE / 4);
    check_vector(out + 12, 107 * ONE / 2, 4 * ONE, 9 * ONE / 2);
    check_vector(out + 15, -3, -3, -4); /* -6/2, -7/2, -8/2: half up */

    /* All weights zero: the first joint has all. */
    for (unsigned i = 0; i < 9u; i++)
        f.weights[i] = 0;
    CHECK_OK(pelt_arrays_skin_q16(&output, &f.arrays, f.palette, 2, 1, 2));
    check_vector(out, 104 * ONE, 5 * ONE, 6 * ONE);
    check_vector(out + 6, 7 * ONE, 8 * ONE, 9 * ONE);
    test_release();
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
        f.weights[i] = test_random() & 1u ? test_random_within(ONE) : test_random_extreme();
        f.joints[i] = (uint16_t)(test_random() % 4u);
        if (test_random() % 16u == 0u)
            f.joints[i] = UINT16_MAX;
    }
    for (uint32_t i = 0; i < 3u * vertices; i++) {
        f.positions[i] = test_random_extreme();
        f.normals[i] = test_random_within(ONE);
    }
    f.output = test_take(vertices * 24u);
    const pelt_output_q16 output = {f.output, f.output + 3, 24, PELT_RAW_NORMALS};
    CHECK_OK(pelt_arrays_skin_q16(&output, &f.arrays, f.palette, 4, 0, vertices));
    for (uint32_t v = 0; v < vertices; v++) {
        for (unsigned r = 0; r < 3u; r++) {
            CHECK_EQ(f.output[6u * v + r], model_component(&f, v, r, f.positions + 3u * v, true));
            CHECK_EQ(f.output[6u * v + 3u + r],
                     model_component(&f, v, r, f.normals + 3u * v, false));
        }
    }
    test_release();
}

void test_arrays(void)
{
    check_by_hand();
    check_ends();
    check_scaled_shapes();
    for (uint32_t i = 0; i < TEST_ROUNDS / 100u; i++)
        check_against_model(1u + i % 8u);
}
