/* SPDX-License-Identifier: MIT */
#include "character.h"

typedef int32_t num;

#define NAME(name) name##_q16
#define CHARACTER character_q16
#define PELT_POSE pelt_pose_q16
#define PELT_JOINTS pelt_joints_q16
#define PELT_PALETTE pelt_palette_q16
#define PELT_OUTPUT pelt_output_q16

#include "character.inc"
