/* SPDX-License-Identifier: MIT */
/* pelt bake: a glTF file to a blob, and to C source on demand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "c/c_source.h"
#include "cmd/boards.h"
#include "cmd/commands.h"
#include "cmd/options.h"
#include "cmd/report.h"
#include "cmd/target.h"
#include "common/files.h"
#include "common/output.h"
#include "contract/contract.h"

static const char usage[] =
    "usage: pelt bake IN.gltf|IN.glb -o OUT.pelt [--endian little|big] [--c NAME] [--strip]\n"
    "                 [--json] [--depfile F] [--target BOARD|all]\n"
    "                 " OPTION_LOAD_USAGE "\n"
    "\n"
    "Bakes the default scene and all animations of IN into one blob for the device library, and\n"
    "tells what it did.\n"
    "  --endian     byte order of the target; little is the default\n"
    "  --c          also writes NAME.c and NAME.h beside OUT: the blob as an array, arena sizes\n"
    "  --strip      leaves out the map back to glTF vertices, which only the host tools use\n"
    "  --json       tells it as one JSON object\n"
    "  --depfile    also writes F, a rule for make and ninja: what is written depends on all files\n"
    "               that were read\n"
    "  --target     bakes for the core of this board and tells whether it fits there, how many\n"
    "               frames a second are posed and skinned, by estimate, and where it does not fit,\n"
    "               which options would make it fit; `all` tells it of each, without advice. One of:\n";

typedef struct bake_command {
    const char *in, *out, *c_name, *depfile;
    load_options load;
    const target_board *target;
    bool all_targets;
    bool json, help;
} bake_command;

static bool parse_value(bake_command *o, const char *name, const char *value, diag *d)
{
    if (strcmp(name, "-o") == 0) {
        o->out = value;
    } else if (strcmp(name, "--depfile") == 0) {
        o->depfile = value;
    } else if (strcmp(name, "--target") == 0) {
        o->all_targets = strcmp(value, "all") == 0;
        o->target = o->all_targets ? NULL : target_find(value, d);
        return o->all_targets || o->target != NULL;
    } else if (strcmp(name, "--endian") == 0) {
        o->load.bake.big_endian = strcmp(value, "big") == 0;
        if (!o->load.bake.big_endian && strcmp(value, "little") != 0)
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

/* The target's, of which --core may say nothing else. */
static bool choose_core(bake_command *o, diag *d)
{
    bake_order *order = &o->load.bake.order;
    if (o->target == NULL)
        return true;
    if (order->cost != NULL && strcmp(order->cost->core, o->target->core) != 0)
        return diag_fail(d, DIAG_USAGE, "--core %s, but --target %s has %s, command line, leave "
                         "--core out", order->cost->core, o->target->name, o->target->core);
    order->cost = target_cost(o->target, o->load.bake.encoding);
    return true;
}

static bool parse(bake_command *o, int argc, char **argv, diag *d)
{
    static const char *const with_value[] = {"-o", "--endian", "--c", "--depfile", "--target",
                                             NULL};
    *o = (bake_command){.load = LOAD_OPTIONS};
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
            o->load.bake.strip = true;
        } else if (strcmp(name, "--json") == 0) {
            o->json = true;
        } else if (option_load(&ok, &o->load, argc, argv, &i, d)) {
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
    return option_files(&o->load, o->in, o->out, d) && option_load_check(&o->load, d) &&
           choose_core(o, d);
}

/* NAME with its suffix in the folder of OUT; free() it. */
static char *path_beside(const char *out, const char *name, const char *suffix)
{
    const size_t folder = (size_t)(path_name(out) - out);
    char *path = diag_calloc(folder + strlen(name) + strlen(suffix) + 1, 1);
    memcpy(path, out, folder);
    strcpy(path + folder, name);
    strcat(path, suffix);
    return path;
}

/* What is written: OUT, with --c two more, and a rule for them. The bytes come when they are known. */
typedef struct bake_outputs {
    output_file files[4];
    size_t count, target_count; /* without the rule */
    char *source_path, *header_path;
    byte_buffer source, header, rule;
} bake_outputs;

static void name_outputs(bake_outputs *out, const bake_command *o)
{
    *out = (bake_outputs){.files = {{.path = o->out}}, .count = 1};
    if (o->c_name != NULL) {
        out->source_path = path_beside(o->out, o->c_name, ".c");
        out->header_path = path_beside(o->out, o->c_name, ".h");
        out->files[out->count++].path = out->source_path;
        out->files[out->count++].path = out->header_path;
    }
    out->target_count = out->count;
    if (o->depfile != NULL)
        out->files[out->count++].path = o->depfile;
}

static void free_outputs(bake_outputs *out)
{
    free(out->source_path);
    free(out->header_path);
    buffer_free(&out->source);
    buffer_free(&out->header);
    buffer_free(&out->rule);
}

/* A file name in a rule, as compilers write it: for make and for ninja. */
static bool put_path(byte_buffer *to, const char *path, diag *d)
{
    for (const char *at = path; *at != '\0'; at++) {
        size_t slashes = strspn(at, "\\");
        if (*at == '\n' || *at == '\r' || *at == '\t')
            return diag_fail(d, DIAG_USAGE, "%s has a control character, --depfile, rename it", path);
        if (*at == ' ' || *at == '#')
            buffer_u8(to, '\\');
        else if (*at == '$')
            buffer_u8(to, '$');
        else if (slashes > 0 && at[slashes] == ' ')
            buffer_u8(to, '\\'); /* each one twice before a space */
        buffer_u8(to, (uint8_t)*at);
    }
    return true;
}

/* The files that were read, each once, in the order of their names. */
static bool put_rule(bake_outputs *out, const scene *s, diag *d)
{
    bool ok = true;
    for (size_t i = 0; i < out->target_count && ok; i++) {
        if (i > 0)
            buffer_u8(&out->rule, ' ');
        ok = put_path(&out->rule, out->files[i].path, d);
    }
    buffer_u8(&out->rule, ':');
    const scene_file *last = NULL, *next;
    do {
        next = NULL;
        for (const scene_file *file = s->files; file != NULL; file = file->next)
            if (file->was_read && (last == NULL || strcmp(file->path, last->path) > 0) &&
                (next == NULL || strcmp(file->path, next->path) < 0))
                next = file;
        last = next;
        if (next != NULL) {
            buffer_bytes(&out->rule, " \\\n  ", 5);
            ok = ok && put_path(&out->rule, next->path, d);
        }
    } while (next != NULL);
    buffer_u8(&out->rule, '\n');
    return ok;
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
    if (o->depfile != NULL) {
        if (!put_rule(out, s, d))
            return false;
        out->files[out->target_count].bytes = out->rule.bytes;
        out->files[out->target_count].size_bytes = out->rule.count;
    }
    return output_write(out->files, out->count, d);
}

/* Bytes without --joints and --influences; 0 where these are not given, or only they make it fit. */
static size_t whole_bytes(const bake_command *o)
{
    diag ignored = {0};
    scene s = {0};
    bake_result whole = {0};
    load_options load = o->load;
    if (load.reduce.joints == 0 && load.reduce.influences == 0)
        return 0;
    load.reduce = (reduce_options){0};
    diag_set_warnings(false);
    const bool ok = load_scene(&s, o->in, &load, &ignored) &&
                    contract_bake(&whole, &s, &load.bake, &ignored);
    diag_set_warnings(true);
    const size_t bytes = ok ? whole.bytes : 0;
    bake_result_free(&whole);
    scene_free(&s);
    return bytes;
}

/* After everything is written; where the blob itself goes to standard output, to stderr. */
static bool tell(const bake_command *o, const report *r, diag *d)
{
    if (output_is_stdout(o->out))
        dup2(STDERR_FILENO, STDOUT_FILENO);
    if (o->json)
        return report_print_json(r, d);
    report_print(r);
    return output_flush(d);
}

static bool bake(const bake_command *o, diag *d)
{
    scene s = {0};
    bake_result result = {0};
    bake_outputs out;
    target_report target, *all = NULL;
    name_outputs(&out, o);
    report r = {.baked = &result, .scene = &s, .options = &o->load.bake, .out_path = o->out};
    bool ok = load_scene(&s, o->in, &o->load, d) &&
              output_check(out.files, out.count, d) && contract_bake(&result, &s, &o->load.bake, d) &&
              write_outputs(&out, o, &result, &s, d);
    r.whole_bytes = ok ? whole_bytes(o) : 0;
    if (ok && o->target != NULL) {
        target_measure(&target, o->target, &result, &o->load, o->in);
        r.target = &target;
        r.target_count = 1;
    }
    if (ok && o->all_targets) {
        all = target_estimate_all(&result, &s, &o->load.bake, d);
        r.target = all;
        r.target_count = target_board_count;
        ok = all != NULL;
    }
    if (ok && !tell(o, &r, d)) {
        output_remove(out.files, out.count);
        ok = false;
    }
    free(all);
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
        target_list();
        fputs(option_load_help, stdout);
        return DIAG_OK;
    }
    if (!parsed || !bake(&o, &d))
        diag_print(&d, o.in == NULL ? "bake" : o.in);
    return d.exit_code;
}
