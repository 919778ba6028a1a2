/* SPDX-License-Identifier: MIT */
/* A model opened from memory with everything that one character needs, in both flavours. */
#ifndef PELT_TEST_CHARACTER_H
#define PELT_TEST_CHARACTER_H

#include "pelt.h"
#include "test.h"

#define CHARACTER_SKINS 2u

typedef struct character_q16 {
    pelt_model model;
    pelt_arena arena;
    pelt_pose_q16 pose;
    pelt_joints_q16 joints;
    pelt_palette_q16 palettes[CHARACTER_SKINS];
} character_q16;

typedef struct character_f32 {
    pelt_model model;
    pelt_arena arena;
    pelt_pose_f32 pose;
    pelt_joints_f32 joints;
    pelt_palette_f32 palettes[CHARACTER_SKINS];
} character_f32;

/* Opens, takes an arena of exactly the bytes needed from the scratch memory, and allocates. */
void character_open_q16(character_q16 *c, const void *blob, size_t bytes);
void character_open_f32(character_f32 *c, const void *blob, size_t bytes);

/* Model matrices and palettes of the pose as it is. */
void character_build_q16(character_q16 *c);
void character_build_f32(character_f32 *c);

/*
 * Runs every stage and every query on an open model, in whatever memory is left of `memory`:
 * nothing it holds may make that crash, hang or write elsewhere. Statuses are not looked at.
 */
void character_exercise_q16(const pelt_model *model, void *memory, size_t bytes);
void character_exercise_f32(const pelt_model *model, void *memory, size_t bytes);

/* The parts of groups that are written once for both flavours. */
void arguments_q16(const void *blob, size_t bytes);
void arguments_f32(const void *blob, size_t bytes);
void sampling_q16(const void *blob, size_t bytes);
void sampling_f32(const void *blob, size_t bytes);
void ranges_q16(const void *blob, size_t bytes);
void ranges_f32(const void *blob, size_t bytes);

#endif
