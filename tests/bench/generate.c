/* SPDX-License-Identifier: MIT */
/*
 * Writes the data of the benchmark as C: vertex records as the baker lays them out, palettes, and
 * the same vertices as plain arrays for the textbook loops. The same bytes on every host.
 *
 *   generate OUT.c VERTICES
 *
 * Joints, weights, positions and normals are random per vertex; palettes are random rotations and
 * translations.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench_data.h"
#include "src/blob/format.h"

enum { SLOTS = 4, GRID = 512 /* int16 steps per unit: coordinates within 64 units */ };

typedef struct vertex {
    uint32_t joint[SLOTS];
    int32_t weight[SLOTS];          /* Q15, sum 32768 */
    int16_t position[3], normal[3]; /* grid steps; Q15 */
} vertex;

static uint32_t state;

static uint32_t draw(uint32_t below)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return (state >> 8) % below;
}

/* [-1, 1) */
static double draw_unit(void)
{
    return (double)draw(1u << 20) / (1 << 19) - 1.0;
}

/* Uniform in the ball, then scaled to length 1: only exact operations and square roots. */
static void draw_direction(double *v, int count)
{
    double squares;
    do {
        squares = 0.0;
        for (int i = 0; i < count; i++) {
            v[i] = draw_unit();
            squares += v[i] * v[i];
        }
    } while (squares < 0.01 || squares > 1.0);
    for (int i = 0; i < count; i++)
        v[i] /= sqrt(squares);
}

/// Vertices /////////////////////////////////////////////////////////////////////////////////////

static void draw_joints(uint32_t joint[SLOTS])
{
    for (uint32_t k = 0; k < SLOTS; k++) {
        uint32_t i;
        do {
            joint[k] = draw(BENCH_JOINTS);
            for (i = 0; i < k && joint[i] != joint[k]; i++)
                continue;
        } while (i < k);
    }
}

/* What rounding leaves goes to the first; no weight reaches 1 where there are several. */
static void draw_weights(int32_t weight[SLOTS], uint32_t influences)
{
    int32_t share[SLOTS], sum = 0, left = 32768;
    for (uint32_t k = 0; k < influences; k++)
        sum += share[k] = 1 + (int32_t)draw(1000);
    for (uint32_t k = 0; k < SLOTS; k++)
        weight[k] = 0;
    for (uint32_t k = 1; k < influences; k++)
        left -= weight[k] = share[k] * 32767 / sum;
    weight[0] = left;
}

static void draw_vertex(vertex *v, uint32_t influences)
{
    double normal[3];
    draw_joints(v->joint);
    draw_weights(v->weight, influences);
    draw_direction(normal, 3);
    for (int i = 0; i < 3; i++) {
        v->position[i] = (int16_t)(draw_unit() * 32767.0);
        v->normal[i] = (int16_t)(normal[i] * 32767.0);
    }
}

/// Records //////////////////////////////////////////////////////////////////////////////////////

static void write_q16(FILE *to, const vertex *v, uint32_t influences)
{
    const uint32_t slots = influences == 3u ? 4u : influences;
    for (uint32_t k = 0; k < slots; k++)
        fprintf(to, "%u, ", v->joint[k == influences ? 0 : k] * FORMAT_ENTRY_BYTES);
    for (uint32_t k = 0; influences > 1u && k < slots; k++)
        fprintf(to, "%d, ", v->weight[k]);
    for (int i = 0; i < 3; i++)
        fprintf(to, "%d, ", v->position[i]);
    for (int i = 0; i < 3; i++)
        fprintf(to, "%d, ", influences == 1u ? v->normal[i] / 2 : v->normal[i]);
    fprintf(to, influences == 1u ? "0,\n" : "\n");
}

/* Weights to Q14, normals to Q7; z has a word where there are weights for it to follow. */
static void write_q12(FILE *to, const vertex *v, uint32_t influences)
{
    const uint32_t slots = influences == 3u ? 4u : influences;
    int32_t left = 16384, weight[SLOTS];
    for (uint32_t k = 1; k < SLOTS; k++)
        left -= weight[k] = v->weight[k] / 2;
    weight[0] = left;
    for (uint32_t k = 0; k < slots; k++)
        fprintf(to, "%u, ", v->joint[k == influences ? 0 : k] * FORMAT_ENTRY_BYTES);
    for (uint32_t k = 0; influences > 2u && k < slots; k++)
        fprintf(to, "%d, ", weight[k]);
    fprintf(to, "%d, %d, ", v->position[0], v->position[1]);
    if (influences > 2u)
        fprintf(to, "BENCH_HALFWORDS(%d), ", v->position[2]);
    else
        fprintf(to, "%d, ", v->position[2]);
    if (influences == 2u)
        fprintf(to, "%d, ", weight[1]);
    fprintf(to, "BENCH_BYTES(%d, %d), BENCH_BYTES(0, %d),\n", v->normal[0] / 256,
            v->normal[1] / 256, v->normal[2] / 256);
}

static uint32_t float_word(double value)
{
    const union {
        float f;
        uint32_t u;
    } word = {(float)value};
    return word.u;
}

static void write_f32(FILE *to, const vertex *v, uint32_t influences)
{
    for (uint32_t k = 0; k < influences; k++)
        fprintf(to, "%u, ", v->joint[k] * FORMAT_ENTRY_BYTES);
    for (uint32_t k = 0; influences > 1u && k < influences; k++)
        fprintf(to, "0x%08x, ", float_word(v->weight[k] / 32768.0));
    for (int i = 0; i < 3; i++)
        fprintf(to, "0x%08x, ", float_word((double)v->position[i] / GRID));
    for (int i = 0; i < 3; i++)
        fprintf(to, "0x%08x, ", float_word(v->normal[i] / 32767.0));
    fprintf(to, "\n");
}

typedef struct layout {
    const char *declaration;
    void (*write)(FILE *to, const vertex *v, uint32_t influences);
} layout;

/* The same vertices in every layout. */
static void write_records(FILE *to, const layout *l, uint32_t influences, uint32_t count)
{
    state = 0x70656C74u + influences;
    fprintf(to, "\n%s_%u[] = {\n", l->declaration, influences);
    for (uint32_t i = 0; i < count; i++) {
        vertex v;
        draw_vertex(&v, influences);
        l->write(to, &v, influences);
    }
    fprintf(to, "};\n");
}

/// Palettes and plain arrays ////////////////////////////////////////////////////////////////////

static void draw_matrix(double m[12])
{
    double q[4];
    draw_direction(q, 4);
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const double rotation[9] = {
        1 - 2 * (y * y + z * z), 2 * (x * y - z * w),     2 * (x * z + y * w),
        2 * (x * y + z * w),     1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
        2 * (x * z - y * w),     2 * (y * z + x * w),     1 - 2 * (x * x + y * y)};
    for (int i = 0; i < 9; i++)
        m[i / 3 * 4 + i % 3] = rotation[i];
    for (int i = 0; i < 3; i++)
        m[4 * i + 3] = 32.0 * draw_unit();
}

/* The 3x3 and the translation times these; 0: floats. Folded ones are per grid step (format.h). */
static void write_palette(FILE *to, const char *declaration, double scale, double translation)
{
    fprintf(to, "\n%s[BENCH_PALETTE_WORDS] = {\n", declaration);
    state = 0x6A6F696Eu;
    for (uint32_t j = 0; j < BENCH_JOINTS; j++) {
        double m[12];
        draw_matrix(m);
        for (int i = 0; i < 12; i++) {
            if (scale == 0.0)
                fprintf(to, "%af, ", (double)(float)m[i]);
            else
                fprintf(to, "%d, ", (int32_t)(m[i] * (i % 4 == 3 ? translation : scale)));
        }
        fprintf(to, "\n");
    }
    fprintf(to, "0, 0, 0, 0\n};\n"); /* FORMAT_PALETTE_PAD_BYTES */
}

typedef enum attribute { POSITION, NORMAL, JOINTS, WEIGHTS } attribute;

/* The attribute's k-th number: Q16.16, or a float. */
static void write_number(FILE *to, const vertex *v, attribute a, int k, int f32)
{
    const double value = a == POSITION ? (double)v->position[k] / GRID
                         : a == NORMAL ? v->normal[k] / 32768.0
                                       : v->weight[k] / 32768.0;
    if (a == JOINTS)
        fprintf(to, "%u, ", v->joint[k]);
    else if (f32)
        fprintf(to, "%af, ", (double)(float)value);
    else
        fprintf(to, "%d, ", (int32_t)(value * 65536.0));
}

static void write_plain(FILE *to, const char *declaration, attribute a, int f32, uint32_t count)
{
    const int numbers = a == JOINTS || a == WEIGHTS ? SLOTS : 3;
    state = 0x706C6E00u;
    fprintf(to, "\n%s[] = {\n", declaration);
    for (uint32_t i = 0; i < count; i++) {
        vertex v;
        draw_vertex(&v, SLOTS);
        for (int k = 0; k < numbers; k++)
            write_number(to, &v, a, k, f32);
        fprintf(to, "\n");
    }
    fprintf(to, "};\n");
}

/* What textbook.h's loops make of the first vertices of these arrays, in double, to Q16.16:
 * position and normal by the first `influences`; one alone has no weight. */
static void write_expected(FILE *to, uint32_t influences)
{
    static double palette[BENCH_JOINTS][12];
    vertex vertices[BENCH_EXPECTED];
    state = 0x6A6F696Eu; /* as write_palette */
    for (uint32_t j = 0; j < BENCH_JOINTS; j++)
        draw_matrix(palette[j]);
    state = 0x706C6E00u; /* as write_plain */
    for (uint32_t i = 0; i < BENCH_EXPECTED; i++)
        draw_vertex(&vertices[i], SLOTS);
    fprintf(to, "\nconst int32_t bench_expected_%u[] = {\n", influences);
    for (uint32_t i = 0; i < 6u * BENCH_EXPECTED; i++) {
        const vertex *v = &vertices[i / 6u];
        double sum = 0.0;
        for (uint32_t k = 0; k < influences; k++) {
            const double *row = palette[v->joint[k]] + 4u * (i % 3u);
            double part = i % 6u < 3u ? row[3] : 0.0;
            for (int c = 0; c < 3; c++)
                part +=
                    row[c] * (i % 6u < 3u ? (double)v->position[c] / GRID : v->normal[c] / 32768.0);
            sum += part * (influences == 1u ? 1.0 : v->weight[k] / 32768.0);
        }
        fprintf(to, "%.0f, ", sum * 65536.0);
    }
    fprintf(to, "\n};\n");
}

/* int16, of 14 bits as in q12, or floats; handedness last. */
static void write_tangents(FILE *to, const char *declaration, int f32, uint32_t count)
{
    state = 0x74616E67u;
    fprintf(to, "\n%s[] = {\n", declaration);
    for (uint32_t i = 0; i < count; i++) {
        vertex v;
        draw_vertex(&v, 1);
        for (int k = 0; k < 3; k++)
            fprintf(to, f32 ? "%af, " : "%.0f, ",
                    f32 ? (double)(float)(v.normal[k] / 32768.0) : (double)(v.normal[k] / 4));
        fprintf(to, f32 ? "1.0f,\n" : "8191,\n");
    }
    fprintf(to, "};\n");
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: generate OUT.c VERTICES\n");
        return 2;
    }
    const uint32_t count = (uint32_t)strtoul(argv[2], NULL, 10);
    FILE *to = fopen(argv[1], "w");
    if (to == NULL) {
        perror(argv[1]);
        return 3;
    }
    fprintf(to, "/* Generated by tests/bench/generate.c. */\n#include \"bench_data.h\"\n\n");
    fprintf(to, "const uint32_t bench_vertices = %u;\n", count);
    const layout layouts[] = {
        {"BENCH_ALIGNED const int16_t bench_q16", write_q16},
        {"BENCH_ALIGNED const int16_t bench_q12", write_q12},
        {"BENCH_ALIGNED const uint32_t bench_f32", write_f32},
    };
    for (uint32_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++)
        for (uint32_t n = 1; n <= SLOTS; n++)
            write_records(to, &layouts[i], n, count);
    write_palette(to, "BENCH_ALIGNED const int32_t bench_q16_palette", 0x1p33 / GRID, 0x1p17);
    /* Units of 32 of the others, as q12 models are smaller. */
    write_palette(to, "BENCH_ALIGNED const int32_t bench_q12_palette", 0x1p15, 0x1p11);
    write_palette(to, "BENCH_ALIGNED const float bench_f32_palette", 0.0, 0.0);
    write_palette(to, "BENCH_ALIGNED const int32_t bench_q16_plain_palette", 0x1p16, 0x1p16);
    write_tangents(to, "BENCH_ALIGNED const int16_t bench_fixed_tangents", 0, count);
    write_tangents(to, "BENCH_ALIGNED const float bench_f32_tangents", 1, count);
    write_plain(to, "const int32_t bench_q16_positions", POSITION, 0, count);
    write_plain(to, "const int32_t bench_q16_normals", NORMAL, 0, count);
    write_plain(to, "const int32_t bench_q16_weights", WEIGHTS, 0, count);
    write_plain(to, "const float bench_f32_positions", POSITION, 1, count);
    write_plain(to, "const float bench_f32_normals", NORMAL, 1, count);
    write_plain(to, "const float bench_f32_weights", WEIGHTS, 1, count);
    write_plain(to, "const uint16_t bench_plain_joints", JOINTS, 0, count);
    for (uint32_t n = 1; n <= SLOTS; n++)
        write_expected(to, n);
    return fclose(to) == 0 ? 0 : 3;
}
