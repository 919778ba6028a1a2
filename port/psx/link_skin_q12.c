/* SPDX-License-Identifier: MIT */
/* q12 kernels other than rigid_q12.S: the reference. */
#include "kernel.h"

#define LINK(kernel, reference)                                                                  \
    PELT_HOT void kernel(int32_t *positions, int32_t *normals, uint32_t stride_bytes,            \
                         const uint8_t *records, uint32_t count, const int32_t *palette)         \
    {                                                                                            \
        reference(positions, normals, stride_bytes, records, count, palette);                    \
    }

LINK(pelt_kernel_2_q12, pelt_reference_2_q12)
LINK(pelt_kernel_3_q12, pelt_reference_3_q12)
LINK(pelt_kernel_4_q12, pelt_reference_4_q12)
LINK(pelt_kernel_set_2_q12, pelt_reference_2_q12)
LINK(pelt_kernel_set_3_q12, pelt_reference_3_q12)
LINK(pelt_kernel_set_4_q12, pelt_reference_4_q12)
