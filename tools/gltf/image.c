/* SPDX-License-Identifier: MIT */
/* Decodes images from data: URIs, files and buffer views into pixels of the scene. */
#include <string.h>

#include "gltf/loader.h"
#include "image/image_decode.h"

#define MAX_PIXELS ((uint64_t)1 << 27) /* of all images together */

/* The name of an image, else that of its file, else "". */
static const char *name_image(gltf_loader *l, const json_at *object, const json_at *uri)
{
    const char *own = gltf_name(l, object), *text = json_string_value(uri->value);
    if (own == NULL || own[0] != '\0' || text == NULL || gltf_uri_has_data(text))
        return own;
    const char *slash = strrchr(text, '/');
    const char *file = slash == NULL ? text : slash + 1;
    return gltf_copy_name(l, file, strlen(file));
}

static bool decode(gltf_loader *l, gltf_image *out, const uint8_t *bytes, size_t count,
                   const json_at *where)
{
    FREED_BY(image_free) image_pixels decoded = {0};
    const char *reason = image_decode(&decoded, bytes, count);
    if (reason != NULL)
        return diag_fail(l->d, DIAG_INVALID,
                         "the image cannot be read (%s), %s, convert it to PNG or JPEG", reason,
                         where->place);
    const size_t pixels = (size_t)decoded.width * decoded.height;
    l->pixels += pixels;
    if (l->pixels > MAX_PIXELS)
        return diag_fail(l->d, DIAG_INVALID,
                         "images of more than 2^27 pixels together, %s, shrink them", where->place);
    scene_image *image = gltf_alloc(l, 1, sizeof *image);
    void *copy = gltf_alloc(l, pixels, sizeof *decoded.rgba);
    if (image == NULL || copy == NULL)
        return false;
    memcpy(copy, decoded.rgba, pixels * sizeof *decoded.rgba);
    *image = (scene_image){decoded.width, decoded.height, copy};
    out->pixels = image;
    return true;
}

static bool decode_view(gltf_loader *l, gltf_image *out, uint32_t index, const json_at *where)
{
    const gltf_view *view = &l->views[index];
    const uint8_t *bytes = l->buffers[view->buffer].bytes;
    if (bytes == NULL || view->meshopt)
        return json_fail(where, "bufferView %u holds compressed data or none", index);
    return decode(l, out, bytes + view->offset_bytes, (size_t)view->size_bytes, where);
}

/* If a file is missing, or files are not read, the parts that use it keep their plain colour. */
static bool decode_uri(gltf_loader *l, gltf_image *out, const json_at *uri)
{
    FREED_BY(gltf_free_bytes) gltf_bytes in = {0};
    if (l->path == NULL && json_string_length(uri->value) > 0 &&
        !gltf_uri_has_data(json_string_value(uri->value)))
        return true;
    if (!gltf_read_uri(l, &in, uri, GLTF_MAX_FILE_BYTES))
        return false;
    if (in.reason == NULL)
        return decode(l, out, in.bytes, in.count, uri);
    diag_warn(l->file,
              "image file %.300s cannot be read (%s) and is left out, %s, put it beside the asset",
              in.path, in.reason, uri->place);
    return true;
}

const gltf_image *gltf_read_image(gltf_loader *l, uint32_t index)
{
    gltf_image *image = &l->images[index];
    if (image->was_read)
        return image;
    image->was_read = true;
    const json_at object = gltf_item(l, "images", index);
    json_at uri = object; /* an error in the URI is reported for the image */
    uri.value = json_get(&object, "uri", JSON_STRING).value;
    const uint32_t view = json_index(&object, "bufferView", SCENE_NONE, l->view_count);
    image->name = gltf_ok(l) ? name_image(l, &object, &uri) : NULL;
    if (!gltf_ok(l))
        return NULL;
    const bool ok = view != SCENE_NONE ? decode_view(l, image, view, &object)
                    : uri.value != NULL
                        ? decode_uri(l, image, &uri)
                        : json_fail(&object, "the image has neither uri nor bufferView");
    return ok ? image : NULL;
}
