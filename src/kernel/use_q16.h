/* SPDX-License-Identifier: MIT */
/* What stages call of the fixed-point kernels beside a family's. */
#ifndef PELT_KERNEL_USE_Q16_H
#define PELT_KERNEL_USE_Q16_H

#include "family.h"

typedef skin_kernel_q16 skin_kernel_t;
typedef pelt_kernels_q16 kernels_t;

#define num_normalise pelt_kernel_normalise_q16
#define num_rescale pelt_reference_rescale_q16

static inline void num_tangents(int32_t *tangents, uint32_t stride_bytes, const uint8_t *records,
                                const uint8_t *stored, uint32_t count, const int32_t *palette,
                                const void *offsets, uint32_t influences, uint32_t encoding)
{
    (encoding == PELT_LEAN ? pelt_reference_tangents_q12 : pelt_reference_tangents_q16)(
        tangents, stride_bytes, records, stored, count, palette, offsets, influences);
}

#endif
