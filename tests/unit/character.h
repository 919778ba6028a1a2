/* SPDX-License-Identifier: MIT */
/* A model opened from memory with everything that one character needs, in all encodings. */
#ifndef PELT_TEST_CHARACTER_H
#define PELT_TEST_CHARACTER_H

#include "pelt/motion.h"
#include "test.h"

/* The family that takes all that a blob of an encoding may hold. */
static inline const pelt_family *family_of(uint32_t encoding)
{
    return encoding == PELT_EXACT  ? &pelt_exact_morphs
           : encoding == PELT_LEAN ? &pelt_lean_morphs
                                   : &pelt_float_morphs;
}

/* The encoding that a blob's header names. */
static inline const pelt_family *family_for(const void *blob)
{
    return family_of(((const uint16_t *)blob)[3]);
}

#define CHARACTER_SKINS 2u
#define CHARACTER_MESHES 2u

typedef struct character_q16 {
    pelt_model model;
    pelt_arena arena;
    pelt_pose_q16 pose;
    pelt_joints_q16 joints;
    pelt_palette_q16 palettes[CHARACTER_SKINS];
    pelt_morph_q16 morphed[CHARACTER_MESHES]; /* all zero for meshes without targets */
} character_q16;

typedef character_q16 character_q12;

typedef struct character_f32 {
    pelt_model model;
    pelt_arena arena;
    pelt_pose_f32 pose;
    pelt_joints_f32 joints;
    pelt_palette_f32 palettes[CHARACTER_SKINS];
    pelt_morph_f32 morphed[CHARACTER_MESHES];
} character_f32;

#define DECLARE_CHARACTER(encoding)                                                                  \
    /* Opens, takes an arena of exactly the bytes needed from the scratch memory, allocates. */      \
    void character_open_##encoding(character_##encoding *c, const void *blob, size_t bytes);         \
    /* Model matrices and palettes of the pose as it is. */                                          \
    void character_build_##encoding(character_##encoding *c);                                        \
    /* Runs every stage and every query on an open model, in whatever memory is left of `memory`:  \
       nothing it holds may make that crash, hang or write elsewhere. Statuses do not matter. */ \
    void character_exercise_##encoding(const pelt_model *model, void *memory, size_t bytes);         \
    /* The parts of groups that are written once for all encodings. */                               \
    void arguments_##encoding(const void *blob, size_t bytes);                                       \
    void ranges_##encoding(const void *blob, size_t bytes);                                          \
    void sampling_##encoding(const void *blob, size_t bytes);                                        \
    void morph_weights_##encoding(const void *blob, size_t bytes, const pelt_family *unmorphed);     \
    void morph_##encoding(const void *blob, size_t bytes);                                           \
    void tangents_##encoding(const void *blob, size_t bytes);                                        \
    void shared_##encoding(const void *blob, size_t bytes);                                          \
    void places_##encoding(const void *blob, size_t bytes);                                          \
    uint32_t hardware_##encoding(const void *blob, size_t bytes); /* a CRC */                        \
    void families_##encoding(const void *blob, size_t bytes, const pelt_family *plain);              \
    void playing_##encoding(const void *blob, size_t bytes, const pelt_family *unmorphed);           \
    /* gentle: rotations that q12's kernels do not wrap at. */                                       \
    void bounds_##encoding(uint32_t *crc, const void *blob, size_t bytes, bool gentle);              \
    void damaged_bounds_##encoding(uint8_t *blob, size_t bytes)

DECLARE_CHARACTER(q16);
DECLARE_CHARACTER(q12);
DECLARE_CHARACTER(f32);

/* Adds the model matrices and the palettes of all clips at so many times each to two CRCs. */
void pins_q16(uint32_t crc[2], const void *blob, size_t bytes, uint32_t times);
void pins_q12(uint32_t crc[2], const void *blob, size_t bytes, uint32_t times);

static inline void character_exercise(const pelt_model *model, void *memory, size_t bytes)
{
    if (model->encoding == PELT_EXACT)
        character_exercise_q16(model, memory, bytes);
    else if (model->encoding == PELT_LEAN)
        character_exercise_q12(model, memory, bytes);
    else
        character_exercise_f32(model, memory, bytes);
}

#endif
