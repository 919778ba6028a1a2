/* SPDX-License-Identifier: MIT */
#include "cmd/layer_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/model_choice.h"
#include "common/choice.h"
#include "pelt/motion.h"
#include "scene/moments.h"

/// JOINT /////////////////////////////////////////////////////////////////////////////////////////

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

/* A node that is no joint of the blob may have meshes below it, and joints. */
static bool find_part(uint8_t **mask, const char *text, const pelt_model *model,
                      const source_map *map, const char *file, diag *d)
{
    uint32_t index, joint = PELT_NONE;
    const bool is_node =
        map->nodes != NULL && choice_index(&index, text, strlen(text)) && index < map->node_count;
    if (!is_node && !choose_joint(&joint, "--pose", text, model, map, file, d))
        return false;
    *mask = diag_calloc(pelt_mask_bytes(model) + 1u, 1);
    if (map->nodes == NULL) {
        (void)pelt_mask_set(*mask, model, joint, 255);
        return true;
    }
    const int32_t top = is_node ? (int32_t)index : joint == PELT_NONE ? -1 : node_of(map, joint);
    for (uint32_t i = 0; i < model->joint_count && top >= 0; i++)
        (*mask)[i] = is_below(map, node_of(map, i), top) ? 255 : 0;
    for (uint32_t m = 0; m < model->mesh_count && top >= 0; m++)
        (*mask)[model->joint_count + m] = is_below(map, map->meshes[m].node, top) ? 255 : 0;
    return true;
}

/// LAYER /////////////////////////////////////////////////////////////////////////////////////////

static bool is_number(double *out, const char *text)
{
    char *end;
    *out = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*out);
}

/* `text` from the first or last of a sign on, which becomes its end; NULL where there is none. */
static char *cut(char *text, char sign, bool last)
{
    char *at = last ? strrchr(text, sign) : strchr(text, sign);
    if (at != NULL)
        *at++ = '\0';
    return at;
}

static bool fail_layer(const char *text, diag *d)
{
    return diag_fail(d, DIAG_USAGE,
                     "--pose %.100s is not [+]CLIP@TIME[^T0]*WEIGHT[:JOINT], "
                     "command line, see --help",
                     text);
}

/* One layer; `text` is changed. */
static bool find_layer(play_layer *out, char *text, const pelt_model *model, const source_map *map,
                       const char *file, diag *d)
{
    char whole[128] = "";
    strncpy(whole, text, sizeof whole - 1);
    out->additive = text[0] == '+';
    char *clip = text + (out->additive ? 1 : 0);
    char *time = cut(clip, '@', true);
    char *weight = time == NULL ? NULL : cut(time, '*', false);
    char *joint = weight == NULL ? NULL : cut(weight, ':', false);
    char *reference = weight == NULL ? NULL : cut(time, '^', false);
    double time_s, reference_s = 0;
    if (weight == NULL || !is_number(&time_s, time) || !is_number(&out->weight, weight) ||
        (reference != NULL && !is_number(&reference_s, reference)) ||
        (reference != NULL && !out->additive))
        return fail_layer(whole, d);
    const double least = out->additive ? -1 : 0, most = out->additive ? 2 : 1;
    if (!(out->weight >= least && out->weight <= most))
        return diag_fail(d, DIAG_USAGE,
                         "the weight %s is not from %g to %g, --pose %s, command "
                         "line",
                         weight, least, most, whole);
    out->time = scene_ticks(time_s);
    out->has_reference = reference != NULL;
    out->reference = scene_ticks(reference_s);
    return choose_clip(&out->clip, "--pose", clip, model, map, file, d) &&
           (joint == NULL || find_part(&out->mask, joint, model, map, file, d));
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

/* Weights of one blend that sum to 0 have no meaning. */
static bool check_sums(const layer_options *options, diag *d)
{
    double sum = 0;
    for (uint32_t i = 0; i < options->count; i++) {
        const play_layer *layer = &options->layers[i], *next = layer + 1;
        if (layer->additive || layer->mask != NULL)
            continue;
        sum += layer->weight;
        const bool ends = i + 1 == options->count || next->additive || next->mask != NULL;
        if (ends && sum <= 0)
            return diag_fail(d, DIAG_USAGE,
                             "the weights of layers that are one blend sum to 0, "
                             "--pose, command line, give one that is more");
        sum = ends ? 0 : sum;
    }
    return true;
}

bool layer_options_find(layer_options *out, const char *text, const pelt_model *model,
                        const source_map *map, const char *file, diag *d)
{
    const size_t length = strlen(text);
    char *layer = diag_calloc(length + 1u, 1);
    bool ok = true;
    *out = (layer_options){.layers = diag_calloc(length + 1u, sizeof *out->layers)};
    while (ok && text != NULL) {
        text = take_layer(layer, text);
        ok = find_layer(&out->layers[out->count++], layer, model, map, file, d);
    }
    free(layer);
    return ok && check_sums(out, d);
}

bool layer_options_take_bind(const char *text)
{
    char *layer = diag_calloc(strlen(text) + 1u, 1);
    bool found = false;
    while (text != NULL && !found) {
        text = take_layer(layer, text);
        (void)cut(layer, '@', true);
        found = clip_is_bind(layer + (layer[0] == '+' ? 1 : 0));
    }
    free(layer);
    return found;
}

void layer_options_free(layer_options *options)
{
    for (uint32_t i = 0; i < options->count; i++)
        free(options->layers[i].mask);
    free(options->layers);
    *options = (layer_options){0};
}
