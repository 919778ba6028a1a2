/* SPDX-License-Identifier: MIT */
/* Characters: playing.inc in every encoding. */
#include "blobs.h"
#include "character.h"

/* An arithmetic takes the other's blobs with the other's family only. */
static void check_arithmetic(void)
{
    pelt_character_q16 fixed;
    pelt_character_f32 real;
    void *memory = test_take(4096);
    test_fill(&fixed, sizeof fixed);
    test_fill(&real, sizeof real);
    CHECK_EQ(pelt_character_open_q16(&fixed, test_tiny_f32, BLOB_BYTES(tiny_f32),
                                     &pelt_float_morphs, memory, 4096),
             PELT_E_ARITHMETIC);
    CHECK_EQ(pelt_character_open_f32(&real, test_tiny_q16, BLOB_BYTES(tiny_q16), &pelt_exact_morphs,
                                     memory, 4096),
             PELT_E_ARITHMETIC);
    CHECK_EQ(pelt_character_open_f32(&real, test_tiny_q12, BLOB_BYTES(tiny_q12), &pelt_lean, memory,
                                     4096),
             PELT_E_ARITHMETIC);
    CHECK(test_filled(&fixed, sizeof fixed) && test_filled(&real, sizeof real));
    test_release();
}

void test_characters(void)
{
    check_arithmetic();
    playing_q16(test_tiny_q16, BLOB_BYTES(tiny_q16), &pelt_exact);
    playing_q12(test_tiny_q12, BLOB_BYTES(tiny_q12), &pelt_lean);
    playing_f32(test_tiny_f32, BLOB_BYTES(tiny_f32), &pelt_float);
}
