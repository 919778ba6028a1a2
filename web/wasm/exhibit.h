/* SPDX-License-Identifier: MIT */
/* The exhibit of a page: a character that the device library plays, and its picture. */
#pragma once

#include "cmd/load.h"
#include "pelt/draw.h"
#include "play/play.h"
#include "play/verifier.h"

#define EXHIBIT_UNITS 4194304.0 /* largest coordinate handed to the camera, 2^22 */

/* The camera for all clips, so that nothing jumps when one follows another. */
typedef struct framing {
    double centre[3], scale;
    double (*travel)[3]; /* [clip_count] the travel of the whole character in a clip */
    pelt_camera cam;
} framing;

typedef struct exhibit {
    play p;
    source_map map;
    scene source;
    verifier *reference;
    loaded_blob blob;
    framing view;
    uint32_t vertex_count;                   /* of all meshes */
    double (**positions)[3], (**normals)[3]; /* [mesh][vertex], at the current moment */
    float **errors;                          /* as fractions of the model's size */
    uint8_t **influences;
} exhibit;

/* Skins all meshes of the pose. */
bool exhibit_skin(exhibit *s, diag *d);

/* Finds the camera from every clip; returns false with a message in `d`. */
bool framing_find(exhibit *s, diag *d);

/* The travel of the character at a time in glTF's seconds. clip: the blob's, or PLAY_REST. */
void framing_travel(double out[3], const exhibit *s, int clip, double time_s);
