/* SPDX-License-Identifier: MIT */
/* Sizes of rows of pixels. */
#ifndef PELT_DRAW_PIXELS_H
#define PELT_DRAW_PIXELS_H

#include "pelt/draw.h"

/* What a row of this many pixels takes; 0 for an unknown kind. */
size_t pelt_draw_row_bytes(pelt_pixels pixels, int32_t width);

#endif
