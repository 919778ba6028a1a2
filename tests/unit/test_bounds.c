/* SPDX-License-Identifier: MIT */
/* Bounds: bounds.inc in every encoding, and the bits of fixed point. */
#include <string.h>

#include "blobs.h"
#include "character.h"

#define EXACT_CRC 0xe989f0d7u
#define LEAN_CRC 0x0e87eb50u

static void check_damage(const uint32_t *blob, size_t bytes,
                         void (*check)(uint8_t *blob, size_t bytes))
{
    uint8_t *copy = test_take(bytes);
    memcpy(copy, blob, bytes);
    check(copy, bytes);
    test_release();
}

void test_bounds(void)
{
    uint32_t exact = 0, lean = 0;
    bounds_q16(&exact, test_tiny_q16, BLOB_BYTES(tiny_q16), false);
    bounds_q16(&exact, test_shared_q16, BLOB_BYTES(shared_q16), false);
    bounds_q16(&exact, test_packed_q16, BLOB_BYTES(packed_q16), false);
    bounds_q12(&lean, test_tiny_q12, BLOB_BYTES(tiny_q12), true);
    bounds_q12(&lean, test_shared_q12, BLOB_BYTES(shared_q12), true);
    bounds_f32(&exact, test_tiny_f32, BLOB_BYTES(tiny_f32), false);
    bounds_f32(&exact, test_shared_f32, BLOB_BYTES(shared_f32), false);
    CHECK_EQ(exact, EXACT_CRC);
    CHECK_EQ(lean, LEAN_CRC);
    check_damage(test_tiny_q16, BLOB_BYTES(tiny_q16), damaged_bounds_q16);
    check_damage(test_tiny_f32, BLOB_BYTES(tiny_f32), damaged_bounds_f32);
}
