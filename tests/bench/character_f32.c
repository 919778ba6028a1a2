/* SPDX-License-Identifier: MIT */
#define WORD float
#define LAYER_ONE 1.0f
#define NAME(x) x##_f32

#include "character.inc"
