/* SPDX-License-Identifier: MIT */
/* Where root motion has brought a character: T(x, 0, z) * Ry(turns). */
#ifndef PELT_TOOLS_SCENE_ROOT_PLACE_H
#define PELT_TOOLS_SCENE_ROOT_PLACE_H

#include "scene/scene.h"

/* Part of the error E that fitting a root track, and what remains without it, may cost. */
#define ROOT_SHARE (1.0 / 16)

typedef struct root_place {
    double x, z, turns;
} root_place;

/* At so many ticks since the clip's start: a straight line between keys, which stays at both ends;
 * nowhere without keys. */
root_place root_at(const scene_root_track *track, double ticks);

mat34 root_matrix(const root_place *place);
mat34 root_inverse(const root_place *place);

#endif
