/* SPDX-License-Identifier: MIT */
/*
 * `bake --target BOARD`: whether what was baked fits the board, how many frames a second it poses
 * and skins, and what would make it fit.
 */
#ifndef PELT_TOOLS_CMD_TARGET_H
#define PELT_TOOLS_CMD_TARGET_H

#include <jansson.h>

#include "cmd/load.h"

enum {
    TARGET_NO_FPU = 1, /* float is the compiler's, though the core's figures are with an FPU */
    TARGET_LOADS = 2,  /* program and blob are loaded into the RAM */
    TARGET_BIG_ENDIAN = 4,
    TARGET_EMULATED = 8 /* nothing that one can buy: an emulator, or an image of an FPGA */
};

typedef struct target_board {
    const char *name, *core; /* core: of the tables of costs */
    uint64_t flash_bytes, ram_bytes;
    uint32_t clock_khz;
    uint16_t percent; /* of the core's cycles: what caches and buses add */
    unsigned flags;
} target_board;

/* The showcase on a board: flash is the room for a blob, and RAM the showcase's own account. */
typedef struct target_showcase {
    uint32_t vertex_bytes, triangle_bytes, joint_bytes, fixed_bytes; /* beside the arena */
    bool plays_q16, plays_q12;
} target_showcase;

extern const target_board target_boards[]; /* [target_board_count] */
extern const size_t target_board_count;

/* NULL and DIAG_USAGE with the boards that there are. */
const target_board *target_find(const char *name, diag *d);

const char *target_names(void); /* what --target takes, with spaces between */

/* What frames in this encoding take on the board. */
const bake_cost *target_cost(const target_board *board, pelt_encoding encoding);

typedef struct target_report {
    const target_board *board;
    const target_showcase *showcase; /* NULL: a program of one's own */
    uint64_t flash_bytes;            /* the blob and the library's code */
    uint64_t ram_bytes; /* the arena, 24 bytes a vertex of the largest mesh, the library's stack */
    char needs[128];    /* these in words, and what the board has */
    double frames;      /* a second: one character's pose, palettes, vertices and unit normals */
    bool fits;
    char advice[256]; /* where it does not fit; "": none was asked for */
} target_report;

/* Of what was baked with `load` from `in`. Where it does not fit, bakes again and again: the advice,
 * and a warning. */
void target_measure(target_report *out, const target_board *board, const bake_result *baked,
                    const load_options *load, const char *in);

/* The same without any advice. */
void target_estimate(target_report *out, const target_board *board, const bake_result *baked,
                     const bake_options *options);

/* Of every board, target_board_count of them, what its own bake of the scene would give; without
 * advice. free() them. */
target_report *target_estimate_all(const bake_result *baked, const scene *s,
                                   const bake_options *options, diag *d);

/* Whether it fits the showcase; else DIAG_INVALID with what would make it fit. */
bool target_fits(target_report *out, const target_board *board, const target_showcase *showcase,
                 const bake_result *baked, const load_options *load, const char *in, diag *d);

void target_print(const target_report *r);
json_t *target_json(const target_report *r);

#endif
