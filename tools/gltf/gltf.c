/* SPDX-License-Identifier: MIT */
/* Loads a glTF file: JSON, version, extensions, then each part of the asset, in an order in which
 * references point backwards. */
#include "gltf/gltf.h"

#include <string.h>

#include "gltf/loader.h"

static bool check_version(gltf_loader *l)
{
    const json_at asset = json_need(&l->root, "asset", JSON_OBJECT);
    /* Before glTF 2.0 it could be a number. */
    const double old = json_number_value(json_object_get(asset.value, "version"));
    if (old > 0 && old < 2)
        return diag_fail(l->d, DIAG_INVALID,
                         "glTF version %g, /asset/version, convert the file to glTF 2.0", old);
    const json_at version = json_need(&asset, "version", JSON_STRING);
    const json_at min_version = json_get(&asset, "minVersion", JSON_STRING);
    if (!gltf_ok(l))
        return false;
    const char *text = json_string_value(version.value);
    if (strncmp(text, "2.", 2) != 0)
        return diag_fail(l->d, DIAG_INVALID,
                         "glTF version \"%.20s\", /asset/version, convert the file to glTF 2.0",
                         text);
    text = min_version.value == NULL ? "2.0" : json_string_value(min_version.value);
    return strcmp(text, "2.0") == 0 ||
           diag_fail(l->d, DIAG_INVALID,
                     "needs glTF %.20s, /asset/minVersion, export it as glTF 2.0", text);
}

/* Whether a required extension leaves the vertices where they are, or is implemented here. */
static bool extension_is_harmless(const char *name)
{
    static const char *const known[] = {"KHR_mesh_quantization",
                                        "KHR_texture_transform",
                                        "KHR_texture_basisu",
                                        "KHR_lights_punctual",
                                        "KHR_animation_pointer",
                                        "KHR_xmp_json_ld",
                                        "KHR_xmp",
                                        "EXT_texture_webp",
                                        "EXT_texture_avif",
                                        "MSFT_texture_dds",
                                        "VRM",
                                        "VRMC_vrm",
                                        "VRMC_springBone",
                                        "VRMC_springBone_extended_collider",
                                        "EXT_lights_image_based"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(name, known[i]) == 0)
            return true;
    return strncmp(name, "KHR_materials_", 14) == 0;
}

static bool extension_is_compression(const char *name)
{
    return strcmp(name, "EXT_meshopt_compression") == 0 ||
           strcmp(name, "KHR_meshopt_compression") == 0 ||
           strcmp(name, "KHR_draco_mesh_compression") == 0;
}

static bool refuse_extension(gltf_loader *l, const char *name, const json_at *where)
{
    if (!extension_is_compression(name))
        return diag_fail(l->d, DIAG_INVALID,
                         "required extension %.60s is unknown, %s, export without it", name,
                         where->place);
    return diag_fail(l->d, DIAG_INVALID,
                     "%s is not decoded here, %s, decode first: gltf-transform copy IN OUT%s", name,
                     where->place,
                     strstr(name, "meshopt") == NULL ? "" : ", or gltfpack -noq -i IN -o OUT");
}

static bool check_extension_list(gltf_loader *l, const char *key, bool required)
{
    uint32_t count = 0;
    const json_at list = gltf_list(l, &count, key, GLTF_MAX_ITEMS);
    for (uint32_t i = 0; i < count; i++) {
        const json_at item = json_any(&list, i);
        const char *name = json_string_value(item.value);
        if (name == NULL)
            return json_fail(&item, "must be a string");
        l->quantised |= strcmp(name, "KHR_mesh_quantization") == 0;
        if (extension_is_harmless(name))
            continue;
        if (required)
            return refuse_extension(l, name, &item);
        /* Optional compression is reported only if data turn out to be missing. */
        if (!extension_is_compression(name))
            diag_warn(l->file, "extension %.60s is unknown and ignored, %s", name, item.place);
    }
    return gltf_ok(l);
}

static bool load_parts(gltf_loader *l)
{
    return check_version(l) && check_extension_list(l, "extensionsRequired", true) &&
           check_extension_list(l, "extensionsUsed", false) && gltf_load_buffers(l) &&
           gltf_load_views(l) && gltf_load_accessors(l) && gltf_load_materials(l) &&
           gltf_load_meshes(l) && gltf_load_skins(l) && gltf_load_nodes(l) && gltf_load_clips(l) &&
           gltf_load_events(l) && gltf_load_springs(l) &&
           scene_select(l->scene, &l->options->wanted, l->d) && gltf_take_springs(l) &&
           gltf_load_face(l);
}

/* `owned` is freed as soon as nothing points into it: the text of a .gltf, before buffers are read. */
static bool load(scene *out, diag *d, const void *bytes, size_t size_bytes, uint8_t *owned,
                 const char *path, const gltf_options *options)
{
    static const gltf_options defaults = {0};
    *out = (scene){0};
    gltf_loader l = {.scene = out,
                     .d = d,
                     .file = path == NULL ? "(memory)" : path,
                     .path = path,
                     .options = options == NULL ? &defaults : options};
    const char *text = NULL;
    size_t text_bytes = 0;
    const bool is_split = gltf_split(&l, &text, &text_bytes, bytes, size_bytes);
    json_auto_t *root = is_split ? json_parse(d, text, text_bytes, "re-export the file") : NULL;
    if (l.bin == NULL) {
        free(owned);
        owned = NULL;
    }
    l.root = (json_at){.d = d, .value = root};
    const bool ok = root != NULL && load_parts(&l);
    if (ok) {
        gltf_keep_rotations(out, l.file);
        gltf_warn_dropped(&l);
        gltf_note_images(&l);
        if (path != NULL)
            scene_note_file(out, path, true);
    }
    gltf_free_buffers(&l);
    region_free(&l.memory);
    free(owned);
    if (!ok)
        scene_free(out);
    return ok;
}

bool gltf_load(scene *out, diag *d, const char *path, const gltf_options *options)
{
    *out = (scene){0};
    uint8_t *bytes = NULL;
    size_t size_bytes = 0;
    const char *reason = gltf_read_file(&bytes, &size_bytes, path, GLTF_MAX_FILE_BYTES + 1);
    if (reason != NULL)
        return diag_fail(d, DIAG_IO, "cannot be read (%s), the file itself, check the path",
                         reason);
    if (size_bytes > GLTF_MAX_FILE_BYTES) {
        free(bytes);
        return diag_fail(d, DIAG_INVALID, "file is too large, byte %u, split the asset",
                         GLTF_MAX_FILE_BYTES);
    }
    return load(out, d, bytes, size_bytes, bytes, path, options);
}

bool gltf_load_memory(scene *out, diag *d, const void *bytes, size_t size_bytes,
                      const gltf_options *options)
{
    return load(out, d, bytes, size_bytes, NULL, NULL, options);
}
