/* SPDX-License-Identifier: MIT */
/* The camera of the Game Boy Advance's renderer: it projects skinned vertices to vertices on the
 * screen.
 *
 * It looks at the model's middle from above the front. The model turns, not the camera: the turn
 * goes into the roots of the pose, so that skinning gives vertices as the camera sees them, and
 * normals need only a product with the light. */
#pragma once

#include "pelt/draw.h"
#include "pelt.h"

#define PROJECTION_WIDTH 240
#define PROJECTION_HEIGHT 160
#define PROJECTION_CENTRE_X (PROJECTION_WIDTH / 2) /* of the model, in pixels */
#define PROJECTION_CENTRE_Y 71
#define PROJECTION_SUBPIXELS 8 /* per pixel; the centre of the first is at 4 */

/* In camera units the model is less than 2048 around. +z is towards the camera. */
#define PROJECTION_DISTANCE 6400
#define PROJECTION_REACH 2048

#define PROJECTION_JOINTS_MAX 1024u
#define PROJECTION_ZOOM 32u /* as large as it fits */

/* Places the camera by a pose: its vertices and their box. */
void projection_open(const pelt_model *model, const pelt_box_q16 *box,
                     const pelt_vertex_q16 *vertices, uint32_t count);

/* Projects this many times as large from now on, in 1/PROJECTION_ZOOM, from half to twice; what
 * leaves the picture lies on its edge. */
void projection_zoom(uint32_t zoom);

/* Turns the roots of a pose by this yaw, in 1/65536 turns, and the camera's own angle. */
void projection_turn(pelt_pose_q16 *pose, uint32_t yaw);

/* Projects and shades draw_work (draw.h) in place: six words a vertex become two,
 *   y << 16 | x      1/8 pixels, inside the picture
 *   z << 16 | shade  z grows towards the camera, 0 to 1023; shade 1 to 30 in 1/256 */
void projection_project(const pelt_model *model);

/* The ground seen in a line of pixels below the horizon, not zoomed, in camera units from the model's middle. */
typedef struct projection_line {
    int32_t z;
    int32_t x, x_step; /* at the first pixel's centre, and change per pixel; Q8 */
} projection_line;
projection_line projection_under(int32_t y);
