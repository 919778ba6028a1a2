/* SPDX-License-Identifier: MIT */
/* Options that say how a pose differs from a clip's moment: --pose, then --aim and --ik in the
 * order given; then faces. */
#pragma once

#include "cmd/model_choice.h"
#include "play/play.h"
#include "scene/select.h"

typedef struct pose_options {
    play_edit *edits; /* [edit_count]; but for their joints, until pose_options_find */
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

/* The joint that is aimed or reaches, of the edit's name: [UPPER,MIDDLE,]END. */
const char *pose_option_joint(const play_edit *edit);

/* --aim or --ik, `option`, with its value. */
bool pose_options_add(pose_options *to, const char *option, const char *text, diag *d);

/* Finds what they name in a blob, for what `p` plays from now on. JOINT of a layer is any node of the
 * glTF file: what is below it counts, and meshes of nodes below it. DIAG_USAGE: `d` says what is
 * wrong. */
bool pose_options_find(pose_options *options, play *p, const model_names *in, diag *d);
/* has_moment: --clip or --time was given, which --pose stands for. */
bool pose_options_check(const pose_options *options, bool has_moment, diag *d);
/* Whether --pose wants the bind pose, with which a glTF file is then baked. */
bool pose_options_take_bind(const pose_options *options);
void pose_options_free(pose_options *options);
