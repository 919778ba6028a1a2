/* SPDX-License-Identifier: MIT */
/* Palettes and vertices for hardware that skins: hardware.inc in every encoding. */
#include "blobs.h"
#include "character.h"

void test_hardware(void)
{
    /* Positions on the grid, colours, joints, weights: the same bits on every core. */
    CHECK(hardware_q16(test_tiny_q16, BLOB_BYTES(tiny_q16)) == 0xE7445978u);
    CHECK(hardware_q12(test_tiny_q12, BLOB_BYTES(tiny_q12)) == 0x52C71DC7u);
    CHECK(hardware_f32(test_tiny_f32, BLOB_BYTES(tiny_f32)) == 0xEED23CB6u);
    CHECK(hardware_q16(test_shared_q16, BLOB_BYTES(shared_q16)) == 0xF75518B6u);
    CHECK(hardware_q12(test_shared_q12, BLOB_BYTES(shared_q12)) == 0x8C3C447Cu);
    CHECK(hardware_f32(test_shared_f32, BLOB_BYTES(shared_f32)) == 0xAC9B22A4u);
    CHECK(hardware_q16(test_packed_q16, BLOB_BYTES(packed_q16)) == 0x06A01C71u);
    CHECK(hardware_q12(test_packed_q12, BLOB_BYTES(packed_q12)) == 0xC049FB6Au);
}
