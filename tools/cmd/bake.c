/* SPDX-License-Identifier: MIT */
/* pelt bake: a glTF file to a blob, and to C source on demand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blob/c_source.h"
#include "cmd/commands.h"
#include "cmd/options.h"
#include "cmd/report.h"
#include "gltf/gltf.h"

static const char usage[] =
    "usage: pelt bake IN.gltf|IN.glb -o OUT.pelt [--precision q16|f32|q12] [--endian little|big]\n"
    "                 [--c NAME] [--strip] " OPTION_ORDER_USAGE "\n"
    "                 [--allow-outside]\n"
    "\n"
    "Bakes the default scene and all animations of IN into one blob for the device library, and\n"
    "tells what it did.\n"
    "  --precision  q16: fixed point (the default), f32: float, q12: lean\n"
    "  --endian     byte order of the target; little is the default\n"
    "  --c          also writes NAME.c and NAME.h beside OUT: the blob as an array, arena sizes\n"
    "  --strip      leaves out the map back to glTF vertices, which only the host tools use\n"
    OPTION_ORDER_HELP
    "  --allow-outside  lets buffers lie outside the folder of IN\n";

typedef struct bake_command {
    const char *in, *out, *c_name;
    bake_options options;
    bool allow_outside, help;
} bake_command;

static bool parse_value(bake_command *o, const char *name, const char *value, diag *d)
{
    if (strcmp(name, "-o") == 0) {
        o->out = value;
    } else if (strcmp(name, "--precision") == 0) {
        return option_precision(&o->options.flavour, value, d);
    } else if (strcmp(name, "--endian") == 0) {
        o->options.big_endian = strcmp(value, "big") == 0;
        if (!o->options.big_endian && strcmp(value, "little") != 0)
            return diag_fail(d, DIAG_USAGE,
                             "unknown byte order %s, command line, use little or big", value);
    } else {
        o->c_name = value;
        if (!c_name_valid(value))
            return diag_fail(d, DIAG_USAGE,
                             "--c %s is no C identifier, command line, use letters, "
                             "digits and _",
                             value);
    }
    return true;
}

static bool parse(bake_command *o, int argc, char **argv, diag *d)
{
    static const char *const with_value[] = {"-o", "--precision", "--endian", "--c"};
    *o = (bake_command){.options = {.flavour = PELT_Q16}};
    bool ok;
    for (int i = 0; i < argc; i++) {
        const char *name = argv[i];
        bool takes_value = false;
        for (size_t k = 0; k < sizeof with_value / sizeof *with_value; k++)
            takes_value |= strcmp(name, with_value[k]) == 0;
        if (strcmp(name, "--help") == 0) {
            o->help = true;
            return true;
        }
        if (takes_value) {
            const char *value = option_value(argc, argv, &i, d);
            if (value == NULL || !parse_value(o, name, value, d))
                return false;
        } else if (strcmp(name, "--strip") == 0) {
            o->options.strip = true;
        } else if (strcmp(name, OPTION_ALLOW_OUTSIDE) == 0) {
            o->allow_outside = true;
        } else if (option_order(&ok, &o->options.order, argc, argv, &i, d)) {
            if (!ok)
                return false;
        } else if (name[0] == '-' && name[1] != '\0') {
            return diag_fail(d, DIAG_USAGE, "unknown option %s, command line, see --help", name);
        } else if (o->in != NULL) {
            return diag_fail(d, DIAG_USAGE, "second file %s, command line, give one", name);
        } else {
            o->in = name;
        }
    }
    if (o->in == NULL || o->out == NULL)
        return diag_fail(d, DIAG_USAGE, "no %s file, command line, see --help",
                         o->in == NULL ? "input" : "output");
    if (strcmp(o->in, o->out) == 0)
        return diag_fail(d, DIAG_USAGE,
                         "output would replace the input, command line, choose another");
    o->options.file = o->in;
    return true;
}

/* NAME with its suffix in the folder of OUT; free() it. */
static char *path_beside(const char *out, const char *name, const char *suffix)
{
    const char *slash = strrchr(out, '/');
    const size_t folder = slash == NULL ? 0 : (size_t)(slash - out) + 1;
    char *path = diag_calloc(folder + strlen(name) + strlen(suffix) + 1, 1);
    memcpy(path, out, folder);
    strcpy(path + folder, name);
    strcat(path, suffix);
    return path;
}

static bool write_c(const bake_command *o, const bake_result *result, const scene *s, diag *d)
{
    byte_buffer source = {0}, header = {0};
    char *source_path = path_beside(o->out, o->c_name, ".c");
    char *header_path = path_beside(o->out, o->c_name, ".h");
    c_write_source(&source, o->c_name, result->blob, result->bytes);
    c_write_header(&header, o->c_name, result->blob, result->bytes, s);
    bool ok = write_file(source_path, source.bytes, source.count, d);
    if (ok && !write_file(header_path, header.bytes, header.count, d)) {
        remove(source_path);
        ok = false;
    }
    free(source_path);
    free(header_path);
    buffer_free(&source);
    buffer_free(&header);
    return ok;
}

static bool write_all(const bake_command *o, const bake_result *result, const scene *s, diag *d)
{
    if (!write_file(o->out, result->blob, result->bytes, d))
        return false;
    if (o->c_name == NULL || write_c(o, result, s, d))
        return true;
    remove(o->out);
    return false;
}

int cmd_bake(int argc, char **argv)
{
    diag d = {0};
    bake_command o;
    scene s = {0};
    bake_result result = {0};
    bool ok = parse(&o, argc, argv, &d);
    if (ok && o.help) {
        fputs(usage, stdout);
        return DIAG_OK;
    }
    ok = ok && gltf_load(&s, &d, o.in, &(gltf_options){.allow_outside = o.allow_outside});
    ok = ok && bake_scene(&result, &s, &o.options, &d);
    ok = ok && bake_report(&result, &s, &o.options, o.out, &d);
    ok = ok && write_all(&o, &result, &s, &d);
    bake_result_free(&result);
    scene_free(&s);
    if (!ok)
        diag_print(&d, o.in == NULL ? "bake" : o.in);
    return d.exit_code;
}
