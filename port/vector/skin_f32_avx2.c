/* SPDX-License-Identifier: MIT */
/* The kernels of skin_f32.c, compiled for AVX2. */
#define VECTOR_AVX2
#include "skin_f32.c"
