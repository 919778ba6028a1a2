/* SPDX-License-Identifier: MIT */
/* The kernels of stages_f32.c, compiled for AVX2. */
#define VECTOR_AVX2
#include "stages_f32.c"
