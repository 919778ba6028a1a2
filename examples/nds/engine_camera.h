/* SPDX-License-Identifier: MIT */
/* Camera and lights of the software rasteriser (camera.h) as the geometry engine's. */
#ifndef ENGINE_CAMERA_H
#define ENGINE_CAMERA_H

#include "camera.h"

/* Loads the projection from model units, and the lights; leaves MODE_BOTH with the identity. */
void engine_camera_load(const camera *cam);

#endif
