/* SPDX-License-Identifier: MIT */
/* Reads materials and the texture of their base colour; their other properties are counted for a
 * warning. */
#include <math.h>
#include <string.h>

#include "gltf/loader.h"

/// Materials /////////////////////////////////////////////////////////////////////////////////////

/* KHR_texture_transform: offset, then rotation, then scale, and perhaps another set of
 * coordinates. */
static void read_transform(scene_material *out, const json_at *info)
{
    double offset[2] = {0, 0}, scale[2] = {1, 1};
    const json_at extensions = json_get(info, "extensions", JSON_OBJECT);
    const json_at transform = json_get(&extensions, "KHR_texture_transform", JSON_OBJECT);
    if (transform.value == NULL)
        return;
    json_numbers(offset, &transform, "offset", 2);
    json_numbers(scale, &transform, "scale", 2);
    const double turn = json_number(&transform, "rotation", 0), c = cos(turn), s = sin(turn);
    out->uv_set = json_whole(&transform, "texCoord", out->uv_set, GLTF_MAX_ITEMS);
    const double rows[2][3] = {{c * scale[0], s * scale[1], offset[0]},
                               {-s * scale[0], c * scale[1], offset[1]}};
    memcpy(out->uv_transform, rows, sizeof rows);
}

/* Returns the texture, or SCENE_NONE. */
static uint32_t read_base(gltf_loader *l, scene_material *out, const json_at *pbr)
{
    json_numbers(out->base_colour, pbr, "baseColorFactor", 4);
    out->metallic = json_number(pbr, "metallicFactor", out->metallic);
    out->roughness = json_number(pbr, "roughnessFactor", out->roughness);
    const json_at info = json_get(pbr, "baseColorTexture", JSON_OBJECT);
    const json_at other = json_get(pbr, "metallicRoughnessTexture", JSON_OBJECT);
    l->dropped[GLTF_DROPPED_METALLIC] += other.value != NULL;
    if (info.value == NULL)
        return SCENE_NONE;
    const uint32_t texture = json_index(&info, "index", JSON_REQUIRED, l->texture_count);
    out->uv_set = json_whole(&info, "texCoord", 0, GLTF_MAX_ITEMS);
    read_transform(out, &info);
    return texture;
}

static bool read_material(gltf_loader *l, uint32_t index, const json_at *object)
{
    scene_material *out = &l->materials[index];
    double emissive[3] = {0, 0, 0};
    *out = scene_default_material;
    out->index = index;
    out->name = gltf_name(l, object);
    const json_at pbr = json_get(object, "pbrMetallicRoughness", JSON_OBJECT);
    l->textures[index] = read_base(l, out, &pbr);
    out->double_sided = json_flag(object, "doubleSided");
    const json_at extensions = json_get(object, "extensions", JSON_OBJECT);
    out->unlit = json_object_get(extensions.value, "KHR_materials_unlit") != NULL;
    json_numbers(emissive, object, "emissiveFactor", 3);
    const json_at mode = json_get(object, "alphaMode", JSON_STRING);
    const bool glows = emissive[0] > 0 || emissive[1] > 0 || emissive[2] > 0;
    l->dropped[GLTF_DROPPED_NORMAL] += json_object_get(object->value, "normalTexture") != NULL;
    l->dropped[GLTF_DROPPED_OCCLUSION] +=
        json_object_get(object->value, "occlusionTexture") != NULL;
    l->dropped[GLTF_DROPPED_EMISSIVE] +=
        glows || json_object_get(object->value, "emissiveTexture") != NULL;
    const char *word = mode.value == NULL ? "OPAQUE" : json_string_value(mode.value);
    const bool masks = strcmp(word, "MASK") == 0;
    out->blends = !masks && strcmp(word, "OPAQUE") != 0;
    if (masks || out->blends)
        out->cutoff = masks ? fmax(json_number(object, "alphaCutoff", 0.5), 0) : 0.5;
    out->is_opaque = out->cutoff == 0; /* no alpha is below a mask of 0 */
    l->dropped[GLTF_DROPPED_ALPHA] += out->blends;
    return gltf_ok(l);
}

bool gltf_load_materials(gltf_loader *l)
{
    gltf_list(l, &l->sampler_count, "samplers", GLTF_MAX_ITEMS);
    gltf_list(l, &l->image_count, "images", GLTF_MAX_ITEMS);
    gltf_list(l, &l->texture_count, "textures", GLTF_MAX_ITEMS);
    const json_at list = gltf_list(l, &l->material_count, "materials", GLTF_MAX_ITEMS);
    l->images = region_calloc(&l->memory, l->image_count, sizeof *l->images);
    l->textures = region_calloc(&l->memory, l->material_count, sizeof *l->textures);
    l->materials = gltf_alloc(l, l->material_count, sizeof *l->materials);
    return gltf_each(l, &list, read_material);
}

/// Textures //////////////////////////////////////////////////////////////////////////////////////

static void read_sampler(gltf_loader *l, scene_material *out, uint32_t sampler)
{
    static const char *const keys[2] = {"wrapS", "wrapT"};
    const json_at object = gltf_item(l, "samplers", sampler);
    for (int axis = 0; axis < 2; axis++) {
        const uint32_t mode = json_whole(&object, keys[axis], 10497, UINT32_MAX);
        if (mode != 10497 && mode != 33648 && mode != 33071)
            json_fail(&object, "%s is %u, not 10497, 33648 or 33071", keys[axis], mode);
        out->wrap[axis] = mode == 10497   ? SCENE_REPEAT
                          : mode == 33648 ? SCENE_MIRRORED
                                          : SCENE_CLAMPED;
    }
    out->nearest = json_whole(&object, "magFilter", 9729, UINT32_MAX) == 9728;
}

/* Refuses a texture without an image of its own: drawing it would need the extension. */
static void refuse_extension(gltf_loader *l, const json_at *texture)
{
    static const char *const known[][2] = {{"KHR_texture_basisu", "KTX2"},
                                           {"EXT_texture_webp", "WebP"},
                                           {"EXT_texture_avif", "AVIF"},
                                           {"MSFT_texture_dds", "DDS"}};
    const json_at extensions = json_get(texture, "extensions", JSON_OBJECT);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const json_at extension = json_member(&extensions, known[i][0]);
        if (extension.value == NULL)
            continue;
        const uint32_t source = json_index(&extension, "source", JSON_REQUIRED, l->image_count);
        diag_fail(
            l->d, DIAG_INVALID,
            "the texture is %s only, which is not read, /images/%u, convert it to PNG or JPEG",
            known[i][1], source);
        return;
    }
}

static void read_texture(gltf_loader *l, scene_material *out, uint32_t index)
{
    const json_at texture = gltf_item(l, "textures", index);
    const uint32_t sampler = json_index(&texture, "sampler", SCENE_NONE, l->sampler_count);
    const uint32_t source = json_index(&texture, "source", SCENE_NONE, l->image_count);
    if (gltf_ok(l) && sampler != SCENE_NONE)
        read_sampler(l, out, sampler);
    if (!gltf_ok(l))
        return;
    if (source == SCENE_NONE) {
        refuse_extension(l, &texture);
        return;
    }
    const gltf_image *image = gltf_read_image(l, source);
    if (image == NULL)
        return;
    out->image_name = image->name;
    out->image = image->pixels;
    l->dropped[GLTF_DROPPED_IMAGE] += image->pixels == NULL;
}

const scene_material *gltf_use_material(gltf_loader *l, uint32_t index)
{
    if (index == SCENE_NONE)
        return &scene_default_material;
    const uint32_t texture = l->textures[index];
    l->textures[index] = SCENE_NONE; /* each is read once */
    if (texture != SCENE_NONE)
        read_texture(l, &l->materials[index], texture);
    return &l->materials[index];
}

/// Words /////////////////////////////////////////////////////////////////////////////////////////

void gltf_warn_dropped(const gltf_loader *l)
{
    static const char *const names[GLTF_DROPPED_COUNT] = {"normal textures",
                                                          "metallic-roughness textures",
                                                          "occlusion textures",
                                                          "emission",
                                                          "blending",
                                                          "texture coordinates beyond their set",
                                                          "colours beyond COLOR_0",
                                                          "materials' images"};
    char text[256] = "";
    for (int i = 0; i < GLTF_DROPPED_COUNT; i++)
        if (l->dropped[i] > 0)
            diag_append(text, sizeof text, "%s%s (%u)", *text != '\0' ? ", " : "", names[i],
                        l->dropped[i]);
    if (*text != '\0')
        diag_warn(l->file, "not kept: %s", text);
}
