/* SPDX-License-Identifier: MIT */
/* Draws in double precision, with a ray for each pixel, what a camera sees, even inside a character. */
#pragma once

#include <stdbool.h>

#include "pelt/draw.h"

/* Where a camera sees a position, or its shadow: right, up and away, camera units. */
void reference_see(double at[3], const pelt_camera *camera, const int32_t position[3], bool shadow);

/* Draws the shadow and the triangles of a body over RGB 5-6-5 pixels, [height][width]. The body's vertices
 * have only colours, its textures 5-6-5 texels. vertices: the skinned ones of all meshes. What is nearer
 * than `nearest` camera units is not seen. */
void reference_view(uint16_t *pixels, int32_t width, int32_t height, const pelt_body *body,
                    const pelt_vertex_q16 *vertices, double nearest);

/* The index of the texel, of `side` in a line, at place i, which may be beyond them. wrap: PELT_WRAP_... */
int32_t reference_wrapped(int32_t i, int32_t side, uint32_t wrap);
