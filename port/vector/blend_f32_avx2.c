/* SPDX-License-Identifier: MIT */
/* The same with AVX2. */
#include "../../src/kernel/kernel.h"

#ifdef __SSE2__
#define VECTOR_AVX2
#include "blend_f32.c"
#endif
