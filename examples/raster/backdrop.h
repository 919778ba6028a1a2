/* SPDX-License-Identifier: MIT */
/* What stands behind the model: a sky, and a turntable under its feet. */
#ifndef BACKDROP_H
#define BACKDROP_H

#include "camera.h"
#include "raster.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Fills the band with a vertical gradient over the whole picture of this height. */
void backdrop_sky(const raster_band *band, int32_t height);

/* A disc on the ground that turns with the model. */
void backdrop_ground(const raster_band *band, const camera *cam);

/* Colour of a shadow on the disc, for camera_shadow(). */
extern const uint8_t backdrop_shadow[3];

#ifdef __cplusplus
}
#endif

#endif
