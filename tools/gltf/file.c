/* SPDX-License-Identifier: MIT */
/* Reads files, and splits the .glb and .gltf containers. */
#define _POSIX_C_SOURCE 200809L

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/files.h"
#include "gltf/loader.h"

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
    /* Refuses directories, and pipes, which may never end. */
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

/* Files that are taken for glTF, by their first bytes, and what to do with them. */
static const struct {
    const char *start, *remedy;
} others[] = {{"PELT", "it is baked already, give the file that it was baked from"},
              {"TLEP", "it is baked already, give the file that it was baked from"},
              {"BLENDER", "open it in Blender and export glTF 2.0"},
              {"Kaydara FBX", "import it into Blender and export glTF 2.0"},
              {"; FBX", "import it into Blender and export glTF 2.0"},
              {"PK\3\4", "unpack this ZIP file"},
              {"version https://git-lfs", "Git LFS left it out: call git lfs pull"}};

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
    if (first == size_bytes || bytes[first] != '{') {
        const char *remedy = "use a glTF 2.0 file: Blender exports them, also from FBX and OBJ";
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            if (size_bytes >= strlen(others[i].start) &&
                memcmp(bytes, others[i].start, strlen(others[i].start)) == 0)
                remedy = others[i].remedy;
        return diag_fail(l->d, DIAG_INVALID, "neither GLB nor glTF JSON, byte %zu, %s", first,
                         remedy);
    }
    *json = (const char *)bytes;
    *json_bytes = size_bytes;
    return true;
}
