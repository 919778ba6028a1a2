/* SPDX-License-Identifier: MIT */
#include "cmd/options.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bake/job/precision.h"
#include "common/choice.h"
#include "common/files.h"
#include "common/output.h"
#include "contract/contract.h"
#include "play/play.h"

bool option_is_help(const char *name)
{
    return strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0;
}

bool option_is_name(const char *name)
{
    return name[0] == '-' && name[1] != '\0';
}

bool option_is_one_of(const char *name, const char *const *names)
{
    while (*names != NULL && strcmp(name, *names) != 0)
        names++;
    return *names != NULL;
}

bool option_unknown(const char *name, diag *d)
{
    return diag_fail(d, DIAG_USAGE, "unknown option %s, command line, see --help", name);
}

const char *option_value(int argc, char **argv, int *i, diag *d)
{
    if (*i + 1 >= argc) {
        diag_fail(d, DIAG_USAGE, "%s needs a value, command line, see --help", argv[*i]);
        return NULL;
    }
    return argv[++*i];
}

bool option_number(double *out, const char *option, const char *text, diag *d)
{
    char *end;
    const double value = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(value))
        return diag_fail(d, DIAG_USAGE, "%s %s is not a number, command line, see --help", option,
                         text);
    *out = value;
    return true;
}

bool option_list(double **out, uint32_t *count, const char *option, const char *text, diag *d)
{
    const size_t length = strlen(text);
    double *numbers = diag_calloc(length / 2 + 1, sizeof *numbers);
    *count = 0;
    *out = NULL;
    for (const char *at = text;; at++) {
        char *end;
        const double value = strtod(at, &end);
        if (end == at || (*end != '\0' && *end != ',') || !isfinite(value)) {
            free(numbers);
            return diag_fail(d, DIAG_USAGE, "%s %s is not a list W0,W1,... of numbers, "
                             "command line, see --help", option, text);
        }
        numbers[(*count)++] = value;
        at = end;
        if (*at == '\0')
            break;
    }
    *out = numbers;
    return true;
}

bool option_integer(long *out, const char *option, const char *text, long low, long high, diag *d)
{
    char *end;
    errno = 0;
    const long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || value < low || value > high)
        return diag_fail(d, DIAG_USAGE, "%s %s is not an integer from %ld to %ld, command line, "
                         "see --help", option, text, low, high);
    *out = value;
    return true;
}

static uint32_t clip_number(const source_map *map, uint32_t clip)
{
    return map->clips == NULL ? clip : map->clips[clip];
}

static bool fail_clip(const char *option, const char *text, const pelt_model *model,
                      const source_map *map, diag *d)
{
    choice_offer offer = {0};
    for (uint32_t i = 0; i < model->clip_count; i++) {
        pelt_clip_info info = {0};
        pelt_clip_get(&info, model, i);
        choice_add(&offer, clip_number(map, i), info.name);
    }
    return diag_fail(d, DIAG_USAGE, "no clip %.100s, %s, choose one of: rest, bind%s%s", text,
                     option, model->clip_count > 0 ? ", " : "", offer.text);
}

bool option_clip_is_bind(const char *text)
{
    return strcmp(text, "bind") == 0;
}

bool option_clip(int *out, const char *option, const char *text, const pelt_model *model,
                 const source_map *map, const char *file, diag *d)
{
    if (strcmp(text, "rest") == 0 || option_clip_is_bind(text)) {
        *out = option_clip_is_bind(text) ? PLAY_BIND : PLAY_REST;
        return *out == PLAY_REST || model->bind != 0 ||
               diag_fail(d, DIAG_INVALID,
                         "the blob has no bind pose, %s bind, bake it with `pelt bake --bind`", option);
    }
    uint32_t index, found = 0;
    const bool is_index = choice_index(&index, text, strlen(text));
    const char *name = choice_name(text);
    for (uint32_t i = 0; i < model->clip_count; i++) {
        pelt_clip_info info;
        const bool is_it = is_index ? clip_number(map, i) == index
                                    : pelt_clip_get(&info, model, i) == PELT_OK &&
                                          strcmp(info.name, name) == 0;
        if (is_it && found++ == 0)
            *out = (int)i;
    }
    if (found > 1)
        diag_warn(file, "%u clips are named %.100s, the first of them is taken: %u",
                  (unsigned)found, name, (unsigned)clip_number(map, (uint32_t)*out));
    return found > 0 || fail_clip(option, text, model, map, d);
}

const char *flavour_name(pelt_encoding encoding)
{
    return precision_of(encoding)->name;
}

static bool option_precision(pelt_encoding *out, const char *text, diag *d)
{
    if (strcmp(text, "q16") == 0)
        *out = PELT_EXACT;
    else if (strcmp(text, "f32") == 0)
        *out = PELT_FLOAT;
    else if (strcmp(text, "q12") == 0)
        *out = PELT_LEAN;
    else
        return diag_fail(d, DIAG_USAGE, "unknown precision %s, command line, use q16, f32 or q12",
                         text);
    return true;
}

bool read_file(void **bytes, size_t *size_bytes, const char *path, diag *d)
{
    *bytes = NULL;
    *size_bytes = 0;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return diag_fail(d, DIAG_IO, "cannot open: %s, reading, check the path", strerror(errno));
    size_t capacity = 1 << 16, size = 0;
    unsigned char *memory = diag_calloc(capacity, 1);
    for (;;) {
        size += fread(memory + size, 1, capacity - size - 1, file);
        if (size + 1 < capacity)
            break;
        unsigned char *larger = diag_calloc(capacity, 2);
        memcpy(larger, memory, size);
        free(memory);
        memory = larger;
        capacity *= 2;
        if (capacity > SCENE_MAX_BYTES * 2u)
            break;
    }
    const bool whole = feof(file) && !ferror(file);
    const char *reason = ferror(file) ? strerror(errno) : "too large";
    fclose(file);
    if (!whole) {
        free(memory);
        return diag_fail(d, DIAG_IO, "cannot read it whole: %s, byte %zu, check the file", reason,
                         size);
    }
    output_protect(path);
    memory[size] = 0;
    *bytes = memory;
    *size_bytes = size;
    return true;
}

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
    reduce_stats_free(&stats);
    return true;
}

bool is_blob(const void *bytes, size_t size_bytes)
{
    return size_bytes >= 4 &&
           (memcmp(bytes, "PELT", 4) == 0 || memcmp(bytes, "TLEP", 4) == 0);
}

const char option_load_help[] = OPTION_LOAD_HELP;

static bool is_load_option_with_value(const char *name)
{
    static const char *const names[] = {
        "--precision", "--error", "--clips", "--meshes", "--joints", "--influences", "--unit-shift",
        "--core", "--mixes", "--blends",
        "--max-palette",
        "--window",
        "--socket",
        "--events",
        "--mask",
        "--root-motion",
        NULL,
    };
    return option_is_one_of(name, names);
}

/* A part of the model's size: 0.0001, 1/8192, or 2px@240, which is 2/240. */
static bool option_error(double *out, const char *text, diag *d)
{
    char *end;
    double value = strtod(text, &end), whole = 1;
    const size_t between = strncmp(end, "px@", 3) == 0 ? 3 : *end == '/' ? 1 : 0;
    if (end != text && between > 0) {
        const char *behind = end + between;
        whole = strtod(behind, &end);
        if (end == behind)
            end = (char *)text;
    }
    value /= whole;
    if (end == text || *end != '\0' || !(value > 0 && value < 1) || !(whole > 0))
        return diag_fail(d, DIAG_USAGE,
                         "--error %s is no part of the model's size, command line, give one as "
                         "0.0001, 1/8192 or 2px@240",
                         text);
    *out = value;
    return true;
}

static bool take_load_value(load_options *out, const char *name, const char *value, diag *d)
{
    bake_order *order = &out->bake.order;
    long number = 0;
    if (strcmp(name, "--precision") == 0) {
        out->has_precision = true;
        return option_precision(&out->bake.encoding, value, d);
    }
    if (strcmp(name, "--error") == 0)
        return option_error(&out->bake.error, value, d);
    if (strcmp(name, "--events") == 0) {
        out->gltf.events = value;
        return true;
    }
    if (strcmp(name, "--mask") == 0) {
        if (out->bake.mask_count == BAKE_MASKS_MAX)
            return diag_fail(d, DIAG_USAGE, "more than %d masks, --mask, command line, give fewer",
                             BAKE_MASKS_MAX);
        out->bake.masks[out->bake.mask_count++] = value;
        return true;
    }
    if (strcmp(name, "--root-motion") == 0) {
        out->root = root_parse(value);
        return true;
    }
    if (strcmp(name, "--core") == 0) {
        order->cost = bake_cost_find(value, d);
        return order->cost != NULL;
    }
    if (strcmp(name, "--joints") == 0 || strcmp(name, "--influences") == 0) {
        const bool joints = strcmp(name, "--joints") == 0;
        if (!option_integer(&number, name, value, 1, joints ? 65535 : PELT_MAX_INFLUENCES, d))
            return false;
        *(joints ? &out->reduce.joints : &out->reduce.influences) = (uint32_t)number;
        return true;
    }
    if (strcmp(name, "--unit-shift") == 0) {
        out->bake.forces_unit = true;
        if (!option_integer(&number, name, value, -1000, 1000, d))
            return false;
        out->bake.unit_shift = (int)number;
        return true;
    }
    if (strcmp(name, "--max-palette") == 0) {
        if (!option_integer(&number, name, value, 1, 65535, d))
            return false;
        order->max_palette = (uint32_t)number;
        return true;
    }
    if (strcmp(name, "--window") == 0) {
        if (!option_integer(&number, name, value, WINDOW_LEAST, WINDOW_MOST, d))
            return false;
        order->window = (uint32_t)number;
        return number % 2 == 0 ||
               diag_fail(d, DIAG_USAGE, "--window %ld is odd, command line, give %ld or %ld: "
                         "vertices are skinned half a window at a time", number, number - 1,
                         number + 1);
    }
    if (strcmp(name, "--mixes") == 0 || strcmp(name, "--blends") == 0) {
        order->limits_mixes = true;
        if (!option_integer(&number, name, value, 0, 1 << 20, d))
            return false;
        order->most_mixes = (uint32_t)number;
        return true;
    }
    *(strcmp(name, "--clips") == 0    ? &out->gltf.wanted.clips
      : strcmp(name, "--socket") == 0 ? &out->gltf.wanted.sockets
                                      : &out->gltf.wanted.meshes) = value;
    return true;
}

/* Of what a .pelt is, or may be read for either; all others say what is baked. */
static bool suits_blob(const char *name)
{
    static const char *const names[] = {"--precision", "--allow-outside", NULL};
    return option_is_one_of(name, names);
}

bool option_load(bool *ok, load_options *out, int argc, char **argv, int *i, diag *d)
{
    const char *name = argv[*i];
    *ok = true;
    if (strcmp(name, "--plain") == 0) {
        out->bake.order.plain = true;
    } else if (strcmp(name, "--bind") == 0) {
        out->bake.bind = true;
    } else if (strcmp(name, "--no-boxes") == 0) {
        out->bake.no_boxes = true;
    } else if (strcmp(name, "--pack") == 0) {
        out->bake.order.pack = true;
    } else if (strcmp(name, "--allow-outside") == 0) {
        out->gltf.allow_outside = true;
    } else if (is_load_option_with_value(name)) {
        const char *value = option_value(argc, argv, i, d);
        *ok = value != NULL && take_load_value(out, name, value, d);
    } else {
        return false;
    }
    if (!suits_blob(name))
        out->shapes = name;
    return true;
}

bool option_files(load_options *options, const char *in, const char *out, diag *d)
{
    if (in == NULL || out == NULL)
        return diag_fail(d, DIAG_USAGE, "no %s file, command line, see --help",
                         in == NULL ? "input" : "output");
    options->bake.file = in;
    return true;
}

bool option_load_check(const load_options *options, diag *d)
{
    if (options->bake.encoding == PELT_FLOAT && options->bake.unit_shift != 0)
        return diag_fail(d, DIAG_USAGE, "--unit-shift %d in f32, command line, its unit is 2^0",
                         options->bake.unit_shift);
    if (options->bake.encoding == PELT_FLOAT && options->bake.order.pack)
        return diag_fail(d, DIAG_USAGE, "--pack in f32, command line, only q16 and q12 are packed");
    return true;
}

static bool accept_blob(const void *bytes, size_t size_bytes, const load_options *options, diag *d)
{
    pelt_model model;
    const pelt_status status = play_open_model(&model, bytes, size_bytes);
    if (status != PELT_OK)
        return play_refuse(d, bytes, status);
    if (options->has_precision && model.encoding != (uint32_t)options->bake.encoding)
        return diag_fail(d, DIAG_INVALID,
                         "the blob is baked in %s, --precision %s, leave it out or give the glTF file",
                         flavour_name((pelt_encoding)model.encoding),
                         flavour_name(options->bake.encoding));
    if (options->shapes != NULL)
        return diag_fail(d, DIAG_USAGE, "%s says what is baked, command line, leave it out or give "
                         "the glTF file", options->shapes);
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
