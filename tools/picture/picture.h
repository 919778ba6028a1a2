/* SPDX-License-Identifier: MIT */
/* Pictures of 5-6-5 pixels, as the rasteriser draws them, and their PNG and GIF files. */
#pragma once

#include "common/diag.h"
#include "common/texel.h"

typedef struct picture_strip {
    uint32_t width, height, frame_count;
    uint16_t *pixels; /* [frame_count][height][width], RGB 5-6-5 */
} picture_strip;

/* Allocates zeroed pixels; picture_free releases them. */
void picture_alloc(picture_strip *strip, uint32_t width, uint32_t height, uint32_t frame_count);
void picture_free(picture_strip *strip);

static inline uint16_t *picture_frame(const picture_strip *strip, uint32_t frame)
{
    return strip->pixels + (size_t)frame * strip->width * strip->height;
}

/* Writes the first frame, each pixel as scale x scale pixels. On an error no file is left. */
bool picture_write_png(const char *path, const picture_strip *strip, uint32_t scale, diag *d);

/* Writes an animation that repeats for ever, in up to 255 colours chosen over all frames. The same strip
 * gives the same bytes. */
bool picture_write_gif(const char *path, const picture_strip *strip, double frame_ms,
                       uint32_t scale, diag *d);

/* Makes a contact sheet of every step-th frame, with `columns` in a row. */
void picture_sheet(picture_strip *sheet, const picture_strip *strip, uint32_t step,
                   uint32_t columns);
