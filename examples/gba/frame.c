/* SPDX-License-Identifier: MIT */
#include "frame.h"

#include "board.h"
#include "console.h"
#include "draw.h"
#include "scene.h"
#include "text.h"
#include "view.h"

#define CYCLES_PER_SECOND 16777216u

static draw_area drawn[2]; /* what is on the pages */

uint32_t frame_cycles(const figure *f)
{
    uint32_t sum = 0;
    int i;

    for (i = 0; i < STAGE_COUNT; i++) {
        sum += f->cycles[i];
    }
    return sum;
}

pelt_time frame_time(const figure *f, uint32_t clip, uint32_t ticks)
{
    pelt_clip_info info;
    uint32_t length;

    if (clip == PELT_NONE) {
        return 0;
    }
    figure_need(pelt_clip_get(&info, figure_model(f), clip), "clip");
    length = (uint32_t)info.end - (uint32_t)info.start;
    return (pelt_time)((uint32_t)info.start + (length == 0u ? 0u : ticks % length));
}

void frame_draw(figure *f, const figure_moment *moment, frame_costs *costs)
{
    const uint32_t blank = console_blanks();
    const figure_triangle *triangles = f->triangles[f->size][f->precision];
    const uint32_t vertices = f->vertex_counts[f->size][f->precision];
    draw_area area;
    uint32_t start, sorted, cleared, end, index, i;
    uint8_t *page;

    figure_skin(f, moment);
    start = board_counter();
    view_project(f);
    sorted = board_counter();
    draw_sort(&area, triangles, f->triangle_counts[f->size][f->precision], vertices);
    end = board_counter();
    f->cycles[STAGE_PROJECT] = sorted - start;
    f->cycles[STAGE_SORT] = end - sorted;

    page = scene_page(&index);
    start = board_counter();
    draw_clear(page, &drawn[index]);
    cleared = board_counter();
    draw_kept(page, triangles, vertices);
    end = board_counter();
    drawn[index] = area;
    f->cycles[STAGE_CLEAR] = cleared - start;
    f->cycles[STAGE_DRAW] = end - cleared;
    scene_show(moment->yaw);

    costs->frames++;
    costs->blended += moment->other_weight != 0 ? 1u : 0u;
    costs->blanks += console_blanks() - blank;
    for (i = 0; i < STAGE_COUNT; i++) {
        costs->stages[i] += f->cycles[i];
    }
    costs->most = frame_cycles(f) > costs->most ? frame_cycles(f) : costs->most;
}

/// Printing /////////////////////////////////////////////////////////////////////////////////////

static void print_head(const figure *f, const char *what, const char *unit)
{
    board_puts("demo\t");
    board_puts(f->names[f->size]);
    board_puts("\t");
    board_puts(f->precision == FIGURE_Q12 ? "q12\t" : "q16\t");
    board_puts(f->unit_normals ? "unit\t" : "raw\t");
    board_puts(what);
    board_puts("\t");
    board_puts(unit);
    board_puts("\t");
}

static void print_number(const figure *f, const char *what, const char *unit, uint32_t number)
{
    print_head(f, what, unit);
    board_put_u32(number);
    board_puts("\n");
}

static void print_tenths(const figure *f, const char *what, const char *unit, uint32_t tenths)
{
    print_head(f, what, unit);
    board_put_decimal((int32_t)tenths, 1);
    board_puts("\n");
}

void frame_print(const figure *f, const frame_costs *costs)
{
    static const char *const names[STAGE_COUNT] = { "sample", "blend", "joints", "palette", "skin",
                                                    "turn", "project", "sort", "clear", "draw" };
    uint32_t all = 0;
    uint32_t i;

    if (costs->frames == 0u) {
        return;
    }
    for (i = 0; i < STAGE_COUNT; i++) {
        uint32_t mean = (uint32_t)(costs->stages[i] / costs->frames);

        if (i == STAGE_BLEND) { /* of the frames that have it */
            mean = costs->blended == 0u ? 0u : (uint32_t)(costs->stages[i] / costs->blended);
        }
        print_number(f, names[i], "cycles_per_frame", mean);
        all += (uint32_t)(costs->stages[i] / costs->frames);
    }
    print_number(f, "frame", "cycles_per_frame", all);
    print_number(f, "frame", "cycles_at_most", costs->most);
    print_number(f, "frame", "frames", costs->frames);
    print_tenths(f, "frame", "per_second", 10u * CYCLES_PER_SECOND / all);
    if (costs->blanks != 0u) {
        print_tenths(f, "screen", "per_second",
                     (uint32_t)((uint64_t)costs->frames * 10u * CYCLES_PER_SECOND /
                                ((uint64_t)costs->blanks * CONSOLE_PICTURE_CYCLES)));
    }
}
