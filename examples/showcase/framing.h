/* SPDX-License-Identifier: MIT */
/* Places the camera of the showcase: the clip that is shown fills the picture, the feet of the rest
 * pose are on the floor, and the camera follows a model that a clip takes away. */
#pragma once

#include "actor.h"

#define FRAMING_COUNT 3u /* the whole model, its upper half, from above */

typedef struct framing {
    pelt_camera cam;
    pelt_camera base;   /* sees all clips; neither turned nor moved */
    pelt_camera zoomed; /* to this clip, from this place */
    uint32_t clip, which;
    pelt_box_q16 rest;
    int32_t width, height;
    int32_t axis[3]; /* middle of the rest pose, model units; y is not used */
    int32_t leash;   /* distance from there at which the camera follows, model units */
    uint32_t zoom;   /* of the picture about its middle, Q16; yours */
    bool follows;
} framing;

/* rest: the box of the rest pose */
void framing_open(framing *f, const actor *a, const pelt_box_q16 *rest, int width, int height);

/* Places the camera for the moment whose model matrices the actor has; while one clip fades into
 * another, between their places. yaw: 1/65536 turns; gone: how far the camera has followed the model,
 * along x and z. */
void framing_place(framing *f, const actor *a, const actor_moment *m, uint32_t which, uint32_t yaw,
                   int32_t gone[2]);
