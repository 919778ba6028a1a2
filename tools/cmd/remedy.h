/* SPDX-License-Identifier: MIT */
/* Options with which a character fits a board: advice of `bake --target` and `rom`, and `fit`. */
#pragma once

#include "cmd/options.h"

/* The command line, to which advice adds options, and what it baked. */
typedef struct target_call {
    unsigned command; /* FOR_BAKE, FOR_ROM */
    const command_line *line;
    int shown; /* the last words of the line that are the user's */
    const baked_file *baked;
    double fps; /* at least these pictures a second, and each try is told; 0: any number */
} target_call;

/* Measures a bake. If it does not fit, bakes again with other options and writes advice and a
 * warning. */
void target_measure(target_report *out, const target_board *board, const target_call *call);

/* Whether the bake fits the showcase; otherwise fails with DIAG_INVALID and advice. */
bool target_fits(target_report *out, const target_board *board, const rom_slot *showcase,
                 const target_call *call, diag *d);

/* Finds the options, least harm first, with which r->board holds the character and shows call->fps
 * pictures a second, a space before each. *r is measured, without them and then with them. Returns
 * false if there are none: then *r is what the last ones need. */
#define FIT_OPTIONS_BYTES 4096
bool target_fit(char options[FIT_OPTIONS_BYTES], target_report *r, const target_call *call);
