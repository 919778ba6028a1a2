/* SPDX-License-Identifier: MIT */
/* A model opened from memory with everything that one character needs, in both arithmetics. */
#pragma once

#include "pelt/motion.h"
#include "src/blob/format.h"
#include "test.h"

/* The blobs of tests/data in the target's byte order, see blobs.S: examples/hero/hero.glb;
 * tests/data/tiny.gltf; make_gltf.py shared; the same, --pack. */
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

/* The family of an encoding whose name ends so. */
#define FAMILY(encoding, ending)                                                                   \
    ((encoding) == PELT_EXACT  ? &pelt_exact##ending                                               \
     : (encoding) == PELT_LEAN ? &pelt_lean##ending                                                \
                               : &pelt_float##ending)

static inline uint32_t encoding_of(const void *blob)
{
    return ((const uint16_t *)blob)[3];
}

/* The family that takes all that these blobs hold. */
static inline const pelt_family *family_for(const void *blob)
{
    return FAMILY(encoding_of(blob), _morphs);
}

static inline void open_blob(pelt_model *model, const void *blob)
{
    REQUIRE(pelt_model_open(model, blob, blob_bytes(blob), family_for(blob)) == PELT_OK);
}

/* An arena of so many bytes of scratch memory. */
static inline void open_arena(pelt_arena *arena, size_t bytes)
{
    REQUIRE(pelt_arena_init(arena, test_take(bytes), bytes) == PELT_OK);
}

/* In scratch memory, to be changed. */
static inline uint8_t *copy_blob(const void *blob)
{
    return memcpy(test_take(blob_bytes(blob)), blob, blob_bytes(blob));
}

/* Makes the checksum right after changes. */
static inline void seal_blob(uint8_t *copy, size_t bytes)
{
    const uint32_t crc = format_crc(copy, (uint32_t)bytes);
    memcpy(copy + FORMAT_CRC_OFFSET, &crc, sizeof crc);
}

#define CHARACTER_SKINS 2u
#define CHARACTER_MESHES 2u

/* Morphed vertices are all zero for meshes without targets. */
#define DECLARE_CHARACTER(suffix)                                                                    \
    typedef struct character_##suffix {                                                              \
        pelt_model model;                                                                            \
        pelt_arena arena;                                                                            \
        pelt_pose_##suffix pose;                                                                     \
        pelt_joints_##suffix joints;                                                                 \
        pelt_palette_##suffix palettes[CHARACTER_SKINS];                                             \
        pelt_morph morphed[CHARACTER_MESHES];                                                        \
    } character_##suffix;                                                                            \
    /* Opens, takes an arena of exactly the bytes needed from the scratch memory, allocates. */      \
    void character_open_##suffix(character_##suffix *c, const void *blob);                           \
    /* Model matrices and palettes of the pose as it is, or of a clip at a time. */                  \
    void character_build_##suffix(character_##suffix *c);                                            \
    void character_play_##suffix(character_##suffix *c, uint32_t clip, pelt_time time);              \
    /* Runs every stage and every query on an open model, in whatever memory is left of `memory`:  \
     * nothing it holds may make that crash, hang or write elsewhere. Statuses do not matter. */ \
    void character_exercise_##suffix(const pelt_model *model, void *memory, size_t bytes)

DECLARE_CHARACTER(q16);
DECLARE_CHARACTER(f32);

static inline void character_exercise(const pelt_model *model, void *memory, size_t bytes)
{
    if (model->encoding == PELT_FLOAT)
        character_exercise_f32(model, memory, bytes);
    else
        character_exercise_q16(model, memory, bytes);
}
