/* SPDX-License-Identifier: MIT */
/* The backdrop of the model: a sky, and a turntable under its feet. */
#pragma once

#include "pelt/draw.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BACKDROP_SPOKES 32u

/* A vertical gradient over the picture, and a disc on the ground that turns with the model. */
typedef struct backdrop {
    int32_t height;    /* of the picture */
    int32_t low, high; /* of the disc, 1/16 pixel */
    pelt_draw_vertex centre[2], inner[BACKDROP_SPOKES], outer[BACKDROP_SPOKES];
} backdrop;

/* Computes the backdrop's place in a picture of this camera. */
void backdrop_place(backdrop *b, const pelt_camera *cam, int32_t height);

/* Draws the backdrop into each pixel. It is a pelt_paint, whose `own` is the backdrop. */
void backdrop_paint(const pelt_band *band, void *own);

/* Only the gradient. */
void backdrop_sky(const pelt_band *band, int32_t height);

/* Colours of the gradient's upper and lower end, and that of a shadow on the disc, as displayed. */
extern const uint8_t backdrop_colours[2][3];
extern const uint8_t backdrop_shadow[4];

#ifdef __cplusplus
}
#endif
