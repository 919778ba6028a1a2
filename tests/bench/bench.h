/* SPDX-License-Identifier: MIT */
/*
 * The benchmark image: counts of every kernel and stage on the machine it runs on, as rows of
 * bench.tsv, each on a line that starts with "bench" and a tab.
 *
 * In the emulator the unit is instructions, exact, or estimated cycles; on hardware it is cycles
 * (cycles.h), on the host, with BENCH_TIMES, nanoseconds. What a call costs beside its vertices cancels
 * out: the difference of two counts is divided.
 */
#ifndef PELT_BENCH_H
#define PELT_BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "pelt.h"

/// Counting /////////////////////////////////////////////////////////////////////////////////////

/* On the host. */
bool bench_takes_times(void);

/*
 * Chooses the counter. The word "cycles": cycles in the emulator too, where it has them. The words
 * "estimates FILE": cycles that a plugin of the emulator estimates (tests/bench/estimate).
 */
void bench_counter_init(void);
uint32_t bench_now(void);
/* Instructions or cycles since start. Below 2^24 cycles on a Cortex-M0. */
uint32_t bench_since(uint32_t start);

/* What is counted; `count` is of vertices, or the number of a frame. */
typedef void bench_work(void *context, uint32_t count);

/* What the work takes, the least of some runs; `prepare`, NULL or what comes before each of them, is not
 * counted. */
uint32_t bench_count(bench_work *prepare, bench_work *work, void *context, uint32_t count);
/* What it takes more for all than for the first half: the set-up of a call cancels out. */
uint32_t bench_count_half(bench_work *prepare, bench_work *work, void *context, uint32_t count);

/// Rows /////////////////////////////////////////////////////////////////////////////////////////

typedef struct bench_subject {
    const char *kernel, *precision;
    uint32_t influences; /* 0: not about influences */
    const char *attributes;
} bench_subject;

/* total / count instructions or cycles per "vertex" or "joint". */
void bench_row_per(const bench_subject *subject, const char *per, uint32_t total, uint32_t count);
void bench_row_bytes(const bench_subject *subject, const char *metric, uint32_t bytes);

typedef struct bench_character {
    const char *name, *precision;
    uint32_t joint_count, entry_count /* of palettes */, vertex_count;
} bench_character;

/* How large the character is, as kernel NAME:size. */
void bench_rows_size(const bench_character *of);
/* What a stage takes in a frame of a whole character, as kernel NAME:STAGE, for each of joint_count
 * joints; 0: for each vertex. */
void bench_rows_stage(const bench_character *of, const char *stage, uint32_t total, uint32_t frames,
                      uint32_t joint_count);

/* Prints why and ends the run. */
__attribute__((noreturn)) void bench_fail(const char *what);

/* Memory of the image for outputs and arenas, 8-byte aligned; one user at a time. */
void *bench_memory(uint32_t bytes);
/* All that bench_memory could give. */
uint32_t bench_memory_bytes(void);

/// Parts ////////////////////////////////////////////////////////////////////////////////////////

void bench_kernels_q16(void);
void bench_kernels_q12(void);
void bench_kernels_f32(void);
void bench_corners(const void *blob); /* exact */
/* The stages of a character as rows of bench.tsv. */
void bench_stages_q16(const char *precision, const void *blob, const pelt_family *family);
void bench_stages_f32(const char *precision, const void *blob, const pelt_family *family);
/* A frame of it. */
void bench_frames_q16(const char *name, const char *precision, const void *blob,
                      const pelt_family *family);
void bench_frames_f32(const char *name, const char *precision, const void *blob,
                      const pelt_family *family);

#endif
