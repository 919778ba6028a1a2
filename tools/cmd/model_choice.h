/* SPDX-License-Identifier: MIT */
/* Clips and joints of a blob as the command line names them. Indices are glTF's where there is a
 * map, which may be empty, else the blob's. */
#ifndef PELT_TOOLS_CMD_MODEL_CHOICE_H
#define PELT_TOOLS_CMD_MODEL_CHOICE_H

#include <stdbool.h>

#include "blob/source_map.h"
#include "common/diag.h"
#include "pelt.h"

/* What is named, and where: the file that warnings are of. */
typedef struct model_names {
    const pelt_model *model;
    const source_map *map;
    const char *file;
} model_names;

/*
 * `rest`, `bind`, an index, a name, or `name:` and a name that is one of those: PLAY_REST, PLAY_BIND
 * or the blob's index. DIAG_USAGE with the clips that there are, DIAG_INVALID where the blob has no
 * bind pose.
 */
bool choose_clip(int *out, const char *option, const char *text, const model_names *in, diag *d);
bool clip_is_bind(const char *text); /* a glTF file is then baked with its bind pose */

/*
 * An index of a node, a name, or `name:` and a name that is digits. *joint is PELT_NONE for a node
 * that nothing in the blob hangs on. DIAG_USAGE with the joints that there are.
 */
bool choose_joint(uint32_t *joint, const char *option, const char *text, const model_names *in,
                  diag *d);

#endif
