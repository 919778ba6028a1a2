/* SPDX-License-Identifier: MIT */
/*
 * glTF 2.0 (.gltf or .glb) -> scene. Nothing in the file is trusted; see scene.h for what holds
 * afterwards.
 */
#ifndef PELT_TOOLS_GLTF_H
#define PELT_TOOLS_GLTF_H

#include "common/diag.h"
#include "scene/scene.h"
#include "scene/select.h"

typedef struct gltf_options {
    bool allow_outside; /* URIs of buffers and images may leave the folder of the file */
    const char
        *events; /* NULL, or a JSON file of clips' events, which replace those of the extras */
    scene_selection wanted;
} gltf_options;

/*
 * Fills `out` and returns true; give it back with scene_free. On failure false, `d` says why, `out`
 * is empty. DIAG_IO only where the file itself cannot be read; a missing buffer makes the asset
 * invalid. Warnings go to stderr.
 */
bool gltf_load(scene *out, diag *d, const char *path, const gltf_options *options);

/*
 * The same for bytes in memory; external files are looked for beside `path`; where it is NULL,
 * buffers among them are refused and images left out.
 */
bool gltf_load_memory(scene *out, diag *d, const void *bytes, size_t size_bytes, const char *path,
                      const gltf_options *options);

#endif
