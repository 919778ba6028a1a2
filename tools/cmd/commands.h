/* SPDX-License-Identifier: MIT */
/* The commands of the tool. Each is in a file of its own; main.c calls them. */
#pragma once

#include <stdio.h>

#include "cmd/options.h"
#include "common/diag.h"

typedef struct command {
    const char *name;
    unsigned bit;                             /* FOR_... */
    bool (*run)(command_line *line, diag *d); /* false: with a message in `d` */
    void (*list)(void);  /* prints a list behind the text of its help, or NULL */
    const char *files;   /* the files in its usage line */
    const char *summary; /* its line in the list of commands */
    /* the text of its help: paragraphs; lines that begin with a space are kept as they are */
    const char *text;
} command;

extern const command command_table[]; /* [command_count] */
extern const size_t command_count;

/* Returns NULL if there is no such command. */
const command *command_find(const char *name);

bool cmd_bake(command_line *line, diag *d);
bool cmd_completion(command_line *line, diag *d);
bool cmd_dump(command_line *line, diag *d);
bool cmd_fit(command_line *line, diag *d);
bool cmd_info(command_line *line, diag *d);
bool cmd_report(command_line *line, diag *d);
bool cmd_rom(command_line *line, diag *d);
bool cmd_verify(command_line *line, diag *d);
bool cmd_view(command_line *line, diag *d);
bool show_window(const loaded_blob *blob, const command_line *line, diag *d); /* its --window */
void rom_list(void);

/* For dump --what events: prints the names of the events that a player passes from line->time_s to
 * line->to_s of a clip of the blob, one a line; --what root: `tx ty tz yaw`, the root motion between
 * these times in the frame at the first, in glTF units and degrees from -180 to 180, zeros if there is
 * none. */
bool dump_motion(const pelt_model *model, uint32_t clip, const command_line *line, diag *d);

/* The showcase that writes files like `out`, and the board that it runs on, with the flash and RAM
 * that it leaves. */
bool rom_target(target_board *board, rom_slot *slot, const char *out, diag *d);

/* help_start prints the three commands that one needs, help_list prints all commands, to stdout or
 * stderr; help_print prints one command's help to stdout. */
void help_start(FILE *to);
void help_list(FILE *to);
void help_print(const command *c);
