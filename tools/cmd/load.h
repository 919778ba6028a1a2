/* SPDX-License-Identifier: MIT */
/* Files that commands read: a glTF file that is baked, or a blob. */
#ifndef PELT_TOOLS_CMD_LOAD_H
#define PELT_TOOLS_CMD_LOAD_H

#include <stdbool.h>
#include <stddef.h>

#include "bake/baking.h"
#include "common/diag.h"
#include "gltf/gltf.h"
#include "reduce/reduce.h"
#include "reduce/root_motion.h"

/* How a glTF file is loaded and baked. All commands that take one have the same options for it. */
typedef struct load_options {
    gltf_options gltf;
    root_options root;
    reduce_options reduce;
    bake_options bake;
    reduce_stats *lost; /* what reducing costs, for reduce_stats_free; NULL: not wanted */
    bool has_precision; /* --precision was given; otherwise bake.encoding is the default */
    const char *shapes; /* the last of these options that a .pelt cannot follow, or NULL */
} load_options;

#define LOAD_OPTIONS                                                                               \
    {                                                                                              \
        .bake = {.encoding = PELT_EXACT }                                                          \
    }

/* Whether these options go together; `d` says why not. */
bool load_check(const load_options *options, diag *d);

/*
 * A blob in memory: FILE itself if it is a .pelt, which has to be of the precision that was given
 * and cannot be chosen from any more, else the glTF file baked.
 */
typedef struct loaded_blob {
    void *bytes; /* malloc'ed, 4-byte aligned, native byte order */
    size_t size_bytes;
} loaded_blob;

bool load_blob(loaded_blob *out, const char *path, const load_options *options, diag *d);
bool is_blob(const void *bytes, size_t size_bytes); /* of either byte order, by its first word */

/* A glTF file baked; without a word where it cannot be. */
bool load_quietly(bake_result *out, const char *path, const load_options *options);

/* gltf_load for commands: the files of the scene are never an output. */
bool load_scene(scene *out, const char *path, const load_options *options, diag *d);

#endif
