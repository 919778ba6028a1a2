/* SPDX-License-Identifier: MIT */
/*
 * The node hierarchy, the default scene and what it draws. Nothing here recurses: chains may
 * be long.
 */
#include <stdlib.h>
#include <string.h>

#include "gltf/loader.h"

static bool read_transform(gltf_loader *l, scene_node *node, const json_t *object,
                           const json_place *where)
{
    double columns[16];
    node->matrix = mat34_identity();
    node->r[3] = 1;
    for (int i = 0; i < 3; i++)
        node->s[i] = 1;
    node->has_matrix = json_object_get(object, "matrix") != NULL;
    if (node->has_matrix) {
        if (!json_read_numbers(l->d, columns, object, where, "matrix", JSON_REQUIRED, 16))
            return false;
        const json_place place = json_key(where, "matrix");
        if (!gltf_matrix(&node->matrix, columns))
            return json_fail(l->d, &place, "fourth row is not 0 0 0 1");
        if (json_object_get(object, "translation") != NULL ||
            json_object_get(object, "rotation") != NULL || json_object_get(object, "scale") != NULL)
            diag_warn(l->file, "node has a matrix and TRS, the matrix is used, %s", where->text);
        return true;
    }
    if (!json_read_numbers(l->d, node->t, object, where, "translation", JSON_OPTIONAL, 3) ||
        !json_read_numbers(l->d, node->r, object, where, "rotation", JSON_OPTIONAL, 4) ||
        !json_read_numbers(l->d, node->s, object, where, "scale", JSON_OPTIONAL, 3))
        return false;
    double unit[4];
    memcpy(unit, node->r, sizeof unit);
    if (!quat_normalise(unit)) {
        diag_warn(l->file, "rotation of zero length, the identity is used, %s/rotation",
                  where->text);
        memcpy(node->r, unit, sizeof unit);
    }
    return true;
}

/* Each child gets its parent here, so that a second parent shows. */
static bool read_children(gltf_loader *l, uint32_t index, const json_t *object,
                          const json_place *where)
{
    scene *s = l->scene;
    const json_t *array = NULL;
    if (!json_read_array(l->d, &array, object, where, "children", JSON_OPTIONAL))
        return false;
    const size_t count = json_array_size(array);
    const json_place list = json_key(where, "children");
    if (count > s->node_count)
        return json_fail(l->d, &list, "more children than nodes");
    uint32_t *children = gltf_alloc(l, count, sizeof *children);
    if (children == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!json_element_index(l->d, &children[i], array, &list, i, s->node_count))
            return false;
        scene_node *child = &s->nodes[children[i]];
        if (child->parent != SCENE_NONE || children[i] == index)
            return json_fail(l->d, &list, "node %u has more than one parent or is its own",
                             children[i]);
        child->parent = index;
    }
    s->nodes[index].children = children;
    s->nodes[index].child_count = (uint32_t)count;
    return true;
}

/* A skin must fit every primitive that it moves. */
static bool check_skin(gltf_loader *l, const scene_node *node, const json_place *where)
{
    const scene *s = l->scene;
    if (node->mesh == SCENE_NONE || node->skin == SCENE_NONE)
        return true;
    const scene_mesh *mesh = &s->meshes[node->mesh];
    const uint32_t joint_count = s->skins[node->skin].joint_count;
    for (uint32_t i = 0; i < mesh->primitive_count; i++) {
        const scene_primitive *primitive = &mesh->primitives[i];
        if (primitive->positions == NULL)
            continue;
        if (primitive->influences_per_vertex == 0)
            return json_fail(l->d, where,
                             "node has a skin but primitive %u of mesh %u has no JOINTS_0", i,
                             node->mesh);
        if (primitive->joint_limit > joint_count)
            return json_fail(l->d, where, "primitive %u of mesh %u uses joint %u, skin %u has %u",
                             i, node->mesh, primitive->joint_limit - 1, node->skin, joint_count);
    }
    return true;
}

static bool read_node(gltf_loader *l, uint32_t index, const json_t *object, const json_place *where)
{
    scene *s = l->scene;
    scene_node *node = &s->nodes[index];
    node->mesh = node->skin = SCENE_NONE;
    if (!gltf_name(l, &node->name, object, where) ||
        !json_read_index(l->d, &node->mesh, object, where, "mesh", JSON_OPTIONAL, s->mesh_count) ||
        !json_read_index(l->d, &node->skin, object, where, "skin", JSON_OPTIONAL, s->skin_count) ||
        !read_transform(l, node, object, where) || !read_children(l, index, object, where) ||
        !gltf_number_list(l, &node->weights, &node->weight_count, object, where, "weights",
                          SCENE_MAX_TARGETS) ||
        !check_skin(l, node, where))
        return false;
    const uint32_t target_count = node->mesh == SCENE_NONE ? 0 : s->meshes[node->mesh].target_count;
    if (!gltf_spend(l, target_count, where))
        return false;
    if (node->weight_count != 0 && node->weight_count != target_count)
        diag_warn(l->file, "%u weights for %u morph targets, %s/weights", node->weight_count,
                  target_count, where->text);
    if (node->skin != SCENE_NONE && node->mesh == SCENE_NONE)
        diag_warn(l->file, "node has a skin but no mesh, %s", where->text);
    return true;
}

/* Depth first, so that what hangs on a node follows it; what is never reached hangs in a cycle. */
static bool order_nodes(gltf_loader *l)
{
    scene *s = l->scene;
    uint32_t *to_do = gltf_alloc(l, s->node_count, sizeof *to_do); /* a stack: each node once */
    s->order = gltf_alloc(l, s->node_count, sizeof *s->order);
    if (s->order == NULL || to_do == NULL)
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
    const json_place list = json_key(&l->root_place, "nodes");
    return count == s->node_count ||
           json_fail(l->d, &list, "%u nodes hang in a cycle", s->node_count - count);
}

static bool mark_scene(gltf_loader *l)
{
    scene *s = l->scene;
    const json_t *scenes = NULL, *object = NULL, *roots = NULL;
    uint32_t scene_count = 0, index = 0;
    if (!gltf_list(l, &scenes, &scene_count, "scenes", GLTF_MAX_ITEMS))
        return false;
    if (scene_count == 0) {
        for (uint32_t i = 0; i < s->node_count; i++)
            s->nodes[i].in_scene = true;
        return true;
    }
    const json_place list = json_key(&l->root_place, "scenes");
    if (!json_read_index(l->d, &index, l->root, &l->root_place, "scene", JSON_OPTIONAL,
                         scene_count))
        return false;
    const json_place where = json_item(&list, index);
    if (!json_element_object(l->d, &object, scenes, &list, index) ||
        !json_read_array(l->d, &roots, object, &where, "nodes", JSON_OPTIONAL))
        return false;
    const json_place root_list = json_key(&where, "nodes");
    for (size_t i = 0; i < json_array_size(roots); i++) {
        uint32_t root;
        if (!json_element_index(l->d, &root, roots, &root_list, i, s->node_count))
            return false;
        if (s->nodes[root].parent != SCENE_NONE)
            return json_fail(l->d, &root_list, "node %u is not a root, node %u is its parent", root,
                             s->nodes[root].parent);
        s->nodes[root].in_scene = true;
    }
    for (uint32_t i = 0; i < s->node_count; i++) {
        scene_node *node = &s->nodes[s->order[i]];
        if (node->parent != SCENE_NONE)
            node->in_scene = s->nodes[node->parent].in_scene;
    }
    return true;
}

static bool spend_instance(gltf_loader *l, uint64_t *vertices, const scene_primitive *primitive,
                           const json_place *where)
{
    *vertices += primitive->vertex_count;
    if (*vertices > SCENE_MAX_VERTICES)
        return json_fail(l->d, where, "more than %u vertices are drawn", SCENE_MAX_VERTICES);
    return gltf_spend(l, (uint64_t)primitive->vertex_count * (1 + primitive->target_count), where);
}

static bool list_instances(gltf_loader *l)
{
    scene *s = l->scene;
    uint64_t vertices = 0;
    for (int pass = 0; pass < 2; pass++) {
        uint32_t count = 0;
        for (uint32_t n = 0; n < s->node_count; n++) {
            const scene_node *node = &s->nodes[n];
            const uint32_t primitive_count = node->in_scene && node->mesh != SCENE_NONE
                                                 ? s->meshes[node->mesh].primitive_count
                                                 : 0;
            const json_place list = json_key(&l->root_place, "nodes"), where = json_item(&list, n);
            for (uint32_t p = 0; p < primitive_count; p++) {
                const scene_primitive *primitive = &s->meshes[node->mesh].primitives[p];
                if (primitive->positions == NULL)
                    continue;
                if (pass == 1)
                    s->instances[count] = (scene_instance){n, node->mesh, p, node->skin};
                else if (!spend_instance(l, &vertices, primitive, &where))
                    return false;
                count++;
            }
        }
        if (pass == 0) {
            s->instances = gltf_alloc(l, count, sizeof *s->instances);
            if (s->instances == NULL)
                return false;
            s->instance_count = count;
        }
    }
    return true;
}

bool gltf_load_nodes(gltf_loader *l)
{
    const json_t *array = NULL;
    scene *s = l->scene;
    if (!gltf_list(l, &array, &s->node_count, "nodes", SCENE_MAX_NODES))
        return false;
    s->nodes = gltf_alloc(l, s->node_count, sizeof *s->nodes);
    if (s->nodes == NULL)
        return false;
    for (uint32_t i = 0; i < s->node_count; i++)
        s->nodes[i].parent = SCENE_NONE;
    const json_place list = json_key(&l->root_place, "nodes");
    for (uint32_t i = 0; i < s->node_count; i++) {
        const json_t *object = NULL;
        const json_place where = json_item(&list, i);
        if (!json_element_object(l->d, &object, array, &list, i) ||
            !read_node(l, i, object, &where))
            return false;
    }
    return order_nodes(l) && mark_scene(l) && list_instances(l);
}
