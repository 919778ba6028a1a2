/* SPDX-License-Identifier: MIT */
/* Colours and texels as a device has them. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Expands a colour of 5-6-5 to 8 bits a channel. The high bits are repeated below, so that the largest
 * value is 255. */
static inline void picture_rgb(uint8_t rgb[3], uint32_t colour)
{
    const uint32_t r = colour >> 11, g = colour >> 5 & 63u, b = colour & 31u;
    rgb[0] = (uint8_t)(r << 3 | r >> 2);
    rgb[1] = (uint8_t)(g << 2 | g >> 4);
    rgb[2] = (uint8_t)(b << 3 | b >> 2);
}

/* R, G, B as sRGB, and alpha: 0 for the texel `clear`. colours: of a palette, or NULL: texels are
 * colours of 5-6-5. */
static inline void texture_texel(uint8_t rgba[4], uint32_t texel, const uint16_t *colours,
                                 uint32_t clear)
{
    picture_rgb(rgba, colours == NULL ? texel : colours[texel]);
    rgba[3] = texel == clear ? 0 : 255;
}
