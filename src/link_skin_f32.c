/* SPDX-License-Identifier: MIT */
/* No tuned skinning kernels for this core: the reference. */
#include "kernel.h"

#define LINK(kernel, reference)                                                                    \
    PELT_HOT void kernel(float *positions, float *normals, uint32_t stride_bytes,                  \
                         const uint8_t *records, uint32_t count, const float *palette)             \
    {                                                                                              \
        reference(positions, normals, stride_bytes, records, count, palette);                      \
    }

LINK(pelt_kernel_1_f32, pelt_reference_1_f32)
LINK(pelt_kernel_2_f32, pelt_reference_2_f32)
LINK(pelt_kernel_3_f32, pelt_reference_3_f32)
LINK(pelt_kernel_4_f32, pelt_reference_4_f32)
LINK(pelt_kernel_set_1_f32, pelt_reference_1_f32)
LINK(pelt_kernel_set_2_f32, pelt_reference_2_f32)
LINK(pelt_kernel_set_3_f32, pelt_reference_3_f32)
LINK(pelt_kernel_set_4_f32, pelt_reference_4_f32)
