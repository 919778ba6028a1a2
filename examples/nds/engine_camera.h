/* SPDX-License-Identifier: MIT */
/* Sets camera and lights of the software rasteriser (camera.h) on the geometry engine. */
#ifndef ENGINE_CAMERA_H
#define ENGINE_CAMERA_H

#include "camera.h"

/* Loads the projection from model units, and the lights; leaves MODE_BOTH with the identity. */
void engine_camera_load(const camera *cam);

#endif
