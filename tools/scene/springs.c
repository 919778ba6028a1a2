/* SPDX-License-Identifier: MIT */
#include "scene/springs.h"

#include <string.h>

#include "common/choice.h"

void springs_add(scene *s, const scene_spring *spring)
{
    uint32_t *number = &s->nodes[spring->node].spring;
    if (s->springs == NULL)
        s->springs = scene_alloc(s, s->node_count, sizeof *s->springs);
    if (*number == 0)
        *number = ++s->spring_count;
    s->springs[*number - 1] = *spring;
}

/* What --spring says of its nodes. */
typedef struct spring_option {
    const char *text;
    scene_spring values;
    bool leaf;
} spring_option;

static bool fail_option(const char *text, diag *d)
{
    return diag_fail(d, DIAG_USAGE,
                     "--spring %.200s is not NODES[:NAME=VALUE,...] with stiffness, drag (0 to 1), "
                     "gravity, radius, centre=NODE or leaf, command line, see --help",
                     text);
}

/* One NAME=VALUE. */
static bool take_value(spring_option *o, char *item, const scene *s, diag *d)
{
    static const char *const names[] = {"stiffness", "drag", "gravity", "radius"};
    double gravity = -o->values.force[1];
    double *const values[] = {&o->values.stiffness, &o->values.drag, &gravity, &o->values.radius};
    char *value = strchr(item, '=');
    o->leaf |= strcmp(item, "leaf") == 0;
    if (value == NULL)
        return strcmp(item, "leaf") == 0 || fail_option(o->text, d);
    *value++ = '\0';
    if (strcmp(item, "centre") == 0)
        return scene_find_node(&o->values.centre, s, value, "node", "--spring", "--spring", d);
    for (unsigned i = 0; i < 4; i++) {
        if (strcmp(item, names[i]) != 0)
            continue;
        const bool ok = choice_numbers(values[i], 1, value) == 1 &&
                        *values[i] >= (i == 2 ? -1e9 : 0) && *values[i] <= (i == 1 ? 1 : 1e9);
        o->values.force[1] = -gravity;
        return ok || fail_option(o->text, d);
    }
    return fail_option(o->text, d);
}

/* The first child of a node that is chosen, or, with NULL, any. */
static uint32_t child_of(const scene *s, uint32_t node, const bool *chosen)
{
    const scene_node *n = &s->nodes[node];
    for (uint32_t i = 0; i < n->child_count; i++)
        if (chosen == NULL || chosen[n->children[i]])
            return n->children[i];
    return SCENE_NONE;
}

static void add_chosen(scene *s, spring_option *o, const bool *chosen)
{
    for (uint32_t i = 0; i < s->node_count; i++) {
        const uint32_t parent = s->nodes[i].parent;
        const bool alone =
            (parent == SCENE_NONE || !chosen[parent]) && child_of(s, i, chosen) == SCENE_NONE;
        if (!chosen[i])
            continue;
        o->values.node = i;
        o->values.tail = child_of(s, i, chosen);
        if (o->values.tail == SCENE_NONE && (o->leaf || alone))
            o->values.tail = child_of(s, i, NULL);
        else if (o->values.tail == SCENE_NONE)
            continue;
        springs_add(s, &o->values);
    }
}

static bool take_option(scene *s, const char *text, diag *d)
{
    spring_option o = {.text = text, .values = {.centre = SCENE_NONE, .stiffness = 1, .drag = 0.5}};
    char *copy = scene_alloc(s, strlen(text) + 1, 1);
    strcpy(copy, text);
    char *item = strrchr(copy, ':');
    if (item != NULL && strpbrk(item, "=") == NULL && strcmp(item, ":leaf") != 0)
        item = NULL; /* of a name: */
    bool ok = true;
    if (item != NULL)
        *item++ = '\0';
    for (char *next = item; next != NULL && ok; item = next) {
        next = strchr(item, ',');
        if (next != NULL)
            *next++ = '\0';
        ok = take_value(&o, item, s, d);
    }
    FREED bool *chosen = diag_calloc(s->node_count, sizeof *chosen);
    ok = ok && scene_mark_nodes(chosen, s, copy, "--spring", d);
    if (ok)
        add_chosen(s, &o, chosen);
    return ok;
}

bool springs_take(scene *s, const scene_selection *wanted, diag *d)
{
    for (uint32_t i = 0; i < wanted->spring_options; i++)
        if (!take_option(s, wanted->springs[i], d))
            return false;
    for (uint32_t i = 0; i < s->spring_count; i++) {
        const scene_spring *spring = &s->springs[i];
        s->nodes[spring->node].is_socket = true;
        if (spring->centre != SCENE_NONE)
            s->nodes[spring->centre].is_socket = true;
        for (uint32_t k = 0; k < spring->collider_count; k++)
            s->nodes[s->colliders[spring->colliders[k]].node].is_socket = true;
    }
    return true;
}
