/* SPDX-License-Identifier: MIT */
/* Materials and the texture of their base colour; what else they have is counted. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gltf/loader.h"

/* Of a material's base colour; its image is read when the material is used. */
struct gltf_texture {
    uint32_t texture; /* or SCENE_NONE */
    bool was_used;
};

/// Materials /////////////////////////////////////////////////////////////////////////////////////

/* KHR_texture_transform: offset, then rotation, then scale, and another set of coordinates. */
static bool read_transform(gltf_loader *l, scene_material *out, const json_t *info,
                           const json_place *where)
{
    const json_t *extensions = NULL, *transform = NULL;
    double offset[2] = {0, 0}, scale[2] = {1, 1}, turn = 0;
    const json_place list = json_key(where, "extensions");
    const json_place place = json_key(&list, "KHR_texture_transform");
    if (!json_read_object(l->d, &extensions, info, where, "extensions", JSON_OPTIONAL) ||
        !json_read_object(l->d, &transform, extensions, &list, "KHR_texture_transform",
                          JSON_OPTIONAL))
        return false;
    if (transform == NULL)
        return true;
    if (!json_read_numbers(l->d, offset, transform, &place, "offset", JSON_OPTIONAL, 2) ||
        !json_read_numbers(l->d, scale, transform, &place, "scale", JSON_OPTIONAL, 2) ||
        !json_read_number(l->d, &turn, transform, &place, "rotation") ||
        !json_read_u32(l->d, &out->uv_set, transform, &place, "texCoord", JSON_OPTIONAL,
                       GLTF_MAX_ITEMS))
        return false;
    const double c = cos(turn), s = sin(turn);
    const double rows[2][3] = {{c * scale[0], s * scale[1], offset[0]},
                               {-s * scale[0], c * scale[1], offset[1]}};
    memcpy(out->uv_transform, rows, sizeof rows);
    return true;
}

static bool read_base(gltf_loader *l, scene_material *out, uint32_t *texture, const json_t *pbr,
                      const json_place *where)
{
    const json_t *info = NULL, *other = NULL;
    const json_place place = json_key(where, "baseColorTexture");
    if (!json_read_numbers(l->d, out->base_colour, pbr, where, "baseColorFactor", JSON_OPTIONAL,
                           4) ||
        !json_read_number(l->d, &out->metallic, pbr, where, "metallicFactor") ||
        !json_read_number(l->d, &out->roughness, pbr, where, "roughnessFactor") ||
        !json_read_object(l->d, &info, pbr, where, "baseColorTexture", JSON_OPTIONAL) ||
        !json_read_object(l->d, &other, pbr, where, "metallicRoughnessTexture", JSON_OPTIONAL))
        return false;
    l->dropped[GLTF_DROPPED_METALLIC] += other != NULL;
    if (info == NULL)
        return true;
    return json_read_index(l->d, texture, info, &place, "index", JSON_REQUIRED, l->texture_count) &&
           json_read_u32(l->d, &out->uv_set, info, &place, "texCoord", JSON_OPTIONAL,
                         GLTF_MAX_ITEMS) &&
           read_transform(l, out, info, &place);
}

static bool read_material(gltf_loader *l, scene_material *out, uint32_t *texture,
                          const json_t *object, const json_place *where)
{
    static const struct {
        const char *key;
        gltf_dropped what;
    } others[] = {{"normalTexture", GLTF_DROPPED_NORMAL},
                  {"occlusionTexture", GLTF_DROPPED_OCCLUSION},
                  {"emissiveTexture", GLTF_DROPPED_EMISSIVE}};
    const json_t *pbr = NULL, *mode = NULL;
    const json_place place = json_key(where, "pbrMetallicRoughness");
    double emissive[3] = {0, 0, 0};
    if (!gltf_name(l, &out->name, object, where) ||
        !json_read_object(l->d, &pbr, object, where, "pbrMetallicRoughness", JSON_OPTIONAL) ||
        !read_base(l, out, texture, pbr, &place) ||
        !json_read_bool(l->d, &out->double_sided, object, where, "doubleSided") ||
        !json_read_numbers(l->d, emissive, object, where, "emissiveFactor", JSON_OPTIONAL, 3) ||
        !json_read_string(l->d, &mode, object, where, "alphaMode", JSON_OPTIONAL))
        return false;
    const bool glows = emissive[0] > 0 || emissive[1] > 0 || emissive[2] > 0;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        l->dropped[others[i].what] += json_object_get(object, others[i].key) != NULL ||
                                      (others[i].what == GLTF_DROPPED_EMISSIVE && glows);
    out->is_opaque = mode == NULL || strcmp(json_string_value(mode), "OPAQUE") == 0;
    l->dropped[GLTF_DROPPED_ALPHA] += !out->is_opaque;
    return true;
}

bool gltf_load_materials(gltf_loader *l)
{
    const json_t *array = NULL, *other = NULL;
    if (!gltf_list(l, &other, &l->sampler_count, "samplers", GLTF_MAX_ITEMS) ||
        !gltf_list(l, &other, &l->image_count, "images", GLTF_MAX_ITEMS) ||
        !gltf_list(l, &other, &l->texture_count, "textures", GLTF_MAX_ITEMS) ||
        !gltf_list(l, &array, &l->material_count, "materials", GLTF_MAX_ITEMS))
        return false;
    l->images = diag_calloc(l->image_count, sizeof *l->images);
    l->textures = diag_calloc(l->material_count, sizeof *l->textures);
    l->materials = gltf_alloc(l, l->material_count, sizeof *l->materials);
    if (l->materials == NULL)
        return false;
    const json_place list = json_key(&l->root_place, "materials");
    for (uint32_t i = 0; i < l->material_count; i++) {
        const json_t *material = NULL;
        const json_place where = json_item(&list, i);
        l->materials[i] = scene_default_material;
        l->materials[i].index = i;
        l->textures[i].texture = SCENE_NONE;
        if (!json_element_object(l->d, &material, array, &list, i) ||
            !read_material(l, &l->materials[i], &l->textures[i].texture, material, &where))
            return false;
    }
    return true;
}

void gltf_free_materials(gltf_loader *l)
{
    free(l->images);
    free(l->textures);
}

/// Textures //////////////////////////////////////////////////////////////////////////////////////

static bool read_wraps(gltf_loader *l, scene_material *out, uint32_t sampler)
{
    static const char *const keys[2] = {"wrapS", "wrapT"};
    const json_t *object = NULL;
    const json_place list = json_key(&l->root_place, "samplers");
    const json_place where = json_item(&list, sampler);
    if (!json_element_object(l->d, &object, json_object_get(l->root, "samplers"), &list, sampler))
        return false;
    for (int axis = 0; axis < 2; axis++) {
        uint32_t mode = 10497;
        if (!json_read_u32(l->d, &mode, object, &where, keys[axis], JSON_OPTIONAL, UINT32_MAX))
            return false;
        if (mode != 10497 && mode != 33648 && mode != 33071)
            return json_fail(l->d, &where, "%s is %u, not 10497, 33648 or 33071", keys[axis], mode);
        out->wrap[axis] = mode == 10497   ? SCENE_REPEAT
                          : mode == 33648 ? SCENE_MIRRORED
                                          : SCENE_CLAMPED;
    }
    return true;
}

/* The image of a texture that has none of its own: whoever draws it needs the extension. */
static bool refuse_extension(gltf_loader *l, const json_t *texture, const json_place *where)
{
    static const char *const known[][2] = {{"KHR_texture_basisu", "KTX2"},
                                           {"EXT_texture_webp", "WebP"},
                                           {"EXT_texture_avif", "AVIF"},
                                           {"MSFT_texture_dds", "DDS"}};
    const json_t *extensions = NULL;
    if (!json_read_object(l->d, &extensions, texture, where, "extensions", JSON_OPTIONAL))
        return false;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const json_t *extension = json_object_get(extensions, known[i][0]);
        uint32_t source = 0;
        if (extension == NULL)
            continue;
        const json_place list = json_key(where, "extensions");
        const json_place place = json_key(&list, known[i][0]);
        if (!json_read_index(l->d, &source, extension, &place, "source", JSON_REQUIRED,
                             l->image_count))
            return false;
        return diag_fail(l->d, DIAG_INVALID,
                         "the texture is %s only, which is not read, /images/%u, convert it to PNG "
                         "or JPEG",
                         known[i][1], source);
    }
    return true;
}

static bool read_texture(gltf_loader *l, scene_material *out, uint32_t index)
{
    const json_t *texture = NULL;
    const gltf_image *image;
    uint32_t sampler = SCENE_NONE, source = SCENE_NONE;
    const json_place list = json_key(&l->root_place, "textures");
    const json_place where = json_item(&list, index);
    if (!json_element_object(l->d, &texture, json_object_get(l->root, "textures"), &list, index) ||
        !json_read_index(l->d, &sampler, texture, &where, "sampler", JSON_OPTIONAL,
                         l->sampler_count) ||
        !json_read_index(l->d, &source, texture, &where, "source", JSON_OPTIONAL, l->image_count) ||
        (sampler != SCENE_NONE && !read_wraps(l, out, sampler)))
        return false;
    if (source == SCENE_NONE)
        return refuse_extension(l, texture, &where);
    if (!gltf_read_image(l, &image, source))
        return false;
    out->image_name = image->name;
    out->image = image->pixels;
    return true;
}

bool gltf_use_material(gltf_loader *l, const scene_material **out, uint32_t index)
{
    *out = &scene_default_material;
    if (index == SCENE_NONE)
        return true;
    struct gltf_texture *texture = &l->textures[index];
    *out = &l->materials[index];
    const bool is_new = texture->texture != SCENE_NONE && !texture->was_used;
    texture->was_used = true;
    return !is_new || read_texture(l, &l->materials[index], texture->texture);
}

/// Words /////////////////////////////////////////////////////////////////////////////////////////

void gltf_warn_dropped(const gltf_loader *l)
{
    static const char *const names[GLTF_DROPPED_COUNT] = {
        "normal textures",       "metallic-roughness textures",
        "occlusion textures",    "emission",
        "alpha modes",           "texture coordinates beyond their set",
        "colours beyond COLOR_0"};
    char text[256] = "";
    size_t length = 0;
    for (int i = 0; i < GLTF_DROPPED_COUNT; i++)
        if (l->dropped[i] > 0)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%s",
                                       length > 0 ? ", " : "", names[i]);
    if (length > 0)
        diag_warn(l->file, "not kept: %s", text);
}
