/* SPDX-License-Identifier: MIT */
/* Strips of pictures, and PNG files. */
#include "picture/picture.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "common/output.h"

#define SHEET_GAP 4u /* pixels around every frame of a contact sheet */
#define SHEET_COLOUR 0xFFFFu

void picture_alloc(picture_strip *strip, uint32_t width, uint32_t height, uint32_t frame_count)
{
    strip->width = width;
    strip->height = height;
    strip->frame_count = frame_count;
    strip->pixels = diag_calloc((size_t)width * frame_count, (size_t)height * sizeof(uint16_t));
}

void picture_free(picture_strip *strip)
{
    free(strip->pixels);
    memset(strip, 0, sizeof *strip);
}

bool picture_write_png(const char *path, const picture_strip *strip, uint32_t scale, diag *d)
{
    const uint32_t width = strip->width * scale;
    const uint32_t height = strip->height * scale;
    FREED uint8_t *rgb = diag_calloc((size_t)width * 3u, height);
    uint8_t *to = rgb;
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++, to += 3)
            picture_rgb(to, strip->pixels[(size_t)(y / scale) * strip->width + x / scale]);
    png_image image = {
        .version = PNG_IMAGE_VERSION, .width = width, .height = height, .format = PNG_FORMAT_RGB};
    png_alloc_size_t png_bytes = PNG_IMAGE_PNG_SIZE_MAX(image);
    FREED void *png = diag_calloc(png_bytes, 1);
    const bool ok =
        png_image_write_to_memory(&image, png, &png_bytes, 0, rgb, 0, NULL) != 0 ||
        diag_fail(d, DIAG_INVALID, "%s, encoding %s, choose a smaller size", image.message, path);
    return ok && output_write(&(output_file){path, png, png_bytes}, 1, d);
}

void picture_sheet(picture_strip *sheet, const picture_strip *strip, uint32_t step,
                   uint32_t columns)
{
    const uint32_t shown = (strip->frame_count + step - 1u) / step;
    const uint32_t rows = (shown + columns - 1u) / columns;
    picture_alloc(sheet, columns * (strip->width + SHEET_GAP) + SHEET_GAP,
                  rows * (strip->height + SHEET_GAP) + SHEET_GAP, 1);
    for (size_t i = 0; i < (size_t)sheet->width * sheet->height; i++)
        sheet->pixels[i] = SHEET_COLOUR;
    for (uint32_t k = 0; k < shown; k++) {
        const uint32_t left = k % columns * (strip->width + SHEET_GAP) + SHEET_GAP;
        const uint32_t top = k / columns * (strip->height + SHEET_GAP) + SHEET_GAP;
        for (uint32_t y = 0; y < strip->height; y++) {
            memcpy(sheet->pixels + (size_t)(top + y) * sheet->width + left,
                   picture_frame(strip, k * step) + (size_t)y * strip->width,
                   strip->width * sizeof(uint16_t));
        }
    }
}
