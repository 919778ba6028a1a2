/* SPDX-License-Identifier: MIT */
/* The blobs of tests/data in the target's byte order, see blobs.S. */
#ifndef PELT_TEST_BLOBS_H
#define PELT_TEST_BLOBS_H

#include <stddef.h>
#include <stdint.h>

#define DECLARE_BLOB(name) extern const uint32_t test_##name[], test_##name##_end[]

DECLARE_BLOB(hero_q16); /* examples/hero/hero.glb */
DECLARE_BLOB(tiny_q16); /* tests/data/tiny.gltf */
DECLARE_BLOB(tiny_q12);
DECLARE_BLOB(tiny_f32);
DECLARE_BLOB(shared_q16); /* make_gltf.py shared */
DECLARE_BLOB(shared_q12);
DECLARE_BLOB(shared_f32);
DECLARE_BLOB(packed_q16); /* the same, --pack */
DECLARE_BLOB(packed_q12);
DECLARE_BLOB(tiny_other); /* q16 in the other byte order: its beginning */

#define BLOB_BYTES(name) ((size_t)(test_##name##_end - test_##name) * 4u)

#endif
