/* SPDX-License-Identifier: MIT */
/*
 * Projects skinned vertices to shaded vertices on the screen, in integers only. The camera circles
 * the model's vertical axis; the light stays at the upper left of the picture.
 *
 * Internal coordinates are "camera units", of which the model's radius has between 2^11 and 2^12.
 */
#ifndef CAMERA_H
#define CAMERA_H

#include <stdint.h>

#include "raster.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CAMERA_TURN 65536 /* a full turn */

/* Axis-aligned bounds in the units of the skinned positions; empty while low[0] > high[0]. */
typedef struct camera_box {
    int32_t low[3], high[3];
} camera_box;

void camera_box_empty(camera_box *box);
void camera_box_add(camera_box *box, const int32_t position[3]);

typedef struct camera {
    int32_t centre[3]; /* of the model, camera units */
    int32_t ground;    /* lowest y, camera units from the centre */
    int32_t radius;    /* of the model round its vertical axis, camera units */
    int32_t distance, near, focal;
    int32_t centre_x, centre_y; /* 1/16 pixel */
    uint32_t shift;             /* model units >> shift = camera units */
    int32_t yaw_sine, yaw_cosine, pitch_sine, pitch_cosine; /* Q14 */
} camera;

/* Sine in Q14 of an angle in 1/65536 turns. */
int32_t camera_sine(uint32_t angle);

/* Linear light, 4096 is white, to a display value of 8 bits. */
uint8_t camera_display(int32_t linear);

/* Places the camera so that the box fits a picture of this size from every side. */
void camera_frame(camera *cam, const camera_box *box, int32_t width, int32_t height);

/* With yaw 0 the model faces the camera; pitch > 0 looks down. Both are in 1/65536 turns. */
void camera_turn(camera *cam, uint32_t yaw, uint32_t pitch);

/* The part of a picture that vertices cover, in 1/16 pixel; empty while low[0] > high[0]. */
typedef struct camera_extent {
    int32_t low[2], high[2];
} camera_extent;

void camera_extent_empty(camera_extent *extent);
/* Extends the part by the place at which camera_vertex would draw a vertex. */
void camera_extent_add(camera_extent *extent, const camera *cam, const int32_t position[3]);

/* Zooms and moves the picture so that the covered part is centred and takes four fifths of the
 * height, or almost the width if it is wide. */
void camera_fit(camera *cam, const camera_extent *covered, int32_t width, int32_t height);

/*
 * Projects one vertex and shades it.
 * normal  Q16 of unit length, or NULL: the colour is then only converted for display
 * colour  RGB, linear
 */
void camera_vertex(raster_vertex *out, const camera *cam, const int32_t position[3],
                   const int32_t *normal, const uint8_t colour[3]);

/* Projects the vertex's shadow on the ground; `colour` is a display colour. */
void camera_shadow(raster_vertex *out, const camera *cam, const int32_t position[3],
                   const uint8_t colour[3]);

/* Both at once: projects and shades a vertex like camera_vertex, and its shadow, unless that is NULL. */
void camera_both(raster_vertex *out, raster_vertex *shadow, const camera *cam,
                 const int32_t position[3], const int32_t *normal, const uint8_t colour[3],
                 const uint8_t shadow_colour[3]);

/* Projects a point on the ground in camera units, before the yaw; `colour` is a display colour. */
void camera_ground(raster_vertex *out, const camera *cam, int32_t x, int32_t z,
                   const uint8_t colour[3]);

/* The depth slope, Q16 per 1/16 pixel, of a surface at 45 degrees to the picture. */
int32_t camera_steepness(const camera *cam);

#ifdef __cplusplus
}
#endif

#endif
