/* SPDX-License-Identifier: MIT */
/* Mixes of entries, copies, joint sets and packed runs: shared.inc in every encoding. */
#include "blobs.h"
#include "character.h"

void test_shared(void)
{
    shared_q16(test_shared_q16, BLOB_BYTES(shared_q16));
    shared_q12(test_shared_q12, BLOB_BYTES(shared_q12));
    shared_f32(test_shared_f32, BLOB_BYTES(shared_f32));
    shared_q16(test_packed_q16, BLOB_BYTES(packed_q16));
    shared_q12(test_packed_q12, BLOB_BYTES(packed_q12));
}
