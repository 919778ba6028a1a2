/* SPDX-License-Identifier: MIT */
/* The rows `textbook`: measures the best textbook loops, and compares their first results with
 * those in double precision. */
#include <string.h>

#include "loops.h"

/* The image links one of these. */
extern textbook_loops textbook_o2 __attribute__((weak)), textbook_o3 __attribute__((weak));

static const char *const precisions[] = {"q16", "q12", "f32", "q16"};

/// Vertices /////////////////////////////////////////////////////////////////////////////////////

#define FILL(suffix, matrices)                                                                     \
    static void fill_##suffix(const loop_place *p)                                                 \
    {                                                                                              \
        textbook_vertex_##suffix *v = (void *)p->inputs;                                           \
        for (uint32_t i = 0; i < p->vertices; i++) {                                               \
            memcpy(v[i].position, bench_##suffix##_positions + 3u * i, sizeof v[i].position);      \
            memcpy(v[i].normal, bench_##suffix##_normals + 3u * i, sizeof v[i].normal);            \
            memcpy(v[i].weights, bench_##suffix##_weights + 4u * i, sizeof v[i].weights);          \
            for (unsigned k = 0; k < 4u; k++)                                                      \
                v[i].joints[k] = (uint8_t)bench_plain_joints[4u * i + k];                          \
        }                                                                                          \
        memcpy(p->palette, matrices, LOOP_PALETTE_BYTES);                                          \
    }

FILL(q16, bench_q16_plain_palette)
#if TEXTBOOK_FLOAT
FILL(f32, bench_f32_palette)
#endif

/* Steps are 1/512 unit, that is Q7 of Q16.16. */
static void fill_16(const loop_place *p, textbook_arithmetic a)
{
    textbook_vertex_16 *v = (void *)p->inputs;
    for (uint32_t i = 0; i < p->vertices; i++) {
        for (unsigned c = 0; c < 3u; c++) {
            v[i].position[c] = (int16_t)(bench_q16_positions[3u * i + c] / 128);
            v[i].normal[c] = (int16_t)(bench_q16_normals[3u * i + c] / 2);
        }
        for (unsigned k = 0; k < 4u; k++) {
            const int32_t weight = bench_q16_weights[4u * i + k];
            v[i].weights[k] = (int16_t)(a == TEXTBOOK_HALVES ? weight / 2 : weight / 4);
            v[i].joints[k] = (uint8_t)bench_plain_joints[4u * i + k];
        }
    }
    for (unsigned e = 0; e < 12u * BENCH_JOINTS; e++) {
        const int32_t m = bench_q16_plain_palette[e];
        if (a == TEXTBOOK_HALVES)
            p->palette[e].fixed = e % 4u == 3u ? m * 64 : m * 8192;
        else
            p->palette[e].fixed = e % 4u == 3u ? m / 128 : (m + 2) >> 2;
    }
}

static void fill(const loop_place *p, textbook_arithmetic a)
{
    if (a == TEXTBOOK_Q16)
        fill_q16(p);
#if TEXTBOOK_FLOAT
    else if (a == TEXTBOOK_F32)
        fill_f32(p);
#endif
    else
        fill_16(p, a);
}

/// Results //////////////////////////////////////////////////////////////////////////////////////

static int32_t to_q16(textbook_arithmetic a, bool normal, loop_word got, uint32_t influences)
{
    switch (a) {
    case TEXTBOOK_Q16: return got.fixed;
    case TEXTBOOK_HALVES: /* positions Q22, that is Q13 steps; normals Q28 */
        return got.fixed >> (normal ? 12 : 6) << (influences > 1u);
    case TEXTBOOK_Q12: return got.fixed * (normal ? 2 : 128);
    default: return (int32_t)(got.real * 65536.0f);
    }
}

/* Positions must be within 1/16384 of their range of 128 units, in q12 1/4096, in f32 1/500000;
 * normals within 2^-12 of one. */
static bool is_near(textbook_arithmetic a, bool normal, int32_t value, int32_t expected)
{
    static const int32_t bounds[] = {512, 2048, 16, 512};
    const int32_t error = value < expected ? expected - value : value - expected;
    return error <= (normal ? 16 : bounds[a]);
}

static void check(const loop_place *p, textbook_arithmetic a, uint32_t influences)
{
    static const int32_t *const expected[] = {bench_expected_1, bench_expected_2, bench_expected_3,
                                              bench_expected_4};
    for (uint32_t i = 0; i < LOOP_WORDS * BENCH_EXPECTED; i++) {
        const bool normal = i % LOOP_WORDS >= 3u;
        if (!is_near(a, normal, to_q16(a, normal, p->out[i], influences),
                     expected[influences - 1u][i]))
            bench_fail("a textbook loop is wrong");
    }
}

static void bench_form(const loop_place *p, textbook_arithmetic a, textbook_loop *const runs[4])
{
    for (uint32_t n = 1; n <= 4u && runs[n - 1u] != NULL; n++) {
        const bench_subject subject = {"textbook", precisions[a], n, "pn", NULL};
        memset(p->out, 0, 4u * LOOP_WORDS * BENCH_EXPECTED);
        measure_loop(&subject, runs[n - 1u], p);
        check(p, a, n);
    }
}

void bench_textbook(const loop_place *p)
{
    textbook_loops *const loops = &textbook_o2 != NULL ? &textbook_o2 : &textbook_o3;
    for (unsigned a = 0; a < TEXTBOOK_ARITHMETICS; a++) {
        fill(p, (textbook_arithmetic)a);
        for (unsigned form = 0; form < TEXTBOOK_FORMS; form++)
            bench_form(p, (textbook_arithmetic)a, (*loops)[a][form]);
    }
}
