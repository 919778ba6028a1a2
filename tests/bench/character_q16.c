/* SPDX-License-Identifier: MIT */
#define WORD int32_t
#define LAYER_ONE 65536
#define NAME(x) x##_q16
#define BETWEENS(lean) ((lean) ? pelt_betweens_lean : pelt_betweens_exact)

#include "character.inc"
