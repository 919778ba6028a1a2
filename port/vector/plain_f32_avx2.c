/* SPDX-License-Identifier: MIT */
/* The kernels of plain_f32.c, compiled for AVX2. */
#define VECTOR_AVX2
#include "plain_f32.c"
