/* SPDX-License-Identifier: MIT */
/* Options that say how a pose differs from a clip's moment: --pose, then --aim and --ik in the
 * order given. */
#ifndef PELT_TOOLS_CMD_POSE_OPTIONS_H
#define PELT_TOOLS_CMD_POSE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "blob/source_map.h"
#include "cmd/layer_options.h"
#include "common/diag.h"
#include "play/edits.h"
#include "play/play.h"

/* An edit as the command line has it. */
typedef struct pose_edit {
    const char *option; /* its name, for messages */
    char *joint;        /* as given, free() */
    play_edit edit;     /* but for its joint, until pose_options_find */
} pose_edit;

typedef struct pose_options {
    pose_edit *edits;
    uint32_t edit_count;
    play_edit *found; /* [edit_count] */
    const char *pose; /* --pose as given, or NULL */
    layer_options layers;
} pose_options;

/* --aim or --ik, `option`, with its value. */
bool pose_options_add(pose_options *to, const char *option, const char *text, diag *d);

/* Finds what they name in a blob, for play_set_edits. The map may be empty: indices are the blob's
 * then. */
bool pose_options_find(pose_options *options, const pelt_model *model, const source_map *map,
                       const char *file, diag *d);
/* has_moment: --clip or --time was given, which --pose stands for. */
bool pose_options_check(const pose_options *options, bool has_moment, diag *d);
/* Whether --pose wants the bind pose, with which a glTF file is then baked. */
bool pose_options_take_bind(const pose_options *options);
void pose_options_free(pose_options *options);

#endif
