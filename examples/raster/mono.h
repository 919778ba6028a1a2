/* SPDX-License-Identifier: MIT */
/* Converts pictures to one bit per pixel, for the small displays of small boards. */
#ifndef MONO_H
#define MONO_H

#include <stdint.h>

#include "raster.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Fills the band with black. */
void mono_clear(const raster_band *band);

/*
 * Dithers the band by brightness, and lights the outline of everything that has a depth.
 * bits  of the band's lines, [line_count][width / 8], leftmost pixel in the highest bit, 1 is lit;
 *       width must be a multiple of 8
 */
void mono_band(uint8_t *bits, const raster_band *band);

#ifdef __cplusplus
}
#endif

#endif
