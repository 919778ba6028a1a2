/* SPDX-License-Identifier: MIT */
/*
 * Places the camera of the showcase: all clips fit the picture, and the camera follows a model that
 * a clip takes away.
 */
#pragma once

#include "actor.h"

#define FRAMING_COUNT 3u /* the whole model, its upper half, from above */

typedef struct framing {
    pelt_camera cam;
    int32_t focal, centre_y; /* of the camera as framed */
    int32_t centre[3];       /* camera units */
    int32_t rest[3];         /* middle of the rest pose, model units; y is not used */
    int32_t leash;           /* distance from there at which the camera follows, model units */
    bool follows;
} framing;

/* rest: the box of the rest pose */
void framing_open(framing *f, const actor *a, const pelt_box_q16 *rest, int width, int height);

/* Places the camera for the pose whose model matrices the actor has. yaw: 1/65536 turns; gone:
 * how far the camera has followed the model, along x and z. */
void framing_place(framing *f, const actor *a, uint32_t which, uint32_t yaw, int32_t gone[2]);
