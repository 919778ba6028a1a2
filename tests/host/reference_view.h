/* SPDX-License-Identifier: MIT */
/* What a camera sees that may be inside a character, in double precision: a ray for each pixel. */
#pragma once

#include "pelt/draw.h"

/* Draws the shadow and the triangles of a body over RGB 5-6-5 pixels, [height][width]. The body's vertices
 * have only colours, vertices are all meshes' skinned ones; textures are of 5-6-5 texels. What is nearer
 * than `nearest` camera units is not seen. */
void reference_view(uint16_t *pixels, int32_t width, int32_t height, const pelt_body *body,
                    const pelt_vertex_q16 *vertices, double nearest);

/* The texel, of `side` in a line, that a place beyond them has. */
int32_t reference_wrapped(int32_t i, int32_t side, uint32_t wrap);
