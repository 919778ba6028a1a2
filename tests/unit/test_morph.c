/* SPDX-License-Identifier: MIT */
/* Morph targets and tangents on stored blobs; the bodies are in *.inc, once for all encodings. */
#include "blobs.h"
#include "character.h"

void test_morph(void)
{
    morph_q16(test_tiny_q16, BLOB_BYTES(tiny_q16));
    morph_q12(test_tiny_q12, BLOB_BYTES(tiny_q12));
    morph_f32(test_tiny_f32, BLOB_BYTES(tiny_f32));
}

void test_morph_weights(void)
{
    morph_weights_q16(test_tiny_q16, BLOB_BYTES(tiny_q16), &pelt_exact);
    morph_weights_q12(test_tiny_q12, BLOB_BYTES(tiny_q12), &pelt_lean);
    morph_weights_f32(test_tiny_f32, BLOB_BYTES(tiny_f32), &pelt_float);
}

void test_tangents(void)
{
    tangents_q16(test_tiny_q16, BLOB_BYTES(tiny_q16));
    tangents_q12(test_tiny_q12, BLOB_BYTES(tiny_q12));
    tangents_f32(test_tiny_f32, BLOB_BYTES(tiny_f32));
}
