/* SPDX-License-Identifier: MIT */
/* A pose as layers of clips' moments, one upon the other, from the rest pose on. */
#ifndef PELT_TOOLS_PLAY_LAYERS_H
#define PELT_TOOLS_PLAY_LAYERS_H

#include <stdbool.h>
#include <stdint.h>

#include "pelt.h"

/* Consecutive ones without mask that are not additive are one blend of several poses. */
typedef struct play_layer {
    int clip; /* index, PLAY_REST or PLAY_BIND */
    pelt_time time;
    double weight; /* 0 to 1; additive -1 to 2 */
    uint8_t *mask; /* pelt/motion.h, or NULL */
    bool additive, has_reference;
    pelt_time reference; /* additive: against this moment of the clip, else the rest pose */
} play_layer;

#endif
