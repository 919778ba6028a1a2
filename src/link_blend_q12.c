/* SPDX-License-Identifier: MIT */
/* No tuned kernels of mixes for this core: the reference. */
#include "kernel.h"

PELT_HOT void pelt_kernel_blend_q12(int32_t *mixes, const uint8_t *heads, uint32_t count,
                                    const int32_t *palette, uint32_t influences)
{
    pelt_reference_blend_q12(mixes, heads, count, palette, influences);
}
