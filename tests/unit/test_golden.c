/* SPDX-License-Identifier: MIT */
/* The value that is the same on every machine. What it must be is not in here: the host knows. */
#include "../../examples/hero/golden.h"

#include "blobs.h"
#include "board.h"
#include "character.h"
#include "text.h"

#define RANGE 32u

void test_golden(void)
{
    character_q16 c;
    uint32_t crc, in_pieces;
    character_open_q16(&c, test_hero_q16, BLOB_BYTES(hero_q16));
    int32_t *words = test_take(24u * RANGE);
    const int clip = pelt_clip_find(&c.model, "walk");
    CHECK(clip >= 0);
    CHECK_EQ(golden_q16(&crc, &c.model, (uint32_t)clip, &c.pose, &c.joints, c.palettes, words,
                        RANGE),
             PELT_OK);
    if (TEST_ROUNDS >= 10000u) { /* where time allows: the same in other ranges */
        CHECK_EQ(golden_q16(&in_pieces, &c.model, (uint32_t)clip, &c.pose, &c.joints, c.palettes,
                            words, 7),
                 PELT_OK);
        CHECK(in_pieces == crc);
    }
    board_puts("golden q16 ");
    board_put_hex8(crc);
    board_puts("\n");
}
