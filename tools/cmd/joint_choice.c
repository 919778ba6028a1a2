/* SPDX-License-Identifier: MIT */
#include "cmd/joint_choice.h"

#include <string.h>

#include "common/choice.h"

static bool fail_joint(const char *option, const char *text, const pelt_model *model,
                       const source_map *map, diag *d)
{
    choice_offer offer = {0};
    for (uint32_t i = 0; i < model->joint_count; i++) {
        pelt_joint_info info;
        const int64_t node = map->nodes == NULL ? (int64_t)i : map->nodes[i];
        if (pelt_joint_get(&info, model, i) == PELT_OK && node >= 0)
            choice_add(&offer, (uint32_t)node, info.name);
    }
    return diag_fail(d, DIAG_USAGE, "no joint %.100s, %s, choose one of: %s", text, option,
                     offer.text + strspn(offer.text, ", "));
}

bool option_joint(uint32_t *joint, const char *option, const char *text, const pelt_model *model,
                  const source_map *map, const char *file, diag *d)
{
    uint32_t index, found = 0;
    const bool is_index = choice_index(&index, text, strlen(text));
    const char *name = choice_name(text);
    for (uint32_t i = 0; i < model->joint_count; i++) {
        pelt_joint_info info;
        const bool is_it = is_index ? (map->nodes == NULL ? i == index
                                                          : map->nodes[i] == (int64_t)index)
                                    : pelt_joint_get(&info, model, i) == PELT_OK &&
                                          strcmp(info.name, name) == 0;
        if (is_it && found++ == 0)
            *joint = i;
    }
    if (found > 1)
        diag_warn(file, "%u joints are named %.100s, the first of them is taken", (unsigned)found,
                  name);
    if (found == 0 && is_index && map->nodes != NULL && index < map->node_count) {
        *joint = PELT_NONE;
        return true;
    }
    return found > 0 || fail_joint(option, text, model, map, d);
}
