/* SPDX-License-Identifier: MIT */
/* Compares the Nintendo DS's matrices (pelt/nds.h) with the reference kernel: the engine's product,
 * for entries and positions of every size, within the bound that nds.h states. `make test-extra` also
 * compares the emulated engine with the library. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "pelt/nds.h"
#include "src/blob/stored.h"
#include "src/kernel/kernel.h"

#define ROUNDS 2000000u
#define STEP 16 /* of 1/4096, in Q16.16 */

static uint64_t state = 0x50454C54;

static uint32_t random_word(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 16);
}

/* A random number in [-limit, limit], of every magnitude, often at an end. */
static int32_t random_within(int32_t limit)
{
    const uint32_t choice = random_word();
    if (choice % 8u == 0u)
        return (choice & 8u) != 0u ? limit : -limit;
    const int64_t value = (int32_t)random_word();
    return (int32_t)(value * limit / 2147483648 >> (choice / 16u % 20u));
}

/* The engine's arithmetic: products are summed in 64 bits, and bits below 1/4096 dropped. */
static int32_t engine(const pelt_nds_matrix *matrix, const int16_t p[3], unsigned axis)
{
    int64_t sum = (int64_t)matrix->m[9u + axis] * 4096;
    for (unsigned c = 0; c < 3u; c++)
        sum += (int64_t)matrix->m[3u * c + axis] * p[c];
    return (int32_t)(sum >> 12);
}

/* A palette of one entry. */
static const format_skin skin = {.entry_count = 1};
static const pelt_model model = {.blob = (const uint8_t *)&skin, .encoding = PELT_EXACT};
static pelt_entry_q16 entry;
static const pelt_palette_q16 palette = {&model, &entry, 0};

/* The largest distance in Q16.16, over entries within the palette's bounds. */
static int64_t worst_position(void)
{
    int64_t worst = 0;
    for (uint32_t i = 0; i < ROUNDS; i++) {
        pelt_nds_matrix matrix;
        int16_t record[8] = {0};
        int32_t out[6];
        /* Results stay within 2^15 units, where the library's Q16.16 does. */
        for (unsigned k = 0; k < 12u; k++)
            entry.opaque[k] =
                k % 4u == 3u ? random_within((1 << 29) - 1) : random_within((1 << 30) - 1);
        for (unsigned k = 1; k < 4u; k++)
            record[k] = (int16_t)random_within(32767);
        if (random_word() % 8u == 0u)
            record[1u + random_word() % 3u] = -32768;
        pelt_reference_1_q16(out, (const uint8_t *)record, 1, entry.opaque, NULL);
        (void)pelt_nds_matrices_get(&matrix, NULL, &palette, 0, 0);
        for (unsigned axis = 0; axis < 3u; axis++) {
            const int64_t at = (int64_t)engine(&matrix, record + 1, axis) * STEP;
            const int64_t distance = llabs(at - out[axis]);
            worst = distance > worst ? distance : worst;
        }
    }
    return worst;
}

/* Columns of any length must become 2^12 long, to half a step. */
static void check_directions(void)
{
    int ok = 1;
    for (uint32_t bits = 1; bits <= 27u; bits++) {
        pelt_nds_matrix matrix;
        entry = (pelt_entry_q16){{0}};
        entry.opaque[1] = 1 << (bits + 2u);
        entry.opaque[4] = -(1 << (bits + 2u));
        entry.opaque[10] = 1 << (bits + 1u);
        entry.opaque[3] = 12345;
        ok = ok && pelt_nds_matrices_get(NULL, &matrix, &palette, 0, bits) == PELT_OK &&
             matrix.m[3] == 4096 && matrix.m[1] == -4096 && matrix.m[8] == 2048 &&
             matrix.m[9] == 0 && matrix.m[0] == 0;
    }
    check(ok, "directions keep their length");
}

static void check_normals(void)
{
    static const int32_t axes[][3] = {{65536, 0, 0}, {0, -65536, 0}, {0, 0, 32768}};
    check(PELT_NDS_NORMAL(axes[0]) == 511u, "x");
    check(PELT_NDS_NORMAL(axes[1]) == 512u << 10, "-y");
    check(PELT_NDS_NORMAL(axes[2]) == 256u << 20, "half of z");
    for (int32_t v = -66000; v <= 66000; v++) { /* to nearest, halves up */
        const int32_t all[3] = {v, v, v};
        const double step = fmax(-512, fmin(511, floor((v + 64) / 128.0)));
        const uint32_t bits = (uint32_t)(int32_t)step & 1023u;
        if (PELT_NDS_NORMAL(all) != (bits | bits << 10 | bits << 20))
            check(0, "a component");
    }
}

static void check_arguments(void)
{
    const pelt_model lean = {.blob = (const uint8_t *)&skin, .encoding = PELT_LEAN};
    const pelt_palette_q16 other = {&lean, &entry, 0};
    pelt_nds_matrix matrix;
    check(pelt_nds_matrices_get(&matrix, NULL, &palette, 1, 15) == PELT_E_RANGE,
          "past the palette");
    check(pelt_nds_matrices_get(&matrix, NULL, &other, 0, 15) == PELT_E_FAMILY, "a lean palette");
    check(pelt_nds_matrices_get(NULL, &matrix, &palette, 0, 30) == PELT_OK, "30 normal bits");
    check(pelt_nds_matrices_get(NULL, &matrix, &palette, 0, 31) == PELT_E_ARGUMENT, "31 of them");
    check(pelt_nds_matrices_get(&matrix, NULL, NULL, 0, 15) == PELT_E_ARGUMENT, "NULL");
}

int main(void)
{
    const int64_t worst = worst_position();
    printf("positions: %.2f of %d steps of 1/4096\n", (double)worst / STEP, PELT_NDS_ERROR);
    check(worst <= (int64_t)PELT_NDS_ERROR * STEP, "positions within the bound");
    check(worst > 8 * STEP, "the worst cases are among them");
    check_directions();
    check_normals();
    check_arguments();
    return check_end();
}
