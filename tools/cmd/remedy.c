/* SPDX-License-Identifier: MIT */
/* Finds the options with which a character fits a board, by baking it with them. */
#include "cmd/remedy.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/compare.h"

enum {
    FLASH = 1, /* what an option helps */
    RAM = 2,
    FPS = 4,
    ALL = 7,
    FLOATS = 8, /* only for such bakes */
    NOT_LEAN = 16,
    TEXTURED = 32,
    NARROW = 64, /* the program keeps vertices of 12 bytes; not for pelt fit */
    OWN = 128,   /* not for a showcase */
    LEAN = 256,  /* and --precision lean, if it can play that */
    SMALL = 512, /* and, unless only time is short, what packs */
    HALF = 1024  /* and half of the joints */
};

/* Options in the order in which they are tried, the least harm first, if they help all that is short. */
static const struct {
    const char *options;
    unsigned flags;
    unsigned least; /* per cent of the triangles that they leave at least; 0: all */
} remedies[] = {
    {" --strip", FLASH, 0},
    {" --strip --indices 8", FLASH, 0}, /* the same pictures */
    {" --precision exact", ALL | FLOATS, 0},
    {"", RAM | NARROW, 0},
    {" --precision exact", RAM | FLOATS | NARROW, 0},
    {" --strip --precision exact", FLASH | FPS | FLOATS, 0},
    {" --strip", FLASH | RAM | NARROW, 0},
    {" --window 64", RAM | OWN, 0},
    {" --precision exact --window 64", RAM | FLOATS | OWN, 0},
    {"", ALL | NOT_LEAN | LEAN, 0},
    {"", RAM | NOT_LEAN | LEAN | NARROW, 0},
    {" --window 64", RAM | NOT_LEAN | LEAN | OWN, 0},
    {" --strip --pack", FLASH, 0},
    {" --strip --pack --indices 8", FLASH, 0},
    {" --strip --pack --indices 8 --precision exact", FLASH | FLOATS, 0},
    {" --strip --indices 8 --textures 64", FLASH | TEXTURED, 0},
    {"", ALL | LEAN, 60},
    {"", FLASH | RAM | LEAN | SMALL, 0},
    {"", RAM | LEAN | SMALL | NARROW, 0},
    {" --strip --indices 8 --textures 32", FLASH | TEXTURED, 0},
    {"", ALL | LEAN | SMALL, 40},
    {" --textures 32", ALL | LEAN | SMALL | TEXTURED, 30},
    {" --textures none", ALL | LEAN | SMALL | TEXTURED, 30},
    {" --textures none --influences 2", FLASH | RAM | LEAN | SMALL, 0},
    {" --textures none --influences 2 --window 64", FLASH | RAM | LEAN | SMALL | OWN, 0},
    {" --textures none --influences 2", ALL | LEAN | SMALL, 20},
    {" --textures none --influences 2", ALL | LEAN | SMALL | HALF, 20},
    {" --textures none --influences 2", ALL | LEAN | SMALL | HALF, 5},
    {" --textures none --influences 2", ALL | LEAN | SMALL, 4},
};

#define TRIANGLES_BYTES 40 /* " --triangles N" */

/* What is tried: the user's command line and options behind it. */
typedef struct trial {
    target_report *report;
    const bake_stats *stats; /* without them */
    const target_call *call;
    unsigned needed, count; /* what is short without them; number of tries printed */
    uint64_t triangles;     /* 0: all */
    char options[FIT_OPTIONS_BYTES];
    char plain[256]; /* the last options that did not fit with all triangles */
} trial;

/* What a measured bake lacks. A board that loads a program has all of it in RAM. */
static unsigned find_short(const target_report *r, double fps)
{
    const bool loads = (r->board->flags & TARGET_LOADS) != 0;
    const bool flash = r->flash_bytes > r->board->flash_bytes;
    const bool ram = r->ram_bytes > r->board->ram_bytes;
    return (flash || (loads && ram) ? FLASH : 0u) | (ram && !loads ? RAM : 0u) |
           (fps > 0 && !(r->fps >= fps) ? FPS : 0u);
}

/* All options of a trial, a space before each. */
static char *write_options(char *out, const trial *t)
{
    strcpy(out, t->options);
    if (t->triangles > 0)
        diag_append(out, FIT_OPTIONS_BYTES, " --triangles %" PRIu64, t->triangles);
    return out;
}

/* Prints a try of pelt fit, and the share of the model's size by which vertices or the surface move;
 * baked: NULL if it cannot be baked. */
static void tell_try(trial *t, const baked_file *baked)
{
    if (t->call->fps <= 0)
        return;
    const unsigned lacking = find_short(t->report, t->call->fps);
    char options[FIT_OPTIONS_BYTES];
    printf("try %-2u     %s: ", ++t->count,
           *write_options(options, t) == '\0' ? "as it is" : options + 1);
    if (baked == NULL) {
        puts("cannot be baked");
        return;
    }
    printf("%s, %.1f fps, moves %.2g", t->report->needs, t->report->fps,
           fmax(baked->lost.relative, baked->lost.triangles.largest));
    if (baked->result.stats.colour.measured)
        printf(", colour %.3f", baked->result.stats.colour.p95);
    printf("%s%s%s%s\n", lacking == 0 ? ": fits" : ": too much for",
           (lacking & FLASH) != 0 ? " flash" : "", (lacking & RAM) != 0 ? " RAM" : "",
           (lacking & FPS) != 0 ? " time" : "");
    fflush(stdout);
}

/* Bakes with the options of the trial; returns whether that fits. */
static bool bake_again(trial *t)
{
    const target_call *call = t->call;
    const command_line *line = call->line;
    char words[FIT_OPTIONS_BYTES];
    FREED_BY(command_line_free) command_line again;
    FREED_BY(baked_file_free) baked_file baked = {0};
    diag ignored = {0};
    int argc = line->argc;
    FREED char **argv = diag_calloc((size_t)argc + sizeof words / 2, sizeof *argv);
    memcpy(argv, line->argv, (size_t)argc * sizeof *argv);
    write_options(words, t);
    argc += options_split(argv + argc, words);
    const bool warned = diag_set_warnings(false);
    bool ok = command_line_read(&again, call->command, argc, argv, &ignored);
    bake_options *bake = &again.load.bake;
    bake->order.cost = target_cost(t->report->board, bake->encoding);
    bake->big_endian = line->load.bake.big_endian;
    bake->measured = call->fps > 0 ? BAKE_TEXTURED_COLOURS : BAKE_NO_COLOURS;
    ok = ok && load_baked(&baked, again.in, &again.load, &ignored);
    if (ok)
        target_estimate(t->report, &baked.result, bake);
    if (ok && call->fps > 0)
        ok = target_add_pictures(t->report, 1, &baked, bake, &ignored);
    diag_set_warnings(warned);
    tell_try(t, ok ? &baked : NULL);
    return ok && t->report->fits && find_short(t->report, call->fps) == 0;
}

/// Fewer of them /////////////////////////////////////////////////////////////////////////////////

/* A clip or a mesh, by which its option names it, and its size. */
typedef struct thing {
    size_t bytes, index;
} thing;

COMPARE_BY(compare_things, size_t, 2)

/* Keeps as many things as fit, the smallest ones, at least one, and no more than can be listed with
 * --triangles behind them. */
static bool leave_out(trial *t, thing *things, uint32_t count, const char *name)
{
    char *const end = t->options + strlen(t->options);
    uint32_t fitting = 0, past = count, keep = 0;
    qsort(things, count, sizeof *things, compare_things);
    while (past - fitting > 1 || (fitting > 0 && keep != fitting)) {
        keep = past - fitting > 1 ? (fitting + past) / 2 : fitting;
        *end = '\0';
        diag_append(t->options, sizeof t->options, " %s ", name);
        for (uint32_t i = 0; i < keep; i++)
            diag_append(t->options, sizeof t->options, i == 0 ? "%zu" : ",%zu", things[i].index);
        if (strlen(t->options) + TRIANGLES_BYTES < sizeof t->options && bake_again(t))
            fitting = keep;
        else if (past - fitting > 1)
            past = keep;
    }
    return fitting > 0;
}

static bool leave_out_clips(trial *t)
{
    const scene *s = &t->call->baked->s;
    FREED thing *things = diag_calloc(s->clip_count + 1, sizeof *things);
    for (uint32_t i = 0; i < s->clip_count; i++)
        things[i] = (thing){t->stats->clips[i].bytes_out, s->clips[i].index};
    return leave_out(t, things, s->clip_count, "--clips");
}

static bool leave_out_meshes(trial *t)
{
    const bake_stats *stats = t->stats;
    FREED thing *things = diag_calloc(stats->mesh_count + 1, sizeof *things);
    uint32_t count = 0;
    for (uint32_t i = 0; i < stats->mesh_count; i++) {
        const uint32_t mesh = t->call->baked->s.nodes[stats->meshes[i].node].mesh;
        uint32_t k = 0;
        while (k < count && things[k].index != mesh)
            k++;
        things[k].index = mesh;
        things[k].bytes += stats->meshes[i].bytes;
        count += k == count;
    }
    return leave_out(t, things, count, "--meshes");
}

/* Adds triangles to those that fit, as many as still do. */
static bool add_triangles(trial *t)
{
    const uint64_t all = bake_stats_triangles(t->stats);
    uint64_t fitting = t->triangles, past = all;
    target_report best = *t->report;
    t->triangles = 0;
    if (fitting == 0 || (strcmp(t->options, t->plain) != 0 && bake_again(t)))
        return true; /* the other options are enough */
    while (past - fitting > all / 32 + 1) {
        t->triangles = (fitting + past) / 2;
        if (bake_again(t)) {
            fitting = t->triangles;
            best = *t->report;
        } else {
            past = t->triangles;
        }
    }
    t->triangles = fitting;
    *t->report = best;
    return true;
}

/* Leaves as many triangles as fit, at least `least` per cent. */
static bool leave_out_triangles(trial *t, unsigned least)
{
    const uint64_t all = bake_stats_triangles(t->stats), fewest = all * least / 100 + 4;
    if (all <= fewest)
        return strcmp(t->options, t->plain) != 0 && bake_again(t);
    t->triangles = fewest;
    return bake_again(t) && add_triangles(t);
}

static bool fold_joints(trial *t)
{
    char *const end = t->options + strlen(t->options);
    bool fits = false;
    for (uint32_t n = t->stats->joint_count / 2; n >= 4 && !fits; n /= 2) {
        *end = '\0';
        diag_append(t->options, sizeof t->options, " --joints %u", n);
        fits = bake_again(t);
    }
    return fits;
}

/// All of it /////////////////////////////////////////////////////////////////////////////////////

static bool plays_lean(const rom_slot *showcase)
{
    return showcase == NULL || (showcase->plays & SLOT_PLAYS_Q12) != 0;
}

static bool suits(const trial *t, unsigned flags)
{
    const pelt_encoding encoding = t->call->line->load.bake.encoding;
    const bool floats = encoding == PELT_FLOAT && (flags & (FLOATS | LEAN)) == 0;
    return (flags & t->needed) == t->needed && ((flags & FLOATS) == 0 || encoding == PELT_FLOAT) &&
           ((flags & NOT_LEAN) == 0 ||
            (encoding != PELT_LEAN && plays_lean(t->report->showcase))) &&
           ((flags & TEXTURED) == 0 || t->stats->colour.texture_count > 0) &&
           ((flags & NARROW) == 0 || (!floats && t->call->fps <= 0)) &&
           ((flags & (NARROW | OWN)) == 0 || t->report->showcase == NULL);
}

/* Tries remedies until one fits; *t describes that one, or else the last. */
static bool try_remedies(trial *t)
{
    bool fits = false;
    for (size_t i = 0; i < sizeof remedies / sizeof *remedies && !fits; i++) {
        const unsigned flags = remedies[i].flags;
        if (!suits(t, flags))
            continue;
        t->report->narrow = (flags & NARROW) != 0;
        t->triangles = 0;
        snprintf(t->options, sizeof t->options, "%s%s%s",
                 (flags & SMALL) != 0 && t->needed != FPS
                     ? " --strip --pack --no-boxes --indices 8 --error 1/1024"
                     : "",
                 (flags & LEAN) != 0 && plays_lean(t->report->showcase) &&
                         t->call->line->load.bake.encoding != PELT_LEAN
                     ? " --precision lean"
                     : "",
                 remedies[i].options);
        if ((flags & HALF) != 0 && t->stats->joint_count > 3)
            diag_append(t->options, sizeof t->options, " --joints %u", t->stats->joint_count / 2);
        fits = remedies[i].least > 0 ? leave_out_triangles(t, remedies[i].least) : bake_again(t);
        if (!fits && remedies[i].least == 0)
            memcpy(t->plain, t->options, sizeof t->plain);
    }
    return fits;
}

static bool find_options(trial *t)
{
    t->needed = find_short(t->report, t->call->fps);
    return try_remedies(t) || ((((t->needed & FLASH) != 0 && leave_out_clips(t)) ||
                                leave_out_meshes(t) || fold_joints(t)) &&
                               add_triangles(t));
}

bool target_fit(char options[FIT_OPTIONS_BYTES], target_report *r, const target_call *call)
{
    trial t = {.report = r, .stats = &call->baked->result.stats, .call = call};
    tell_try(&t, call->baked);
    const bool fits = (r->fits && find_short(r, call->fps) == 0) || find_options(&t);
    (void)write_options(options, &t);
    return fits;
}

static void advise(target_report *r, const target_call *call)
{
    target_report last = *r;
    trial t = {.report = &last, .stats = &call->baked->result.stats, .call = call};
    (void)find_options(&t);
    char *to = r->advice;
    const size_t size = sizeof r->advice;
    snprintf(to, size, "%s flash %" PRIu64 ", ram %" PRIu64 "%s",
             last.fits ? "fits with" : "does not fit even with", last.flash_bytes, last.ram_bytes,
             last.narrow ? " and vertices of 12 bytes (pelt_vertices_narrow_q16)" : "");
    char *const command = to + strlen(to);
    diag_append(to, size, ": pelt %s", call->command == FOR_ROM ? "rom" : "bake");
    for (int i = call->line->argc - call->shown; i < call->line->argc; i++)
        target_quote(to, size, call->line->argv[i]);
    char options[FIT_OPTIONS_BYTES];
    diag_append(to, size, "%s", write_options(options, &t));
    if (strlen(to) + 1 == size) /* no part of a command */
        sprintf(command, "%s%s", *options == '\0' ? "" : ": add", options);
}

void target_measure(target_report *out, const target_board *board, const target_call *call)
{
    const bool big = (board->flags & TARGET_BIG_ENDIAN) != 0;
    const char *in = call->line->in;
    *out = (target_report){.board = board};
    target_estimate(out, &call->baked->result, &call->line->load.bake);
    if (big != call->line->load.bake.big_endian)
        diag_warn(
            in,
            "%s cannot open this blob, as it reads %s-endian ones only, --target, add --endian %s",
            board->name, big ? "big" : "little", big ? "big" : "little");
    if (out->fits)
        return;
    advise(out, call);
    diag_warn(in, "does not fit %s: %s, --target; it %s", board->name, out->needs, out->advice);
}

bool target_fits(target_report *out, const target_board *board, const rom_slot *showcase,
                 const target_call *call, diag *d)
{
    *out = (target_report){.board = board, .showcase = showcase};
    target_estimate(out, &call->baked->result, &call->line->load.bake);
    if (out->fits)
        return true;
    advise(out, call);
    return diag_fail(d, DIAG_INVALID, "does not fit the showcase of %s: %s, -o; it %s", board->name,
                     out->needs, out->advice);
}
