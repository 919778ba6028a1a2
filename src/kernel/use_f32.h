/* SPDX-License-Identifier: MIT */
/* What stages call of the float kernels beside a family's. */
#ifndef PELT_KERNEL_USE_F32_H
#define PELT_KERNEL_USE_F32_H

#include "family.h"

typedef skin_kernel_f32 skin_kernel_t;
typedef pelt_kernels_f32 kernels_t;

#define num_normalise pelt_kernel_normalise_f32

/* Raw normals of unit length have it already. */
static inline void num_rescale(float *normals, uint32_t stride_bytes, uint32_t count,
                               uint32_t raw_bits)
{
    (void)normals, (void)stride_bytes, (void)count, (void)raw_bits;
}

static inline void num_tangents(float *tangents, uint32_t stride_bytes, const uint8_t *records,
                                const uint8_t *stored, uint32_t count, const float *palette,
                                const void *offsets, uint32_t influences, uint32_t encoding)
{
    (void)encoding;
    pelt_reference_tangents_f32(tangents, stride_bytes, records, stored, count, palette, offsets,
                                influences);
}

#endif
