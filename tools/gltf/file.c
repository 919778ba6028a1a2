/* SPDX-License-Identifier: MIT */
/* .glb and .gltf containers, buffers: BIN chunk, data: URIs, files beside the asset. */
#define _POSIX_C_SOURCE 200809L

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "gltf/internal.h"

#define GLB_MAGIC 0x46546C67u      /* "glTF" */
#define GLB_CHUNK_JSON 0x4E4F534Au /* "JSON" */
#define GLB_CHUNK_BIN 0x004E4942u  /* "BIN\0" */

static uint32_t read_le32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

const char *gltf_read_file(uint8_t **out, size_t *size_bytes, const char *path, size_t max_bytes)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return strerror(errno);
    /* Neither a directory nor a pipe that never ends. */
    if (!S_ISREG(status.st_mode))
        return S_ISDIR(status.st_mode) ? "a folder" : "not a regular file";
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return strerror(errno);
    const size_t wanted = (uint64_t)status.st_size < max_bytes ? (size_t)status.st_size : max_bytes;
    uint8_t *bytes = malloc(wanted + 1);
    *size_bytes = bytes == NULL ? 0 : fread(bytes, 1, wanted, file);
    const bool complete = bytes != NULL && *size_bytes == wanted;
    fclose(file);
    if (!complete) {
        free(bytes);
        return "not readable to its end";
    }
    *out = bytes;
    return NULL;
}

static bool glb_fail(gltf_loader *l, size_t byte, const char *what)
{
    return diag_fail(l->d, DIAG_INVALID, "%s, byte %zu, re-export or copy the file again", what,
                     byte);
}

static bool split_glb(gltf_loader *l, const char **json, size_t *json_bytes, const uint8_t *bytes,
                      size_t size_bytes)
{
    if (size_bytes < 12)
        return glb_fail(l, size_bytes, "GLB header is cut short");
    if (read_le32(bytes + 4) != 2)
        return diag_fail(l->d, DIAG_INVALID, "GLB version %u, byte 4, convert the file to glTF 2.0",
                         read_le32(bytes + 4));
    const size_t total = read_le32(bytes + 8);
    if (total > size_bytes)
        return diag_fail(
            l->d, DIAG_INVALID,
            "GLB header announces %zu bytes but there are %zu, byte 8, copy the file again", total,
            size_bytes);
    if (total < size_bytes)
        diag_warn(l->file, "%zu bytes after the end of the GLB are ignored", size_bytes - total);

    size_t offset = 12;
    for (uint32_t chunk = 0; offset < total; chunk++) {
        if (total - offset < 8)
            return glb_fail(l, offset, "GLB chunk header is cut short");
        const size_t length = read_le32(bytes + offset);
        const uint32_t type = read_le32(bytes + offset + 4);
        if (length > total - offset - 8)
            return glb_fail(l, offset, "GLB chunk runs past the end");
        if (length % 4 != 0)
            return glb_fail(l, offset, "GLB chunk length is not a multiple of 4");
        const uint8_t *data = bytes + offset + 8;
        if ((type == GLB_CHUNK_JSON) != (chunk == 0))
            return glb_fail(l, offset + 4, "GLB must have one JSON chunk, the first");
        if (type == GLB_CHUNK_BIN && chunk != 1)
            return glb_fail(l, offset + 4, "GLB must have its BIN chunk second");
        if (type == GLB_CHUNK_JSON) {
            *json = (const char *)data;
            *json_bytes = length;
        } else if (type == GLB_CHUNK_BIN) {
            l->bin = data;
            l->bin_bytes = length;
        }
        offset += 8 + length;
    }
    if (*json == NULL)
        return glb_fail(l, 12, "GLB has no JSON chunk");
    return true;
}

bool gltf_split(gltf_loader *l, const char **json, size_t *json_bytes, const uint8_t *bytes,
                size_t size_bytes)
{
    if (size_bytes == 0)
        return diag_fail(l->d, DIAG_INVALID, "file is empty, byte 0, copy or export it again");
    if (size_bytes >= 4 && read_le32(bytes) == GLB_MAGIC)
        return split_glb(l, json, json_bytes, bytes, size_bytes);
    size_t first = 0;
    while (first < size_bytes && (bytes[first] == 0xEF || bytes[first] == 0xBB ||
                                  bytes[first] == 0xBF || isspace(bytes[first])))
        first++;
    if (first == size_bytes || bytes[first] != '{')
        return diag_fail(l->d, DIAG_INVALID,
                         "neither GLB nor glTF JSON, byte %zu, use a glTF 2.0 file", first);
    *json = (const char *)bytes;
    *json_bytes = size_bytes;
    return true;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    const char lower = (char)(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* Decodes %XX in place; other characters stay. */
static size_t percent_decode(char *text, size_t length)
{
    size_t out = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '%' && i + 2 < length && hex_digit(text[i + 1]) >= 0 &&
            hex_digit(text[i + 2]) >= 0) {
            text[out++] = (char)(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2]));
            i += 2;
        } else {
            text[out++] = text[i];
        }
    }
    text[out] = '\0';
    return out;
}

static int base64_digit(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    if (c == '+' || c == '-')
        return 62;
    return c == '/' || c == '_' ? 63 : -1;
}

/* Bytes written to `out`, which holds length / 4 * 3 + 3, or SIZE_MAX where the text is not base64.
 */
static size_t base64_decode(uint8_t *out, const char *text, size_t length)
{
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
        const int digit = base64_digit(text[i]);
        if (digit < 0 || ended)
            return SIZE_MAX;
        bits = bits << 6 | (uint32_t)digit;
        bit_count += 6;
        if (bit_count >= 8) {
            bit_count -= 8;
            out[count++] = (uint8_t)(bits >> bit_count);
        }
    }
    return bit_count == 6 ? SIZE_MAX : count;
}

static bool decode_data_uri(gltf_loader *l, gltf_buffer *buffer, const char *uri, size_t length,
                            const json_place *where)
{
    const char *comma = memchr(uri, ',', length);
    const size_t header = comma == NULL ? 0 : (size_t)(comma - uri);
    if (header < 7 || strncasecmp(comma - 7, ";base64", 7) != 0)
        return json_fail(l->d, where, "data: URI is not base64");

    const size_t text_length = length - header - 1;
    char *text = malloc(text_length + 1);
    uint8_t *bytes = malloc(text_length / 4 * 3 + 3);
    buffer->owned = bytes;
    if (text == NULL || bytes == NULL) {
        free(text);
        return json_fail(l->d, where, "no memory for %zu bytes", text_length);
    }
    memcpy(text, comma + 1, text_length);
    const size_t size_bytes = base64_decode(bytes, text, percent_decode(text, text_length));
    free(text);
    if (size_bytes == SIZE_MAX)
        return json_fail(l->d, where, "data: URI holds something that is not base64");
    if (size_bytes < buffer->size_bytes)
        return json_fail(l->d, where, "data: URI holds %zu bytes, byteLength says %llu", size_bytes,
                         (unsigned long long)buffer->size_bytes);
    buffer->bytes = bytes;
    return true;
}

/* Whether a decoded relative path stays below where it starts; backslashes count as separators. */
static bool stays_inside(const char *path)
{
    if (path[0] == '/' || path[0] == '\\')
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

bool gltf_note_file(gltf_loader *l, const char *path)
{
    const size_t bytes = strlen(path) + 1;
    scene_file *file = gltf_alloc(l, 1, sizeof *file + bytes);
    if (file == NULL)
        return false;
    memcpy(file->path, path, bytes);
    file->next = l->scene->files;
    l->scene->files = file;
    return true;
}

/* The path of a URI, decoded, malloc'ed; *name is where the URI begins in it. NULL: it holds a NUL,
 * or there is no memory. */
static char *external_path(char **name, const gltf_loader *l, const char *uri, size_t length)
{
    const size_t folder_length = strlen(l->folder);
    char *path = malloc(folder_length + length + 1);
    if (path == NULL)
        return NULL;
    memcpy(path, l->folder, folder_length);
    *name = path + folder_length;
    memcpy(*name, uri, length);
    if (percent_decode(*name, length) == strlen(*name))
        return path;
    free(path);
    return NULL;
}

/* Images are not read; what they are called is only checked as far as it is used here. */
bool gltf_note_images(gltf_loader *l)
{
    const json_t *images = json_object_get(l->root, "images");
    bool ok = true;
    for (size_t i = 0; ok && l->folder != NULL && i < json_array_size(images); i++) {
        const json_t *uri = json_object_get(json_array_get(images, i), "uri");
        const char *text = json_string_value(uri);
        char *name, *path = NULL;
        if (text != NULL && !has_scheme(text))
            path = external_path(&name, l, text, json_string_length(uri));
        if (path != NULL)
            ok = gltf_note_file(l, name[0] == '/' ? name : path);
        free(path);
    }
    return ok;
}

static bool read_external(gltf_loader *l, gltf_buffer *buffer, const char *path,
                          const json_place *where)
{
    size_t size_bytes = 0;
    const char *reason =
        gltf_read_file(&buffer->owned, &size_bytes, path, (size_t)buffer->size_bytes);
    if (reason != NULL)
        return diag_fail(
            l->d, DIAG_INVALID,
            "buffer file %.300s cannot be read (%s), %s, put the file beside the asset", path,
            reason, where->text);
    if (size_bytes < buffer->size_bytes)
        return json_fail(l->d, where, "buffer file %.300s has %zu bytes, byteLength says %llu",
                         path, size_bytes, (unsigned long long)buffer->size_bytes);
    buffer->bytes = buffer->owned;
    l->scene->source_bytes += size_bytes;
    return gltf_note_file(l, path);
}

static bool open_external(gltf_loader *l, gltf_buffer *buffer, const char *uri, size_t length,
                          const json_place *where)
{
    if (l->folder == NULL)
        return json_fail(l->d, where, "external buffers are not read here");
    if (has_scheme(uri))
        return json_fail(l->d, where, "URI scheme of %.60s is not supported", uri);
    char *name;
    char *path = external_path(&name, l, uri, length);
    bool ok = false;
    if (path == NULL)
        json_fail(l->d, where, "URI of %zu bytes holds a NUL", length);
    else if (!l->options->allow_outside && !stays_inside(name))
        diag_fail(
            l->d, DIAG_INVALID,
            "URI %.200s leaves the folder of the asset, %s, move the file or give --allow-outside",
            name, where->text);
    else
        ok = read_external(l, buffer, name[0] == '/' ? name : path, where);
    free(path);
    return ok;
}

static bool bind_bin(gltf_loader *l, gltf_buffer *buffer, const json_place *where)
{
    if (l->bin_bytes < buffer->size_bytes)
        return json_fail(l->d, where, "BIN chunk holds %zu bytes, byteLength says %llu",
                         l->bin_bytes, (unsigned long long)buffer->size_bytes);
    if (l->bin_bytes - buffer->size_bytes > 3)
        diag_warn(l->file, "BIN chunk is longer than buffer 0 by %zu bytes",
                  l->bin_bytes - (size_t)buffer->size_bytes);
    buffer->bytes = l->bin;
    return true;
}

bool gltf_load_buffers(gltf_loader *l)
{
    const json_t *array = NULL;
    if (!gltf_list(l, &array, &l->buffer_count, "buffers", GLTF_MAX_ITEMS))
        return false;
    l->buffers = diag_calloc(l->buffer_count, sizeof *l->buffers);
    const json_place list = json_key(&l->root_place, "buffers");
    for (uint32_t i = 0; i < l->buffer_count; i++) {
        gltf_buffer *buffer = &l->buffers[i];
        const json_t *object = NULL, *uri = NULL;
        json_place where = json_item(&list, i);
        if (!json_element_object(l->d, &object, array, &list, i) ||
            !json_read_u64(l->d, &buffer->size_bytes, object, &where, "byteLength", JSON_REQUIRED,
                           GLTF_MAX_FILE_BYTES) ||
            !json_read_string(l->d, &uri, object, &where, "uri", JSON_OPTIONAL))
            return false;
        if (uri == NULL) {
            /* Without data it is only an error to use it: compressed files declare such buffers. */
            if (i == 0 && l->bin != NULL && !bind_bin(l, buffer, &where))
                return false;
            continue;
        }
        l->buffer_bytes += buffer->size_bytes;
        if (l->buffer_bytes > GLTF_MAX_FILE_BYTES)
            return json_fail(l->d, &where, "buffers of more than %zu bytes together",
                             GLTF_MAX_FILE_BYTES);
        where = json_key(&where, "uri");
        const char *text = json_string_value(uri);
        const size_t length = json_string_length(uri);
        const bool is_data = length >= 5 && strncasecmp(text, "data:", 5) == 0;
        if (!(is_data ? decode_data_uri : open_external)(l, buffer, text, length, &where))
            return false;
    }
    return true;
}

void gltf_free_buffers(gltf_loader *l)
{
    for (uint32_t i = 0; i < l->buffer_count && l->buffers != NULL; i++)
        free(l->buffers[i].owned);
    free(l->buffers);
    l->buffers = NULL;
}
