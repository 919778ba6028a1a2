/* SPDX-License-Identifier: MIT */
/* Finds clips and joints by index or name. */
#include "cmd/model_choice.h"

#include <string.h>

#include "common/choice.h"
#include "play/play.h"

static const char *name_clip(int64_t *number, const void *names, uint32_t index)
{
    const model_names *in = names;
    pelt_clip_info info = {.name = ""};
    (void)pelt_clip_get(&info, in->model, index);
    *number = in->map->clips == NULL ? index : in->map->clips[index];
    return info.name;
}

static const char *name_joint(int64_t *number, const void *names, uint32_t index)
{
    const model_names *in = names;
    pelt_joint_info info = {.name = ""};
    (void)pelt_joint_get(&info, in->model, index);
    *number = in->map->nodes == NULL ? (int64_t)index : in->map->nodes[index];
    return info.name;
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
    const uint32_t clip =
        choice_find(&offer, "clips", name_clip, in, model->clip_count, text, in->file);
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
    *joint = choice_find(&offer, "joints", name_joint, in, in->model->joint_count, text, in->file);
    return *joint != PELT_NONE ||
           (choice_index(&index, text, strlen(text)) && in->map->nodes != NULL &&
            index < in->map->node_count) ||
           diag_fail(d, DIAG_USAGE, "no joint %.100s, %s, choose one of: %s", text, option,
                     offer.text + strspn(offer.text, ", "));
}
