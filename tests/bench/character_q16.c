/* SPDX-License-Identifier: MIT */
/* Measures a whole character in fixed-point: sets what character.inc needs. */
#define WORD int32_t
#define LAYER_ONE 65536
#define NAME(x) x##_q16
#define BETWEENS(lean) ((lean) ? pelt_betweens_lean : pelt_betweens_exact)

#include "character.inc"
