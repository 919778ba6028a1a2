/* SPDX-License-Identifier: MIT */
/* Sets camera and lights of the software rasteriser (camera.h) on the geometry engine. */
#pragma once

#include "camera.h"

/* Loads the projection from model units, and the lights; leaves MODE_BOTH with the identity. */
void engine_camera_load(const camera *cam);
