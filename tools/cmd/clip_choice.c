/* SPDX-License-Identifier: MIT */
#include "cmd/clip_choice.h"

#include <string.h>

#include "common/choice.h"
#include "play/play.h"

static uint32_t clip_number(const source_map *map, uint32_t clip)
{
    return map->clips == NULL ? clip : map->clips[clip];
}

static bool fail_clip(const char *option, const char *text, const pelt_model *model,
                      const source_map *map, diag *d)
{
    choice_offer offer = {0};
    for (uint32_t i = 0; i < model->clip_count; i++) {
        pelt_clip_info info = {0};
        pelt_clip_get(&info, model, i);
        choice_add(&offer, clip_number(map, i), info.name);
    }
    return diag_fail(d, DIAG_USAGE, "no clip %.100s, %s, choose one of: rest, bind%s%s", text,
                     option, model->clip_count > 0 ? ", " : "", offer.text);
}

bool clip_choice_is_bind(const char *text)
{
    return strcmp(text, "bind") == 0;
}

bool clip_choice_find(int *out, const char *option, const char *text, const pelt_model *model,
                 const source_map *map, const char *file, diag *d)
{
    if (strcmp(text, "rest") == 0 || clip_choice_is_bind(text)) {
        *out = clip_choice_is_bind(text) ? PLAY_BIND : PLAY_REST;
        return *out == PLAY_REST || model->bind != 0 ||
               diag_fail(d, DIAG_INVALID,
                         "the blob has no bind pose, %s bind, bake it with `pelt bake --bind`", option);
    }
    uint32_t index, found = 0;
    const bool is_index = choice_index(&index, text, strlen(text));
    const char *name = choice_name(text);
    for (uint32_t i = 0; i < model->clip_count; i++) {
        pelt_clip_info info;
        const bool is_it = is_index ? clip_number(map, i) == index
                                    : pelt_clip_get(&info, model, i) == PELT_OK &&
                                          strcmp(info.name, name) == 0;
        if (is_it && found++ == 0)
            *out = (int)i;
    }
    if (found > 1)
        diag_warn(file, "%u clips are named %.100s, the first of them is taken: %u",
                  (unsigned)found, name, (unsigned)clip_number(map, (uint32_t)*out));
    return found > 0 || fail_clip(option, text, model, map, d);
}
