/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "pelt/arrays.h"
#include "test.h"

#define VERTICES 6u
#define PALETTE 3u

typedef struct fixture {
    float positions[3u * VERTICES], normals[3u * VERTICES];
    float weights[4u * VERTICES];
    uint16_t joints[4u * VERTICES];
    pelt_matrix_f32 palette[PALETTE];
    pelt_arrays_f32 arrays;
} fixture;

static fixture *make(void)
{
    fixture *f = test_take(sizeof *f);
    memset(f, 0, sizeof *f);
    for (unsigned i = 0; i < 3u * VERTICES; i++) {
        f->positions[i] = 8.0f * test_random_unit();
        f->normals[i] = test_random_unit();
    }
    for (unsigned i = 0; i < 12u * PALETTE; i++)
        f->palette[i / 12u].m[i % 12u] = 2.0f * test_random_unit();
    for (unsigned i = 0; i < 4u * VERTICES; i++) {
        f->joints[i] = (uint16_t)(test_random() % PALETTE);
        f->weights[i] = (float)(test_random() % 64u) / 128.0f;
    }
    f->arrays.positions = f->positions;
    f->arrays.normals = f->normals;
    f->arrays.joints = f->joints;
    f->arrays.weights = f->weights;
    f->arrays.vertex_count = VERTICES;
    f->arrays.influence_count = 4;
    return f;
}

static double model_component(const fixture *f, uint32_t vertex, unsigned row, const float *v,
                              bool translate)
{
    double sum = 0;
    if (f->joints[4u * vertex] == UINT16_MAX)
        return (double)v[row];
    for (uint32_t k = 0; k < 4u && f->joints[4u * vertex + k] != UINT16_MAX; k++) {
        const float *m = f->palette[f->joints[4u * vertex + k]].m + 4u * row;
        double dot = translate ? (double)m[3] : 0.0;
        for (unsigned c = 0; c < 3u; c++)
            dot += (double)m[c] * (double)v[c];
        sum += dot * (double)f->weights[4u * vertex + k];
    }
    return sum;
}

static void check_values(void)
{
    fixture *f = make();
    f->joints[4] = UINT16_MAX;            /* vertex 1: untransformed */
    f->joints[5] = 77;                    /* behind the end: not looked at */
    f->joints[4u * 2u + 2u] = UINT16_MAX; /* vertex 2: two influences */
    f->weights[4u * 3u] = 0.0f;
    float *out = test_take(VERTICES * 24u);
    const pelt_output_f32 output = {out, out + 3, 24, PELT_RAW_NORMALS};
    CHECK_OK(pelt_arrays_skin_f32(&output, &f->arrays, f->palette, PALETTE, 0, VERTICES));
    for (uint32_t v = 0; v < VERTICES; v++) {
        for (unsigned r = 0; r < 3u; r++) {
            CHECK_NEAR((double)out[6u * v + r],
                       model_component(f, v, r, f->positions + 3u * v, true), 1e-4);
            CHECK_NEAR((double)out[6u * v + 3u + r],
                       model_component(f, v, r, f->normals + 3u * v, false), 1e-5);
        }
    }
    CHECK(test_same(out + 6, f->positions + 3, 12));

    /* Any partition and stride. */
    for (uint32_t stride = 12; stride <= 32u; stride += 4u) {
        uint8_t *positions = test_take(VERTICES * stride), *normals = test_take(VERTICES * stride);
        test_fill(positions, VERTICES * stride);
        test_fill(normals, VERTICES * stride);
        for (uint32_t first = 0; first < VERTICES;) {
            const uint32_t left = VERTICES - first;
            const uint32_t count = 1u + test_random() % left;
            const pelt_output_f32 part = {(float *)(void *)(positions + first * stride),
                                          (float *)(void *)(normals + first * stride), stride,
                                          PELT_RAW_NORMALS};
            CHECK_OK(pelt_arrays_skin_f32(&part, &f->arrays, f->palette, PALETTE, first, count));
            first += count;
        }
        bool same = true, guarded = true;
        for (uint32_t v = 0; v < VERTICES; v++) {
            same = same && test_same(positions + v * stride, out + 6u * v, 12) &&
                   test_same(normals + v * stride, out + 6u * v + 3u, 12);
            guarded = guarded && test_filled(positions + v * stride + 12u, stride - 12u) &&
                      test_filled(normals + v * stride + 12u, stride - 12u);
        }
        CHECK(same);
        CHECK(guarded);
    }
    test_release();
}

static void check_refusals(void)
{
    fixture *f = make();
    float *out = test_take(VERTICES * 24u);
    test_fill(out, VERTICES * 24u);
    const pelt_output_f32 good = {out, out + 3, 24, PELT_RAW_NORMALS};
    pelt_output_f32 bad = good;
    const pelt_matrix_f32 *palette = f->palette;
    const pelt_arrays_f32 *arrays = &f->arrays;
#define REFUSED(output, arrays, palette, count, status)                                            \
    CHECK_EQ(pelt_arrays_skin_f32(output, arrays, palette, PALETTE, 0, count), status)
    REFUSED(NULL, arrays, palette, VERTICES, PELT_E_ARGUMENT);
    REFUSED(&good, NULL, palette, VERTICES, PELT_E_ARGUMENT);
    REFUSED(&good, arrays, NULL, VERTICES, PELT_E_ARGUMENT);
    REFUSED(&good, arrays, palette, VERTICES + 1u, PELT_E_RANGE);
    bad.stride_bytes = 8;
    REFUSED(&bad, arrays, palette, VERTICES, PELT_E_ARGUMENT);
    bad.stride_bytes = 25;
    REFUSED(&bad, arrays, palette, VERTICES, PELT_E_ARGUMENT);
    f->joints[4u * VERTICES - 1u] = PALETTE;
    REFUSED(&good, arrays, palette, VERTICES, PELT_E_RANGE);
    CHECK(test_filled(out, VERTICES * 24u));
    REFUSED(&good, arrays, palette, VERTICES - 1u, PELT_OK);
    CHECK(test_filled(out + 6u * (VERTICES - 1u), 24));
#undef REFUSED
    test_release();
}

/// Layouts ///////////////////////////////////////////////////////////////////////////////////////

typedef float num;

#define NAME(name) name##_f32
#define CALL(name) name##_f32
#define LAYOUT_ONE 1.0f
#define LAYOUT_NUM(limit) (limit * test_random_unit())
#define LENGTH_TOLERANCE 1e-6
#define SHAPE_TOLERANCE 2e-6
#define PACKED_TOLERANCE 4e-6

void layouts_f32(void);
#include "layout.inc"

void test_arrays_f32(void)
{
    for (uint32_t i = 0; i <= TEST_ROUNDS / 200u; i++)
        check_values();
    check_refusals();
    layouts_f32();
}
