/* SPDX-License-Identifier: MIT */
/* Finds clips and joints by index or name. */
#include "cmd/model_choice.h"

#include <string.h>

#include "common/choice.h"
#include "play/play.h"

/* Name and number of a clip or joint; the number is negative if the file has none. */
typedef const char *name_item(int64_t *number, const model_names *in, uint32_t index);

static const char *name_clip(int64_t *number, const model_names *in, uint32_t index)
{
    pelt_clip_info info = {.name = ""};
    (void)pelt_clip_get(&info, in->model, index);
    *number = in->map->clips == NULL ? index : in->map->clips[index];
    return info.name;
}

static const char *name_joint(int64_t *number, const model_names *in, uint32_t index)
{
    pelt_joint_info info = {.name = ""};
    (void)pelt_joint_get(&info, in->model, index);
    *number = in->map->nodes == NULL ? (int64_t)index : in->map->nodes[index];
    return info.name;
}

/* The first of `count` things that `text` names, or PELT_NONE; all their names go to `offer`. */
static uint32_t find(choice_offer *offer, const char *kind, name_item *name_of, uint32_t count,
                     const char *text, const model_names *in)
{
    uint32_t index, found = 0, first = PELT_NONE;
    int64_t number, taken = 0;
    const bool is_index = choice_index(&index, text, strlen(text));
    for (uint32_t i = 0; i < count; i++) {
        const char *name = name_of(&number, in, i);
        if (number >= 0)
            choice_add(offer, (uint32_t)number, name);
        if ((is_index ? number == (int64_t)index : strcmp(name, choice_name(text)) == 0) &&
            found++ == 0) {
            first = i;
            taken = number;
        }
    }
    if (found > 1)
        diag_warn(in->file, "%u %s are named %.100s, the first of them is taken: %d",
                  (unsigned)found, kind, choice_name(text), (int)taken);
    return first;
}

bool clip_is_bind(const char *text)
{
    return strcmp(text, "bind") == 0;
}

bool choose_clip(int *out, const char *option, const char *text, const model_names *in, diag *d)
{
    const pelt_model *model = in->model;
    choice_offer offer = {0};
    *out = clip_is_bind(text) ? PLAY_BIND : PLAY_REST;
    if (*out == PLAY_BIND)
        return model->bind != 0 ||
               diag_fail(d, DIAG_INVALID,
                         "the blob has no bind pose, %s bind, bake it with `pelt bake --bind`",
                         option);
    if (strcmp(text, "rest") == 0)
        return true;
    const uint32_t clip = find(&offer, "clips", name_clip, model->clip_count, text, in);
    *out = (int)clip;
    return clip != PELT_NONE ||
           diag_fail(d, DIAG_USAGE, "no clip %.100s, %s, choose one of: rest, bind%s%s", text,
                     option, model->clip_count > 0 ? ", " : "", offer.text);
}

bool choose_joint(uint32_t *joint, const char *option, const char *text, const model_names *in,
                  diag *d)
{
    choice_offer offer = {0};
    uint32_t index;
    *joint = find(&offer, "joints", name_joint, in->model->joint_count, text, in);
    return *joint != PELT_NONE ||
           (choice_index(&index, text, strlen(text)) && in->map->nodes != NULL &&
            index < in->map->node_count) ||
           diag_fail(d, DIAG_USAGE, "no joint %.100s, %s, choose one of: %s", text, option,
                     offer.text + strspn(offer.text, ", "));
}
