/* SPDX-License-Identifier: MIT */
/* Values that are the same on every machine. What they must be is not in here: the host knows. */
#include "../../boards/common/crc32.h"
#include "../../examples/showcase/checksum.h"

#include "character.h"
#include "src/blob/stored.h"
#include "text.h"

#define RANGE 32u
#define PIN_TIMES 16u /* of each clip */

static void put_line(const char *what, uint32_t crc)
{
    board_print("golden %s %08x\n", what, crc);
}

/* CRCs of model matrices and palettes over all clips: rounding that no tolerance sees. */
static void add_pins(uint32_t crc[2], const uint32_t *blob)
{
    character_q16 c;
    character_open_q16(&c, blob);
    for (uint32_t clip = 0; clip < c.model.clip_count; clip++) {
        const format_clip *info = stored_clip(&c.model, clip);
        const uint32_t step = (uint32_t)(info->end - info->start) / PIN_TIMES;
        for (uint32_t i = 0; i < PIN_TIMES; i++) {
            character_play_q16(&c, clip, info->start + (pelt_time)(i * step));
            crc[0] = crc32_add_words(crc[0], c.joints.matrices[0].m, 12u * c.model.joint_count);
            for (uint32_t s = 0; s < c.model.skin_count; s++)
                crc[1] = crc32_add_words(crc[1], c.palettes[s].entries[0].opaque,
                                         12u * stored_skin(&c.model, s)->entry_count);
        }
    }
    test_release();
}

/* Of the hero, and of models with every kind of track. */
static void put_pins(void)
{
    uint32_t q16[2] = {0, 0}, q12[2] = {0, 0};
    add_pins(q16, blob_hero_q16);
    add_pins(q16, blob_tiny_q16);
    add_pins(q16, blob_shared_q16);
    add_pins(q12, blob_tiny_q12);
    add_pins(q12, blob_shared_q12);
    put_line("q16 matrices", q16[0]);
    put_line("q16 palettes", q16[1]);
    put_line("q12 matrices", q12[0]);
    put_line("q12 palettes", q12[1]);
}

void test_golden(void)
{
    character_q16 c;
    uint32_t crc, in_pieces;
    character_open_q16(&c, blob_hero_q16);
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
