/* SPDX-License-Identifier: MIT */
/* `bake --target BOARD`: whether the bake fits the board, how many pictures a second that shows, and
 * what would make it fit. */
#pragma once

#include <jansson.h>

#include "cmd/frame.h"
#include "cmd/load.h"
#include "rom/slot.h"

enum {
    /* float is computed by the compiler's routines; the core's figures are with an FPU */
    TARGET_NO_FPU = 1,
    TARGET_LOADS = 2, /* program and blob are loaded into RAM */
    TARGET_BIG_ENDIAN = 4,
    TARGET_EMULATED = 8 /* an emulator, or an FPGA image; not for sale */
};

/* What a number of pictures rests on: cycles that an emulator counts exactly, counted instructions and
 * a model of their cycles, or costs of another core. */
typedef enum target_basis { TARGET_ESTIMATE, TARGET_COUNTED, TARGET_MEASURED } target_basis;
extern const char *const target_bases[];

typedef struct target_board {
    const char *name, *core; /* core: as in the tables of costs */
    uint64_t flash_bytes, ram_bytes;
    uint32_t clock_khz;
    uint16_t percent; /* of the core's cycles, including caches and buses */
    unsigned flags;
    frame_panel panel;
    target_basis basis;
    /* states of the flash, behind a small cache; what larger caches leave of them. Of a GPU: cycles of a
     * picture for each triangle */
    double wait;
} target_board;

extern const target_board target_boards[]; /* [target_board_count] */
extern const size_t target_board_count;
size_t target_sold_count(void); /* of these, the first ones are for sale */

/* Returns NULL, with DIAG_USAGE and a list of the boards. */
const target_board *target_find(const char *name, diag *d);

const char *target_names(void);       /* the values of --target, with spaces between */
const char *target_board_names(void); /* without `all` */

/* The costs of frames in this encoding on the board. */
const bake_cost *target_cost(const target_board *board, pelt_encoding encoding);

typedef struct target_report {
    const target_board *board;
    /* NULL: the user's own program. Its flash is the room for a blob, and it counts RAM itself. */
    const rom_slot *showcase;
    uint64_t flash_bytes; /* of the blob and the library's code */
    /* of the arena, 24 bytes a vertex of the largest mesh, and the library's stack */
    uint64_t ram_bytes;
    char needs[128];         /* these as text, and what the board has */
    double work[WORK_COUNT]; /* of a picture */
    /* per second: pictures; one character's pose, palettes, vertices and unit normals alone */
    double fps, frames;
    bool narrow; /* the program takes vertices of 16 bits */
    bool fits;
    char advice[8192]; /* if it does not fit; "": no advice was wanted */
} target_report;

/* Measures a bake for out->board, out->showcase and out->narrow, without advice. */
void target_estimate(target_report *out, const bake_result *baked, const bake_options *options);

/* Estimates for every board that is for sale, reports[target_sold_count()], zeroed before, the result
 * of its own bake of the scene, without pictures and advice. */
bool target_estimate_all(target_report *reports, const baked_file *baked,
                         const bake_options *options, diag *d);

/* Adds a space and a word to a command line, quoted for a shell; what would steer a terminal as $'\033'. */
void target_quote(char *out, size_t size, const char *word);
void target_print(const char *word); /* the same on standard output */

/* Sets `work` and `fps` of reports that are measured, by this bake, exact or lean. */
void target_picture(target_report *reports, size_t count, const bake_result *baked);

/* The same for any bake. Float has no showcase: its pictures are those of an exact one. */
bool target_add_pictures(target_report *reports, size_t count, const baked_file *baked,
                         const bake_options *options, diag *d);

json_t *target_json(const target_report *r);
