/* SPDX-License-Identifier: MIT */
/* Images, from data: URIs, files and buffer views, as pixels of the scene. */
#include <string.h>

#include "gltf/loader.h"
#include "image/image_decode.h"

#define MAX_PIXELS ((uint64_t)1 << 27) /* of all images together */

/* Its own name, else that of its file, else "". */
static bool name_image(gltf_loader *l, gltf_image *out, const json_t *object, const json_t *uri,
                       const json_place *where)
{
    if (!gltf_name(l, &out->name, object, where))
        return false;
    const char *text = json_string_value(uri);
    if (out->name[0] != '\0' || text == NULL || strncmp(text, "data:", 5) == 0)
        return true;
    const char *slash = strrchr(text, '/');
    json_t *file = json_pack("{s:s}", "name", slash == NULL ? text : slash + 1);
    const bool ok = file != NULL && gltf_name(l, &out->name, file, where);
    json_decref(file);
    return ok;
}

static bool decode(gltf_loader *l, gltf_image *out, const uint8_t *bytes, size_t count,
                   const json_place *where)
{
    image_pixels decoded;
    const char *reason = image_decode(&decoded, bytes, count);
    if (reason != NULL)
        return diag_fail(l->d, DIAG_INVALID,
                         "the image cannot be read (%s), %s, convert it to PNG or JPEG", reason,
                         where->text);
    const size_t pixels = (size_t)decoded.width * decoded.height;
    l->pixels += pixels;
    scene_image *image = NULL;
    void *copy = NULL;
    if (l->pixels > MAX_PIXELS) {
        json_fail(l->d, where, "images of more than 2^27 pixels together");
    } else {
        image = gltf_alloc(l, 1, sizeof *image);
        copy = gltf_alloc(l, pixels, sizeof *decoded.rgba);
    }
    if (image != NULL && copy != NULL) {
        memcpy(copy, decoded.rgba, pixels * sizeof *decoded.rgba);
        *image = (scene_image){decoded.width, decoded.height, copy};
        out->pixels = image;
    }
    image_free(&decoded);
    return out->pixels != NULL;
}

static bool decode_view(gltf_loader *l, gltf_image *out, uint32_t index, const json_place *where)
{
    const gltf_view *view = &l->views[index];
    const uint8_t *bytes = l->buffers[view->buffer].bytes;
    if (bytes == NULL || view->meshopt)
        return json_fail(l->d, where, "bufferView %u has no plain data", index);
    return decode(l, out, bytes + view->offset_bytes, (size_t)view->size_bytes, where);
}

/* A file that is not there leaves its parts in their plain colour. */
static bool decode_uri(gltf_loader *l, gltf_image *out, const json_t *uri, const json_place *where)
{
    gltf_bytes in;
    if (l->folder == NULL && json_string_length(uri) > 0 &&
        strncmp(json_string_value(uri), "data:", 5) != 0)
        return true;
    bool ok = gltf_read_uri(l, &in, uri, GLTF_MAX_FILE_BYTES, where);
    if (ok && in.reason != NULL)
        diag_warn(l->file,
                  "image file %.300s cannot be read (%s) and is left out, %s, put it beside the "
                  "asset",
                  in.path, in.reason, where->text);
    else
        ok = ok && (in.path == NULL || gltf_note_file(l, in.path, true)) &&
             decode(l, out, in.bytes, in.count, where);
    gltf_free_bytes(&in);
    return ok;
}

bool gltf_read_image(gltf_loader *l, const gltf_image **out, uint32_t index)
{
    gltf_image *image = &l->images[index];
    const json_t *object = NULL, *uri = NULL;
    uint32_t view = SCENE_NONE;
    const json_place list = json_key(&l->root_place, "images");
    const json_place where = json_item(&list, index);
    *out = image;
    if (image->was_read)
        return true;
    image->was_read = true;
    if (!json_element_object(l->d, &object, json_object_get(l->root, "images"), &list, index) ||
        !json_read_string(l->d, &uri, object, &where, "uri", JSON_OPTIONAL) ||
        !json_read_index(l->d, &view, object, &where, "bufferView", JSON_OPTIONAL, l->view_count) ||
        !name_image(l, image, object, uri, &where))
        return false;
    if (view != SCENE_NONE)
        return decode_view(l, image, view, &where);
    if (uri == NULL)
        return json_fail(l->d, &where, "the image has neither uri nor bufferView");
    return decode_uri(l, image, uri, &where);
}
