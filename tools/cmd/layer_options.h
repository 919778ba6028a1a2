/* SPDX-License-Identifier: MIT */
/* The layers of --pose, and parts of a model as JOINT says them. */
#ifndef PELT_TOOLS_CMD_LAYER_OPTIONS_H
#define PELT_TOOLS_CMD_LAYER_OPTIONS_H

#include "blob/source_map.h"
#include "common/diag.h"
#include "play/layers.h"

typedef struct layer_options {
    play_layer *layers; /* [count], free() their masks too */
    uint32_t count;
} layer_options;

/*
 * LAYER,LAYER,... of [+]CLIP@TIME[^T0]*WEIGHT[:JOINT], a backslash before a comma that is none
 * between two of them. JOINT is any node of the glTF file: what is below it counts, and meshes of
 * nodes below it. The map may be empty: indices are the blob's then. DIAG_USAGE: `d` says what is
 * wrong.
 */
bool layer_options_find(layer_options *out, const char *text, const pelt_model *model,
                        const source_map *map, const char *file, diag *d);
bool layer_options_take_bind(const char *text); /* whether a layer is of the bind pose */
void layer_options_free(layer_options *options);

#endif
