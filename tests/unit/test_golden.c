/* SPDX-License-Identifier: MIT */
/* Values that are the same on every machine. What they must be is not in here: the host knows. */
#include "../../examples/showcase/checksum.h"

#include "blobs.h"
#include "board.h"
#include "character.h"
#include "text.h"

#define RANGE 32u

#define PIN_TIMES 16u /* of each clip */

static void put_line(const char *what, uint32_t crc)
{
    board_puts("golden ");
    board_puts(what);
    board_puts(" ");
    board_put_hex8(crc);
    board_puts("\n");
}

/* Model matrices and palettes: the character's and those of every kind of track. */
static void put_pins(void)
{
    uint32_t q16[2] = {0, 0}, q12[2] = {0, 0};
    pins_q16(q16, test_hero_q16, BLOB_BYTES(hero_q16), PIN_TIMES);
    pins_q16(q16, test_tiny_q16, BLOB_BYTES(tiny_q16), PIN_TIMES);
    pins_q16(q16, test_shared_q16, BLOB_BYTES(shared_q16), PIN_TIMES);
    pins_q12(q12, test_tiny_q12, BLOB_BYTES(tiny_q12), PIN_TIMES);
    pins_q12(q12, test_shared_q12, BLOB_BYTES(shared_q12), PIN_TIMES);
    put_line("q16 matrices", q16[0]);
    put_line("q16 palettes", q16[1]);
    put_line("q12 matrices", q12[0]);
    put_line("q12 palettes", q12[1]);
}

void test_golden(void)
{
    character_q16 c;
    uint32_t crc, in_pieces;
    character_open_q16(&c, test_hero_q16, BLOB_BYTES(hero_q16));
    int32_t *words = test_take(24u * RANGE);
    const uint32_t clip = pelt_clip_find(&c.model, "walk");
    CHECK(clip != PELT_NONE);
    CHECK_OK(checksum_clip(&crc, &c.model, clip, &c.pose, &c.joints, c.palettes, words, RANGE));
    if (TEST_ROUNDS >= 10000u) { /* where time allows: the same in other ranges */
        CHECK_OK(
            checksum_clip(&in_pieces, &c.model, clip, &c.pose, &c.joints, c.palettes, words, 7));
        CHECK(in_pieces == crc);
    }
    test_release();
    put_line("q16", crc);
    put_pins();
}
