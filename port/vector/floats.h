/* SPDX-License-Identifier: MIT */
/* Whether the kernels of this port may fuse products with sums: a switch of the whole program. */
#ifndef PELT_VECTOR_FLOATS_H
#define PELT_VECTOR_FLOATS_H

#include <stdbool.h>

#include "../select.h"

#if defined(PELT_SKIN_F32) && PELT_SKIN_F32 == PELT_IN_VECTOR
extern bool pelt_unfused_floats;
#endif

/* From here on float results are those of the formulas as written, on every processor: kernels that
 * fuse products with sums are left out. Fixed point is the same anyway. It is for the whole program,
 * to be called before anything is sampled or skinned. */
static inline void pelt_leave_floats_unfused(void)
{
#if defined(PELT_SKIN_F32) && PELT_SKIN_F32 == PELT_IN_VECTOR
    pelt_unfused_floats = true;
#endif
}

#endif
