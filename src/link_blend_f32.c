/* SPDX-License-Identifier: MIT */
/* No tuned kernels of mixes for this core: the reference. */
#include "kernel.h"

PELT_HOT void pelt_kernel_blend_f32(float *mixes, const uint8_t *heads, uint32_t count,
                                    const float *palette, uint32_t influences)
{
    pelt_reference_blend_f32(mixes, heads, count, palette, influences);
}
