/* SPDX-License-Identifier: MIT */
/* Options that say how a pose differs from a clip's moment: --aim and --ik, in the order given. */
#ifndef PELT_TOOLS_CMD_POSE_OPTIONS_H
#define PELT_TOOLS_CMD_POSE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "blob/source_map.h"
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
} pose_options;

/* Whether argv[*i] is one of these, which are then taken with their values; *ok is false, and `d`
 * says why, where a value is wrong. */
bool option_pose(bool *ok, pose_options *out, int argc, char **argv, int *i, diag *d);

/* Finds what they name in a blob, for play_set_edits. The map may be empty: indices are the blob's
 * then. */
bool pose_options_find(pose_options *options, const pelt_model *model, const source_map *map,
                       const char *file, diag *d);
void pose_options_free(pose_options *options);

/*
 * A joint as JOINT says it: the index of a glTF node (where there is no map, the blob's joint), a
 * name, or `name:` and a name that is digits. *joint is PELT_NONE for a node that nothing in the
 * blob hangs on. DIAG_USAGE with the joints that there are.
 */
bool option_joint(uint32_t *joint, const char *option, const char *text, const pelt_model *model,
                  const source_map *map, const char *file, diag *d);

#define OPTION_POSE_USAGE                                                                          \
    "[--aim JOINT:AX,AY,AZ:X,Y,Z] [--ik JOINT:X,Y,Z[:PX,PY,PZ]]"
#define OPTION_POSE_HELP                                                                           \
    "  --aim        turns JOINT the shortest way so that its own axis AX AY AZ points at X Y Z in\n" \
    "               glTF units; JOINT is the index of a node or a name; name:X is the name X\n"    \
    "  --ik         turns the parent and grandparent of JOINT so that its origin reaches X Y Z and\n" \
    "               its parent's bends towards PX PY PZ; this and --aim apply in the order given\n"

#endif
