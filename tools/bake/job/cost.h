/* SPDX-License-Identifier: MIT */
/*
 * What skinning costs on a core, for the baker's choices of order and sharing, and a frame, for
 * what `bake --target` tells. Whatever the baker chooses, results are the same to the bit.
 *
 * The table is cost_table.inc, which tests/bench/figures makes of the benchmark's figures.
 */
#ifndef PELT_TOOLS_BAKE_JOB_COST_H
#define PELT_TOOLS_BAKE_JOB_COST_H

#include "common/diag.h"
#include "pelt.h"

/* Of one encoding: position and normal, per vertex; [influences - 1]. */
typedef struct kernel_cost {
    uint16_t plain[4], set[4];
    uint16_t normalise;
    uint16_t sample, joints, palette; /* a joint, a joint, a palette's entry: once a pose */
    uint16_t code_bytes;  /* of the library in a program of the family, at -O2; 0: not measured */
    uint16_t stack_bytes; /* at the most, to open a model or to make a frame */
} kernel_cost;

/*
 * Cycles, estimated or (arm7) measured in an emulator, or else instructions, or (x86) hundredths of
 * a nanosecond: for the baker only their proportions count.
 */
typedef struct bake_cost {
    const char *core;
    uint16_t cycles_percent; /* cycles of a hundred of them, without wait states; 0: not known */
    kernel_cost q16, f32, q12;
    uint16_t run;  /* one more run: its share of a call, entering and leaving kernels */
    uint16_t copy; /* a vertex that equals another one */
} bake_cost;

/* Saving these bytes is worth the time of a copied vertex, which is the same whatever kernels and
 * runs take. */
#define BAKE_COST_COPY_BYTES 14

/* Of meshes without normals: the same kernels do less. */
#define BAKE_COST_WITHOUT_NORMALS 0.7

#define BAKE_CORES "m0|m3|m4|m7|m33|m55|arm7|arm9|rv32|x86"

/* Cortex-M4, the default. */
extern const bake_cost *const bake_cost_default;

/* NULL and DIAG_USAGE for a core that is not in the table. */
const bake_cost *bake_cost_find(const char *core, diag *d);

const kernel_cost *bake_kernel_cost(const bake_cost *cost, pelt_encoding encoding);

#endif
