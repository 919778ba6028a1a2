/* SPDX-License-Identifier: MIT */
/* The kernels of blend_f32.c, compiled for AVX2. */
#include "../../src/kernel/kernel.h"

#ifdef __SSE2__
#define VECTOR_AVX2
#include "blend_f32.c"
#endif
