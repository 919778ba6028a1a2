/* SPDX-License-Identifier: MIT */
/* The place to which root motion has moved a character: T(x, 0, z) * Ry(turns). x and z are glTF
 * units, a turn is 360 degrees. */
#pragma once

#include "scene/scene.h"

/* The share of the error E that the fit of a root track and of the channels without it may use. */
#define ROOT_SHARE (1.0 / 16)

typedef struct root_place {
    double x, z, turns;
} root_place;

/* The place at a number of ticks since the clip's start: interpolated linearly between keys,
 * constant at both ends, and the origin without keys. */
root_place root_at(const scene_root_track *track, double ticks);

mat34 root_matrix(const root_place *place);
mat34 root_inverse(const root_place *place);
