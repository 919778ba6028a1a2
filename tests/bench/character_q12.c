/* SPDX-License-Identifier: MIT */
#define WORD int32_t
#define PRECISION "q12"
#define NAME(x) x##_q12
#define POSE(x) x##_q16

#include "character.inc"
