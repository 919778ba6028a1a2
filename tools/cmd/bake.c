/* SPDX-License-Identifier: MIT */
/* pelt bake: bakes a glTF file to a blob and, with --c, to C source. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blob/pages.h"
#include "c/c_names.h"
#include "c/c_source.h"
#include "cmd/commands.h"
#include "cmd/limbs.h"
#include "cmd/remedy.h"
#include "cmd/report.h"
#include "common/files.h"
#include "common/output.h"

/* Chooses the core: the target's, which --core must not contradict. */
static bool choose_core(command_line *o, diag *d)
{
    bake_order *order = &o->load.bake.order;
    if (o->target == NULL)
        return true;
    if (order->cost != NULL && strcmp(order->cost->core, o->target->core) != 0)
        return diag_fail(d, DIAG_USAGE,
                         "--core %s, but --target %s has %s, command line, leave --core out",
                         order->cost->core, o->target->name, o->target->core);
    order->cost = target_cost(o->target, o->load.bake.encoding);
    return true;
}

static bool check_name(const char *name, diag *d)
{
    return name == NULL || c_name_valid(name) ||
           diag_fail(d, DIAG_USAGE,
                     "--c %s is not a C identifier, or is a name of the library or of a C header, "
                     "command line, choose another name of letters, digits and _",
                     name);
}

/* The files to be written: OUT, with --c two more, and a rule for them. Their bytes are set once
 * they are known. */
typedef struct bake_outputs {
    output_file files[4];
    size_t count, target_count; /* target_count: without the rule */
    char *paths[2];             /* of --c */
    byte_buffer made[4];        /* the bytes of all files but OUT */
    blob_pages pages;           /* of --pages */
} bake_outputs;

static void name_outputs(bake_outputs *out, const command_line *o)
{
    *out = (bake_outputs){.files = {{.path = o->out}}, .count = 1};
    for (int i = 0; i < 2 && o->c_name != NULL; i++) {
        char name[C_NAME_BYTES + 2];
        snprintf(name, sizeof name, "%s.%c", o->c_name, "ch"[i]);
        out->paths[i] = path_beside(o->out, name);
        out->files[out->count++].path = out->paths[i];
    }
    out->target_count = out->count;
    if (o->depfile != NULL)
        out->files[out->count++].path = o->depfile;
}

static void free_outputs(bake_outputs *out)
{
    for (int i = 0; i < 2; i++)
        free(out->paths[i]);
    for (size_t i = 0; i < out->count; i++)
        buffer_free(&out->made[i]);
    blob_pages_free(&out->pages);
}

/* Cuts the clips into --pages. The result is then the blob without keys, of which the C source and the
 * report tell. */
static bool cut_pages(bake_outputs *out, bake_result *result, uint32_t page_bytes, diag *d)
{
    FREED_BY(blob_pages_free) blob_pages little = {0};
    const uint8_t *own = bake_result_native(result);
    if (page_bytes == 0)
        return true;
    if (!blob_pages_cut(&out->pages, own, result->blob, result->bytes, page_bytes, d) ||
        (result->little != NULL &&
         !blob_pages_cut(&little, own, own, result->bytes, page_bytes, d)))
        return false;
    free(result->blob);
    result->blob = out->pages.index.bytes;
    result->bytes = out->pages.index.count;
    out->pages.index = (byte_buffer){0};
    if (result->little != NULL) {
        free(result->little);
        result->little = little.index.bytes;
        little.index = (byte_buffer){0};
    }
    return true;
}

/* Writes a file name in a rule as compilers do, for make and for ninja. */
static bool put_path(byte_buffer *to, const char *path, diag *d)
{
    for (const char *at = path; *at != '\0'; at++) {
        size_t slashes = strspn(at, "\\");
        if (*at == '\n' || *at == '\r' || *at == '\t')
            return diag_fail(d, DIAG_USAGE, "%s has a control character, --depfile, rename it",
                             path);
        if (*at == ' ' || *at == '#')
            buffer_u8(to, '\\');
        else if (*at == '$')
            buffer_u8(to, '$');
        else if (slashes > 0 && at[slashes] == ' ')
            buffer_u8(to, '\\'); /* before a space every backslash is doubled */
        buffer_u8(to, (uint8_t)*at);
    }
    return true;
}

/* Writes the rule with the files that were read, each once, ordered by name. */
static bool put_rule(bake_outputs *out, const scene *s, diag *d)
{
    byte_buffer *rule = &out->made[out->target_count];
    bool ok = true;
    for (size_t i = 0; i < out->target_count && ok; i++) {
        if (i > 0)
            buffer_u8(rule, ' ');
        ok = put_path(rule, out->files[i].path, d);
    }
    buffer_u8(rule, ':');
    const scene_file *last = NULL, *next;
    do {
        next = NULL;
        for (const scene_file *file = s->files; file != NULL; file = file->next)
            if (file->was_read && (last == NULL || strcmp(file->path, last->path) > 0) &&
                (next == NULL || strcmp(file->path, next->path) < 0))
                next = file;
        last = next;
        if (next != NULL) {
            buffer_bytes(rule, " \\\n  ", 5);
            ok = ok && put_path(rule, next->path, d);
        }
    } while (next != NULL);
    buffer_u8(rule, '\n');
    return ok;
}

static bool write_outputs(bake_outputs *out, const command_line *o, const bake_result *result,
                          const scene *s, diag *d)
{
    out->files[0] = (output_file){o->out, result->blob, result->bytes};
    if (out->pages.count > 0)
        out->files[0] = (output_file){o->out, out->pages.file.bytes, out->pages.file.count};
    if (o->c_name != NULL) {
        c_write_source(&out->made[1], o->c_name, result->blob, result->bytes);
        c_write_header(&out->made[2], o->c_name, result, s, o->in);
    }
    if (o->depfile != NULL && !put_rule(out, s, d))
        return false;
    for (size_t i = 1; i < out->count; i++) {
        out->files[i].bytes = out->made[i].bytes;
        out->files[i].size_bytes = out->made[i].count;
    }
    return output_write(out->files, out->count, d);
}

/* Bakes without some of the options that reduce, and without messages. Returns the blob's bytes and sets
 * *cost, that of skinning: zeros if the options are not given, or it fails without them. */
static size_t bake_without(double *cost, const command_line *o, reduce_options rest)
{
    FREED_BY(baked_file_free) baked_file baked = {0};
    load_options load = o->load;
    diag ignored = {0};
    load.reduce = rest;
    load.output_count = 0;
    if (memcmp(&rest, &o->load.reduce, sizeof rest) != 0) {
        const bool warned = diag_set_warnings(false);
        (void)load_baked(&baked, o->in, &load, &ignored);
        diag_set_warnings(warned);
    }
    *cost = baked.result.stats.cost;
    return baked.result.bytes;
}

/* Measures the bytes without --joints, --influences and --triangles, and skinning without
 * --volume. */
static void compare(report *r)
{
    double unused;
    reduce_options rest = r->line->load.reduce;
    r->whole_bytes = bake_without(&unused, r->line,
                                  (reduce_options){.levels = rest.levels, .volume = rest.volume});
    rest.volume = 0;
    bake_without(&r->linear_cost, r->line, rest);
}

/* Suggests a command line that leaves out what hands cannot hold at once, if its meshes are those
 * that were meant. */
static void suggest_meshes(report *r)
{
    const command_line *o = r->line;
    char list[sizeof r->next / 2];
    scene again = {0};
    diag ignored = {0};
    load_options load = {.gltf = o->load.gltf};
    load.gltf.wanted.meshes = list;
    r->empty_hands = limbs_empty_hands(list, sizeof list, &r->baked->s);
    if (r->empty_hands == 0)
        return;
    const bool warned = diag_set_warnings(false);
    const bool ok = load_scene(&again, NULL, o->in, &load, &ignored);
    diag_set_warnings(warned);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < again.instance_count && ok; i++)
        kept += i == 0 || again.instances[i].node != again.instances[i - 1].node;
    if (kept + r->empty_hands != r->baked->result.stats.mesh_count)
        r->empty_hands = 0;
    scene_free(&again);
    snprintf(r->next, sizeof r->next, " pelt bake");
    for (int i = 0; i < o->argc; i++)
        target_quote(r->next, sizeof r->next, o->argv[i]);
    target_quote(r->next, sizeof r->next, "--meshes");
    target_quote(r->next, sizeof r->next, list);
    if (strlen(r->next) + 1 == sizeof r->next) /* no part of a command */
        r->empty_hands = 0;
}

/* Prints the report after all files are written: on stderr if the blob itself goes to standard
 * output. */
static bool tell(report *r, diag *d)
{
    const command_line *o = r->line;
    if (output_is_stdout(o->out))
        dup2(STDERR_FILENO, STDOUT_FILENO);
    if (!o->json && !o->verbose && o->load.gltf.wanted.meshes == NULL)
        suggest_meshes(r);
    return report_print(r, d);
}

bool cmd_bake(command_line *o, diag *d)
{
    FREED_BY(baked_file_free) baked_file baked = {0};
    bake_result *result = &baked.result;
    bake_outputs out;
    FREED target_report *targets = NULL;
    o->load.bake.measured =
        o->json || o->load.bake.colour_error > 0 ? BAKE_ALL_COLOURS : BAKE_TEXTURED_COLOURS;
    if (!check_name(o->c_name, d) || !choose_core(o, d))
        return false;
    name_outputs(&out, o);
    o->load.outputs = out.files;
    o->load.output_count = out.count;
    report r = {.line = o, .baked = &baked, .pages = &out.pages};
    bool ok = load_baked(&baked, o->in, &o->load, d) &&
              cut_pages(&out, result, o->load.bake.page_bytes, d) &&
              write_outputs(&out, o, result, &baked.s, d);
    const bool written = ok;
    if (ok)
        compare(&r);
    if (ok && (o->target != NULL || o->all_targets)) {
        r.target_count = o->all_targets ? target_sold_count() : 1;
        r.target = targets = diag_calloc(r.target_count, sizeof *targets);
        if (o->all_targets)
            ok = target_estimate_all(targets, &baked, &o->load.bake, d);
        else
            target_measure(targets, o->target, &(target_call){FOR_BAKE, o, o->argc, &baked, 0});
        ok = ok && target_add_pictures(targets, r.target_count, &baked, &o->load.bake, d);
    }
    ok = ok && tell(&r, d);
    if (written && !ok)
        output_remove(out.files, out.count);
    free_outputs(&out);
    return ok;
}
