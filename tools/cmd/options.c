/* SPDX-License-Identifier: MIT */
#include "cmd/options.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/output.h"
#include "src/blob/format.h"
#include "gltf/gltf.h"
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

/* What there is to choose from, as far as a message holds it. */
static bool fail_clip(const char *text, const pelt_model *model, diag *d)
{
    char list[DIAG_MESSAGE_BYTES - 200] = "rest, bind";
    for (uint32_t i = 0; i < model->clip_count; i++) {
        pelt_clip_info info = {0};
        const size_t length = strlen(list);
        if (length + 80 > sizeof list) {
            strcat(list, ", ...");
            break;
        }
        pelt_clip_get(&info, model, i);
        snprintf(list + length, sizeof list - length, ", %u \"%.60s\"", (unsigned)i, info.name);
    }
    return diag_fail(d, DIAG_USAGE, "no clip %.100s, --clip, choose one of: %s", text, list);
}

bool option_clip(int *out, const char *text, const pelt_model *model, const char *file, diag *d)
{
    if (strcmp(text, "rest") == 0 || strcmp(text, "bind") == 0) {
        *out = strcmp(text, "rest") == 0 ? PLAY_REST : PLAY_BIND;
        return true;
    }
    if (text[0] != '\0' && text[strspn(text, "0123456789")] == '\0') {
        const unsigned long index = strtoul(text, NULL, 10);
        *out = (int)(index < model->clip_count ? index : 0);
        return index < model->clip_count || fail_clip(text, model, d);
    }
    const char *name = strncmp(text, "name:", 5) == 0 ? text + 5 : text;
    uint32_t found = 0;
    for (uint32_t i = 0; i < model->clip_count; i++) {
        pelt_clip_info info;
        if (pelt_clip_get(&info, model, i) == PELT_OK && strcmp(info.name, name) == 0 &&
            found++ == 0)
            *out = (int)i;
    }
    if (found > 1)
        diag_warn(file, "%u clips are named %.100s, the first of them is taken: %d",
                  (unsigned)found, name, *out);
    return found > 0 || fail_clip(text, model, d);
}

const char *flavour_name(pelt_encoding encoding)
{
    return encoding == PELT_EXACT ? "q16" : encoding == PELT_FLOAT ? "f32" : "q12";
}

bool option_precision(pelt_encoding *out, const char *text, diag *d)
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

bool load_scene(scene *out, const char *path, bool allow_outside, diag *d)
{
    if (!gltf_load(out, d, path, &(gltf_options){.allow_outside = allow_outside}))
        return false;
    for (const scene_file *file = out->files; file != NULL; file = file->next)
        output_protect(file->path);
    return true;
}

static bool is_blob(const void *bytes, size_t size_bytes)
{
    return size_bytes >= 4 &&
           (memcmp(bytes, "PELT", 4) == 0 || memcmp(bytes, "TLEP", 4) == 0);
}

bool option_order(bool *ok, bake_order *out, int argc, char **argv, int *i, diag *d)
{
    *ok = true;
    if (strcmp(argv[*i], "--plain") == 0) {
        out->plain = true;
        return true;
    }
    if (strcmp(argv[*i], "--pack") == 0) {
        out->pack = true;
        return true;
    }
    if (strcmp(argv[*i], "--mixes") == 0 || strcmp(argv[*i], "--blends") == 0) {
        const char *name = argv[*i];
        long most = 0;
        const char *value = option_value(argc, argv, i, d);
        *ok = value != NULL && option_integer(&most, name, value, 0, 1 << 20, d);
        out->limits_mixes = true;
        out->most_mixes = (uint32_t)most;
        return true;
    }
    if (strcmp(argv[*i], "--core") != 0)
        return false;
    const char *core = option_value(argc, argv, i, d);
    out->cost = core == NULL ? NULL : bake_cost_find(core, d);
    *ok = out->cost != NULL;
    return true;
}

bool option_order_fits(const bake_order *order, int encoding, diag *d)
{
    return !order->pack || encoding != PELT_FLOAT ||
           diag_fail(d, DIAG_USAGE, "--pack in f32, command line, only q16 and q12 are packed");
}

bool load_blob(loaded_blob *out, const char *path, int encoding, const bake_order *order,
               bool allow_outside, diag *d)
{
    memset(out, 0, sizeof *out);
    void *bytes;
    size_t size_bytes;
    if (!read_file(&bytes, &size_bytes, path, d))
        return false;
    if (is_blob(bytes, size_bytes)) {
        pelt_model model;
        const pelt_status status = play_open_model(&model, bytes, size_bytes);
        if (status != PELT_OK || (encoding != 0 && model.encoding != (uint32_t)encoding)) {
            free(bytes);
            return diag_fail(d, DIAG_INVALID, "%s, blob, bake it again",
                             pelt_status_text(status == PELT_OK ? PELT_E_ARITHMETIC : status));
        }
        out->bytes = bytes;
        out->size_bytes = size_bytes;
        return true;
    }
    free(bytes);
    scene s;
    if (!load_scene(&s, path, allow_outside, d))
        return false;
    bake_options options = {.encoding = encoding == 0 ? PELT_EXACT : (pelt_encoding)encoding,
                            .file = path};
    if (order != NULL)
        options.order = *order;
    bake_result result;
    const bool baked = bake_scene(&result, &s, &options, d);
    scene_free(&s);
    if (!baked)
        return false;
    out->bytes = result.blob;
    out->size_bytes = result.bytes;
    out->from_gltf = true;
    result.blob = NULL;
    bake_result_free(&result);
    return true;
}
