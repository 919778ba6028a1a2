/* SPDX-License-Identifier: MIT */
#include <stdint.h>

#define NAME(name) name##_q16
#define WORD int32_t
#include "link_skin.inc"

LINK(pelt_kernel_blended, pelt_m55_blended, 1u)

PELT_HOT void pelt_kernel_blend_q16(int32_t *mixes, const uint8_t *heads, uint32_t count,
                                    const int32_t *palette, uint32_t influences)
{
    pelt_reference_blend_q16(mixes, heads, count, palette, influences);
}
