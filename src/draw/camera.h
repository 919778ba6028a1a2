/* SPDX-License-Identifier: MIT */
/* What bodies and rings need of the camera, unchecked. */
#ifndef PELT_DRAW_CAMERA_H
#define PELT_DRAW_CAMERA_H

#include <stdbool.h>

#include "pelt/draw.h"

/* Whether it was framed: projecting then divides by no zero. */
bool pelt_draw_is_framed(const pelt_camera *camera);

/* As pelt_camera_project, and the vertex's shadow on the ground in a displayed colour, unless that is
 * NULL. */
void pelt_draw_project(pelt_draw_vertex *out, pelt_draw_vertex *shadow, const pelt_camera *cam,
                       const int32_t position[3], const int32_t *normal, const uint8_t colour[3],
                       const uint8_t shadow_colour[3]);

/* Whether two lights have the same colours. Consoles make tables of them, and a program may change its light
 * in place. */
static inline bool lights_are_alike(const pelt_light *a, const pelt_light *b)
{
    uint32_t other = 0;
    for (uint32_t i = 0; i < 3u; i++)
        other |= (uint32_t)((a->lamp[i] ^ b->lamp[i]) | (a->ambient[i] ^ b->ambient[i]) |
                            (a->rim[i] ^ b->rim[i]));
    return other == 0u;
}

#endif
