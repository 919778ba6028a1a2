/* SPDX-License-Identifier: MIT */
/* Finds clips and joints of a blob by the command line's names. Indices are glTF's if there is a
 * map (which may be empty), else the blob's. */
#pragma once

#include "blob/source_map.h"
#include "common/diag.h"
#include "pelt.h"

/* The model in which names are looked up, and the file for warnings. */
typedef struct model_names {
    const pelt_model *model;
    const source_map *map;
    const char *file;
} model_names;

/* Finds a clip. The text is `rest`, `bind`, an index, a name, or `name:` and a name that looks like
 * one of those. The result is PLAY_REST, PLAY_BIND or the blob's index. Fails with DIAG_USAGE,
 * listing the clips, or with DIAG_INVALID if the blob has no bind pose. */
bool choose_clip(int *out, const char *option, const char *text, const model_names *in, diag *d);
bool clip_is_bind(const char *text); /* a glTF file is then baked with its bind pose */

/* Finds a joint by the index of its node, a name, or `name:` and a name that is digits. *joint is
 * PELT_NONE for a node on which nothing of the blob hangs. Fails with DIAG_USAGE, listing the
 * joints. */
bool choose_joint(uint32_t *joint, const char *option, const char *text, const model_names *in,
                  diag *d);
