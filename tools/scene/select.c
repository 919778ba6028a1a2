/* SPDX-License-Identifier: MIT */
#include "scene/select.h"

#include <stdlib.h>

#include "common/choice.h"

/* Whether an item takes the number `i` of what there is to choose from, and what it is called. */
typedef bool takes_one(const choice *item, const scene *s, uint32_t i);
typedef void offer_one(choice_offer *offer, const scene *s, uint32_t i);

static bool takes_clip(const choice *item, const scene *s, uint32_t i)
{
    return item->is_index ? item->index == i : choice_takes(item, s->clips[i].name);
}

static void offer_clip(choice_offer *offer, const scene *s, uint32_t i)
{
    choice_add(offer, i, s->clips[i].name);
}

static bool takes_instance(const choice *item, const scene *s, uint32_t i)
{
    const scene_instance *instance = &s->instances[i];
    return item->is_index ? item->index == instance->mesh
                          : choice_takes(item, s->nodes[instance->node].name) ||
                                choice_takes(item, s->meshes[instance->mesh].name);
}

static void offer_instance(choice_offer *offer, const scene *s, uint32_t i)
{
    const uint32_t node = s->instances[i].node;
    if (i == 0 || node != s->instances[i - 1].node)
        choice_add(offer, s->instances[i].mesh, scene_mesh_name(s, node));
}

/* Which of `count` the list takes; free() it. NULL: an item takes none. */
static bool *choose(const char *list, const char *kind, const scene *s, uint32_t count,
                    takes_one *takes, offer_one *offer, diag *d)
{
    bool *chosen = diag_calloc(count, sizeof *chosen);
    choice item = {0};
    while (choice_next(&item, list)) {
        bool any = false;
        for (uint32_t i = 0; i < count; i++) {
            const bool taken = takes(&item, s, i);
            any |= taken;
            chosen[i] |= taken;
        }
        if (any)
            continue;
        choice_offer offers = {0};
        for (uint32_t i = 0; i < count; i++)
            offer(&offers, s, i);
        diag_fail(d, DIAG_USAGE, "no %s %.*s, --%s, choose of: %s", kind,
                  item.length < 100 ? (int)item.length : 100, item.text,
                  takes == takes_clip ? "clips" : "meshes", count > 0 ? offers.text : "none");
        free(chosen);
        return NULL;
    }
    return chosen;
}

bool scene_select(scene *s, const scene_selection *wanted, diag *d)
{
    if (wanted->clips != NULL) {
        bool *chosen = choose(wanted->clips, "clip", s, s->clip_count, takes_clip, offer_clip, d);
        uint32_t kept = 0;
        for (uint32_t i = 0; chosen != NULL && i < s->clip_count; i++)
            if (chosen[i])
                s->clips[kept++] = s->clips[i];
        free(chosen);
        if (chosen == NULL)
            return false;
        s->clip_count = kept;
    }
    if (wanted->meshes == NULL)
        return true;
    bool *chosen = choose(wanted->meshes, "mesh", s, s->instance_count, takes_instance,
                          offer_instance, d);
    uint32_t kept = 0;
    for (uint32_t i = 0; chosen != NULL && i < s->instance_count; i++)
        if (chosen[i])
            s->instances[kept++] = s->instances[i];
    free(chosen);
    if (chosen == NULL)
        return false;
    s->instance_count = kept;
    return true;
}
