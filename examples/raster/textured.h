/* SPDX-License-Identifier: MIT */
/*
 * Triangles with a texture of a pelt blob. Texture coordinates are linear on the screen, as a
 * character's triangles are small; each texel is taken as it is, times the corners' colours.
 */
#ifndef TEXTURED_H
#define TEXTURED_H

#include "pelt.h"
#include "raster.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where a corner is in the texture, 1/16 texel, below 2^30. Corners of a triangle more than 2048
 * texels apart are drawn as if that were the distance. */
typedef struct textured_place {
    int32_t u, v;
} textured_place;

/* Like raster_triangle, without RASTER_PAINT and RASTER_FACETED. */
void textured_triangle(const raster_band *band, const raster_vertex *const corners[3],
                       const textured_place places[3], const pelt_texture_info *texture,
                       uint32_t flags);

#ifdef __cplusplus
}
#endif

#endif
