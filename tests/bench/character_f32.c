/* SPDX-License-Identifier: MIT */
#define WORD float
#define PRECISION "f32"
#define NAME(x) x##_f32
#define POSE(x) x##_f32

#include "character.inc"
