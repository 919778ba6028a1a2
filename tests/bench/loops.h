/* SPDX-License-Identifier: MIT */
/* Measures loops that skin an image's vertices, over data that it places, and prints their costs as rows. */
#pragma once

#include "bench.h"
#include "bench_data.h"
#include "textbook.h"

#define LOOP_WORDS 6u /* of a vertex in the output: position, normal */
#define LOOP_PALETTE_BYTES (4u * BENCH_PALETTE_WORDS)

typedef union loop_word {
    int32_t fixed;
    float real;
} loop_word;

/* Loops read copies of their data here, so that no flash slows them down. */
typedef struct loop_place {
    loop_word *out, *palette;
    uint8_t *inputs;
    uint32_t vertices;
    textbook_loop *run; /* set by measure_loop */
} loop_place;

/* Counts what the second half of the vertices costs, and prints the row of one of these. */
void measure_loop(const bench_subject *subject, textbook_loop *run, const loop_place *place);

/* Measure all loops of the rows `textbook` and `portable`. */
void bench_textbook(const loop_place *place);
void bench_portable(const loop_place *place);
