/* SPDX-License-Identifier: MIT */
#define WORD int32_t
#define NAME(x) x##_q16

#include "character.inc"
