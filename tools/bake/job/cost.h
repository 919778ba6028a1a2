/* SPDX-License-Identifier: MIT */
/* The costs of skinning on a core, by which the baker chooses order and sharing, and of a frame,
 * which `bake --target` prints. The choices do not change results by a bit.
 *
 * The table is cost_table.inc, which tests/bench/figures generates from the benchmark's figures. */
#pragma once

#include "common/diag.h"
#include "pelt.h"

/* Costs of one encoding. Skinning: position and normal, per vertex; [influences - 1]. */
typedef struct kernel_cost {
    uint16_t plain[4], set[4];
    uint16_t normalise;
    uint16_t sample, joints, palette,
        between;          /* per joint, per joint, per palette entry, per in-between of three of a
                           * joint; once for each pose */
    uint16_t code_bytes;  /* of the library in a program with the family, at -O2; 0: not measured */
    uint16_t stack_bytes; /* the most that opening a model or making a frame takes */
} kernel_cost;

/* Costs are cycles, estimated or (arm7) measured in an emulator; else instructions; or (x86)
 * hundredths of a nanosecond. The baker uses only their proportions. */
typedef struct bake_cost {
    const char *core;
    /* cycles per hundred units of cost, without wait states; 0: not known */
    uint16_t cycles_percent;
    kernel_cost q16, f32, q12;
    uint16_t run;  /* one more run: its share of a call, and entering and leaving kernels */
    uint16_t copy; /* a vertex that equals another one */
} bake_cost;

/* Saving this many bytes is worth the time of a copied vertex. */
#define BAKE_COST_COPY_BYTES 14

/* The cost of the same kernels for meshes without normals, as a factor. */
#define BAKE_COST_WITHOUT_NORMALS 0.7

#define BAKE_CORES "m0|m3|m4|m7|m33|m55|arm7|arm9|rv32|x86"

/* The costs of a Cortex-M4, the default. */
extern const bake_cost *const bake_cost_default;

/* Returns NULL, with DIAG_USAGE, for a core that is not in the table. */
const bake_cost *bake_cost_find(const char *core, diag *d);

const kernel_cost *bake_kernel_cost(const bake_cost *cost, pelt_encoding encoding);
