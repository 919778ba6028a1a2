/* SPDX-License-Identifier: MIT */
/* No tuned kernels of mixes for this core: the reference. */
#include "kernel.h"

PELT_HOT void pelt_kernel_blend_q16(int32_t *mixes, const uint8_t *heads, uint32_t count,
                                    const int32_t *palette, uint32_t influences)
{
    pelt_reference_blend_q16(mixes, heads, count, palette, influences);
}

PELT_HOT void pelt_kernel_blended_q16(int32_t *positions, int32_t *normals, uint32_t stride_bytes,
                                      const uint8_t *records, uint32_t count,
                                      const int32_t *palette)
{
    pelt_reference_blended_q16(positions, normals, stride_bytes, records, count, palette);
}
