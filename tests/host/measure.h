/* SPDX-License-Identifier: MIT */
/* Angles between directions, for tests that compare normals. */
#pragma once

#include <math.h>

/* The angle in degrees between two directions of any length, exact for small angles; 180 if one
 * is zero. */
static inline double angle_between(const double a[3], const double b[3])
{
    const double cross[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                             a[0] * b[1] - a[1] * b[0]};
    const double sine = sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
    const double cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    if (sine == 0 && cosine == 0)
        return 180.0;
    return atan2(sine, cosine) * 180.0 / 3.14159265358979323846;
}
