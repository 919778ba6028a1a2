/* SPDX-License-Identifier: MIT */
/* A clip as --clip and --pose name it. */
#ifndef PELT_TOOLS_CMD_CLIP_CHOICE_H
#define PELT_TOOLS_CMD_CLIP_CHOICE_H

#include <stdbool.h>

#include "blob/source_map.h"
#include "common/diag.h"
#include "pelt.h"

/*
 * `rest`, `bind`, an index, a name, or `name:` and a name that is one of those: PLAY_REST, PLAY_BIND
 * or the blob's index. Indices are glTF's where there is a map, which may be empty, else the blob's.
 * DIAG_USAGE with the clips that there are, DIAG_INVALID where the blob has no bind pose.
 */
bool clip_choice_find(int *out, const char *option, const char *text, const pelt_model *model,
                      const source_map *map, const char *file, diag *d);
bool clip_choice_is_bind(const char *text); /* a glTF file is then baked with its bind pose */

#endif
