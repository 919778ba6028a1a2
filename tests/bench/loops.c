/* SPDX-License-Identifier: MIT */
/* The images `textbook_o2` and `textbook_o3`: what the best textbook loops of one level of
 * optimisation take, and in the first what pelt's own portable C takes. Of several rows `textbook`
 * with one subject, tests/bench/run keeps the least. */
#include "loops.h"

#include "board.h"
#include "src/blob/format.h"

__attribute__((weak)) void bench_portable(const loop_place *place);

/* Divides bench_memory, which must be fast memory where cycles are counted. */
static loop_place open_place(void)
{
    loop_place p = {.vertices = bench_vertices};
    const uint32_t input_bytes =
        TEXTBOOK_FLOAT ? format_record_bytes_f32(4) : (uint32_t)sizeof(textbook_vertex_q16);
    p.out = bench_memory((4u * LOOP_WORDS + input_bytes) * p.vertices + LOOP_PALETTE_BYTES);
#ifdef BOARD_COUNTS_CYCLES
    size_t left_bytes;
    if ((void *)p.out != board_free_ram(&left_bytes))
        bench_fail("the loops leave no fast memory");
#endif
    p.palette = p.out + LOOP_WORDS * p.vertices;
    p.inputs = (uint8_t *)(p.palette + BENCH_PALETTE_WORDS);
    return p;
}

static void run_loop(void *context, uint32_t count)
{
    const loop_place *p = context;
    p->run(p->out, p->inputs, count, p->palette);
}

void measure_loop(const bench_subject *subject, textbook_loop *run, const loop_place *p)
{
    loop_place place = *p;
    place.run = run;
    bench_row_per(subject, "vertex", bench_count_half(NULL, run_loop, &place, p->vertices),
                  p->vertices - p->vertices / 2u);
}

int main(void)
{
    bench_counter_init();
    const loop_place place = open_place();
    bench_textbook(&place);
    if (bench_portable != NULL)
        bench_portable(&place);
    board_puts("PASS bench\n");
    return 0;
}
