/* SPDX-License-Identifier: MIT */
/* Reads springs: VRMC_springBone 1.0 of any file, or the secondaryAnimation of VRM 0.x; and --spring. */
#include <math.h>
#include <string.h>

#include "common/choice.h"
#include "gltf/loader.h"

/* The colliders of each group of a file. */
typedef struct spring_groups {
    uint32_t count;
    uint32_t **colliders, *counts; /* [count] colliders[counts] */
} spring_groups;

static bool take_colliders(gltf_loader *l, scene_spring *spring, const json_at *object,
                           const spring_groups *groups)
{
    const json_at list = json_get(object, "colliderGroups", JSON_ARRAY);
    const size_t count = json_array_size(list.value);
    uint64_t all = 0;
    for (size_t i = 0; i < count && gltf_ok(l); i++) {
        const uint32_t group = json_element_index(&list, i, groups->count);
        all += gltf_ok(l) ? groups->counts[group] : 0;
    }
    if (all > UINT16_MAX)
        json_fail(&list, "more than 65535 colliders");
    uint32_t *to = gltf_ok(l) && gltf_spend(l, all, &list) ? gltf_alloc(l, all, sizeof *to) : NULL;
    spring->colliders = to;
    spring->collider_count = 0;
    for (size_t i = 0; i < count && to != NULL; i++) {
        const uint32_t group = json_element_index(&list, i, groups->count);
        for (uint32_t k = 0; k < groups->counts[group]; k++)
            to[spring->collider_count++] = groups->colliders[group][k];
    }
    return gltf_ok(l);
}

static double read_amount(const json_at *object, const char *key, double otherwise, double most)
{
    const double value = json_number(object, key, otherwise);
    if (object->d->exit_code == DIAG_OK && !(value >= 0 && value <= most)) {
        const json_at where = json_member(object, key);
        json_fail(&where, "%g is not from 0 to %g", value, most);
    }
    return value;
}

/* How a joint swings, or in VRM 0.x those of a group. */
static void read_swing(scene_spring *spring, const json_at *object, bool old)
{
    double direction[3] = {0, -1, 0};
    spring->stiffness = read_amount(object, "stiffness", 1, 1e9);
    if (old) { /* so spelt */
        spring->stiffness = read_amount(object, "stiffiness", spring->stiffness, 1e9);
        gltf_read_xyz(direction, object, "gravityDir", 1);
    } else {
        json_numbers(direction, object, "gravityDir", 3);
    }
    spring->drag = read_amount(object, "dragForce", old ? 0.4 : 0.5, 1);
    spring->radius = read_amount(object, "hitRadius", old ? 0.02 : 0, 1e9);
    const double power = json_number(object, "gravityPower", 0);
    for (int i = 0; i < 3; i++) {
        spring->force[i] = power * direction[i];
        if (object->d->exit_code == DIAG_OK && !(fabs(spring->force[i]) <= 1e9))
            json_fail(object, "gravity is beyond 1e9");
    }
}

/* Adds a spring, or puts it in place of the node's: room is for one of each node. */
static void add_spring(scene *s, const scene_spring *spring)
{
    uint32_t *number = &s->nodes[spring->node].spring;
    if (s->springs == NULL)
        s->springs = scene_alloc(s, s->node_count, sizeof *s->springs);
    if (*number == 0)
        *number = ++s->spring_count;
    s->springs[*number - 1] = *spring;
}

/* Adds a spring that the file gives; of two of one node the first counts. */
static void add_first(gltf_loader *l, const scene_spring *spring, const json_at *where)
{
    const scene_node *nodes = l->scene->nodes;
    if (!nodes[spring->node].in_scene ||
        (spring->centre != SCENE_NONE && !nodes[spring->centre].in_scene))
        json_fail(where, "node of a spring is not in the default scene");
    else if (nodes[spring->node].spring == 0)
        add_spring(l->scene, spring);
}

static scene_collider *new_colliders(gltf_loader *l, size_t count)
{
    scene_collider *colliders = gltf_alloc(l, count, sizeof *colliders);
    l->scene->colliders = colliders;
    l->scene->collider_count = colliders == NULL ? 0 : (uint32_t)count;
    return colliders;
}

static spring_groups new_groups(gltf_loader *l, const json_at *list)
{
    spring_groups groups = {.count = (uint32_t)json_array_size(list->value)};
    groups.colliders = gltf_alloc(l, groups.count, sizeof *groups.colliders);
    groups.counts = gltf_alloc(l, groups.count, sizeof *groups.counts);
    return groups;
}

/// VRMC_springBone ///////////////////////////////////////////////////////////////////////////////

/* An extended shape stands in for the plain one, unless it is a plane, of which *planes counts. */
static bool read_collider(gltf_loader *l, scene_collider *to, uint32_t *planes,
                          const json_at *object)
{
    const json_at extensions = json_get(object, "extensions", JSON_OBJECT);
    const json_at extended =
        json_get(&extensions, "VRMC_springBone_extended_collider", JSON_OBJECT);
    const json_at other = json_get(&extended, "shape", JSON_OBJECT);
    const bool is_plane = json_object_get(other.value, "plane") != NULL;
    const json_at shape =
        other.value != NULL && !is_plane ? other : json_need(object, "shape", JSON_OBJECT);
    const json_at sphere = json_get(&shape, "sphere", JSON_OBJECT);
    const json_at capsule = json_get(&shape, "capsule", JSON_OBJECT);
    const json_at *of = sphere.value != NULL ? &sphere : &capsule;
    *planes += is_plane;
    to->node = json_index(object, "node", JSON_REQUIRED, l->scene->node_count);
    if (gltf_ok(l) && of->value == NULL)
        return json_fail(&shape, "is neither a sphere nor a capsule");
    to->is_capsule = of == &capsule;
    to->is_inside = json_flag(of, "inside");
    to->radius = read_amount(of, "radius", 0, 1e9);
    json_numbers(to->offset, of, "offset", 3);
    if (to->is_capsule)
        json_numbers(to->end, of, "tail", 3);
    if (gltf_ok(l) && !l->scene->nodes[to->node].in_scene)
        return json_fail(object, "node of a collider is not in the default scene");
    return gltf_ok(l);
}

static spring_groups read_groups(gltf_loader *l, const json_at *bone)
{
    const json_at list = json_get(bone, "colliderGroups", JSON_ARRAY);
    spring_groups groups = new_groups(l, &list);
    for (uint32_t g = 0; g < groups.count && gltf_ok(l); g++) {
        const json_at object = json_element(&list, g);
        const json_at members = json_get(&object, "colliders", JSON_ARRAY);
        const size_t count = json_array_size(members.value);
        groups.colliders[g] = gltf_alloc(l, count, sizeof **groups.colliders);
        for (size_t i = 0; i < count && gltf_ok(l); i++)
            groups.colliders[g][groups.counts[g]++] =
                json_element_index(&members, i, l->scene->collider_count);
    }
    return groups;
}

static bool read_chain(gltf_loader *l, const json_at *object, const spring_groups *groups)
{
    const json_at list = json_need(object, "joints", JSON_ARRAY);
    const size_t count = json_array_size(list.value);
    const uint32_t nodes = l->scene->node_count;
    scene_spring spring = {.centre = SCENE_NONE};
    if (json_object_get(object->value, "center") != NULL)
        spring.centre = json_index(object, "center", JSON_REQUIRED, nodes);
    if (!take_colliders(l, &spring, object, groups))
        return false;
    for (size_t i = 0; i < count && gltf_ok(l); i++) {
        const json_at joint = json_element(&list, i);
        const uint32_t before = spring.node;
        spring.node = json_index(&joint, "node", JSON_REQUIRED, nodes);
        if (i > 0 && gltf_ok(l)) { /* its values were read with the joint before */
            scene_spring last = spring;
            last.node = before;
            last.tail = spring.node;
            add_first(l, &last, &joint);
        }
        read_swing(&spring, &joint, false);
    }
    return gltf_ok(l);
}

static bool read_bones(gltf_loader *l, const json_at *bone)
{
    const json_at list = json_get(bone, "colliders", JSON_ARRAY);
    const json_at springs = json_get(bone, "springs", JSON_ARRAY);
    scene_collider *colliders = gltf_ok(l) ? new_colliders(l, json_array_size(list.value)) : NULL;
    uint32_t planes = 0;
    for (size_t i = 0; i < l->scene->collider_count && gltf_ok(l); i++) {
        const json_at object = json_element(&list, i);
        (void)read_collider(l, &colliders[i], &planes, &object);
    }
    if (planes > 0)
        diag_warn(l->file, "%u colliders are planes, their plain shape is used, %s", planes,
                  list.place);
    const spring_groups groups = read_groups(l, bone);
    for (size_t i = 0; i < json_array_size(springs.value) && gltf_ok(l); i++) {
        const json_at object = json_element(&springs, i);
        (void)read_chain(l, &object, &groups);
    }
    return gltf_ok(l);
}

/// VRM 0.x ///////////////////////////////////////////////////////////////////////////////////////

void gltf_read_xyz(double out[3], const json_at *object, const char *key, double z)
{
    const json_at v = json_get(object, key, JSON_OBJECT);
    if (v.value == NULL)
        return;
    out[0] = json_number(&v, "x", 0);
    out[1] = json_number(&v, "y", 0);
    out[2] = json_number(&v, "z", 0) * z;
}

static spring_groups read_old_groups(gltf_loader *l, const json_at *secondary)
{
    const json_at list = json_get(secondary, "colliderGroups", JSON_ARRAY);
    spring_groups groups = new_groups(l, &list);
    size_t all = 0;
    for (uint32_t g = 0; g < groups.count; g++)
        all += json_array_size(json_object_get(json_array_get(list.value, g), "colliders"));
    scene_collider *colliders = gltf_ok(l) ? new_colliders(l, all) : NULL;
    all = 0;
    for (uint32_t g = 0; g < groups.count && gltf_ok(l); g++) {
        const json_at object = json_element(&list, g);
        const json_at members = json_get(&object, "colliders", JSON_ARRAY);
        const uint32_t node = json_index(&object, "node", JSON_REQUIRED, l->scene->node_count);
        groups.counts[g] = (uint32_t)json_array_size(members.value);
        groups.colliders[g] = gltf_alloc(l, groups.counts[g], sizeof **groups.colliders);
        if (gltf_ok(l) && !l->scene->nodes[node].in_scene)
            json_fail(&object, "node of a collider is not in the default scene");
        for (uint32_t i = 0; i < groups.counts[g] && gltf_ok(l); i++, all++) {
            const json_at sphere = json_element(&members, i);
            colliders[all].node = node;
            colliders[all].radius = read_amount(&sphere, "radius", 0, 1e9);
            gltf_read_xyz(colliders[all].offset, &sphere, "offset", -1);
            groups.colliders[g][i] = (uint32_t)all;
        }
    }
    return groups;
}

/* A root and all nodes below it, each with its first child as the end of its bone. */
static void add_tree(gltf_loader *l, scene_spring *spring, uint32_t root, const json_at *where)
{
    const scene *s = l->scene;
    bool *below = gltf_alloc(l, s->node_count, sizeof *below);
    for (uint32_t i = 0; i < s->node_count && gltf_spend(l, 1, where) && gltf_ok(l); i++) {
        const uint32_t at = s->order[i];
        const scene_node *node = &s->nodes[at];
        below[at] = at == root || (node->parent != SCENE_NONE && below[node->parent]);
        spring->node = at;
        spring->tail = node->child_count > 0 ? node->children[0] : SCENE_NONE;
        if (below[at])
            add_first(l, spring, where);
    }
}

static bool read_old_bones(gltf_loader *l, const json_at *secondary)
{
    const json_at list = json_get(secondary, "boneGroups", JSON_ARRAY);
    const spring_groups groups = read_old_groups(l, secondary);
    for (size_t i = 0; i < json_array_size(list.value) && gltf_ok(l); i++) {
        const json_at object = json_element(&list, i);
        const json_at roots = json_get(&object, "bones", JSON_ARRAY);
        scene_spring spring = {.centre = SCENE_NONE};
        read_swing(&spring, &object, true);
        if (json_number(&object, "center", -1) >= 0)
            spring.centre = json_index(&object, "center", JSON_REQUIRED, l->scene->node_count);
        if (!take_colliders(l, &spring, &object, &groups))
            return false;
        for (size_t k = 0; k < json_array_size(roots.value) && gltf_ok(l); k++)
            add_tree(l, &spring, json_element_index(&roots, k, l->scene->node_count), &roots);
    }
    return gltf_ok(l);
}

bool gltf_load_springs(gltf_loader *l)
{
    const json_at extensions = json_get(&l->root, "extensions", JSON_OBJECT);
    const json_at bone = json_get(&extensions, "VRMC_springBone", JSON_OBJECT);
    const json_at vrm = json_get(&extensions, "VRM", JSON_OBJECT);
    const json_at secondary = json_get(&vrm, "secondaryAnimation", JSON_OBJECT);
    if (bone.value != NULL)
        return read_bones(l, &bone);
    return secondary.value == NULL ? gltf_ok(l) : read_old_bones(l, &secondary);
}

/// --spring //////////////////////////////////////////////////////////////////////////////////////

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
        add_spring(s, &o->values);
    }
}

/* Returns the colon before the options: the last one with an option behind it, as names of nodes may have colons
 * and =, too; else the last one before a =, for a message; NULL: there is none. */
static char *find_options(char *text)
{
    static const char *const names[] = {"stiffness=", "drag=", "gravity=", "radius=", "centre="};
    const char *equals = strchr(text, '=');
    char *option = NULL, *other = NULL;
    for (char *at = strchr(text, ':'); at != NULL; at = strchr(at + 1, ':')) {
        bool found = strcmp(at, ":leaf") == 0 || strncmp(at, ":leaf,", 6) == 0;
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            found |= strncmp(at + 1, names[i], strlen(names[i])) == 0;
        option = found ? at : option;
        other = equals != NULL && at < equals ? at : other;
    }
    return option != NULL ? option : other;
}

static bool take_option(scene *s, const char *text, diag *d)
{
    spring_option o = {.text = text, .values = {.centre = SCENE_NONE, .stiffness = 1, .drag = 0.5}};
    FREED char *copy = diag_copy(text);
    char *item = find_options(copy);
    bool ok = true;
    if (item != NULL)
        *item++ = '\0';
    for (char *next = item; next != NULL && ok; item = next) {
        next = choice_cut(strchr(item, ','));
        ok = take_value(&o, item, s, d);
    }
    FREED bool *chosen = diag_calloc(s->node_count, sizeof *chosen);
    ok = ok && scene_mark_nodes(chosen, s, copy, "--spring", d);
    if (ok)
        add_chosen(s, &o, chosen);
    return ok;
}

bool gltf_take_springs(gltf_loader *l)
{
    scene *s = l->scene;
    for (uint32_t i = 0; i < l->options->wanted.spring_options; i++)
        if (!take_option(s, l->options->wanted.springs[i], l->d))
            return false;
    for (uint32_t i = 0; i < s->spring_count; i++) {
        const scene_spring *spring = &s->springs[i];
        s->nodes[spring->node].is_socket = true;
        if (spring->centre != SCENE_NONE)
            s->nodes[spring->centre].is_socket = true;
        for (uint32_t k = 0; k < spring->collider_count; k++) {
            scene_collider *collider = &s->colliders[spring->colliders[k]];
            collider->is_used = true;
            s->nodes[collider->node].is_socket = true;
        }
    }
    return true;
}
