/* SPDX-License-Identifier: MIT */
/* Loads the file of a command: a glTF file, which is baked, or a blob. */
#pragma once

#include "bake/baking.h"
#include "blob/source_map.h"
#include "common/output.h"
#include "gltf/gltf.h"
#include "play/play.h"
#include "reduce/reduce.h"
#include "reduce/root_motion.h"

/* Clips of other glTF files: --clips-from and --retarget. */
typedef struct clips_options {
    const char *files; /* paths with commas between; NULL: none */
    const char *names; /* the file of --retarget, or NULL */
} clips_options;

/* How a glTF file is loaded and baked. All commands that take a glTF file have these options. */
typedef struct load_options {
    gltf_options gltf;
    clips_options clips;
    root_options root;
    reduce_options reduce;
    bake_options bake;
    bool has_precision; /* --precision was given; otherwise bake.encoding is the default */
    const char *shapes; /* the last given option that does not apply to a .pelt file, or NULL */
    const output_file *outputs; /* [output_count] what is written in the end; checked first */
    size_t output_count;
} load_options;

#define LOAD_OPTIONS                                                                               \
    {                                                                                              \
        .bake = {.encoding = PELT_EXACT, .texture_side = BAKE_AUTO }                               \
    }

/* Checks that these options can be combined. */
bool load_check(const load_options *options, diag *d);

/* A blob in memory: FILE itself if it is a .pelt, which must have the given precision and allows no
 * choice of contents any more; otherwise the baked glTF file. */
typedef struct loaded_blob {
    void *bytes; /* malloc'ed, 4-byte aligned, native byte order */
    size_t size_bytes;
    bool is_file;
    void *store; /* the bytes of --clips, of load_store */
} loaded_blob;

void loaded_blob_free(loaded_blob *blob);

/* Takes clips from the store that --clips names where FILE itself is a blob; *map, of the model, gets
 * their indices. */
bool load_store(play *p, source_map *map, loaded_blob *blob, const load_options *options, diag *d);

bool load_blob(loaded_blob *out, const char *path, const load_options *options, diag *d);
/* Tests the first word, for either byte order. */
bool is_blob(const void *bytes, size_t size_bytes);

/* A glTF file that is loaded, reduced and baked. */
typedef struct baked_file {
    scene s;
    reduce_stats lost;
    bake_result result;
} baked_file;

/* Loads the file and bakes it. baked_file_free releases *out, which is zeroed before, in any case. */
bool load_baked(baked_file *out, const char *path, const load_options *options, diag *d);
void baked_file_free(baked_file *file);

/* gltf_load for commands, and reducing. Before that it protects the scene's files from being outputs
 * and checks that the outputs can be written. *lost is the cost of reducing; NULL: it is not wanted. */
bool load_scene(scene *out, reduce_stats *lost, const char *path, const load_options *options,
                diag *d);
