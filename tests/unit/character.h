/* SPDX-License-Identifier: MIT */
/* A model opened from memory with everything that one character needs, in all flavours. */
#ifndef PELT_TEST_CHARACTER_H
#define PELT_TEST_CHARACTER_H

#include "pelt.h"
#include "test.h"

#define CHARACTER_SKINS 2u
#define CHARACTER_MESHES 2u

typedef struct character_q16 {
    pelt_model model;
    pelt_arena arena;
    pelt_pose_q16 pose;
    pelt_joints_q16 joints;
    pelt_palette_q16 palettes[CHARACTER_SKINS];
    pelt_morphed_q16 morphed[CHARACTER_MESHES]; /* all zero for meshes without targets */
} character_q16;

typedef struct character_q12 {
    pelt_model model;
    pelt_arena arena;
    pelt_pose_q16 pose;
    pelt_joints_q16 joints;
    pelt_palette_q12 palettes[CHARACTER_SKINS];
    pelt_morphed_q12 morphed[CHARACTER_MESHES];
} character_q12;

typedef struct character_f32 {
    pelt_model model;
    pelt_arena arena;
    pelt_pose_f32 pose;
    pelt_joints_f32 joints;
    pelt_palette_f32 palettes[CHARACTER_SKINS];
    pelt_morphed_f32 morphed[CHARACTER_MESHES];
} character_f32;

#define DECLARE_CHARACTER(flavour)                                                                 \
    /* Opens, takes an arena of exactly the bytes needed from the scratch memory, allocates. */   \
    void character_open_##flavour(character_##flavour *c, const void *blob, size_t bytes);        \
    /* Model matrices and palettes of the pose as it is. */                                       \
    void character_build_##flavour(character_##flavour *c);                                       \
    /* Runs every stage and every query on an open model, in whatever memory is left of `memory`: \
       nothing it holds may make that crash, hang or write elsewhere. Statuses do not matter. */  \
    void character_exercise_##flavour(const pelt_model *model, void *memory, size_t bytes);       \
    /* The parts of groups that are written once for all flavours. */                             \
    void arguments_##flavour(const void *blob, size_t bytes);                                     \
    void ranges_##flavour(const void *blob, size_t bytes);                                        \
    void sampling_##flavour(const void *blob, size_t bytes);                                      \
    void morph_weights_##flavour(const void *blob, size_t bytes);                                 \
    void morph_##flavour(const void *blob, size_t bytes);                                         \
    void tangents_##flavour(const void *blob, size_t bytes);                                      \
    void shared_##flavour(const void *blob, size_t bytes)

DECLARE_CHARACTER(q16);
DECLARE_CHARACTER(q12);
DECLARE_CHARACTER(f32);

static inline void character_exercise(const pelt_model *model, void *memory, size_t bytes)
{
    if (model->flavour == PELT_Q16)
        character_exercise_q16(model, memory, bytes);
    else if (model->flavour == PELT_Q12)
        character_exercise_q12(model, memory, bytes);
    else
        character_exercise_f32(model, memory, bytes);
}

#endif
