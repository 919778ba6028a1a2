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

/* Whether argv[*i] is one of these, which are then taken with their values; *ok is false, and `d`
 * says why, where a value is wrong. */
bool option_pose(bool *ok, pose_options *out, int argc, char **argv, int *i, diag *d);

/* Finds what they name in a blob, for play_set_edits. The map may be empty: indices are the blob's
 * then. */
bool pose_options_find(pose_options *options, const pelt_model *model, const source_map *map,
                       const char *file, diag *d);
/* has_moment: --clip or --time was given, which --pose stands for. */
bool pose_options_check(const pose_options *options, bool has_moment, diag *d);
/* Whether --pose wants the bind pose, with which a glTF file is then baked. */
bool pose_options_take_bind(const pose_options *options);
void pose_options_free(pose_options *options);

#define OPTION_POSE_USAGE                                                                          \
    "[--pose LAYER,LAYER,...] [--aim JOINT:AX,AY,AZ:X,Y,Z] [--ik JOINT:X,Y,Z[:PX,PY,PZ]]"
#define OPTION_POSE_HELP                                                                           \
    "  --pose       instead of --clip and --time: LAYER is [+]CLIP@TIME[^T0]*WEIGHT[:JOINT]. Layers\n" \
    "               without + and :JOINT in a row are one blend, their weights divided by their sum;\n" \
    "               with :JOINT that joint and what is below it go towards CLIP at TIME by WEIGHT, 0\n" \
    "               to 1; + adds, -1 to 2 times, what CLIP has more than the rest pose, or than at T0\n" \
    "  --aim        turns JOINT the shortest way so that its own axis AX AY AZ points at X Y Z in\n" \
    "               glTF units; JOINT is the index of a node or a name; name:X is the name X\n"    \
    "  --ik         turns the parent and grandparent of JOINT so that its origin reaches X Y Z and\n" \
    "               its parent's bends towards PX PY PZ; this and --aim apply in the order given\n"

#endif
