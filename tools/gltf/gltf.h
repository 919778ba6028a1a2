/* SPDX-License-Identifier: MIT */
/* Loads a glTF 2.0 file (.gltf or .glb) into a scene. Nothing in the file is trusted; scene.h says
 * what is guaranteed afterwards. */
#pragma once

#include "common/diag.h"
#include "scene/scene.h"
#include "scene/select.h"

typedef struct gltf_options {
    bool allow_outside; /* URIs of buffers and images may lead out of the file's folder */
    /* NULL, or the path of a JSON file of clips' events, which replace those in extras */
    const char *events;
    scene_selection wanted;
} gltf_options;

/* Fills `out`, which scene_free releases, and returns true. On failure returns false with a message
 * in `d`, and `out` is empty. DIAG_IO means that the file itself cannot be read; if a buffer is
 * missing, the asset is invalid. Warnings go to stderr. */
bool gltf_load(scene *out, diag *d, const char *path, const gltf_options *options);

/* Loads a file from memory: external buffers are refused, and external images left out. */
bool gltf_load_memory(scene *out, diag *d, const void *bytes, size_t size_bytes,
                      const gltf_options *options);
