/* SPDX-License-Identifier: MIT */
#define WORD float
#define NAME(x) x##_f32

#include "character.inc"
