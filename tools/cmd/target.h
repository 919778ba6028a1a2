/* SPDX-License-Identifier: MIT */
/*
 * `bake --target BOARD`: whether the bake fits the board, how many frames a second it poses and
 * skins, and what would make it fit.
 */
#pragma once

#include <jansson.h>

#include "cmd/load.h"

enum {
    TARGET_NO_FPU =
        1, /* float is computed by the compiler's routines; the core's figures are with an FPU */
    TARGET_LOADS = 2, /* program and blob are loaded into RAM */
    TARGET_BIG_ENDIAN = 4,
    TARGET_EMULATED = 8 /* an emulator, or an FPGA image; not for sale */
};

typedef struct target_board {
    const char *name, *core; /* core: as in the tables of costs */
    uint64_t flash_bytes, ram_bytes;
    uint32_t clock_khz;
    uint16_t percent; /* of the core's cycles, including caches and buses */
    unsigned flags;
} target_board;

/* The showcase of a board: flash is the room for a blob, and RAM is counted by the showcase. */
typedef struct target_showcase {
    uint32_t vertex_bytes, triangle_bytes, joint_bytes, fixed_bytes; /* in addition to the arena */
    bool plays_q16, plays_q12;
} target_showcase;

extern const target_board target_boards[]; /* [target_board_count] */
extern const size_t target_board_count;

/* Returns NULL, with DIAG_USAGE and a list of the boards. */
const target_board *target_find(const char *name, diag *d);

const char *target_names(void); /* the values of --target, with spaces between */

/* The costs of frames in this encoding on the board. */
const bake_cost *target_cost(const target_board *board, pelt_encoding encoding);

typedef struct target_report {
    const target_board *board;
    const target_showcase *showcase; /* NULL: the user's own program */
    uint64_t flash_bytes;            /* of the blob and the library's code */
    /* of the arena, 24 bytes a vertex of the largest mesh, and the library's stack */
    uint64_t ram_bytes;
    char needs[128]; /* these as text, and what the board has */
    double frames;   /* per second: one character's pose, palettes, vertices and unit normals */
    bool fits;
    char advice[256]; /* if it does not fit; "": no advice was wanted */
} target_report;

/* Measures a bake of `in` with the options `load`. If it does not fit, bakes again with other
 * options and writes advice and a warning. */
void target_measure(target_report *out, const target_board *board, const bake_result *baked,
                    const load_options *load, const char *in);

/* The same without advice. */
void target_estimate(target_report *out, const target_board *board, const bake_result *baked,
                     const bake_options *options);

/* Estimates for every board, target_board_count of them, the result of its own bake of the
 * scene, without advice. free() them. */
target_report *target_estimate_all(const bake_result *baked, const scene *s,
                                   const bake_options *options, diag *d);

/* Whether the bake fits the showcase; otherwise fails with DIAG_INVALID and advice. */
bool target_fits(target_report *out, const target_board *board, const target_showcase *showcase,
                 const bake_result *baked, const load_options *load, const char *in, diag *d);

void target_print(const target_report *r);
json_t *target_json(const target_report *r);
