/* SPDX-License-Identifier: MIT */
/* Copies and joint sets: shared.inc in every encoding. */
#include "blobs.h"
#include "character.h"

void test_shared(void)
{
    shared_q16(test_shared_q16, BLOB_BYTES(shared_q16));
    shared_q12(test_shared_q12, BLOB_BYTES(shared_q12));
    shared_f32(test_shared_f32, BLOB_BYTES(shared_f32));
}
