/* SPDX-License-Identifier: MIT */
#include "character.h"

typedef float num;

#define NAME(name) name##_f32
#define CHARACTER character_f32
#define PELT_POSE pelt_pose_f32
#define PELT_JOINTS pelt_joints_f32
#define PELT_PALETTE pelt_palette_f32
#define PELT_OUTPUT pelt_output_f32

#include "character.inc"
