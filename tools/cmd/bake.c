/* SPDX-License-Identifier: MIT */
/* pelt bake: a glTF file to a blob, and to C source on demand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "c/source.h"
#include "cmd/commands.h"
#include "cmd/options.h"
#include "cmd/report.h"
#include "common/output.h"

static const char usage[] =
    "usage: pelt bake IN.gltf|IN.glb -o OUT.pelt [--precision q16|f32|q12] [--endian little|big]\n"
    "                 [--c NAME] [--strip] [--unit-shift N] [--allow-outside]\n"
    "                 " OPTION_ORDER_USAGE "\n"
    "\n"
    "Bakes the default scene and all animations of IN into one blob for the device library, and\n"
    "tells what it did.\n"
    "  --precision  q16: fixed point (the default), f32: float, q12: lean\n"
    "  --endian     byte order of the target; little is the default\n"
    "  --c          also writes NAME.c and NAME.h beside OUT: the blob as an array, arena sizes\n"
    "  --strip      leaves out the map back to glTF vertices, which only the host tools use\n"
    "  --unit-shift the unit of the output is 2^N glTF units, so that models can share one; else\n"
    "               the finest is taken that fits, and a finer one is refused\n"
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
    } else if (strcmp(name, "--unit-shift") == 0) {
        long shift;
        if (!option_integer(&shift, name, value, -1000, 1000, d))
            return false;
        o->options.forces_unit = true;
        o->options.unit_shift = (int)shift;
    } else if (strcmp(name, "--precision") == 0) {
        return option_precision(&o->options.encoding, value, d);
    } else if (strcmp(name, "--endian") == 0) {
        o->options.big_endian = strcmp(value, "big") == 0;
        if (!o->options.big_endian && strcmp(value, "little") != 0)
            return diag_fail(d, DIAG_USAGE,
                             "unknown byte order %s, command line, use little or big", value);
    } else {
        o->c_name = value;
        if (!c_name_valid(value))
            return diag_fail(d, DIAG_USAGE,
                             "--c %s is no C identifier, or one of the library's, command line, "
                             "use letters, digits and _",
                             value);
    }
    return true;
}

static bool parse(bake_command *o, int argc, char **argv, diag *d)
{
    static const char *const with_value[] = {"-o", "--precision", "--endian", "--c",
                                             "--unit-shift", NULL};
    *o = (bake_command){.options = {.encoding = PELT_EXACT}};
    bool ok;
    for (int i = 0; i < argc; i++) {
        const char *name = argv[i];
        if (option_is_help(name)) {
            o->help = true;
            return true;
        }
        if (option_is_one_of(name, with_value)) {
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
        } else if (option_is_name(name)) {
            return option_unknown(name, d);
        } else if (o->in != NULL) {
            return diag_fail(d, DIAG_USAGE, "second file %s, command line, give one", name);
        } else {
            o->in = name;
        }
    }
    if (o->in == NULL || o->out == NULL)
        return diag_fail(d, DIAG_USAGE, "no %s file, command line, see --help",
                         o->in == NULL ? "input" : "output");
    if (o->options.encoding == PELT_FLOAT && o->options.unit_shift != 0)
        return diag_fail(d, DIAG_USAGE, "--unit-shift %d in f32, command line, its unit is 2^0",
                         o->options.unit_shift);
    o->options.file = o->in;
    return option_order_fits(&o->options.order, (int)o->options.encoding, d);
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

/* What is written: OUT, and with --c two more. The bytes come when they are known. */
typedef struct bake_outputs {
    output_file files[3];
    size_t count;
    char *source_path, *header_path;
    byte_buffer source, header;
} bake_outputs;

static void name_outputs(bake_outputs *out, const bake_command *o)
{
    *out = (bake_outputs){.files = {{.path = o->out}}, .count = 1};
    if (o->c_name == NULL)
        return;
    out->source_path = path_beside(o->out, o->c_name, ".c");
    out->header_path = path_beside(o->out, o->c_name, ".h");
    out->files[1].path = out->source_path;
    out->files[2].path = out->header_path;
    out->count = 3;
}

static void free_outputs(bake_outputs *out)
{
    free(out->source_path);
    free(out->header_path);
    buffer_free(&out->source);
    buffer_free(&out->header);
}

static bool write_outputs(bake_outputs *out, const bake_command *o, const bake_result *result,
                          const scene *s, diag *d)
{
    out->files[0].bytes = result->blob;
    out->files[0].size_bytes = result->bytes;
    if (o->c_name != NULL) {
        c_write_source(&out->source, o->c_name, result->blob, result->bytes);
        c_write_header(&out->header, o->c_name, result, s, o->in);
        out->files[1] =
            (output_file){out->source_path, out->source.bytes, out->source.count};
        out->files[2] =
            (output_file){out->header_path, out->header.bytes, out->header.count};
    }
    return output_write(out->files, out->count, d);
}

/* After everything is written; where the blob itself goes to standard output, to stderr. */
static bool report(const bake_command *o, const bake_result *result, const scene *s, diag *d)
{
    if (output_is_stdout(o->out))
        dup2(STDERR_FILENO, STDOUT_FILENO);
    return bake_report(result, s, &o->options, o->out, d) && output_flush(d);
}

static bool bake(const bake_command *o, diag *d)
{
    scene s = {0};
    bake_result result = {0};
    bake_outputs out;
    name_outputs(&out, o);
    bool ok = load_scene(&s, o->in, o->allow_outside, d) &&
              output_check(out.files, out.count, d) && bake_scene(&result, &s, &o->options, d) &&
              write_outputs(&out, o, &result, &s, d);
    if (ok && !report(o, &result, &s, d)) {
        output_remove(out.files, out.count);
        ok = false;
    }
    free_outputs(&out);
    bake_result_free(&result);
    scene_free(&s);
    return ok;
}

int cmd_bake(int argc, char **argv)
{
    diag d = {0};
    bake_command o;
    const bool parsed = parse(&o, argc, argv, &d);
    if (parsed && o.help) {
        fputs(usage, stdout);
        return DIAG_OK;
    }
    if (!parsed || !bake(&o, &d))
        diag_print(&d, o.in == NULL ? "bake" : o.in);
    return d.exit_code;
}
