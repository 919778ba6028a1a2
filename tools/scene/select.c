/* SPDX-License-Identifier: MIT */
/* Applies --clips, --meshes and --socket to a scene. */
#include "scene/select.h"

#include <string.h>

#include "common/choice.h"

/* Something that can be chosen. */
typedef struct thing {
    uint32_t index;
    const char *name, *other; /* other: NULL: it has one name */
    bool repeats, is_absent;  /* repeats: it is not offered again */
} thing;

/* A kind of things: clips, instances or nodes. */
typedef struct kind {
    const char *name, *option;
    thing (*of)(const scene *s, uint32_t i);
} kind;

static thing clip_of(const scene *s, uint32_t i)
{
    return (thing){.index = i, .name = s->clips[i].name};
}

/* The primitives of a mesh follow each other. */
static thing instance_of(const scene *s, uint32_t i)
{
    const scene_instance *at = &s->instances[i];
    return (thing){.index = at->mesh,
                   .name = s->nodes[at->node].name,
                   .other = s->meshes[at->mesh].name,
                   .repeats = i > 0 && at->node == at[-1].node};
}

/* Only nodes of the default scene: others do not move with it. */
static thing node_of(const scene *s, uint32_t i)
{
    return (thing){.index = i, .name = s->nodes[i].name, .is_absent = !s->nodes[i].in_scene};
}

static bool takes(const choice *item, const thing *t)
{
    return !t->is_absent &&
           (item->is_index ? item->index == t->index
                           : choice_takes(item, t->name) ||
                                 (t->other != NULL && choice_takes(item, t->other)));
}

static bool fail_item(const choice *item, const kind *of, const scene *s, uint32_t count, diag *d)
{
    choice_offer offer = {0};
    for (uint32_t i = 0; i < count; i++) {
        const thing t = of->of(s, i);
        if (!t.is_absent && !t.repeats)
            choice_add(&offer, t.index, t.other != NULL && t.name[0] == '\0' ? t.other : t.name);
    }
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
            const thing t = of->of(s, i);
            const bool taken = takes(&item, &t);
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
    const kind node = {"node", option, node_of};
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
    static const kind clip = {"clip", "--clips", clip_of};
    static const kind mesh = {"mesh", "--meshes", instance_of};
    return mark_sockets(s, wanted->sockets, d) &&
           keep(s->clips, sizeof *s->clips, &s->clip_count, wanted->clips, &clip, s, d) &&
           keep(s->instances, sizeof *s->instances, &s->instance_count, wanted->meshes, &mesh, s,
                d);
}

uint32_t scene_find_expression(const scene *s, const char *name)
{
    for (uint32_t i = 0; i < s->expression_count; i++)
        if (strcmp(s->expressions[i].name, name) == 0)
            return i;
    return SCENE_NONE;
}

static const char *name_node(int64_t *number, const void *s, uint32_t i)
{
    *number = i;
    return ((const scene *)s)->nodes[i].name;
}

bool scene_find_node(uint32_t *node, const scene *s, const char *text, const char *what,
                     const char *option, const char *file, diag *d)
{
    choice_offer offer = {0};
    *node = choice_find(&offer, "nodes", name_node, s, s->node_count, text, file);
    return *node != SCENE_NONE ||
           diag_fail(d, DIAG_USAGE, "no %s %.100s, %s, choose one of: %s", what, text, option,
                     s->node_count > 0 ? offer.text : "none");
}
