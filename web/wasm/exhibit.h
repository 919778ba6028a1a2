/* SPDX-License-Identifier: MIT */
/* What a page shows: a character that the device library plays, and its picture. */
#ifndef PELT_WEB_WASM_EXHIBIT_H
#define PELT_WEB_WASM_EXHIBIT_H

#include "cmd/load.h"
#include "play/play.h"
#include "play/verifier.h"
#include "portrait.h"
#include "scene/box.h"

#define EXHIBIT_UNITS 4194304.0 /* largest coordinate handed to the camera, 2^22 */

/* Where the camera stands, for all clips, so that nothing jumps when one follows another. */
typedef struct framing {
    double centre[3], scale;
    double (*travel)[3]; /* [clip_count] what a clip moves the whole character by */
    camera cam;
} framing;

typedef struct exhibit {
    play p;
    source_map map;
    scene source;
    verifier *reference;
    loaded_blob blob;
    framing view;
    uint32_t vertex_count;                   /* of all meshes */
    double (**positions)[3], (**normals)[3]; /* [mesh][vertex], of the moment */
    float **errors;                          /* part of the model's size */
    uint8_t **influences;
} exhibit;

/* Skins all meshes of the pose. */
bool exhibit_skin(exhibit *s, diag *d);

/* Looks at every clip. False: `d` says why. */
bool framing_find(exhibit *s, diag *d);

/* Seconds of glTF: where the character is, of what it is moved by. clip: or PLAY_REST. */
void framing_travel(double out[3], const exhibit *s, int clip, double time_s);

#endif
