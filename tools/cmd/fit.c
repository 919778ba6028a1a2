/* SPDX-License-Identifier: MIT */
/* pelt fit: finds the options of `bake` with which a character fits a board and its pictures come
 * in time. */
#include <stdio.h>
#include <string.h>

#include "cmd/commands.h"
#include "cmd/remedy.h"
#include "common/output.h"

#define FOUND_WORDS 4096u /* more than a showcase has and FIT_OPTIONS_BYTES hold */

typedef struct fit {
    const command_line *user;
    rom_slot slot;      /* with --rom */
    target_board board; /* the same as the user's, with --rom what its showcase leaves */
    target_report report;
    output_file outputs[2]; /* [output_count] */
    size_t output_count;
    char **words; /* [word_count] options of loading: the showcase's, the user's, what was found */
    int word_count, slot_count;      /* slot_count: the showcase's */
    char options[FIT_OPTIONS_BYTES]; /* what was found */
} fit;

/* Notes the files to be written, and that they are no place for the tries, which are printed. */
static bool name_outputs(fit *f, diag *d)
{
    const char *const paths[] = {f->user->rom, f->user->out};
    for (int i = 0; i < 2; i++) {
        if (paths[i] != NULL && output_is_stdout(paths[i]) && strcmp(paths[i], "/dev/null") != 0)
            return diag_fail(
                d, DIAG_USAGE,
                "%s is standard output, to which fit prints, command line, name a file", paths[i]);
        if (paths[i] != NULL)
            f->outputs[f->output_count++].path = paths[i];
    }
    return true;
}

static bool choose_board(fit *f, diag *d)
{
    const command_line *o = f->user;
    if (o->target == NULL || !(o->fps > 0 && o->fps <= 1000))
        return diag_fail(d, DIAG_USAGE,
                         "fit needs --board BOARD and --fps F above 0 and at most 1000, command "
                         "line, see --help");
    f->board = *o->target;
    if (o->rom != NULL) {
        if (!rom_target(&f->board, &f->slot, o->rom, d))
            return false;
        if (strcmp(f->board.name, o->target->name) != 0)
            return diag_fail(d, DIAG_USAGE, "%s is for %s, --rom, but --board is %s", o->rom,
                             f->board.name, o->target->name);
        f->report.showcase = &f->slot;
        f->slot_count = f->word_count = options_split(f->words, f->slot.bake);
    }
    f->report.board = &f->board;
    for (int i = 0; i < o->word_count; i++)
        f->words[f->word_count++] = o->words[i];
    return true;
}

/* The arguments of a command: the file, -o with `out` unless that is NULL, the options of bake for the
 * board if `target`, and the words from `first` on. The caller frees the array. */
static char **make_line(int *argc, fit *f, const char *out, bool target, int first)
{
    char **argv = diag_calloc((size_t)f->word_count + 7u, sizeof *argv);
    *argc = 0;
    argv[(*argc)++] = (char *)f->user->in;
    const bool big = (f->board.flags & TARGET_BIG_ENDIAN) != 0;
    const char *const pairs[][2] = {{"-o", out},
                                    {"--target", target ? f->user->target->name : NULL},
                                    {"--endian", target && big ? "big" : NULL}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2 && pairs[i][1] != NULL; k++)
            argv[(*argc)++] = (char *)pairs[i][k];
    for (int i = first; i < f->word_count; i++)
        argv[(*argc)++] = f->words[i];
    return argv;
}

/* Measures the character as it is, then looks for options. */
static bool search(fit *f, diag *d)
{
    int argc;
    FREED char **argv = make_line(&argc, f, NULL, false, 0);
    FREED_BY(command_line_free) command_line line;
    FREED_BY(baked_file_free) baked_file baked = {0};
    bool ok = command_line_read(&line, FOR_BAKE, argc, argv, d);
    bake_options *bake = &line.load.bake;
    bake->measured = BAKE_TEXTURED_COLOURS;
    bake->big_endian = (f->board.flags & TARGET_BIG_ENDIAN) != 0;
    bake->order.cost = target_cost(&f->board, bake->encoding);
    line.load.outputs = f->outputs;
    line.load.output_count = f->output_count;
    ok = ok && load_check(&line.load, d) && load_baked(&baked, line.in, &line.load, d);
    if (ok) {
        target_estimate(&f->report, &baked.result, bake);
        ok = target_add_pictures(&f->report, 1, &baked, bake, d);
    }
    const target_call call = {FOR_BAKE, &line, argc, &baked, f->user->fps};
    const target_report *r = &f->report;
    if (ok && !target_fit(f->options, &f->report, &call))
        return diag_fail(d, DIAG_INVALID,
                         "no options meet what %s has of%s%s%s: the last of them need %s, %.1f fps "
                         "of %g, --board, take less of it, another board or a lower --fps",
                         f->board.name, r->flash_bytes > f->board.flash_bytes ? " flash" : "",
                         r->ram_bytes > f->board.ram_bytes ? " RAM" : "",
                         r->fps < f->user->fps ? " time" : "", r->needs, r->fps, f->user->fps);
    return ok;
}

/* Runs a command with these arguments. */
static bool run(bool (*started)(command_line *, diag *), unsigned bit, int argc, char **argv,
                diag *d)
{
    FREED_BY(command_line_free) command_line line;
    return command_line_read(&line, bit, argc, argv, d) && command_line_check(&line, bit, d) &&
           started(&line, d);
}

bool cmd_fit(command_line *o, diag *d)
{
    FREED fit *f = diag_calloc(1, sizeof *f);
    FREED char **words = diag_calloc((size_t)o->word_count + FOUND_WORDS, sizeof *words);
    int argc;
    f->user = o;
    f->words = words;
    if (!name_outputs(f, d) || !choose_board(f, d) || !search(f, d))
        return false;
    f->word_count += options_split(words + f->word_count, f->options);
    FREED char **rom = make_line(&argc, f, o->rom, false, f->slot_count);
    bool ok = o->rom == NULL || run(cmd_rom, FOR_ROM, argc, rom, d);
    size_t written = ok && o->rom != NULL;
    FREED char **bake = make_line(&argc, f, o->out != NULL ? o->out : "out.pelt", true, 0);
    ok = ok && (o->out == NULL || run(cmd_bake, FOR_BAKE, argc, bake, d));
    written += ok && o->out != NULL;
    if (ok)
        fputs("pelt bake", stdout);
    for (int i = 0; i < argc && ok; i++)
        target_print(bake[i]);
    ok = ok && putchar('\n') != EOF && output_flush(d);
    if (!ok)
        output_remove(f->outputs, written);
    return ok;
}
