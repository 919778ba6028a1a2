/* SPDX-License-Identifier: MIT */
/* Applies --clips, --meshes and --socket to a scene. */
#include "scene/select.h"

#include <string.h>

#include "common/choice.h"

/* A kind of thing that can be chosen: clips, instances or nodes. */
typedef struct kind {
    const char *name, *option;
    bool (*takes)(const choice *item, const scene *s, uint32_t i);
    void (*offer)(choice_offer *offer, const scene *s, uint32_t i);
} kind;

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

/* The primitives of a mesh follow each other, so only the first is listed. */
static void offer_instance(choice_offer *offer, const scene *s, uint32_t i)
{
    const uint32_t node = s->instances[i].node;
    if (i == 0 || node != s->instances[i - 1].node)
        choice_add(offer, s->instances[i].mesh, scene_mesh_name(s, node));
}

/* Only nodes of the default scene: others do not move with it. */
static bool takes_node(const choice *item, const scene *s, uint32_t i)
{
    return s->nodes[i].in_scene &&
           (item->is_index ? item->index == i : choice_takes(item, s->nodes[i].name));
}

static void offer_node(choice_offer *offer, const scene *s, uint32_t i)
{
    if (s->nodes[i].in_scene)
        choice_add(offer, i, s->nodes[i].name);
}

static bool fail_item(const choice *item, const kind *of, const scene *s, uint32_t count, diag *d)
{
    choice_offer offer = {0};
    for (uint32_t i = 0; i < count; i++)
        of->offer(&offer, s, i);
    return diag_fail(d, DIAG_USAGE, "no %s %.*s, %s, choose from: %s", of->name,
                     item->length < 100 ? (int)item->length : 100, item->text, of->option,
                     count > 0 ? offer.text : "none");
}

/* Marks those of `count` things that the list names; each item has to name at least one. */
static bool mark(bool *chosen, const char *list, const kind *of, const scene *s, uint32_t count,
                 diag *d)
{
    choice item = {0};
    while (choice_next(&item, list)) {
        bool any = false;
        for (uint32_t i = 0; i < count; i++) {
            const bool taken = of->takes(&item, s, i);
            chosen[i] |= taken;
            any |= taken;
        }
        if (!any)
            return fail_item(&item, of, s, count, d);
    }
    return true;
}

/* Removes the items of *count that the list does not name. */
static bool keep(void *items, size_t size, uint32_t *count, const char *list, const kind *of,
                 const scene *s, diag *d)
{
    if (list == NULL)
        return true;
    char *at = items;
    FREED bool *chosen = diag_calloc(*count, sizeof *chosen);
    const bool ok = mark(chosen, list, of, s, *count, d);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < *count && ok; i++)
        if (chosen[i])
            memmove(at + kept++ * size, at + i * size, size);
    if (ok)
        *count = kept;
    return ok;
}

bool scene_mark_nodes(bool *chosen, const scene *s, const char *list, const char *option, diag *d)
{
    const kind node = {"node", option, takes_node, offer_node};
    return mark(chosen, list, &node, s, s->node_count, d);
}

static bool mark_sockets(scene *s, const char *list, diag *d)
{
    if (list == NULL)
        return true;
    FREED bool *chosen = diag_calloc(s->node_count, sizeof *chosen);
    const bool ok = scene_mark_nodes(chosen, s, list, "--socket", d);
    for (uint32_t i = 0; i < s->node_count && ok; i++)
        s->nodes[i].is_socket = chosen[i];
    return ok;
}

bool scene_select(scene *s, const scene_selection *wanted, diag *d)
{
    static const kind clip = {"clip", "--clips", takes_clip, offer_clip};
    static const kind mesh = {"mesh", "--meshes", takes_instance, offer_instance};
    return mark_sockets(s, wanted->sockets, d) &&
           keep(s->clips, sizeof *s->clips, &s->clip_count, wanted->clips, &clip, s, d) &&
           keep(s->instances, sizeof *s->instances, &s->instance_count, wanted->meshes, &mesh, s,
                d);
}

bool scene_find_node(uint32_t *node, const scene *s, const char *text, const char *what,
                     const char *option, const char *file, diag *d)
{
    choice_offer offer = {0};
    uint32_t index, found = 0;
    const bool is_index = choice_index(&index, text, strlen(text));
    const char *name = choice_name(text);
    for (uint32_t i = s->node_count; i-- > 0;) {
        if (is_index ? i != index : name[0] == '\0' || strcmp(s->nodes[i].name, name) != 0)
            continue;
        *node = i;
        found++;
    }
    for (uint32_t i = 0; i < s->node_count && found == 0; i++)
        choice_add(&offer, i, s->nodes[i].name);
    if (found > 1)
        diag_warn(file, "%u nodes are named %.100s, the first of them is taken: %u", found, name,
                  *node);
    return found > 0 || diag_fail(d, DIAG_USAGE, "no %s %.100s, %s, choose one of: %s", what, text,
                                  option, s->node_count > 0 ? offer.text : "none");
}
