/* SPDX-License-Identifier: MIT */
/* Takes clips of other glTF files onto a scene: --clips-from and --retarget. */
#pragma once

#include "gltf/gltf.h"

typedef struct clips_options {
    const char *files; /* paths with commas between; NULL: none */
    const char *names; /* the file of --retarget, or NULL */
} clips_options;

/* gltf_load, and the clips of the other files behind the file's own. What `gltf` chooses among
 * clips it chooses among all of them. */
bool clips_from_load(scene *out, const char *path, const gltf_options *gltf,
                     const clips_options *options, diag *d);
