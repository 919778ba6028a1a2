/* SPDX-License-Identifier: MIT */
/* Measures a whole character in float: sets what character.inc needs. */
#define WORD float
#define LAYER_ONE 1.0f
#define NAME(x) x##_f32
#define BETWEENS(lean) ((void)(lean), pelt_betweens_float)

#include "character.inc"
