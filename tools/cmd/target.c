/* SPDX-License-Identifier: MIT */
/* Estimates flash, RAM and frame rate on a board, and finds advice. */
#include "cmd/target.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bake/job/traits.h"
#include "cmd/json_out.h"

#define VERTEX_BYTES 24u
/* Vertices of 16-bit integers, which pelt_vertices_narrow_q16 makes. */
#define NARROW_BYTES 12u
#define NARROW_AT_ONCE 32u

/* Lists the names of all boards. */
static char *name_boards(char *out, size_t size, const char *first, const char *between)
{
    snprintf(out, size, "%s", first);
    for (size_t i = 0; i < target_board_count; i++)
        snprintf(out + strlen(out), size - strlen(out), "%s%s", *out == '\0' ? "" : between,
                 target_boards[i].name);
    return out;
}

const target_board *target_find(const char *name, diag *d)
{
    char names[512];
    for (size_t i = 0; i < target_board_count; i++)
        if (strcmp(target_boards[i].name, name) == 0)
            return &target_boards[i];
    diag_fail(d, DIAG_USAGE, "no board %.100s, --target, choose one of: %s", name,
              name_boards(names, sizeof names, "", ", "));
    return NULL;
}

const char *target_names(void)
{
    static char names[512];
    return name_boards(names, sizeof names, "all", " ");
}

/* For cores without an FPU the float costs are those of a Cortex-M3, the measured core that is
 * most similar: it has the same 32 x 32 -> 64 products. */
const bake_cost *target_cost(const target_board *board, pelt_encoding encoding)
{
    diag ignored = {0};
    const bool soft = encoding == PELT_FLOAT && (board->flags & TARGET_NO_FPU) != 0;
    return bake_cost_find(soft ? "m3" : board->core, &ignored);
}

/// What a frame takes ////////////////////////////////////////////////////////////////////////////

/* The clock cycles of a frame of one character, without morph targets. */
static double frame_cycles(const target_board *board, const bake_stats *stats,
                           pelt_encoding encoding)
{
    const bake_cost *cost = target_cost(board, encoding);
    const kernel_cost *k = bake_kernel_cost(cost, encoding);
    const double pose = (double)(k->sample + k->joints) * stats->joint_count +
                        (double)k->palette * stats->entry_count;
    /* The set-up of a call takes about the time of two runs. */
    const double calls = 2.0 * cost->run * stats->mesh_count;
    return (1 + pose + stats->cost + calls) * cost->cycles_percent / 100 * board->percent / 100;
}

static void measure_showcase(target_report *out, const target_showcase *showcase,
                             const bake_result *baked)
{
    const bake_stats *stats = &baked->stats;
    out->flash_bytes = baked->bytes;
    out->ram_bytes = showcase->fixed_bytes + stats->arena_bytes +
                     (uint64_t)showcase->joint_bytes * stats->joint_count;
    for (uint32_t i = 0; i < stats->mesh_count; i++)
        out->ram_bytes += (uint64_t)showcase->vertex_bytes * stats->meshes[i].vertices +
                          (uint64_t)showcase->triangle_bytes * stats->meshes[i].triangles;
}

/* Measures a program that the user writes. */
static void measure_program(target_report *out, const bake_result *baked,
                            const bake_options *options, bool narrow)
{
    const target_board *board = out->board;
    const bake_stats *stats = &baked->stats;
    const kernel_cost *k =
        bake_kernel_cost(target_cost(board, options->encoding), options->encoding);
    uint64_t vertices = 0;
    for (uint32_t i = 0; i < stats->mesh_count; i++)
        if (stats->meshes[i].vertices > vertices)
            vertices = stats->meshes[i].vertices;
    if (stats->window > 0 && stats->window < vertices)
        vertices = stats->window;
    out->flash_bytes = baked->bytes + k->code_bytes;
    out->ram_bytes = stats->arena_bytes + k->stack_bytes +
                     (narrow ? NARROW_BYTES * vertices + VERTEX_BYTES * NARROW_AT_ONCE
                             : VERTEX_BYTES * vertices) +
                     ((board->flags & TARGET_LOADS) != 0 ? out->flash_bytes : 0);
    out->frames = board->clock_khz * 1e3 / frame_cycles(board, stats, options->encoding);
}

/* Measures for out->board and out->showcase. */
static void measure(target_report *out, const bake_result *baked, const bake_options *options,
                    bool narrow)
{
    if (out->showcase != NULL)
        measure_showcase(out, out->showcase, baked);
    else
        measure_program(out, baked, options, narrow);
    out->fits =
        out->flash_bytes <= out->board->flash_bytes && out->ram_bytes <= out->board->ram_bytes;
    snprintf(out->needs, sizeof out->needs,
             "flash %" PRIu64 " of %" PRIu64 ", ram %" PRIu64 " of %" PRIu64, out->flash_bytes,
             out->board->flash_bytes, out->ram_bytes, out->board->ram_bytes);
}

void target_estimate(target_report *out, const target_board *board, const bake_result *baked,
                     const bake_options *options)
{
    *out = (target_report){.board = board};
    measure(out, baked, options, false);
}

/// What would make it fit ////////////////////////////////////////////////////////////////////////

enum {
    STRIP = 1,
    BOXES = 2,
    PACK = 4,
    COARSE = 8,
    LEAN = 16,
    TWO = 32,
    EXACT = 64,   /* in place of floats */
    NARROW = 128, /* for RAM; a change of the program, not of the bake */
    FEW = 256,    /* the same */
    OF_RAM = NARROW | FEW,
    COUNT = 512
};

#define WINDOW 64

#define COARSE_ERROR (1.0 / 1024)

/* The changes that are tried one after the other, the smallest first, without those that cannot
 * help. */
static const unsigned short changes[] = {
    STRIP,
    EXACT,
    EXACT | NARROW,
    EXACT | STRIP,
    EXACT | STRIP | NARROW,
    EXACT | FEW,
    EXACT | STRIP | FEW,
    LEAN,
    LEAN | NARROW,
    LEAN | FEW,
    EXACT | STRIP | BOXES | NARROW,
    EXACT | STRIP | PACK | NARROW,
    EXACT | STRIP | BOXES | PACK | NARROW,
    EXACT | STRIP | BOXES | PACK | COARSE | NARROW,
    STRIP | BOXES | PACK | COARSE | LEAN | NARROW,
    STRIP | BOXES | PACK | COARSE | LEAN | TWO | NARROW,
    STRIP | BOXES | PACK | COARSE | LEAN | TWO | FEW,
};

/* Applies changes; those that change nothing are removed from `mask`. */
static unsigned apply(load_options *load, unsigned mask)
{
    bake_options *bake = &load->bake;
    if (bake->strip)
        mask &= ~(unsigned)STRIP;
    if (bake->no_boxes)
        mask &= ~(unsigned)BOXES;
    if (bake->encoding != PELT_FLOAT || (mask & LEAN) != 0)
        mask &= ~(unsigned)EXACT;
    if (bake->encoding == PELT_FLOAT && (mask & (EXACT | LEAN)) == 0)
        mask &= ~(unsigned)(PACK | NARROW);
    if (bake->order.pack)
        mask &= ~(unsigned)PACK;
    if (bake_first_budget(bake).error >= COARSE_ERROR)
        mask &= ~(unsigned)COARSE;
    if (bake->encoding == PELT_LEAN)
        mask &= ~(unsigned)LEAN;
    if (load->reduce.influences != 0 && load->reduce.influences <= 2)
        mask &= ~(unsigned)TWO;
    if (bake->order.window > 0)
        mask &= ~(unsigned)FEW;
    bake->strip = bake->strip || (mask & STRIP) != 0;
    bake->no_boxes = bake->no_boxes || (mask & BOXES) != 0;
    bake->order.pack = bake->order.pack || (mask & PACK) != 0;
    if ((mask & COARSE) != 0)
        bake->error = COARSE_ERROR;
    if ((mask & (EXACT | LEAN)) != 0)
        bake->encoding = (mask & LEAN) != 0 ? PELT_LEAN : PELT_EXACT;
    if ((mask & TWO) != 0)
        load->reduce.influences = 2;
    if ((mask & FEW) != 0)
        bake->order.window = WINDOW;
    return mask;
}

static bool bake_again(target_report *out, const load_options *load, const char *in, bool narrow)
{
    bake_result result = {0};
    load_options own = *load;
    own.bake.order.cost = target_cost(out->board, own.bake.encoding);
    const bool ok = load_quietly(&result, in, &own);
    if (ok)
        measure(out, &result, &own.bake, narrow);
    bake_result_free(&result);
    return ok;
}

static void name_changes(char *out, size_t size, unsigned mask)
{
    static const char *const names[] = {" --strip",
                                        " --no-boxes",
                                        " --pack",
                                        " --error 1/1024",
                                        " --precision lean",
                                        " --influences 2",
                                        " --precision exact",
                                        " vertices of 12 bytes (pelt_vertices_narrow_q16)",
                                        " --window 64"};
    *out = '\0';
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if ((mask >> i & 1u) != 0)
            snprintf(out + strlen(out), size - strlen(out), "%s%s",
                     1u << i == NARROW && mask != NARROW ? " and" : "", names[i]);
}

/* Tries the entries of changes[] until one fits; *names and *last describe that one, or else the
 * last. */
static bool try_changes(target_report *last, char *names, size_t names_size, unsigned wanted,
                        const load_options *load, const char *in)
{
    bool tried[COUNT] = {true};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        load_options changed = *load;
        const unsigned mask = apply(&changed, changes[i] & wanted);
        if (tried[mask])
            continue;
        tried[mask] = true;
        if (!bake_again(last, &changed, in, (mask & NARROW) != 0))
            continue;
        name_changes(names, names_size, mask);
        if (last->fits)
            return true;
    }
    return false;
}

/* The changes that the board's program does not support. */
static unsigned out_of_question(const target_showcase *showcase)
{
    return showcase == NULL
               ? 0u
               : (unsigned)(NARROW | FEW) | (showcase->plays_q16 ? 0u : (unsigned)EXACT) |
                     (showcase->plays_q12 ? 0u : (unsigned)LEAN);
}

static void advise(target_report *r, const load_options *load, const char *in)
{
    const bool flash_fits =
        r->flash_bytes <= r->board->flash_bytes && (r->board->flags & TARGET_LOADS) == 0;
    const bool ram_fits = r->ram_bytes <= r->board->ram_bytes;
    char names[160] = "";
    target_report last = *r;
    /* Floats cannot be narrow, hence EXACT. A change that saves RAM may take more flash. */
    const unsigned can = COUNT - 1 - out_of_question(r->showcase);
    const unsigned all = ram_fits ? can & ~(unsigned)OF_RAM : can;
    const bool simply = flash_fits && try_changes(&last, names, sizeof names,
                                                  (OF_RAM | EXACT | LEAN) & can, load, in);
    if (!simply)
        try_changes(&last, names, sizeof names, all, load, in);
    static const char others[] = "leave out parts of the character with --clips, --meshes or "
                                 "--joints; simplify its meshes in the program that made them";
    if (names[0] == '\0')
        snprintf(r->advice, sizeof r->advice, "%s", others);
    else
        snprintf(r->advice, sizeof r->advice, "%s%s: flash %" PRIu64 ", ram %" PRIu64 "%s%s",
                 last.fits ? "fits with" : "does not fit even with", names, last.flash_bytes,
                 last.ram_bytes, last.fits ? "" : "; ", last.fits ? "" : others);
}

void target_measure(target_report *out, const target_board *board, const bake_result *baked,
                    const load_options *load, const char *in)
{
    target_estimate(out, board, baked, &load->bake);
    const bool big = (board->flags & TARGET_BIG_ENDIAN) != 0;
    if (big != load->bake.big_endian)
        diag_warn(
            in,
            "%s cannot open this blob, as it reads %s-endian ones only, --target, add --endian %s",
            board->name, big ? "big" : "little", big ? "big" : "little");
    if (out->fits)
        return;
    advise(out, load, in);
    diag_warn(in, "does not fit %s: %s, --target; it %s", board->name, out->needs, out->advice);
}

bool target_fits(target_report *out, const target_board *board, const target_showcase *showcase,
                 const bake_result *baked, const load_options *load, const char *in, diag *d)
{
    *out = (target_report){.board = board, .showcase = showcase};
    measure(out, baked, &load->bake, false);
    if (out->fits)
        return true;
    advise(out, load, in);
    return diag_fail(d, DIAG_INVALID, "does not fit the showcase of %s: %s, -o; it %s", board->name,
                     out->needs, out->advice);
}

/// Telling it ////////////////////////////////////////////////////////////////////////////////////

void target_print(const target_report *r)
{
    const target_board *board = r->board;
    printf("target %s: %s, %s, pose and skin %.1f fps at %u MHz (estimate)\n", board->name,
           r->fits ? "fits" : "does not fit", r->needs, r->frames, (board->clock_khz + 500) / 1000);
    if (!r->fits && r->advice[0] != '\0')
        printf("           %s\n", r->advice);
}

json_t *target_json(const target_report *r)
{
    const target_board *board = r->board;
    return json_pack("{s:s, s:s, s:b, s:I, s:I, s:I, s:I, s:o, s:o, s:o}", "board", board->name,
                     "core", board->core, "fits", r->fits, "flash", (json_int_t)r->flash_bytes,
                     "flash_of", (json_int_t)board->flash_bytes, "ram", (json_int_t)r->ram_bytes,
                     "ram_of", (json_int_t)board->ram_bytes, "fps", json_out_number(r->frames),
                     "mhz", json_out_number(board->clock_khz / 1e3), "advice",
                     r->fits || r->advice[0] == '\0' ? json_null() : json_out_text(r->advice));
}
