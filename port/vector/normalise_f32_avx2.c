/* SPDX-License-Identifier: MIT */
/* The kernels of normalise_f32.c, compiled for AVX2. */
#define VECTOR_AVX2
#include "normalise_f32.c"
