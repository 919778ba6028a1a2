/* SPDX-License-Identifier: MIT */
#include "cmd/clips_from.h"

#include <stdlib.h>
#include <string.h>

#include "common/output.h"
#include "scene/joint_names.h"
#include "scene/retarget.h"

static void note_file(scene *s, const char *path, bool was_read)
{
    const size_t bytes = strlen(path) + 1;
    scene_file *file = scene_alloc(s, 1, sizeof *file + bytes);
    memcpy(file->path, path, bytes);
    file->was_read = was_read;
    file->next = s->files;
    s->files = file;
}

/* Adds the file that a message of another one is about. */
static bool fail_file(diag *d, const diag *inner, const char *path)
{
    return diag_fail(d, inner->exit_code, "--clips-from %.200s: %s", path, inner->message);
}

static bool take_file(scene *to, uint32_t *first, const char *path, const char *other,
                      const gltf_options *gltf, const clips_options *options, diag *d)
{
    scene from;
    diag inner = {0};
    char *map = NULL;
    size_t map_bytes;
    if (!gltf_load(&from, &inner, other, &(gltf_options){.allow_outside = gltf->allow_outside}))
        return fail_file(d, &inner, other);
    bool ok =
        options->names == NULL || read_file((void **)&map, &map_bytes, options->names, &inner);
    if (!ok)
        diag_fail(d, inner.exit_code, "--retarget %.200s: %s", options->names, inner.message);
    uint32_t *match = ok ? joint_names_match(to, &from, map, options->names, d) : NULL;
    ok = match != NULL && retarget_clips(to, &from, match, *first, path, other, d);
    *first += from.clip_count;
    for (const scene_file *file = from.files; file != NULL && ok; file = file->next)
        note_file(to, file->path, file->was_read);
    free(match);
    free(map);
    scene_free(&from);
    return ok;
}

bool clips_from_load(scene *out, const char *path, const gltf_options *gltf,
                     const clips_options *options, diag *d)
{
    if (options->files == NULL)
        return gltf_load(out, d, path, gltf);
    gltf_options own = *gltf;
    own.wanted.clips = NULL;
    if (!gltf_load(out, d, path, &own))
        return false;
    uint32_t first = out->clip_count;
    bool ok = true;
    char *files = diag_copy(options->files);
    for (char *at = files, *next; at != NULL && ok; at = next) {
        next = strchr(at, ',');
        if (next != NULL)
            *next++ = '\0';
        ok = take_file(out, &first, path, at, gltf, options, d);
    }
    free(files);
    if (ok && options->names != NULL)
        note_file(out, options->names, true);
    ok = ok && scene_select(out, &(scene_selection){.clips = gltf->wanted.clips}, d);
    if (!ok)
        scene_free(out);
    return ok;
}
