/* SPDX-License-Identifier: MIT */
/* Vertices of 16 bits: rounding, saturation, strides, in place; the linked kernel and the call. */
#include "pelt.h"
#include "test.h"

#define COUNT 9u
#define STRIDE_MAX 32u

/* To the nearest multiple of 2^shift, halves up, by division in 64 bits; saturated. */
static int32_t narrowed(int32_t value, uint32_t shift)
{
    const int64_t step = (int64_t)1 << shift;
    int64_t doubled = 2 * (int64_t)value + step; /* of the value plus half a step */
    int64_t steps = doubled / (2 * step);
    if (doubled % (2 * step) < 0)
        steps--;
    return (int32_t)(steps > 32767 ? 32767 : steps < -32768 ? -32768 : steps);
}

static bool vertex_right(const int16_t *actual, const pelt_vertex_q16 *v, uint32_t shift)
{
    bool right = true;
    for (unsigned c = 0; c < 3u; c++)
        right = right && actual[c] == narrowed(v->position[c], shift) &&
                actual[3u + c] == narrowed(v->normal[c], 4);
    return right;
}

/* Beside the vertices nothing else is written; or over themselves, at a stride up to their own. */
static void check_layout(const pelt_vertex_q16 *vertices, uint32_t count, uint32_t stride,
                         uint32_t shift, bool in_place)
{
    uint8_t *out = test_take(STRIDE_MAX * COUNT + 4u);
    bool right = true, guarded = true;
    test_fill(out, STRIDE_MAX * COUNT + 4u);
    if (in_place)
        memcpy(out, vertices, sizeof *vertices * count);
    CHECK_OK(pelt_vertices_narrow_q16((int16_t *)(void *)out, stride,
                                      in_place ? (const void *)out : vertices, count, shift));
    for (uint32_t i = 0; i < count; i++) {
        right = right && vertex_right((const int16_t *)(const void *)(out + stride * i),
                                      &vertices[i], shift);
        guarded = guarded && test_filled(out + stride * i + 12u, stride - 12u);
    }
    CHECK(right);
    CHECK(in_place || (guarded && test_filled(out + stride * count, 4)));
}

static void check_known(void)
{
    static const struct {
        int32_t value;
        uint32_t shift;
        int16_t expected;
    } known[] = {{0, 7, 0},
                 {63, 7, 0},
                 {64, 7, 1},
                 {-64, 7, 0},
                 {-65, 7, -1},
                 {1 << 22, 7, 32767},
                 {-(1 << 22), 7, -32768},
                 {INT32_MAX, 16, 32767},
                 {INT32_MIN, 16, -32768},
                 {INT32_MAX, 0, 32767},
                 {1, 1, 1},
                 {-1, 1, 0},
                 {-3, 1, -1},
                 {32767, 0, 32767},
                 {32768, 0, 32767},
                 {-32769, 0, -32768},
                 {65535, 1, 32767},
                 {0x7FFF7FFF, 16, 32767},
                 {0x7FFE8000, 16, 32767},
                 {0x7FFE7FFF, 16, 32766}};
    for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++) {
        const pelt_vertex_q16 v = {{0, 0, known[i].value}, {65536, -65536, 8}};
        int16_t *out = test_take(12);
        CHECK_OK(pelt_vertices_narrow_q16(out, 12, &v, 1, known[i].shift));
        CHECK_EQ(out[2], known[i].expected);
        CHECK(out[3] == 4096 && out[4] == -4096 && out[5] == 1);
    }
}

static void check_arguments(const pelt_vertex_q16 *vertices)
{
    int16_t *out = test_take(16);
    test_fill(out, 16);
    CHECK_EQ(pelt_vertices_narrow_q16(out, 14, vertices, 1, 7), PELT_E_ARGUMENT);
    CHECK_EQ(pelt_vertices_narrow_q16(out + 1, 12, vertices, 1, 7), PELT_E_ALIGNMENT);
    CHECK_OK(pelt_vertices_narrow_q16(out, 12, vertices, 0, 7));
    CHECK(test_filled(out, 16));
}

void test_narrow(void)
{
    check_known();
    for (uint32_t round = 0; round < TEST_ROUNDS / 8u + 17u; round++) {
        pelt_vertex_q16 *vertices = test_take(sizeof *vertices * COUNT);
        for (uint32_t i = 0; i < COUNT; i++)
            for (unsigned c = 0; c < 3u; c++) {
                vertices[i].position[c] =
                    round % 2u == 0u ? test_random_extreme() : test_random_within(1 << 23);
                vertices[i].normal[c] = test_random_within(65549);
            }
        check_layout(vertices, 1u + round % COUNT, 12u + 4u * (round % 6u), round % 17u, false);
        for (uint32_t stride = 12; round % 8u == 0u && stride <= sizeof *vertices; stride += 4u)
            check_layout(vertices, COUNT, stride, round / 8u % 17u, true);
        if (round == 0u)
            check_arguments(vertices);
        test_release();
    }
}
