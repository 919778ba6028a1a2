/* SPDX-License-Identifier: MIT */
/* Meshes: vertices, indices, morph targets, default weights. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/progress.h"
#include "gltf/loader.h"

static bool read_colours(gltf_loader *l, scene_primitive *primitive, const json_t *attributes,
                         const json_place *where)
{
    uint32_t accessor;
    const double *stored = NULL;
    if (!gltf_find_attribute(l, &accessor, attributes, where, "COLOR_0", GLTF_RULE_COLOUR,
                             primitive->vertex_count))
        return false;
    if (accessor == SCENE_NONE)
        return true;
    if (!gltf_decode(l, &stored, accessor))
        return false;
    if (l->accessors[accessor].shape == GLTF_VEC4) {
        primitive->colours = (const double(*)[4])(const void *)stored;
        return true;
    }
    double(*colours)[4] = gltf_alloc(l, primitive->vertex_count, sizeof *colours);
    if (colours == NULL)
        return false;
    for (uint32_t v = 0; v < primitive->vertex_count; v++) {
        memcpy(colours[v], stored + (size_t)v * 3, 3 * sizeof *stored);
        colours[v][3] = 1;
    }
    primitive->colours = (const double(*)[4])(void *)colours;
    return true;
}

static bool read_indices(gltf_loader *l, scene_primitive *primitive, const json_t *object,
                         const json_place *where)
{
    uint32_t accessor = SCENE_NONE;
    if (!json_read_index(l->d, &accessor, object, where, "indices", JSON_OPTIONAL,
                         l->accessor_count))
        return false;
    if (accessor == SCENE_NONE)
        return true;
    const json_place place = json_key(where, "indices");
    if (!gltf_check_types(l, accessor, GLTF_RULE_INDEX, &place) ||
        !gltf_decode_whole(l, &primitive->indices, accessor))
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
            return json_fail(l->d, &place, "index %u at %u is out of range, there are %u vertices",
                             primitive->indices[i], i, primitive->vertex_count);
        if (primitive->indices[i] == restart)
            return json_fail(l->d, &place, "index %u at %u is the primitive restart value", restart,
                             i);
    }
    return true;
}

static bool read_targets(gltf_loader *l, scene_primitive *primitive, const json_t *object,
                         const json_place *where)
{
    const json_t *array = NULL;
    if (!json_read_array(l->d, &array, object, where, "targets", JSON_OPTIONAL))
        return false;
    const size_t count = json_array_size(array);
    const json_place list = json_key(where, "targets");
    if (count > SCENE_MAX_TARGETS)
        return json_fail(l->d, &list, "%zu morph targets are more than the limit of %u", count,
                         SCENE_MAX_TARGETS);
    if (count == 0)
        return true;
    if (!gltf_spend(l, (uint64_t)primitive->vertex_count * count, &list))
        return false;
    scene_target *targets = gltf_alloc(l, count, sizeof *targets);
    if (targets == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *target = NULL;
        const json_place place = json_item(&list, i);
        const double *positions = NULL, *normals = NULL, *tangents = NULL;
        const uint32_t vertex_count = primitive->vertex_count;
        if (!json_element_object(l->d, &target, array, &list, i) ||
            !gltf_read_attribute(l, &positions, target, &place, "POSITION", GLTF_RULE_POSITION,
                                 vertex_count) ||
            !gltf_read_attribute(l, &normals, target, &place, "NORMAL", GLTF_RULE_NORMAL,
                                 vertex_count) ||
            !gltf_read_attribute(l, &tangents, target, &place, "TANGENT", GLTF_RULE_NORMAL,
                                 vertex_count))
            return false;
        targets[i].positions = (const double(*)[3])(const void *)positions;
        targets[i].normals = (const double(*)[3])(const void *)normals;
        targets[i].tangents = (const double(*)[3])(const void *)tangents;
    }
    primitive->targets = targets;
    primitive->target_count = (uint32_t)count;
    return true;
}

/* Texture coordinates for the material's image. */
static bool read_texture_uvs(gltf_loader *l, scene_primitive *primitive, const json_t *attributes,
                             const json_place *where)
{
    const scene_material *material = primitive->material;
    const double *uvs = NULL;
    char name[32];
    if (material->image == NULL)
        return true;
    snprintf(name, sizeof name, "TEXCOORD_%u", material->uv_set);
    if (!gltf_read_attribute(l, &uvs, attributes, where, name, GLTF_RULE_UV,
                             primitive->vertex_count))
        return false;
    if (uvs == NULL)
        diag_warn(l->file, "the texture of material %u needs %s, which is not there, %s",
                  material->index, name, where->text);
    primitive->texture_uvs = (const double(*)[2])(const void *)uvs;
    return true;
}

/* Counts the sets of `kind` beyond 0 that nothing takes. */
static void count_sets(gltf_loader *l, const json_t *attributes, const char *kind, uint32_t taken,
                       gltf_dropped dropped)
{
    for (void *i = json_object_iter((json_t *)attributes); i != NULL;
         i = json_object_iter_next((json_t *)attributes, i)) {
        const char *key = json_object_iter_key(i);
        const size_t length = strlen(kind);
        if (strncmp(key, kind, length) == 0 && strcmp(key + length, "0") != 0 &&
            strtoul(key + length, NULL, 10) != taken) {
            l->dropped[dropped]++;
            return;
        }
    }
}

/* Attributes that are not read, custom ones too, must at least exist and have the right count. */
static bool check_other_attributes(gltf_loader *l, const json_t *attributes,
                                   const json_place *where, uint32_t vertex_count)
{
    for (void *i = json_object_iter((json_t *)attributes); i != NULL;
         i = json_object_iter_next((json_t *)attributes, i)) {
        const char *key = json_object_iter_key(i);
        uint32_t accessor = 0;
        if (!json_read_index(l->d, &accessor, attributes, where, key, JSON_REQUIRED,
                             l->accessor_count))
            return false;
        if (vertex_count != 0 && l->accessors[accessor].count != vertex_count) {
            const json_place place = json_key(where, key);
            return json_fail(l->d, &place, "accessor %u has %u elements but POSITION has %u",
                             accessor, l->accessors[accessor].count, vertex_count);
        }
    }
    return true;
}

static bool check_draco(gltf_loader *l, const json_t *object, const json_place *where,
                        uint32_t accessor)
{
    const json_t *extensions = NULL;
    if (!json_read_object(l->d, &extensions, object, where, "extensions", JSON_OPTIONAL))
        return false;
    /* Optional compression comes with plain data beside it, which are used. */
    if (json_object_get(extensions, "KHR_draco_mesh_compression") == NULL ||
        l->accessors[accessor].view != SCENE_NONE)
        return true;
    return diag_fail(l->d, DIAG_INVALID,
                     "data are compressed with KHR_draco_mesh_compression, %s, decode first: "
                     "gltf-transform copy "
                     "IN OUT",
                     where->text);
}

static bool read_vertices(gltf_loader *l, scene_primitive *primitive, const json_t *attributes,
                          const json_place *where, uint32_t position_accessor)
{
    const uint32_t count = l->accessors[position_accessor].count;
    const double *positions = NULL, *normals = NULL, *tangents = NULL, *uvs = NULL;
    if (count > SCENE_MAX_VERTICES)
        return json_fail(l->d, where, "%u vertices are more than the limit of %u", count,
                         SCENE_MAX_VERTICES);
    primitive->vertex_count = count;
    if (!gltf_spend(l, count, where) || !check_other_attributes(l, attributes, where, count) ||
        !gltf_read_attribute(l, &positions, attributes, where, "POSITION", GLTF_RULE_POSITION,
                             count) ||
        !gltf_read_attribute(l, &normals, attributes, where, "NORMAL", GLTF_RULE_NORMAL, count) ||
        !gltf_read_attribute(l, &tangents, attributes, where, "TANGENT", GLTF_RULE_TANGENT,
                             count) ||
        !gltf_read_attribute(l, &uvs, attributes, where, "TEXCOORD_0", GLTF_RULE_UV, count) ||
        !read_colours(l, primitive, attributes, where) ||
        !read_texture_uvs(l, primitive, attributes, where) ||
        !gltf_read_influences(l, primitive, attributes, where))
        return false;
    primitive->positions = (const double(*)[3])(const void *)positions;
    primitive->normals = (const double(*)[3])(const void *)normals;
    primitive->tangents = (const double(*)[4])(const void *)tangents;
    primitive->uvs = (const double(*)[2])(const void *)uvs;
    count_sets(l, attributes, "TEXCOORD_",
               primitive->texture_uvs == NULL ? 0 : primitive->material->uv_set, GLTF_DROPPED_UV);
    count_sets(l, attributes, "COLOR_", 0, GLTF_DROPPED_COLOUR);
    return true;
}

static bool read_primitive(gltf_loader *l, scene_primitive *primitive, const json_t *object,
                           const json_place *where)
{
    const json_t *attributes = NULL;
    uint32_t material = SCENE_NONE, position_accessor = SCENE_NONE;
    primitive->mode = 4;
    if (!json_read_u32(l->d, &primitive->mode, object, where, "mode", JSON_OPTIONAL, 6) ||
        !json_read_index(l->d, &material, object, where, "material", JSON_OPTIONAL,
                         l->material_count) ||
        !json_read_object(l->d, &attributes, object, where, "attributes", JSON_REQUIRED))
        return false;
    if (!gltf_use_material(l, &primitive->material, material))
        return false;
    const json_place place = json_key(where, "attributes");
    if (!json_read_index(l->d, &position_accessor, attributes, &place, "POSITION", JSON_OPTIONAL,
                         l->accessor_count))
        return false;
    if (position_accessor == SCENE_NONE) {
        diag_warn(l->file, "primitive without POSITION is skipped, %s", where->text);
        return check_other_attributes(l, attributes, &place, 0);
    }
    return check_draco(l, object, where, position_accessor) &&
           read_vertices(l, primitive, attributes, &place, position_accessor) &&
           read_indices(l, primitive, object, where) && read_targets(l, primitive, object, where);
}

static bool read_default_weights(gltf_loader *l, scene_mesh *mesh, const json_t *object,
                                 const json_place *where)
{
    const double *stored = NULL;
    uint32_t stored_count = 0;
    double *weights = gltf_alloc(l, mesh->target_count, sizeof *weights);
    if (weights == NULL ||
        !gltf_number_list(l, &stored, &stored_count, object, where, "weights", SCENE_MAX_TARGETS))
        return false;
    if (stored_count != 0 && stored_count != mesh->target_count)
        diag_warn(l->file, "%u default weights for %u morph targets, %s/weights", stored_count,
                  mesh->target_count, where->text);
    for (uint32_t i = 0; i < stored_count && i < mesh->target_count; i++)
        weights[i] = stored[i];
    mesh->weights = weights;
    return true;
}

static bool read_mesh(gltf_loader *l, scene_mesh *mesh, const json_t *object,
                      const json_place *where)
{
    const json_t *array = NULL;
    if (!gltf_name(l, &mesh->name, object, where) ||
        !json_read_array(l->d, &array, object, where, "primitives", JSON_REQUIRED))
        return false;
    const size_t count = json_array_size(array);
    const json_place list = json_key(where, "primitives");
    if (count == 0 || count > GLTF_MAX_ITEMS)
        return json_fail(l->d, &list, "mesh has %zu primitives", count);
    scene_primitive *primitives = gltf_alloc(l, count, sizeof *primitives);
    if (primitives == NULL)
        return false;
    bool agree = true;
    for (size_t i = 0; i < count; i++) {
        const json_t *primitive = NULL;
        const json_place place = json_item(&list, i);
        if (!json_element_object(l->d, &primitive, array, &list, i) ||
            !read_primitive(l, &primitives[i], primitive, &place))
            return false;
        agree = agree && primitives[i].target_count == primitives[0].target_count;
        if (primitives[i].target_count > mesh->target_count)
            mesh->target_count = primitives[i].target_count;
    }
    if (!agree)
        diag_warn(l->file, "primitives differ in their number of morph targets, %s", where->text);
    mesh->primitive_count = (uint32_t)count;
    mesh->primitives = primitives;
    return read_default_weights(l, mesh, object, where);
}

bool gltf_load_meshes(gltf_loader *l)
{
    const json_t *array = NULL;
    if (!gltf_load_materials(l) ||
        !gltf_list(l, &array, &l->scene->mesh_count, "meshes", GLTF_MAX_ITEMS))
        return false;
    l->scene->meshes = gltf_alloc(l, l->scene->mesh_count, sizeof *l->scene->meshes);
    if (l->scene->meshes == NULL)
        return false;
    const json_place list = json_key(&l->root_place, "meshes");
    for (uint32_t i = 0; i < l->scene->mesh_count; i++) {
        const json_t *object = NULL;
        const json_place where = json_item(&list, i);
        progress("reading meshes", i, l->scene->mesh_count);
        if (!json_element_object(l->d, &object, array, &list, i) ||
            !read_mesh(l, &l->scene->meshes[i], object, &where))
            return false;
    }
    return true;
}
