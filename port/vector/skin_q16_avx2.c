/* SPDX-License-Identifier: MIT */
/* The kernels of skin_q16.c, compiled for AVX2. */
#include "../../src/kernel/kernel.h"

#ifdef __SSE2__
#define VECTOR_AVX2
#include "skin_q16.c"
#endif
