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
    if (own == NULL || own[0] != '\0' || text == NULL || strncmp(text, "data:", 5) == 0)
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
        return json_fail(where, "images of more than 2^27 pixels together");
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
        return json_fail(where, "bufferView %u has no plain data", index);
    return decode(l, out, bytes + view->offset_bytes, (size_t)view->size_bytes, where);
}

/* If a file is missing, the parts that use it keep their plain colour. */
static bool decode_uri(gltf_loader *l, gltf_image *out, const json_at *uri)
{
    FREED_BY(gltf_free_bytes) gltf_bytes in = {0};
    if (l->path == NULL && json_string_length(uri->value) > 0 &&
        strncmp(json_string_value(uri->value), "data:", 5) != 0)
        return true;
    bool ok = gltf_read_uri(l, &in, uri, GLTF_MAX_FILE_BYTES);
    if (ok && in.reason != NULL)
        diag_warn(l->file,
                  "image file %.300s cannot be read (%s) and is left out, %s, put it beside the "
                  "asset",
                  in.path, in.reason, uri->place);
    else
        ok = ok && decode(l, out, in.bytes, in.count, uri);
    return ok;
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
    if (uri.value == NULL && view == SCENE_NONE)
        json_fail(&object, "the image has neither uri nor bufferView");
    else if (view != SCENE_NONE)
        decode_view(l, image, view, &object);
    else
        decode_uri(l, image, &uri);
    return gltf_ok(l) ? image : NULL;
}
