/* SPDX-License-Identifier: MIT */
/* Options that say how a pose differs from a clip's moment: --pose, then --aim and --ik in the
 * order given; then faces. */
#pragma once

#include "cmd/model_choice.h"
#include "play/play.h"
#include "scene/select.h"

typedef struct pose_options {
    play_edit *edits; /* [edit_count]; pose_options_find sets their joints */
    uint32_t edit_count;
    const char *pose;   /* --pose as given, or NULL */
    play_layer *layers; /* [layer_count] */
    uint32_t layer_count;
    bool restores_root;                       /* --restore-root */
    const char *shown[SCENE_EXPRESSIONS_MAX]; /* [shown_count] --expression NAME[:WEIGHT] */
    uint32_t shown_count;
    bool looks;            /* --look */
    double look[3], *face; /* [of all expressions], made by pose_options_find */
} pose_options;

/* Returns the joint that is aimed or that reaches: END of the edit's name [UPPER,MIDDLE,]END. */
const char *pose_option_joint(const play_edit *edit);

/* Adds the edit of `option`, --aim or --ik, with this value. */
bool pose_options_add(pose_options *to, const char *option, const char *text, diag *d);

/* Finds in a blob what the options name; `p` plays with it from now on. JOINT of a layer is any node of the
 * glTF file: what is below it counts, and meshes of nodes below it. DIAG_USAGE: `d` says what is
 * wrong. */
bool pose_options_find(pose_options *options, play *p, const model_names *in, diag *d);
/* Refuses --pose where --clip or --time was given (has_moment), for which it stands. */
bool pose_options_check(const pose_options *options, bool has_moment, diag *d);
/* Whether --pose wants the bind pose, with which a glTF file is then baked. */
bool pose_options_take_bind(const pose_options *options);
void pose_options_free(pose_options *options);
