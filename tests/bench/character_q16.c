/* SPDX-License-Identifier: MIT */
#define WORD int32_t
#define LAYER_ONE 65536
#define NAME(x) x##_q16

#include "character.inc"
