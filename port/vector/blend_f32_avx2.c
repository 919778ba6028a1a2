/* SPDX-License-Identifier: MIT */
/* The kernels of blend_f32.c, compiled for AVX2. */
#define VECTOR_AVX2
#include "blend_f32.c"
