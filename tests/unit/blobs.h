/* SPDX-License-Identifier: MIT */
/* The blobs of tests/data in the target's byte order, see blobs.S. */
#pragma once

#include <stdint.h>

/* examples/hero/hero.glb; tests/data/tiny.gltf; make_gltf.py shared; the same, --pack */
extern const uint32_t blob_hero_q16[];
extern const uint32_t blob_tiny_q16[], blob_tiny_q12[], blob_tiny_f32[];
extern const uint32_t blob_shared_q16[], blob_shared_q12[], blob_shared_f32[];
extern const uint32_t blob_packed_q16[], blob_packed_q12[];
extern const uint32_t blob_pages_q16[], blob_pages_q12[], blob_pages_f32[];
extern const uint32_t blob_tiny_other[16]; /* in the other byte order: its beginning */

/* Exact, lean, float. */
static const uint32_t *const tiny_blobs[3] = {blob_tiny_q16, blob_tiny_q12, blob_tiny_f32};
/* Its clips, with their pages behind the blob. */
static const uint32_t *const pages_blobs[3] = {blob_pages_q16, blob_pages_q12, blob_pages_f32};
static const uint32_t *const shared_blobs[3] = {blob_shared_q16, blob_shared_q12, blob_shared_f32};
static const uint32_t *const packed_blobs[2] = {blob_packed_q16, blob_packed_q12};

static inline uint32_t blob_bytes(const uint32_t *blob)
{
    return blob[2]; /* as its header says */
}
