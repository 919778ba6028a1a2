/* SPDX-License-Identifier: MIT */
/* The benchmark image: measures every kernel and stage on the machine that it runs on and prints
 * rows of bench.tsv, each on a line that starts with "bench" and a tab.
 *
 * In the emulator the unit is instructions, exact, or estimated cycles; on hardware it is cycles
 * (cycles.h), and on the host, with BENCH_TIMES, nanoseconds. The difference of two counts is
 * divided, so that the cost of a call apart from its vertices cancels out. */
#pragma once

#include <stdbool.h>

#include "pelt.h"

/// Counting /////////////////////////////////////////////////////////////////////////////////////

/* True on the host. */
bool bench_takes_times(void);

/* Chooses the counter by the command line. The word "cycles" means cycles in the emulator, too, if
 * it has them. The words "estimates FILE" mean cycles that a plugin of the emulator estimates
 * (tests/bench/estimate). */
void bench_counter_init(void);
uint32_t bench_now(void);
/* Instructions or cycles since `start`; below 2^24 cycles on a Cortex-M0. */
uint32_t bench_since(uint32_t start);

/* The work to be measured; `count` is a number of vertices, or the index of a frame. */
typedef void bench_work(void *context, uint32_t count);

/* The cost of the work, the least of some runs. `prepare`, or NULL, runs before each of them and
 * is not counted. */
uint32_t bench_count(bench_work *prepare, bench_work *work, void *context, uint32_t count);
/* The additional cost of all vertices over the first half, in which the set-up of a call cancels
 * out. */
uint32_t bench_count_half(bench_work *prepare, bench_work *work, void *context, uint32_t count);

/// Rows /////////////////////////////////////////////////////////////////////////////////////////

typedef struct bench_subject {
    const char *kernel, *precision;
    uint32_t influences; /* 0: the row does not depend on influences */
    const char *attributes;
    const char *character; /* a kernel is printed as CHARACTER:KERNEL, or NULL */
} bench_subject;

/* total / count instructions or cycles per "vertex" or "joint". */
void bench_row_per(const bench_subject *subject, const char *per, uint32_t total, uint32_t count);
void bench_row_stack(const bench_subject *subject, uint32_t bytes);
void bench_row_number(const bench_subject *subject, const char *what, uint32_t number);

/* Prints the reason and ends the run. */
__attribute__((noreturn)) void bench_fail(const char *what);

/* Memory of the image for outputs and arenas, 8-byte aligned, for one user at a time. */
void *bench_memory(uint32_t bytes);
/* The most that bench_memory can give. */
uint32_t bench_memory_bytes(void);

/// Parts ////////////////////////////////////////////////////////////////////////////////////////

void bench_kernels_q16(void);
void bench_kernels_q12(void);
void bench_kernels_f32(void);
void bench_corners(const void *blob); /* exact */
/* Prints the stages of a character as rows of bench.tsv. */
void bench_stages_q16(const char *precision, const void *blob, const pelt_family *family);
void bench_stages_f32(const char *precision, const void *blob, const pelt_family *family);
/* Prints the stages of a frame of a character. */
void bench_frames_q16(const char *name, const char *precision, const void *blob,
                      const pelt_family *family);
void bench_frames_f32(const char *name, const char *precision, const void *blob,
                      const pelt_family *family);
