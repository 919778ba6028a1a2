/* SPDX-License-Identifier: MIT */
/* Reads buffers: from the BIN chunk, data: URIs, and files beside the asset. */
#define _POSIX_C_SOURCE 200809L

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/files.h"
#include "gltf/loader.h"

/// URIs //////////////////////////////////////////////////////////////////////////////////////////

/* Decodes %XX in place, leaves other characters as they are, and terminates the text; returns its
 * length. */
static size_t percent_decode(char *text, size_t length)
{
    size_t out = 0;
    for (size_t i = 0; i < length; i++) {
        const char *at = text + i;
        if (at[0] == '%' && i + 2 < length && isxdigit((unsigned char)at[1]) &&
            isxdigit((unsigned char)at[2])) {
            const char digits[3] = {at[1], at[2], '\0'};
            text[out++] = (char)strtoul(digits, NULL, 16);
            i += 2;
        } else {
            text[out++] = at[0];
        }
    }
    text[out] = '\0';
    return out;
}

/* Decodes base64, also that of URLs with - and _, and returns the number of bytes written to `out`,
 * which has room for length / 4 * 3 + 3; SIZE_MAX if the text is not base64. */
static size_t base64_decode(uint8_t *out, const char *text, size_t length)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t count = 0;
    uint32_t bits = 0;
    int bit_count = 0;
    bool ended = false;
    for (size_t i = 0; i < length; i++) {
        if (isspace((unsigned char)text[i]))
            continue;
        if (text[i] == '=') {
            ended = true;
            continue;
        }
        const char *digit = memchr(digits,
                                   text[i] == '-'   ? '+'
                                   : text[i] == '_' ? '/'
                                                    : text[i],
                                   64);
        if (digit == NULL || ended)
            return SIZE_MAX;
        bits = bits << 6 | (uint32_t)(digit - digits);
        bit_count += 6;
        if (bit_count >= 8) {
            bit_count -= 8;
            out[count++] = (uint8_t)(bits >> bit_count);
        }
    }
    return bit_count == 6 ? SIZE_MAX : count;
}

/* Whether a decoded relative path stays below its starting folder; backslashes count as
 * separators. */
static bool stays_inside(const char *path)
{
    if (path[0] == '\\' || path_is_absolute(path))
        return false;
    int depth = 0;
    while (*path != '\0') {
        const size_t part = strcspn(path, "/\\");
        if (part == 2 && path[0] == '.' && path[1] == '.')
            depth--;
        else if (part > 0 && !(part == 1 && path[0] == '.'))
            depth++;
        if (depth < 0)
            return false;
        path += part;
        path += *path != '\0';
    }
    return true;
}

static bool has_scheme(const char *uri)
{
    if (!isalpha((unsigned char)uri[0]))
        return false;
    size_t i = 1;
    while (isalnum((unsigned char)uri[i]) || uri[i] == '+' || uri[i] == '-' || uri[i] == '.')
        i++;
    return uri[i] == ':';
}

/// Files /////////////////////////////////////////////////////////////////////////////////////////

static bool decode_data_uri(gltf_bytes *out, const char *uri, size_t length, const json_at *where)
{
    const char *comma = memchr(uri, ',', length);
    const size_t header = comma == NULL ? 0 : (size_t)(comma - uri);
    if (header < 7 || strncasecmp(comma - 7, ";base64", 7) != 0)
        return json_fail(where, "data: URI is not base64");

    const size_t text_length = length - header - 1;
    FREED char *text = diag_calloc(text_length + 1, 1);
    out->bytes = diag_calloc(text_length / 4 * 3 + 3, 1);
    memcpy(text, comma + 1, text_length);
    out->count = base64_decode(out->bytes, text, percent_decode(text, text_length));
    if (out->count == SIZE_MAX)
        return json_fail(where, "data: URI holds something that is not base64");
    return true;
}

/* The file name in a URI, decoded and malloc'ed; NULL if it contains a NUL. */
static char *decode_name(const char *uri, size_t length)
{
    char *name = diag_calloc(length + 1, 1);
    memcpy(name, uri, length);
    if (percent_decode(name, length) == strlen(name))
        return name;
    free(name);
    return NULL;
}

/* Notes the files of images that no drawn primitive uses: they are not read, and their URIs are
 * checked only as far as they are used here. */
void gltf_note_images(gltf_loader *l)
{
    const json_t *images = json_object_get(l->root.value, "images");
    for (size_t i = 0; l->path != NULL && i < json_array_size(images); i++) {
        const json_t *uri = json_object_get(json_array_get(images, i), "uri");
        const char *text = json_string_value(uri);
        if (text == NULL || has_scheme(text))
            continue;
        FREED char *name = decode_name(text, json_string_length(uri));
        FREED char *path = name == NULL ? NULL : path_beside(l->path, name);
        if (path != NULL)
            scene_note_file(l->scene, path, false);
    }
}

static bool open_external(gltf_loader *l, gltf_bytes *out, const char *uri, size_t length,
                          size_t max_bytes, const json_at *where)
{
    if (l->path == NULL)
        return json_fail(where, "external files are not read here");
    if (has_scheme(uri))
        return diag_fail(
            l->d, DIAG_INVALID,
            "URI %.60s is not that of a file beside the asset, %s, put the file there and "
            "write its name",
            uri, where->place);
    FREED char *name = decode_name(uri, length);
    if (name == NULL)
        return json_fail(where, "URI of %zu bytes holds a NUL", length);
    if (!l->options->allow_outside && !stays_inside(name))
        return diag_fail(
            l->d, DIAG_INVALID,
            "URI %.200s leaves the folder of the asset, %s, move the file or give --allow-outside",
            name, where->place);
    out->path = path_beside(l->path, name);
    out->reason = gltf_read_file(&out->bytes, &out->count, out->path, max_bytes);
    if (out->reason == NULL)
        scene_note_file(l->scene, out->path, true);
    return true;
}

bool gltf_uri_has_data(const char *uri)
{
    return strncasecmp(uri, "data:", 5) == 0;
}

bool gltf_read_uri(gltf_loader *l, gltf_bytes *out, const json_at *uri, size_t max_bytes)
{
    const char *text = json_string_value(uri->value);
    const size_t length = json_string_length(uri->value);
    *out = (gltf_bytes){0};
    if (gltf_uri_has_data(text))
        return decode_data_uri(out, text, length, uri);
    return open_external(l, out, text, length, max_bytes, uri);
}

void gltf_free_bytes(gltf_bytes *bytes)
{
    free(bytes->bytes);
    free(bytes->path);
    *bytes = (gltf_bytes){0};
}

static bool read_buffer(gltf_loader *l, gltf_buffer *buffer, const json_at *where)
{
    FREED_BY(gltf_free_bytes) gltf_bytes in;
    bool ok = gltf_read_uri(l, &in, where, (size_t)buffer->size_bytes);
    if (ok && in.reason != NULL)
        ok = diag_fail(l->d, DIAG_INVALID,
                       "buffer file %.300s cannot be read (%s), %s, put the file beside the asset",
                       in.path, in.reason, where->place);
    if (ok && in.count < buffer->size_bytes)
        ok = json_fail(where, "%s%.300s holds %zu bytes, byteLength says %llu",
                       in.path == NULL ? "data: URI" : "buffer file ",
                       in.path == NULL ? "" : in.path, in.count,
                       (unsigned long long)buffer->size_bytes);
    if (ok) {
        buffer->bytes = buffer->owned = in.bytes;
        in.bytes = NULL;
    }
    return ok;
}

static bool bind_bin(gltf_loader *l, gltf_buffer *buffer, const json_at *where)
{
    if (l->bin_bytes < buffer->size_bytes)
        return json_fail(where, "BIN chunk holds %zu bytes, byteLength says %llu", l->bin_bytes,
                         (unsigned long long)buffer->size_bytes);
    if (l->bin_bytes - buffer->size_bytes > 3)
        diag_warn(l->file, "BIN chunk is longer than buffer 0 by %zu bytes",
                  l->bin_bytes - (size_t)buffer->size_bytes);
    buffer->bytes = l->bin;
    return true;
}

static bool load_buffer(gltf_loader *l, uint32_t index, const json_at *object)
{
    gltf_buffer *buffer = &l->buffers[index];
    buffer->size_bytes = json_whole(object, "byteLength", JSON_REQUIRED, GLTF_MAX_FILE_BYTES);
    const json_at uri = json_get(object, "uri", JSON_STRING);
    if (!gltf_ok(l))
        return false;
    /* A buffer without data is an error only if it is used: compressed files declare such
     * buffers. */
    if (uri.value == NULL)
        return index != 0 || l->bin == NULL || bind_bin(l, buffer, object);
    l->buffer_bytes += buffer->size_bytes;
    if (l->buffer_bytes > GLTF_MAX_FILE_BYTES)
        return json_fail(object, "buffers of more than %u bytes together", GLTF_MAX_FILE_BYTES);
    return read_buffer(l, buffer, &uri);
}

bool gltf_load_buffers(gltf_loader *l)
{
    const json_at list = gltf_list(l, &l->buffer_count, "buffers", GLTF_MAX_ITEMS);
    l->buffers = region_calloc(&l->memory, l->buffer_count, sizeof *l->buffers);
    return gltf_each(l, &list, load_buffer);
}

void gltf_free_buffers(gltf_loader *l)
{
    for (uint32_t i = 0; i < l->buffer_count && l->buffers != NULL; i++)
        free(l->buffers[i].owned);
}
