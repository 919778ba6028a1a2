/* SPDX-License-Identifier: MIT */
/* Estimates flash, RAM and frame rate on a board. */
#include "cmd/target.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cmd/json_out.h"
#include "pelt/springs.h"

#define VERTEX_BYTES 24u
/* Vertices of 16-bit integers, which pelt_vertices_narrow_q16 makes. */
#define NARROW_BYTES 12u
#define NARROW_AT_ONCE 32u

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
                        (double)k->palette * stats->entry_count +
                        (double)k->between * stats->between_count;
    /* The set-up of a call takes about the time of two runs. */
    const double calls = 2.0 * cost->run * stats->mesh_count;
    return (1 + pose + stats->cost + calls) * cost->cycles_percent / 100 * board->percent / 100;
}

static void measure_showcase(target_report *out, const rom_slot *showcase, const bake_result *baked)
{
    const bake_stats *stats = &baked->stats;
    out->flash_bytes = baked->bytes;
    out->ram_bytes = showcase->fixed_bytes + stats->arena_bytes +
                     (uint64_t)showcase->joint_bytes * stats->joint_count +
                     (uint64_t)showcase->texture_bytes * stats->colour.texture_count;
    for (uint32_t i = 0; i < stats->mesh_count; i++)
        out->ram_bytes += (uint64_t)showcase->vertex_bytes * stats->meshes[i].vertices +
                          (uint64_t)showcase->triangle_bytes * stats->meshes[i].triangles;
}

/* Measures a program that the user writes. */
static void measure_program(target_report *out, const bake_result *baked,
                            const bake_options *options)
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
                     (out->narrow ? NARROW_BYTES * vertices + VERTEX_BYTES * NARROW_AT_ONCE
                                  : VERTEX_BYTES * vertices) +
                     ((board->flags & TARGET_LOADS) != 0 ? out->flash_bytes : 0);
}

void target_estimate(target_report *out, const bake_result *baked, const bake_options *options)
{
    if (out->showcase != NULL)
        measure_showcase(out, out->showcase, baked);
    else
        measure_program(out, baked, options);
    out->frames =
        out->board->clock_khz * 1e3 / frame_cycles(out->board, &baked->stats, options->encoding);
    out->fits =
        out->flash_bytes <= out->board->flash_bytes && out->ram_bytes <= out->board->ram_bytes;
    snprintf(out->needs, sizeof out->needs,
             "flash %" PRIu64 " of %" PRIu64 ", ram %" PRIu64 " of %" PRIu64, out->flash_bytes,
             out->board->flash_bytes, out->ram_bytes, out->board->ram_bytes);
}

/// Pictures //////////////////////////////////////////////////////////////////////////////////////

/* Cycles for each of WORK_... */
typedef struct frame_cost {
    const char *core;
    frame_way way;
    double wait; /* states of the flash */
    double of[WORK_COUNT];
} frame_cost;

static const frame_cost frame_costs[] = {
#include "cmd/frame_cost.inc"
};

/* The costs of a core's renderer, or, if core is NULL, the first of it; NULL: they are not there. */
static const frame_cost *find_frame_cost(const char *core, frame_way way, bool waits)
{
    for (const frame_cost *f = frame_costs; f < &frame_costs[sizeof frame_costs / sizeof *f]; f++)
        if ((core == NULL || strcmp(f->core, core) == 0) && f->way == way && (f->wait > 0) == waits)
            return f;
    return NULL;
}

/* The cycles of kernels, in proportion. */
static double kernel_cycles(const bake_cost *cost)
{
    const kernel_cost *k = &cost->q16;
    return (k->plain[0] + k->plain[1] + 2.0 * k->normalise) * cost->cycles_percent;
}

/* Cycles before the Game Boy Advance's page is free to be drawn, and then. It is shown from the next
 * vertical blank on. */
static double gba_fps(double before, double then)
{
    const double blank = 280896, pictures = 256;
    double now = 0, shown = 0;
    for (int i = 0; i < pictures; i++) {
        now = fmax(now + before, shown) + then;
        shown = (floor(now / blank) + 1) * blank;
    }
    return pictures * 16777216 / shown;
}

/* Costs between those of a flash without wait states and with some; of cores that were not measured
 * those of a Cortex-M4, in the proportion of kernels. */
static double find_fps(const target_board *board, const double *work, double pose_cycles,
                       double steps)
{
    const frame_way way = board->panel.way;
    if (way == FRAME_GPU || way == FRAME_ENGINE) { /* a PlayStation's GPU waits for every blank */
        const double blanks = work[WORK_TRIANGLES] * board->wait * 59.8 / (board->clock_khz * 1e3);
        return 59.8 / fmax(way == FRAME_GPU ? ceil(blanks) : blanks, 1);
    }
    const frame_cost *own = find_frame_cost(board->core, way, false);
    const frame_cost *still = own != NULL ? own : find_frame_cost(NULL, way, false);
    const frame_cost *waiting = find_frame_cost(still->core, way, true);
    const double share = waiting != NULL ? board->wait / waiting->wait : 0;
    const double slower =
        own != NULL || way != FRAME_STRIPS
            ? 1
            : kernel_cycles(target_cost(board, PELT_EXACT)) / kernel_cycles(bake_cost_default);
    double cycles[2] = {0, 0};
    for (int i = 0; i < WORK_COUNT; i++) {
        const double more = share > 0 ? share * (waiting->of[i] - still->of[i]) : 0;
        const double scale = i == WORK_POSE
                                 ? pose_cycles
                                 : slower * board->percent / 100 * (i == WORK_SPRINGS ? steps : 1);
        cycles[i >= WORK_PIECES] += (still->of[i] + more) * scale * work[i];
    }
    return way == FRAME_GBA ? gba_fps(cycles[0], cycles[1])
                            : board->clock_khz * 1e3 / (cycles[0] + cycles[1]);
}

/* Steps of springs in a picture, 60 a second: one at least, as joints turn to what stays. */
static double spring_steps(double fps)
{
    return fmin(fmax(60 / fps, 1), PELT_SPRING_STEPS);
}

/* The RAM that pictures and characters have: a showcase's, or what programs leave that need some of it for
 * themselves, a stack among it. */
static uint64_t picture_ram(const target_report *r)
{
    const target_board *board = r->board;
    const uint32_t program = board->panel.way == FRAME_RING ? 7168 : 12288;
    if (r->showcase != NULL)
        return board->ram_bytes;
    return board->ram_bytes > program ? board->ram_bytes - program : 0;
}

void target_picture(target_report *reports, size_t count, const bake_result *baked)
{
    for (target_report *r = reports; r < reports + count; r++) {
        const target_board *board = r->board, *last = r > reports ? r[-1].board : NULL;
        if (last != NULL && memcmp(&last->panel, &board->panel, sizeof last->panel) == 0 &&
            last->ram_bytes == board->ram_bytes)
            memcpy(r->work, r[-1].work, sizeof r->work);
        else
            frame_count(r->work, &board->panel, picture_ram(r), bake_result_native(baked),
                        baked->bytes);
        r->fps = 60; /* it settles */
        for (int i = 0; i < 8; i++)
            r->fps =
                find_fps(board, r->work, board->clock_khz * 1e3 / r->frames, spring_steps(r->fps));
    }
    for (target_report *r = reports; r < reports + count; r++)
        r->work[WORK_SPRINGS] *= spring_steps(r->fps);
}

/// Telling it ////////////////////////////////////////////////////////////////////////////////////

void target_quote(char *out, size_t size, const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "_-,.:/=@+%";
    const bool quoted = *word == '\0' || word[strspn(word, plain)] != '\0';
    FREED char *shown = diag_shown(word);
    const bool coded = strcmp(shown, word) != 0; /* it would steer a terminal */
    diag_append(out, size, quoted ? " '" : " ");
    for (; *word != '\0'; word++)
        diag_append(out, size,
                    *word == '\''                           ? "'\\''"
                    : coded && (*word < ' ' || *word > '~') ? "'$'\\%03o''"
                                                            : "%c",
                    (unsigned char)*word);
    diag_append(out, size, "%s", quoted ? "'" : "");
}

void target_print(const char *word)
{
    const size_t size = 9 * strlen(word) + 4; /* a byte becomes at most nine characters */
    FREED char *quoted = diag_calloc(size, 1);
    target_quote(quoted, size, word);
    fputs(quoted, stdout);
}

const char *const target_bases[] = {"estimate", "counted", "measured"};

json_t *target_json(const target_report *r)
{
    const target_board *board = r->board;
    json_t *work = json_object();
    for (int i = 0; i < WORK_COUNT; i++)
        json_object_set_new(work, frame_names[i], json_out_number(r->work[i]));
    return json_out_add(
        json_object(),
        "board:t core:t fits:b flash:l flash_of:l ram:l ram_of:l fps:n fps_pose_skin:n basis:t "
        "width:i height:i work:j mhz:n advice:t .advice:r .needs:t .mhz:u",
        board->name, board->core, r->fits, r->flash_bytes, board->flash_bytes, r->ram_bytes,
        board->ram_bytes, r->fps, r->frames, target_bases[board->basis], board->panel.width,
        board->panel.height, work, board->clock_khz / 1e3,
        r->fits || r->advice[0] == '\0' ? NULL : r->advice, r->advice, r->needs,
        (board->clock_khz + 500) / 1000);
}
