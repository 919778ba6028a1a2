/* SPDX-License-Identifier: MIT */
/* Reads the node hierarchy, the default scene and its instances. Nothing here recurses, as chains
 * may be long. */
#include <string.h>

#include "gltf/loader.h"

static bool read_transform(gltf_loader *l, scene_local *out, const json_at *object)
{
    double columns[16], unit[4];
    const json_at matrix = json_member(object, "matrix");
    *out = (scene_local){trs_identity(), matrix.value != NULL, mat34_identity()};
    if (out->has_matrix) {
        json_numbers(columns, object, "matrix", 16);
        if (!gltf_ok(l))
            return false;
        if (!gltf_matrix(&out->matrix, columns))
            return json_fail(&matrix, "fourth row is not 0 0 0 1");
        if (json_object_get(object->value, "translation") != NULL ||
            json_object_get(object->value, "rotation") != NULL ||
            json_object_get(object->value, "scale") != NULL)
            diag_warn(l->file, "node has a matrix and TRS, the matrix is used, %s", object->place);
        return true;
    }
    json_numbers(out->trs.t, object, "translation", 3);
    json_numbers(out->trs.r, object, "rotation", 4);
    json_numbers(out->trs.s, object, "scale", 3);
    memcpy(unit, out->trs.r, sizeof unit);
    if (gltf_ok(l) && !quat_normalise(unit)) {
        diag_warn(l->file, "rotation of zero length, the identity is used, %s/rotation",
                  object->place);
        memcpy(out->trs.r, unit, sizeof unit);
    }
    return gltf_ok(l);
}

/* Sets the parent of each child, so that a second parent is noticed. */
static bool read_children(gltf_loader *l, uint32_t index, const json_at *object)
{
    scene *s = l->scene;
    const json_at list = json_get(object, "children", JSON_ARRAY);
    const size_t count = json_array_size(list.value);
    if (count > s->node_count)
        return json_fail(&list, "more children than nodes");
    uint32_t *children = gltf_alloc(l, count, sizeof *children);
    for (size_t i = 0; i < count && gltf_ok(l); i++) {
        children[i] = json_element_index(&list, i, s->node_count);
        scene_node *child = &s->nodes[children[i]];
        if (child->parent != SCENE_NONE || children[i] == index)
            json_fail(&list, "node %u has more than one parent or is its own", children[i]);
        child->parent = index;
    }
    s->nodes[index].children = children;
    s->nodes[index].child_count = (uint32_t)count;
    return gltf_ok(l);
}

/* A skin must fit every primitive that it moves. */
static bool check_skin(const scene *s, const scene_node *node, const json_at *where)
{
    if (node->mesh == SCENE_NONE || node->skin == SCENE_NONE)
        return true;
    const scene_mesh *mesh = &s->meshes[node->mesh];
    const uint32_t joint_count = s->skins[node->skin].joint_count;
    for (uint32_t i = 0; i < mesh->primitive_count; i++) {
        const scene_primitive *primitive = &mesh->primitives[i];
        if (primitive->positions == NULL)
            continue;
        if (primitive->influences_per_vertex == 0)
            return json_fail(where, "node has a skin but primitive %u of mesh %u has no JOINTS_0",
                             i, node->mesh);
        if (primitive->joint_limit > joint_count)
            return json_fail(where, "primitive %u of mesh %u uses joint %u, skin %u has %u", i,
                             node->mesh, primitive->joint_limit - 1, node->skin, joint_count);
    }
    return true;
}

static bool read_node(gltf_loader *l, uint32_t index, const json_at *object)
{
    scene *s = l->scene;
    scene_node *node = &s->nodes[index];
    node->name = gltf_name(l, object);
    node->mesh = json_index(object, "mesh", SCENE_NONE, s->mesh_count);
    node->skin = json_index(object, "skin", SCENE_NONE, s->skin_count);
    if (!gltf_ok(l) || !read_transform(l, &node->local, object) || !read_children(l, index, object))
        return false;
    node->weights = gltf_read_weights(l, &node->weight_count, object);
    const uint32_t target_count = scene_target_count(s, index);
    if (!gltf_ok(l) || !check_skin(s, node, object) || !gltf_spend(l, target_count, object))
        return false;
    if (node->weight_count != 0 && node->weight_count != target_count)
        diag_warn(l->file, "%u weights for %u morph targets, %s/weights", node->weight_count,
                  target_count, object->place);
    if (node->skin != SCENE_NONE && node->mesh == SCENE_NONE)
        diag_warn(l->file, "node has a skin but no mesh, %s", object->place);
    return true;
}

/* Orders nodes depth first, each before its descendants; nodes that are never reached are in a
 * cycle. */
static bool order_nodes(gltf_loader *l)
{
    scene *s = l->scene;
    /* A stack, to which each node is added once. */
    uint32_t *to_do = region_calloc(&l->memory, s->node_count, sizeof *to_do);
    s->order = gltf_alloc(l, s->node_count, sizeof *s->order);
    if (s->order == NULL)
        return false;
    uint32_t count = 0, left = 0;
    for (uint32_t i = s->node_count; i-- > 0;)
        if (s->nodes[i].parent == SCENE_NONE)
            to_do[left++] = i;
    while (left > 0) {
        const uint32_t index = to_do[--left];
        const scene_node *node = &s->nodes[index];
        s->order[count++] = index;
        for (uint32_t k = node->child_count; k-- > 0;)
            to_do[left++] = node->children[k];
    }
    const json_at list = json_member(&l->root, "nodes");
    return count == s->node_count ||
           json_fail(&list, "%u nodes hang in a cycle", s->node_count - count);
}

static bool mark_scene(gltf_loader *l)
{
    scene *s = l->scene;
    uint32_t scene_count = 0;
    gltf_list(l, &scene_count, "scenes", GLTF_MAX_ITEMS);
    for (uint32_t i = 0; i < s->node_count && scene_count == 0; i++)
        s->nodes[i].in_scene = true;
    if (!gltf_ok(l) || scene_count == 0)
        return gltf_ok(l);
    const json_at object = gltf_item(l, "scenes", json_index(&l->root, "scene", 0, scene_count));
    const json_at roots = json_get(&object, "nodes", JSON_ARRAY);
    for (size_t i = 0; i < json_array_size(roots.value) && gltf_ok(l); i++) {
        const uint32_t root = json_element_index(&roots, i, s->node_count);
        if (!gltf_ok(l))
            return false;
        if (s->nodes[root].parent != SCENE_NONE)
            return json_fail(&roots, "node %u is not a root, node %u is its parent", root,
                             s->nodes[root].parent);
        s->nodes[root].in_scene = true;
    }
    for (uint32_t i = 0; i < s->node_count; i++) {
        scene_node *node = &s->nodes[s->order[i]];
        if (node->parent != SCENE_NONE)
            node->in_scene = s->nodes[node->parent].in_scene;
    }
    return gltf_ok(l);
}

/* Adds the primitives that a node draws to s->instances if that has memory; otherwise counts
 * them. */
static void list_instances(gltf_loader *l, uint32_t index)
{
    scene *s = l->scene;
    const scene_node *node = &s->nodes[index];
    if (!node->in_scene || node->mesh == SCENE_NONE)
        return;
    const json_at where = gltf_item(l, "nodes", index);
    for (uint32_t i = 0; i < s->meshes[node->mesh].primitive_count && gltf_ok(l); i++) {
        const scene_primitive *primitive = &s->meshes[node->mesh].primitives[i];
        if (primitive->positions == NULL)
            continue;
        if (s->instances != NULL) {
            s->instances[s->instance_count++] = (scene_instance){index, node->mesh, i, node->skin};
            continue;
        }
        s->instance_count++;
        l->drawn_vertices += primitive->vertex_count;
        if (l->drawn_vertices > SCENE_MAX_VERTICES)
            json_fail(&where, "more than %u vertices are drawn", SCENE_MAX_VERTICES);
        else
            gltf_spend(l, (uint64_t)primitive->vertex_count * (1 + primitive->target_count),
                       &where);
    }
}

bool gltf_load_nodes(gltf_loader *l)
{
    scene *s = l->scene;
    const json_at list = gltf_list(l, &s->node_count, "nodes", SCENE_MAX_NODES);
    s->nodes = gltf_alloc(l, s->node_count, sizeof *s->nodes);
    for (uint32_t i = 0; i < s->node_count && s->nodes != NULL; i++)
        s->nodes[i].parent = SCENE_NONE;
    if (!gltf_each(l, &list, read_node) || !order_nodes(l) || !mark_scene(l))
        return false;
    for (uint32_t i = 0; i < s->node_count; i++)
        list_instances(l, i);
    s->instances = gltf_alloc(l, s->instance_count, sizeof *s->instances);
    s->instance_count = 0;
    for (uint32_t i = 0; i < s->node_count && gltf_ok(l); i++)
        list_instances(l, i);
    return gltf_ok(l);
}
