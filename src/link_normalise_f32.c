/* SPDX-License-Identifier: MIT */
/* No tuned renormalisation for this core: the reference. */
#include "kernel.h"

PELT_HOT void pelt_kernel_normalise_f32(float *normals, uint32_t stride_bytes, uint32_t count)
{
    pelt_reference_normalise_f32(normals, stride_bytes, count);
}
