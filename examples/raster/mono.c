/* SPDX-License-Identifier: MIT */
/* Converts bands to one bit per pixel, see mono.h. */
#include "mono.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Thresholds of an 8x8 ordered dither, 0..63. */
static const uint8_t bayer[8][8] = {
    {0, 32, 8, 40, 2, 34, 10, 42},  {48, 16, 56, 24, 50, 18, 58, 26},
    {12, 44, 4, 36, 14, 46, 6, 38}, {60, 28, 52, 20, 62, 30, 54, 22},
    {3, 35, 11, 43, 1, 33, 9, 41},  {51, 19, 59, 27, 49, 17, 57, 25},
    {15, 47, 7, 39, 13, 45, 5, 37}, {63, 31, 55, 23, 61, 29, 53, 21}};

void mono_clear(const raster_band *band)
{
    memset(band->colours, 0,
           (size_t)band->width * (size_t)band->line_count * sizeof *band->colours);
}

/* The brightness 0..255 of a 5-6-5 colour, with more contrast than on a colour display. */
static int32_t brightness(uint32_t colour)
{
    const uint32_t grey =
        (colour >> 11) * 8u * 77u + (colour >> 5 & 63u) * 4u * 151u + (colour & 31u) * 8u * 28u;

    return (int32_t)(grey >> 7) - 180;
}

/* Whether a drawn pixel is beside one where nothing was drawn; lines outside the band do not
 * count. */
static bool is_outline(const raster_band *band, int32_t line, int32_t x)
{
    const uint16_t *at = band->depths + line * band->width + x;

    return *at != 0u && ((x > 0 && at[-1] == 0u) || (x + 1 < band->width && at[1] == 0u) ||
                         (line > 0 && at[-band->width] == 0u) ||
                         (line + 1 < band->line_count && at[band->width] == 0u));
}

void mono_band(uint8_t *bits, const raster_band *band)
{
    for (int32_t line = 0; line < band->line_count; line++) {
        const uint8_t *thresholds = bayer[(band->first_line + line) & 7];
        const uint16_t *row = band->colours + line * band->width;
        const uint16_t *depths = band->depths + line * band->width;

        for (int32_t x = 0; x < band->width; x += 8) {
            uint32_t any = 0, byte = 0; /* nothing drawn, and black: none is lit */

            for (int32_t i = x; i < x + 8; i++)
                any |= row[i] | (uint32_t)depths[i];
            for (int32_t i = x; i < x + 8 && any != 0u; i++) {
                const int32_t threshold = thresholds[i & 7] * 4 + 2;
                const bool lit = brightness(row[i]) > threshold || is_outline(band, line, i);

                byte = byte << 1 | (lit ? 1u : 0u);
            }
            *bits++ = (uint8_t)byte;
        }
    }
}
