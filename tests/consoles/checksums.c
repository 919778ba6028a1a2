/* SPDX-License-Identifier: MIT */
/* Prints checksums of the library's results for the demo's character in each encoding: at
 * CHECKSUM_TIMES times of every clip, all vertices of all meshes in blob order, each as six 32-bit
 * little-endian words, position and normal. Integers must give the same on every machine, and so
 * must float if products and sums are rounded separately, as in all these builds.
 *
 * The same program on the host gives the values for comparison; it contains none. */
#include "board.h"
#include "hero_f32.h"
#include "hero_q12.h"
#include "hero_q16.h"
#include "pelt.h"
#include "text.h"

#include "../../boards/common/crc32.h"

#define CHECKSUM_TIMES 8
#define SKINS_MAX 4u
#define RANGE 64u

#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define STAGES_BYTES                                                                               \
    LARGER(LARGER(HERO_Q16_STAGES_BYTES, HERO_Q12_STAGES_BYTES), HERO_F32_STAGES_BYTES)

int main(void);

static uint64_t memory[(STAGES_BYTES + 7u) / 8u];
static union {
    int32_t integers[RANGE * 6u];
    float floats[RANGE * 6u];
} words;

static void need(pelt_status status, const char *what)
{
    if (status == PELT_OK)
        return;
    board_print("FAIL %s: %s\n", what, pelt_status_describe(status));
    board_exit(1);
}

#define NAME(name) name##_q16
#define WORDS words.integers
#include "checksums.inc"

#define NAME(name) name##_f32
#define WORDS words.floats
#include "checksums.inc"

int main(void)
{
    board_print("checksum q16 %08x\n",
                checksum_q16(hero_q16_blob, sizeof hero_q16_blob, &pelt_exact));
    board_print("checksum q12 %08x\n",
                checksum_q16(hero_q12_blob, sizeof hero_q12_blob, &pelt_lean));
    board_print("checksum f32 %08x\n",
                checksum_f32(hero_f32_blob, sizeof hero_f32_blob, &pelt_float));
    board_puts("PASS checksums\n");
    return 0;
}
