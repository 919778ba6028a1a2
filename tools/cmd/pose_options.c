/* SPDX-License-Identifier: MIT */
#include "cmd/pose_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/model_choice.h"

/* Three finite numbers with commas between, and nothing else, in [text, end). */
static bool is_vector(double out[3], const char *text, const char *end)
{
    for (int i = 0; i < 3; i++) {
        char *after;
        if (text >= end)
            return false;
        out[i] = strtod(text, &after);
        if (after == text || after > end || !isfinite(out[i]) ||
            (i < 2 ? after == end || *after != ',' : after != end))
            return false;
        text = after + 1;
    }
    return true;
}

/* The last colon of [text, end), or NULL. */
static const char *last_colon(const char *text, const char *end)
{
    while (end > text)
        if (*--end == ':')
            return end;
    return NULL;
}

/* Takes the last item off [text, *end). */
static bool take_vector(double out[3], const char *text, const char **end)
{
    const char *colon = last_colon(text, *end);
    if (colon == NULL || colon == text || !is_vector(out, colon + 1, *end))
        return false;
    *end = colon;
    return true;
}

static bool parse_edit(play_edit *out, const char **end, const char *option, const char *text)
{
    *end = text + strlen(text);
    if (strcmp(option, "--aim") == 0) {
        out->kind = PLAY_AIM;
        return take_vector(out->target, text, end) && take_vector(out->axis, text, end);
    }
    double earlier[3];
    out->kind = PLAY_REACH;
    if (!take_vector(out->target, text, end))
        return false;
    out->has_pole = take_vector(earlier, text, end);
    if (out->has_pole) {
        memcpy(out->pole, out->target, sizeof earlier);
        memcpy(out->target, earlier, sizeof earlier);
    }
    return true;
}

bool pose_options_add(pose_options *to, const char *option, const char *text, diag *d)
{
    pose_edit added = {.option = option};
    const char *end;
    if (!parse_edit(&added.edit, &end, option, text))
        return diag_fail(d, DIAG_USAGE, "%s %s is not JOINT:%s, command line, see --help", option,
                         text,
                         strcmp(option, "--aim") == 0 ? "AX,AY,AZ:X,Y,Z" : "X,Y,Z[:PX,PY,PZ]");
    const size_t length = (size_t)(end - text);
    added.joint = diag_calloc(length + 1u, 1);
    memcpy(added.joint, text, length);
    pose_edit *edits = diag_calloc(to->edit_count + 1u, sizeof *edits);
    if (to->edit_count > 0)
        memcpy(edits, to->edits, to->edit_count * sizeof *edits);
    free(to->edits);
    to->edits = edits;
    to->edits[to->edit_count++] = added;
    return true;
}

bool pose_options_find(pose_options *options, const pelt_model *model, const source_map *map,
                       const char *file, diag *d)
{
    options->found = diag_calloc(options->edit_count + 1u, sizeof *options->found);
    for (uint32_t i = 0; i < options->edit_count; i++) {
        const pose_edit *from = &options->edits[i];
        options->found[i] = from->edit;
        if (!choose_joint(&options->found[i].joint, from->option, from->joint, model, map, file, d))
            return false;
        if (from->edit.kind == PLAY_REACH && options->found[i].joint == PELT_NONE)
            return diag_fail(d, DIAG_INVALID,
                             "node %s is no joint of the blob, --ik, name a node "
                             "that a skin or a mesh hangs on",
                             from->joint);
    }
    return options->pose == NULL ||
           layer_options_find(&options->layers, options->pose, model, map, file, d);
}

bool pose_options_check(const pose_options *options, bool has_moment, diag *d)
{
    return options->pose == NULL || !has_moment ||
           diag_fail(d, DIAG_USAGE,
                     "--pose stands for --clip and --time, command line, give one of "
                     "these");
}

bool pose_options_take_bind(const pose_options *options)
{
    return options->pose != NULL && layer_options_take_bind(options->pose);
}

void pose_options_free(pose_options *options)
{
    for (uint32_t i = 0; i < options->edit_count; i++)
        free(options->edits[i].joint);
    free(options->edits);
    free(options->found);
    layer_options_free(&options->layers);
    memset(options, 0, sizeof *options);
}
