/* SPDX-License-Identifier: MIT */
/* The kernels of plain_f32.c, compiled for AVX2. */
#include "../../src/kernel/plain.h"

#ifdef __SSE2__
#define VECTOR_AVX2
#include "plain_f32.c"
#endif
