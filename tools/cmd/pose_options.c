/* SPDX-License-Identifier: MIT */
/* Parses the options of a pose and finds what they name in a blob, see pose_options.h. */
#include "cmd/pose_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/choice.h"
#include "pelt/motion.h"
#include "scene/moments.h"

/// --aim and --ik ////////////////////////////////////////////////////////////////////////////////

/* Cuts a weight behind the last colon off, if there is one; false where it is no number. */
static bool take_weight(double *out, char *text)
{
    char *sign = strrchr(text, '*'), *colon = strrchr(text, ':');
    *out = 1;
    if (sign == NULL || colon == NULL || sign < colon)
        return true;
    *sign = '\0';
    return choice_numbers(out, 1, sign + 1) == 1;
}

/* Cuts three numbers behind the last colon off; something has to be left. */
static bool take_vector(double out[3], char *text)
{
    char *colon = strrchr(text, ':');
    if (colon == NULL || colon == text || choice_numbers(out, 3, colon + 1) != 3)
        return false;
    *colon = '\0';
    return true;
}

/* Parses the value in out->name and leaves the joint's name of it there. */
static bool parse_edit(play_edit *out)
{
    char *text = out->name;
    double earlier[3];
    if (!take_weight(&out->weight, text) || !take_vector(out->target, text))
        return false;
    if (out->kind == PLAY_AIM)
        return take_vector(out->axis, text);
    out->has_pole = take_vector(earlier, text);
    if (out->has_pole) {
        memcpy(out->pole, out->target, sizeof earlier);
        memcpy(out->target, earlier, sizeof earlier);
    }
    return true;
}

bool pose_options_add(pose_options *to, const char *option, const char *text, diag *d)
{
    to->edits = diag_grow(to->edits, to->edit_count, sizeof *to->edits);
    play_edit *edit = &to->edits[to->edit_count++];
    *edit = (play_edit){.kind = strcmp(option, "--aim") == 0 ? PLAY_AIM : PLAY_REACH,
                        .name = diag_copy(text)};
    if (!parse_edit(edit))
        return diag_fail(d, DIAG_USAGE, "%s %s is not %s, command line, see --help", option, text,
                         edit->kind == PLAY_AIM ? "JOINT:AX,AY,AZ:X,Y,Z[*W]"
                                                : "[UPPER,MIDDLE,]END:X,Y,Z[:PX,PY,PZ][*W]");
    return (edit->weight >= 0 && edit->weight <= 1) ||
           diag_fail(d, DIAG_USAGE, "the weight %g is not from 0 to 1, %s %s, give one that is",
                     edit->weight, option, text);
}

static bool find_limb_joint(uint32_t *joint, const char *text, const model_names *in, diag *d)
{
    return choose_joint(joint, "--ik", text, in, d) &&
           (*joint != PELT_NONE || diag_fail(d, DIAG_INVALID,
                                             "node %s is no joint of the blob, --ik, name a node "
                                             "that a skin or a mesh hangs on",
                                             text));
}

const char *pose_option_joint(const play_edit *edit)
{
    const char *first = edit->kind == PLAY_AIM ? NULL : strchr(edit->name, ',');
    const char *second = first == NULL ? NULL : strchr(first + 1, ',');
    return second == NULL || strchr(second + 1, ',') != NULL ? edit->name : second + 1;
}

/* Finds the joints of --ik: three where the name has two commas, else the end alone. */
static bool find_limb(play_edit *edit, const model_names *in, diag *d)
{
    const char *end = pose_option_joint(edit);
    if (end != edit->name) {
        FREED char *upper = diag_copy(edit->name);
        char *middle = choice_cut(strchr(upper, ','));
        (void)choice_cut(strchr(middle, ','));
        edit->has_joints = true;
        if (!find_limb_joint(&edit->upper, upper, in, d) ||
            !find_limb_joint(&edit->middle, middle, in, d))
            return false;
    }
    return find_limb_joint(&edit->joint, end, in, d);
}

/// A layer's JOINT ///////////////////////////////////////////////////////////////////////////////

static bool is_below(const source_map *map, int32_t node, int32_t top)
{
    while (node >= 0 && node != top)
        node = map->parents[node];
    return node == top;
}

/* The node of a joint; a helper's is that of the joint which it helps, the next one. */
static int32_t node_of(const source_map *map, uint32_t joint)
{
    while (joint + 1u < map->joint_count && map->nodes[joint] < 0)
        joint++;
    return map->nodes[joint];
}

/* Makes the mask of all joints and meshes at or below a node, which need not be a joint of the blob. */
static bool find_part(uint8_t **mask, const char *text, const model_names *in, diag *d)
{
    const pelt_model *model = in->model;
    const source_map *map = in->map;
    uint32_t index, joint = PELT_NONE;
    const bool is_node =
        map->nodes != NULL && choice_index(&index, text, strlen(text)) && index < map->node_count;
    if (!is_node && !choose_joint(&joint, "--pose", text, in, d))
        return false;
    *mask = diag_calloc(PELT_MASK_BYTES(model) + 1u, 1);
    if (map->nodes == NULL) {
        (void)pelt_mask_set(*mask, PELT_MASK_BYTES(model), model, joint, 255);
        return true;
    }
    const int32_t top = is_node ? (int32_t)index : joint == PELT_NONE ? -1 : node_of(map, joint);
    for (uint32_t i = 0; i < model->joint_count && top >= 0; i++)
        (*mask)[i] = is_below(map, node_of(map, i), top) ? 255 : 0;
    for (uint32_t m = 0; m < model->mesh_count && top >= 0; m++)
        (*mask)[model->joint_count + m] = is_below(map, map->meshes[m].node, top) ? 255 : 0;
    return true;
}

/// --pose ////////////////////////////////////////////////////////////////////////////////////////

/* One layer, [+]CLIP@TIME[^T0]*WEIGHT[:JOINT]; `text` is changed. */
static bool find_layer(play_layer *out, char *text, const model_names *in, diag *d)
{
    char whole[128] = "";
    strncpy(whole, text, sizeof whole - 1);
    out->additive = text[0] == '+';
    char *clip = text + (out->additive ? 1 : 0);
    char *time = choice_cut(strrchr(clip, '@'));
    char *weight = time == NULL ? NULL : choice_cut(strchr(time, '*'));
    char *joint = weight == NULL ? NULL : choice_cut(strchr(weight, ':'));
    char *reference = weight == NULL ? NULL : choice_cut(strchr(time, '^'));
    double time_s, reference_s = 0;
    if (weight == NULL || choice_numbers(&time_s, 1, time) != 1 ||
        choice_numbers(&out->weight, 1, weight) != 1 ||
        (reference != NULL && (!out->additive || choice_numbers(&reference_s, 1, reference) != 1)))
        return diag_fail(d, DIAG_USAGE,
                         "--pose %.100s is not [+]CLIP@TIME[^T0]*WEIGHT[:JOINT], command line, see "
                         "--help",
                         whole);
    const double least = out->additive ? -1 : 0, most = out->additive ? 2 : 1;
    if (!(out->weight >= least && out->weight <= most))
        return diag_fail(d, DIAG_USAGE,
                         "the weight %s is not from %g to %g, --pose %s, give one that is", weight,
                         least, most, whole);
    out->time = scene_ticks(time_s);
    out->has_reference = reference != NULL;
    out->reference = scene_ticks(reference_s);
    return choose_clip(&out->clip, "--pose", clip, in, d) &&
           (joint == NULL || find_part(&out->mask, joint, in, d));
}

/* The next layer's text, without the backslashes of commas, into `to`. */
static const char *take_layer(char *to, const char *text)
{
    for (; *text != '\0' && *text != ','; text++) {
        if (*text == '\\' && text[1] != '\0')
            text++;
        *to++ = *text;
    }
    *to = '\0';
    return *text == ',' ? text + 1 : NULL;
}

/* Weights of one blend that sum to 0, or are 0 in fixed point, have no meaning. */
static bool check_sums(const pose_options *options, diag *d)
{
    double sum = 0;
    for (uint32_t i = 0; i < options->layer_count; i++) {
        const play_layer *layer = &options->layers[i], *next = layer + 1;
        if (layer->additive || layer->mask != NULL)
            continue;
        sum += layer->weight;
        const bool ends = i + 1 == options->layer_count || next->additive || next->mask != NULL;
        if (ends && sum < 1e-6)
            return diag_fail(d, DIAG_USAGE,
                             "the weights of layers that are one blend sum to 0 or almost, "
                             "--pose, command line, give one that is more");
        sum = ends ? 0 : sum;
    }
    return true;
}

/// --expression and --look ///////////////////////////////////////////////////////////////////////

static bool show_expression(double *weights, const play *p, const char *text, diag *d)
{
    char name[256];
    double weight = 1;
    snprintf(name, sizeof name, "%s", text);
    char *colon = strrchr(name, ':');
    if (colon != NULL && choice_numbers(&weight, 1, colon + 1) == 1)
        *colon = '\0';
    const uint32_t index = pelt_expression_find(&p->model, name);
    if (index == PELT_NONE) {
        choice_offer offer = {0};
        pelt_expression_info info;
        for (uint32_t i = 0; pelt_expression_get(&info, &p->model, i) == PELT_OK; i++)
            choice_add(&offer, i, info.name);
        return diag_fail(d, DIAG_USAGE, "no expression %.100s, --expression, choose from: %s", name,
                         offer.text[0] != '\0' ? offer.text : "none");
    }
    weights[index] = weight;
    return true;
}

static bool find_face(pose_options *options, play *p, diag *d)
{
    uint32_t count = 0;
    bool ok = true;
    pelt_expression_info info;
    while (pelt_expression_get(&info, &p->model, count) == PELT_OK)
        count++;
    if (options->shown_count == 0 && !options->looks)
        return true;
    options->face = diag_calloc(count + 1u, sizeof *options->face);
    for (uint32_t i = 0; i < options->shown_count && ok; i++)
        ok = show_expression(options->face, p, options->shown[i], d);
    p->face = options->face;
    p->face_count = count;
    p->look = options->looks ? options->look : NULL;
    return ok;
}

/// All of them ///////////////////////////////////////////////////////////////////////////////////

bool pose_options_find(pose_options *options, play *p, const model_names *in, diag *d)
{
    bool ok = true;
    for (uint32_t i = 0; i < options->edit_count && ok; i++) {
        play_edit *edit = &options->edits[i];
        ok = edit->kind == PLAY_AIM ? choose_joint(&edit->joint, "--aim", edit->name, in, d)
                                    : find_limb(edit, in, d);
    }
    const char *text = options->pose;
    const size_t most = text == NULL ? 0 : strlen(text) + 1u;
    FREED char *layer = diag_calloc(most, 1);
    if (text != NULL)
        options->layers = diag_calloc(most, sizeof *options->layers);
    while (ok && text != NULL) {
        text = take_layer(layer, text);
        ok = find_layer(&options->layers[options->layer_count++], layer, in, d);
    }
    p->layers = options->layers;
    p->layer_count = options->layer_count;
    p->edits = options->edits;
    p->edit_count = options->edit_count;
    p->restores_root = options->restores_root;
    return ok && find_face(options, p, d) && check_sums(options, d);
}

bool pose_options_check(const pose_options *options, bool has_moment, diag *d)
{
    return options->pose == NULL || !has_moment ||
           diag_fail(d, DIAG_USAGE,
                     "--pose stands for --clip and --time, command line, give one of these");
}

bool pose_options_take_bind(const pose_options *options)
{
    const char *text = options->pose;
    FREED char *layer = diag_calloc(text == NULL ? 0 : strlen(text) + 1u, 1);
    bool found = false;
    while (text != NULL && !found) {
        text = take_layer(layer, text);
        (void)choice_cut(strrchr(layer, '@'));
        found = clip_is_bind(layer + (layer[0] == '+' ? 1 : 0));
    }
    return found;
}

void pose_options_free(pose_options *options)
{
    for (uint32_t i = 0; i < options->edit_count; i++)
        free(options->edits[i].name);
    for (uint32_t i = 0; i < options->layer_count; i++)
        free(options->layers[i].mask);
    free(options->edits);
    free(options->layers);
    free(options->face);
    *options = (pose_options){0};
}
