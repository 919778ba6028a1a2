/* SPDX-License-Identifier: MIT */
/* A plain rasteriser for comparison. */
#pragma once

#include "raster.h"

/* Draws a triangle for comparison with raster_triangle(): depths must be the same to the bit,
 * colours within 1/31. */
void reference_triangle(const raster_band *band, const raster_vertex *a, const raster_vertex *b,
                        const raster_vertex *c, uint32_t flags);
