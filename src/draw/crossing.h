/* SPDX-License-Identifier: MIT */
/* Triangles that cross the nearest plane, or reach far beside the picture: what is seen of them. */
#ifndef PELT_DRAW_CROSSING_H
#define PELT_DRAW_CROSSING_H

#include "body.h"

/* Whether one of three corners is `outside`: its numbers are camera units (pelt/draw.h). */
static inline bool crosses(const pelt_draw_vertex *const corners[3])
{
    return (corners[0]->outside | corners[1]->outside | corners[2]->outside) != 0u;
}

/* Finds the lines [first, past) of a picture that such a triangle covers; false if there are none. */
bool pelt_draw_crossing_lines(int32_t *first, int32_t *past, const body_part *part,
                              const pelt_draw_vertex *const corners[3], int32_t height);

/* Draws it. */
void pelt_draw_crossing(const pelt_band *band, const body_part *part,
                        const pelt_draw_vertex *const corners[3]);

#endif
