/* SPDX-License-Identifier: MIT */
/* The colours of a GIF. */
#ifndef PELT_TOOLS_PICTURE_PALETTE_H
#define PELT_TOOLS_PICTURE_PALETTE_H

#include <stdint.h>

#include "picture/picture.h"

#define PICTURE_COLOURS 255
#define PICTURE_TRANSPARENT 255 /* the index that stands for no colour */

typedef struct picture_palette {
    uint8_t rgb[256][3];
    uint8_t index_of[65536]; /* of every 5-6-5 colour in the strip */
} picture_palette;

/* Median cut over all pixels of all frames; the result depends on nothing else. */
void picture_palette_choose(picture_palette *palette, const picture_strip *strip);

#endif
