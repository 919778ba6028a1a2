/* SPDX-License-Identifier: MIT */
/* The kernels of skin_q16.c, compiled for AVX2. */
#define VECTOR_AVX2
#include "skin_q16.c"
