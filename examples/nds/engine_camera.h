/* SPDX-License-Identifier: MIT */
/* Sets camera and lights of the drawing library (pelt/draw.h) on the geometry engine. */
#pragma once

#include "pelt/draw.h"

/* Loads the projection from model units, and the lights; leaves MODE_BOTH with the identity. */
void engine_camera_load(const pelt_camera *cam);
