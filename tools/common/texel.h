/* SPDX-License-Identifier: MIT */
/* A texel as a device has it. */
#pragma once

#include <stdint.h>

/* R, G, B as sRGB, and alpha: 0 for the texel `clear`. The high bits of a colour are repeated below.
 * colours: of a palette, or NULL: texels are colours of 5-6-5. */
static inline void texture_texel(uint8_t rgba[4], uint32_t texel, const uint16_t *colours,
                                 uint32_t clear)
{
    const uint32_t colour = colours == 0 ? texel : colours[texel];
    const uint32_t r = colour >> 11, g = colour >> 5 & 63u, b = colour & 31u;
    rgba[0] = (uint8_t)(r << 3 | r >> 2);
    rgba[1] = (uint8_t)(g << 2 | g >> 4);
    rgba[2] = (uint8_t)(b << 3 | b >> 2);
    rgba[3] = texel == clear ? 0 : 255;
}
