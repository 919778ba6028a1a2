/* SPDX-License-Identifier: MIT */
/* Loads glTF files and blobs for the commands. */
#include "cmd/load.h"

#include <stdlib.h>
#include <string.h>

#include "contract/contract.h"
#include "play/play.h"
#include "scene/retarget.h"

static void map_free(joint_map *map)
{
    free(map->lines);
    free(map->text);
}

static bool read_map(joint_map *map, const char *path, diag *d)
{
    diag inner = {0};
    size_t bytes;
    if (path == NULL)
        return true;
    if (!read_file((void **)&map->text, &bytes, path, &inner))
        return diag_fail(d, inner.exit_code, "--retarget %.200s: %s", path, inner.message);
    return joint_map_parse(map, path, d);
}

static bool take_file(scene *to, uint32_t *first, joint_map *map, const char *path,
                      const char *other, const load_options *options, diag *d)
{
    FREED_BY(scene_free) scene from;
    diag inner = {0};
    if (!gltf_load(&from, &inner, other,
                   &(gltf_options){.allow_outside = options->gltf.allow_outside}))
        return diag_fail(d, inner.exit_code, "--clips-from %.200s: %s", other, inner.message);
    FREED uint32_t *match = joint_names_match(to, &from, map);
    const bool ok = retarget_clips(to, &from, match, *first, path, other, d);
    *first += from.clip_count;
    for (const scene_file *file = from.files; file != NULL && ok; file = file->next)
        scene_note_file(to, file->path, file->was_read);
    return ok;
}

/* Ends the first of some files with commas between and returns the next one, or NULL. A backslash before
 * a comma that belongs to the name goes; others stay, as they may be the system's. */
static char *cut_file(char *files)
{
    char *to = files;
    for (; *files != '\0' && *files != ','; files++) {
        files += files[0] == '\\' && files[1] == ',';
        *to++ = *files;
    }
    char *next = *files == ',' ? files + 1 : NULL;
    *to = '\0';
    return next;
}

/* gltf_load, and the clips of the other files behind the file's own. What the options choose among
 * clips they choose among all of them. */
static bool load_with_clips(scene *out, const char *path, const load_options *options, diag *d)
{
    if (options->clips.files == NULL)
        return gltf_load(out, d, path, &options->gltf);
    gltf_options own = options->gltf;
    own.wanted.clips = NULL;
    if (!gltf_load(out, d, path, &own))
        return false;
    uint32_t first = out->clip_count;
    FREED_BY(map_free) joint_map map = {0};
    bool ok = read_map(&map, options->clips.names, d);
    FREED char *files = diag_copy(options->clips.files);
    for (char *at = files, *next; at != NULL && ok; at = next) {
        next = cut_file(at);
        ok = take_file(out, &first, &map, path, at, options, d);
    }
    if (ok)
        joint_map_tell(&map, options->clips.names, options->clips.files, path);
    if (ok && options->clips.names != NULL)
        scene_note_file(out, options->clips.names, true);
    ok = ok && scene_select(out, &(scene_selection){.clips = options->gltf.wanted.clips}, d);
    if (!ok)
        scene_free(out);
    return ok;
}

bool load_scene(scene *out, reduce_stats *lost, const char *path, const load_options *options,
                diag *d)
{
    if (!load_with_clips(out, path, options, d))
        return false;
    for (const scene_file *file = out->files; file != NULL; file = file->next)
        output_protect(file->path);
    reduce_stats stats;
    reduce_options reduce = options->reduce;
    const double error = reduce.error = bake_first_budget(&options->bake).error;
    if (!output_check(options->outputs, options->output_count, d) ||
        !root_take(out, &options->root, error, path, d) || !reduce_scene(&stats, out, &reduce, d)) {
        scene_free(out);
        return false;
    }
    reduce_tell(&stats, out, &options->reduce, path);
    if (lost != NULL)
        *lost = stats;
    return true;
}

bool is_blob(const void *bytes, size_t size_bytes)
{
    return size_bytes >= 4 && (memcmp(bytes, "PELT", 4) == 0 || memcmp(bytes, "TLEP", 4) == 0);
}

bool load_check(const load_options *options, diag *d)
{
    if (options->clips.names != NULL && options->clips.files == NULL)
        return diag_fail(d, DIAG_USAGE,
                         "--retarget without --clips-from, command line, see --help");
    if (options->bake.page_bytes != 0 &&
        (options->bake.part != BAKE_CLIPS || options->bake.page_bytes % 4 != 0))
        return diag_fail(d, DIAG_USAGE,
                         "--pages %u, command line, give a multiple of 4, with --as-clips",
                         options->bake.page_bytes);
    if (options->bake.encoding == PELT_FLOAT && options->bake.unit_shift != 0)
        return diag_fail(d, DIAG_USAGE, "--unit-shift %d in float, command line, its unit is 2^0",
                         options->bake.unit_shift);
    if (options->bake.encoding == PELT_FLOAT && options->bake.order.pack)
        return diag_fail(d, DIAG_USAGE,
                         "--pack in float, command line, only exact and lean are packed");
    const uint32_t window = options->bake.order.window;
    if (options->reduce.levels > 0 && (window > 0 || options->bake.order.max_palette > 0))
        return diag_fail(d, DIAG_USAGE,
                         "--lods with %s, command line, leave one out: levels have no order and no "
                         "parts of their own",
                         window > 0 ? "--window" : "--max-palette");
    if (options->reduce.volume > 0 && options->bake.order.max_palette > 0)
        return diag_fail(d, DIAG_USAGE,
                         "--volume with --max-palette, command line, leave one out: in-betweens "
                         "need their joints in the same part");
    if (window % 2 != 0)
        return diag_fail(d, DIAG_USAGE,
                         "--window %u is odd, command line, give %u or %u: vertices are skinned "
                         "half a window at a time",
                         window, window - 1, window + 1);
    return true;
}

static bool accept_blob(const void *bytes, size_t size_bytes, const load_options *options, diag *d)
{
    pelt_model model;
    const pelt_status status = play_open_model(&model, bytes, size_bytes);
    if (status != PELT_OK)
        return play_refuse(d, bytes, status);
    if (options->has_precision && model.encoding != (uint32_t)options->bake.encoding)
        return diag_fail(
            d, DIAG_INVALID,
            "the blob is baked in %s, --precision %s, leave it out or give the glTF file",
            traits_of((pelt_encoding)model.encoding)->name,
            traits_of(options->bake.encoding)->name);
    if (options->shapes != NULL)
        return diag_fail(
            d, DIAG_USAGE,
            "%s applies to a glTF file only, command line, leave it out or give the glTF file",
            options->shapes);
    return true;
}

bool load_baked(baked_file *out, const char *path, const load_options *options, diag *d)
{
    bake_options bake = options->bake;
    bake.file = path;
    return load_scene(&out->s, &out->lost, path, options, d) &&
           contract_bake(&out->result, &out->s, &bake, d);
}

void baked_file_free(baked_file *file)
{
    scene_free(&file->s);
    bake_result_free(&file->result);
}

void loaded_blob_free(loaded_blob *blob)
{
    free(blob->bytes);
    free(blob->store);
}

bool load_blob(loaded_blob *out, const char *path, const load_options *options, diag *d)
{
    FREED_BY(baked_file_free) baked_file baked = {0};
    *out = (loaded_blob){0};
    if (!read_file(&out->bytes, &out->size_bytes, path, d))
        return false;
    if (is_blob(out->bytes, out->size_bytes) &&
        accept_blob(out->bytes, out->size_bytes, options, d) &&
        output_check(options->outputs, options->output_count, d)) {
        out->is_file = true;
        return true;
    }
    free(out->bytes);
    *out = (loaded_blob){0};
    if (d->exit_code != DIAG_OK || !load_baked(&baked, path, options, d))
        return false;
    out->bytes = baked.result.blob;
    out->size_bytes = baked.result.bytes;
    baked.result.blob = NULL;
    return true;
}

bool load_store(play *p, source_map *map, loaded_blob *blob, const load_options *options, diag *d)
{
    const char *path = options->gltf.wanted.clips;
    diag inner = {0};
    size_t bytes;
    if (path == NULL || !blob->is_file)
        return true;
    /* What cannot be read is a file if it looks like a path, else the name of a clip. */
    const bool is_read = read_file(&blob->store, &bytes, path, &inner);
    if (is_read ? !is_blob(blob->store, bytes) : strpbrk(path, "/.") == NULL)
        return diag_fail(d, DIAG_USAGE,
                         "--clips %.200s is no .pelt of clips; names apply to a glTF file only, "
                         "command line, leave it out or give the glTF file",
                         path);
    if (!is_read || !play_take_clips(p, blob->store, bytes, &inner))
        return diag_fail(d, inner.exit_code, "--clips %.200s: %s", path, inner.message);
    FREED_BY(source_map_free) source_map store = {0};
    map->clip_count = 0;
    map->clips = NULL;
    if (!source_map_exists(&p->store))
        return true; /* the clips have the blob's indices */
    if (!source_map_open(&store, &p->store, d))
        return false;
    map->clip_count = store.clip_count;
    map->clips = region_calloc(&map->memory, store.clip_count, sizeof *map->clips);
    memcpy(map->clips, store.clips, store.clip_count * sizeof *map->clips);
    return true;
}
