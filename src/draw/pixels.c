/* SPDX-License-Identifier: MIT */
/* Converts bands to pixels of displays, see pelt/draw.h. */
#include "triangle.h"

#include <stdbool.h>

/* Thresholds of an 8x8 ordered dither, 0..63. */
static const uint8_t bayer[8][8] = {
    {0, 32, 8, 40, 2, 34, 10, 42},  {48, 16, 56, 24, 50, 18, 58, 26},
    {12, 44, 4, 36, 14, 46, 6, 38}, {60, 28, 52, 20, 62, 30, 54, 22},
    {3, 35, 11, 43, 1, 33, 9, 41},  {51, 19, 59, 27, 49, 17, 57, 25},
    {15, 47, 7, 39, 13, 45, 5, 37}, {63, 31, 55, 23, 61, 29, 53, 21}};

/* Twice the brightness of a 5-6-5 colour, 0..500, less 180. Beside thresholds of 2 to 254 this has more
 * contrast than a colour display. */
static int32_t brightness(uint32_t colour)
{
    const uint32_t grey =
        (colour >> 11) * 8u * 77u + (colour >> 5 & 63u) * 4u * 151u + (colour & 31u) * 8u * 28u;
    return (int32_t)(grey >> 7) - 180;
}

/* Whether a drawn pixel is beside one where nothing was drawn; lines outside the band do not
 * count. */
static bool is_outline(const pelt_band *band, int32_t line, int32_t x)
{
    const uint16_t *at = band->depths + line * band->width + x;
    return *at != 0u && ((x > 0 && at[-1] == 0u) || (x + 1 < band->width && at[1] == 0u) ||
                         (line > 0 && at[-band->width] == 0u) ||
                         (line + 1 < band->line_count && at[band->width] == 0u));
}

/* Eight pixels a byte. */
static void pack_mono(uint8_t *bits, const pelt_band *band, int32_t line)
{
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

/* Channels of 5, 6 and 5 bits in steps of 1/64 of 7, 7 and 3 levels, at most 448, 448 and 192 less one,
 * and a threshold below 64. */
static void pack_rgb332(uint8_t *bytes, const pelt_band *band, int32_t line)
{
    const uint8_t *thresholds = bayer[(band->first_line + line) & 7];
    const uint16_t *row = band->colours + line * band->width;
    for (int32_t x = 0; x < band->width; x++) {
        const uint32_t colour = row[x], threshold = thresholds[x & 7];
        const uint32_t r = ((colour >> 11) * 462u >> 5) + threshold;
        const uint32_t g = ((colour >> 5 & 63u) * 455u >> 6) + threshold;
        const uint32_t b = ((colour & 31u) * 198u >> 5) + threshold;
        bytes[x] = (uint8_t)(r >> 6 << 5 | g >> 6 << 2 | b >> 6);
    }
}

static void pack_rgb565(uint16_t *to, const pelt_band *band, int32_t line, bool swapped)
{
    const uint16_t *row = band->colours + line * band->width;
    for (int32_t x = 0; x < band->width; x++)
        to[x] = (uint16_t)(swapped ? row[x] << 8 | row[x] >> 8 : row[x]);
}

size_t pelt_draw_row_bytes(pelt_pixels pixels, int32_t width)
{
    switch (pixels) {
    case PELT_PIXELS_RGB565:
    case PELT_PIXELS_RGB565_SWAPPED: return 2u * (size_t)width;
    case PELT_PIXELS_RGB332: return (size_t)width;
    case PELT_PIXELS_MONO: return (size_t)width % 8u == 0u ? (size_t)width / 8u : 0u;
    default: return 0;
    }
}

pelt_status pelt_band_pack(void *out, size_t row_bytes, const pelt_band *band, pelt_pixels pixels)
{
    uint8_t *to = (uint8_t *)out;
    if (out == NULL || !band_is_valid(band))
        return PELT_E_ARGUMENT;
    const size_t least = pelt_draw_row_bytes(pixels, band->width);
    const bool wide = pixels == PELT_PIXELS_RGB565 || pixels == PELT_PIXELS_RGB565_SWAPPED;
    if (least == 0u || row_bytes < least || (wide && (((uintptr_t)out | row_bytes) & 1u) != 0u))
        return PELT_E_ARGUMENT;
    for (int32_t line = 0; line < band->line_count; line++, to += row_bytes) {
        if (pixels == PELT_PIXELS_MONO)
            pack_mono(to, band, line);
        else if (pixels == PELT_PIXELS_RGB332)
            pack_rgb332(to, band, line);
        else
            pack_rgb565((uint16_t *)(void *)to, band, line, wide && pixels != PELT_PIXELS_RGB565);
    }
    return PELT_OK;
}
