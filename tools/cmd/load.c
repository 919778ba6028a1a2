/* SPDX-License-Identifier: MIT */
#include "cmd/load.h"

#include <stdlib.h>
#include <string.h>

#include "bake/job/traits.h"
#include "common/output.h"
#include "contract/contract.h"
#include "play/play.h"

bool load_scene(scene *out, const char *path, const load_options *options, diag *d)
{
    if (!gltf_load(out, d, path, &options->gltf))
        return false;
    for (const scene_file *file = out->files; file != NULL; file = file->next)
        output_protect(file->path);
    reduce_stats stats;
    const double error = bake_first_budget(&options->bake).error;
    if (!root_take(out, &options->root, error, path, d) ||
        !reduce_scene(&stats, out, &options->reduce, d)) {
        scene_free(out);
        return false;
    }
    reduce_tell(&stats, out, &options->reduce, path);
    if (options->lost != NULL)
        *options->lost = stats;
    else
        reduce_stats_free(&stats);
    return true;
}

bool is_blob(const void *bytes, size_t size_bytes)
{
    return size_bytes >= 4 && (memcmp(bytes, "PELT", 4) == 0 || memcmp(bytes, "TLEP", 4) == 0);
}

bool load_check(const load_options *options, diag *d)
{
    if (options->bake.encoding == PELT_FLOAT && options->bake.unit_shift != 0)
        return diag_fail(d, DIAG_USAGE, "--unit-shift %d in float, command line, its unit is 2^0",
                         options->bake.unit_shift);
    if (options->bake.encoding == PELT_FLOAT && options->bake.order.pack)
        return diag_fail(d, DIAG_USAGE,
                         "--pack in float, command line, only exact and lean are packed");
    const uint32_t window = options->bake.order.window;
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
        return diag_fail(d, DIAG_USAGE,
                         "%s says what is baked, command line, leave it out or give "
                         "the glTF file",
                         options->shapes);
    return true;
}

bool load_blob(loaded_blob *out, const char *path, const load_options *options, diag *d)
{
    memset(out, 0, sizeof *out);
    void *bytes;
    size_t size_bytes;
    if (!read_file(&bytes, &size_bytes, path, d))
        return false;
    if (is_blob(bytes, size_bytes)) {
        if (!accept_blob(bytes, size_bytes, options, d)) {
            free(bytes);
            return false;
        }
        out->bytes = bytes;
        out->size_bytes = size_bytes;
        return true;
    }
    free(bytes);
    scene s;
    if (!load_scene(&s, path, options, d))
        return false;
    bake_options bake = options->bake;
    bake.file = path;
    bake_result result;
    const bool baked = contract_bake(&result, &s, &bake, d);
    scene_free(&s);
    if (!baked)
        return false;
    out->bytes = result.blob;
    out->size_bytes = result.bytes;
    result.blob = NULL;
    bake_result_free(&result);
    return true;
}
