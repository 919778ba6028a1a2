/* SPDX-License-Identifier: MIT */
/* A plain rasteriser for comparison. */
#pragma once

#include "pelt/draw.h"

/* Draws a triangle for comparison with pelt_triangle_draw(): depths must be the same to the bit,
 * colours within 1/31. */
void reference_triangle(const pelt_band *band, const pelt_draw_vertex *a, const pelt_draw_vertex *b,
                        const pelt_draw_vertex *c, uint32_t flags);
