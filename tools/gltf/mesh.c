/* SPDX-License-Identifier: MIT */
/* Reads meshes: vertices, indices, morph targets, default weights. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/progress.h"
#include "gltf/loader.h"

static bool read_colours(gltf_loader *l, scene_primitive *primitive, const json_at *attributes)
{
    const uint32_t count = primitive->vertex_count;
    const uint32_t accessor =
        gltf_find_attribute(l, attributes, "COLOR_0", GLTF_RULE_COLOUR, count);
    if (accessor == SCENE_NONE)
        return gltf_ok(l);
    const double *stored = gltf_decode(l, accessor);
    if (stored == NULL || l->accessors[accessor].shape == GLTF_VEC4) {
        primitive->colours = (const double(*)[4])(const void *)stored;
        return stored != NULL;
    }
    double(*colours)[4] = gltf_alloc(l, count, sizeof *colours);
    if (colours == NULL)
        return false;
    for (uint32_t v = 0; v < count; v++) {
        memcpy(colours[v], stored + (size_t)v * 3, 3 * sizeof *stored);
        colours[v][3] = 1;
    }
    primitive->colours = (const double(*)[4])(void *)colours;
    return true;
}

static bool read_indices(gltf_loader *l, scene_primitive *primitive, const json_at *object)
{
    const uint32_t accessor = json_index(object, "indices", SCENE_NONE, l->accessor_count);
    if (!gltf_ok(l) || accessor == SCENE_NONE)
        return gltf_ok(l);
    const json_at place = json_member(object, "indices");
    if (!gltf_check_types(l, accessor, GLTF_RULE_INDEX, &place) ||
        (primitive->indices = gltf_decode_whole(l, accessor)) == NULL)
        return false;
    primitive->index_count = l->accessors[accessor].count;
    if (!gltf_spend(l, primitive->index_count, &place))
        return false;
    const gltf_component component = l->accessors[accessor].component;
    const uint32_t restart = component == GLTF_U8    ? 0xFF
                             : component == GLTF_U16 ? 0xFFFF
                                                     : UINT32_MAX;
    for (uint32_t i = 0; i < primitive->index_count; i++) {
        if (primitive->indices[i] >= primitive->vertex_count)
            return json_fail(&place, "index %u at %u is out of range, there are %u vertices",
                             primitive->indices[i], i, primitive->vertex_count);
        if (primitive->indices[i] == restart)
            return json_fail(&place, "index %u at %u is the primitive restart value", restart, i);
    }
    return true;
}

static bool read_targets(gltf_loader *l, scene_primitive *primitive, const json_at *object)
{
    const uint32_t vertex_count = primitive->vertex_count;
    const json_at list = json_get(object, "targets", JSON_ARRAY);
    const size_t count = json_array_size(list.value);
    if (count > SCENE_MAX_TARGETS)
        return json_fail(&list, "%zu morph targets are more than the limit of %u", count,
                         SCENE_MAX_TARGETS);
    if (!gltf_ok(l) || count == 0)
        return gltf_ok(l);
    if (!gltf_spend(l, (uint64_t)vertex_count * count, &list))
        return false;
    scene_target *targets = gltf_alloc(l, count, sizeof *targets);
    for (size_t i = 0; i < count && gltf_ok(l); i++) {
        const json_at target = json_element(&list, i);
        targets[i].positions =
            gltf_read_attribute(l, &target, "POSITION", GLTF_RULE_POSITION, vertex_count);
        targets[i].normals =
            gltf_read_attribute(l, &target, "NORMAL", GLTF_RULE_NORMAL, vertex_count);
        targets[i].tangents =
            gltf_read_attribute(l, &target, "TANGENT", GLTF_RULE_NORMAL, vertex_count);
    }
    primitive->targets = targets;
    primitive->target_count = (uint32_t)count;
    return gltf_ok(l);
}

/* Reads the texture coordinates for the material's image. */
static void read_texture_uvs(gltf_loader *l, scene_primitive *primitive, const json_at *attributes)
{
    const scene_material *material = primitive->material;
    char name[32];
    if (material->image == NULL)
        return;
    snprintf(name, sizeof name, "TEXCOORD_%u", material->uv_set);
    primitive->texture_uvs =
        gltf_read_attribute(l, attributes, name, GLTF_RULE_UV, primitive->vertex_count);
    if (gltf_ok(l) && primitive->texture_uvs == NULL)
        diag_warn(l->file, "the texture of material %u needs %s, which is not there, %s",
                  material->index, name, attributes->place);
}

/* Counts the sets of `kind` beyond 0 that nothing uses. */
static void count_sets(gltf_loader *l, const json_at *attributes, const char *kind, uint32_t taken,
                       gltf_dropped dropped)
{
    const size_t length = strlen(kind);
    const char *key;
    json_t *value;
    bool any = false;
    json_object_foreach(attributes->value, key, value) any |=
        strncmp(key, kind, length) == 0 && strcmp(key + length, "0") != 0 &&
        strtoul(key + length, NULL, 10) != taken;
    l->dropped[dropped] += any;
}

/* Attributes that are not used, also custom ones, must at least exist and have the right count. */
static bool check_other_attributes(gltf_loader *l, const json_at *attributes, uint32_t vertex_count)
{
    const char *key;
    json_t *value;
    json_object_foreach(attributes->value, key, value)
    {
        const json_at place = json_member(attributes, key);
        const uint32_t accessor = json_index(attributes, key, JSON_REQUIRED, l->accessor_count);
        if (!gltf_ok(l) ||
            (vertex_count != 0 && !gltf_check_count(l, accessor, vertex_count, &place)))
            return false;
    }
    return true;
}

static bool check_draco(gltf_loader *l, const json_at *object, uint32_t accessor)
{
    const json_at extensions = json_get(object, "extensions", JSON_OBJECT);
    /* Optional compression leaves plain data in the file, and these are used. */
    if (!gltf_ok(l) || json_object_get(extensions.value, "KHR_draco_mesh_compression") == NULL ||
        l->accessors[accessor].data.view != SCENE_NONE)
        return gltf_ok(l);
    return diag_fail(l->d, DIAG_INVALID,
                     "data are compressed with KHR_draco_mesh_compression, %s, decode first: "
                     "gltf-transform copy "
                     "IN OUT",
                     object->place);
}

static bool read_vertices(gltf_loader *l, scene_primitive *primitive, const json_at *attributes,
                          uint32_t position_accessor)
{
    const uint32_t count = l->accessors[position_accessor].count;
    if (count > SCENE_MAX_VERTICES)
        return json_fail(attributes, "%u vertices are more than the limit of %u", count,
                         SCENE_MAX_VERTICES);
    primitive->vertex_count = primitive->whole_count = count;
    if (!gltf_spend(l, count, attributes) || !check_other_attributes(l, attributes, count))
        return false;
    primitive->positions =
        gltf_read_attribute(l, attributes, "POSITION", GLTF_RULE_POSITION, count);
    primitive->normals = gltf_read_attribute(l, attributes, "NORMAL", GLTF_RULE_NORMAL, count);
    primitive->tangents = gltf_read_attribute(l, attributes, "TANGENT", GLTF_RULE_TANGENT, count);
    primitive->uvs = gltf_read_attribute(l, attributes, "TEXCOORD_0", GLTF_RULE_UV, count);
    if (!gltf_ok(l) || !read_colours(l, primitive, attributes))
        return false;
    read_texture_uvs(l, primitive, attributes);
    if (!gltf_ok(l) || !gltf_read_influences(l, primitive, attributes))
        return false;
    count_sets(l, attributes, "TEXCOORD_",
               primitive->texture_uvs == NULL ? 0 : primitive->material->uv_set, GLTF_DROPPED_UV);
    count_sets(l, attributes, "COLOR_", 0, GLTF_DROPPED_COLOUR);
    return true;
}

static bool read_primitive(gltf_loader *l, scene_primitive *primitive, const json_at *object)
{
    primitive->mode = json_whole(object, "mode", 4, 6);
    const uint32_t material = json_index(object, "material", SCENE_NONE, l->material_count);
    const json_at attributes = json_need(object, "attributes", JSON_OBJECT);
    if (!gltf_ok(l))
        return false;
    primitive->material = gltf_use_material(l, material);
    const uint32_t positions = json_index(&attributes, "POSITION", SCENE_NONE, l->accessor_count);
    if (!gltf_ok(l))
        return false;
    if (positions == SCENE_NONE) {
        diag_warn(l->file, "primitive without POSITION is skipped, %s", object->place);
        return check_other_attributes(l, &attributes, 0);
    }
    return check_draco(l, object, positions) &&
           read_vertices(l, primitive, &attributes, positions) &&
           read_indices(l, primitive, object) && read_targets(l, primitive, object);
}

static bool read_default_weights(gltf_loader *l, scene_mesh *mesh, const json_at *object)
{
    uint32_t count = 0;
    double *weights = gltf_alloc(l, mesh->target_count, sizeof *weights);
    const double *stored = gltf_read_weights(l, &count, object);
    if (!gltf_ok(l))
        return false;
    if (count != 0 && count != mesh->target_count)
        diag_warn(l->file, "%u default weights for %u morph targets, %s/weights", count,
                  mesh->target_count, object->place);
    for (uint32_t i = 0; i < count && i < mesh->target_count; i++)
        weights[i] = stored[i];
    mesh->weights = weights;
    return true;
}

/* extras.targetNames. */
static bool read_target_names(gltf_loader *l, scene_mesh *mesh, const json_at *object)
{
    const json_t *names = json_object_get(json_object_get(object->value, "extras"), "targetNames");
    if (!json_is_array(names) || mesh->target_count == 0)
        return gltf_ok(l);
    const char **out = gltf_alloc(l, mesh->target_count, sizeof *out);
    for (uint32_t i = 0; i < mesh->target_count && gltf_ok(l); i++) {
        const json_t *name = json_array_get(names, i);
        out[i] = gltf_copy_name(l, json_is_string(name) ? json_string_value(name) : "",
                                json_string_length(name));
    }
    mesh->target_names = out;
    return gltf_ok(l);
}

static bool read_mesh(gltf_loader *l, uint32_t index, const json_at *object)
{
    scene_mesh *mesh = &l->scene->meshes[index];
    progress("reading meshes", index, l->scene->mesh_count);
    mesh->name = gltf_name(l, object);
    const json_at list = json_need(object, "primitives", JSON_ARRAY);
    const size_t count = json_array_size(list.value);
    if (count == 0 || count > GLTF_MAX_ITEMS)
        return json_fail(&list, "mesh has %zu primitives", count);
    scene_primitive *primitives = gltf_alloc(l, count, sizeof *primitives);
    bool agree = true;
    for (size_t i = 0; i < count; i++) {
        const json_at primitive = json_element(&list, i);
        if (!gltf_ok(l) || !read_primitive(l, &primitives[i], &primitive))
            return false;
        agree = agree && primitives[i].target_count == primitives[0].target_count;
        if (primitives[i].target_count > mesh->target_count)
            mesh->target_count = primitives[i].target_count;
    }
    if (!agree)
        diag_warn(l->file, "primitives differ in their number of morph targets, %s", object->place);
    mesh->primitive_count = (uint32_t)count;
    mesh->primitives = primitives;
    return read_default_weights(l, mesh, object) && read_target_names(l, mesh, object);
}

bool gltf_load_meshes(gltf_loader *l)
{
    scene *s = l->scene;
    const json_at list = gltf_list(l, &s->mesh_count, "meshes", GLTF_MAX_ITEMS);
    s->meshes = gltf_alloc(l, s->mesh_count, sizeof *s->meshes);
    return gltf_each(l, &list, read_mesh);
}
