/* SPDX-License-Identifier: MIT */
/* The commands of the tool, each in a file of its own. */
#ifndef PELT_TOOLS_CMD_COMMANDS_H
#define PELT_TOOLS_CMD_COMMANDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "cmd/options.h"
#include "common/diag.h"

typedef struct command {
    const char *name;
    unsigned bit;        /* FOR_... */
    const char *files;   /* of its usage */
    const char *summary; /* in the list of commands */
    const char *text;   /* of its help: paragraphs, and lines that begin with a space as they are */
    void (*list)(void); /* to stdout: what its help lists behind the text, or NULL */
} command;

extern const command command_table[]; /* [command_count] */
extern const size_t command_count;

/* NULL: there is none. */
const command *command_find(const char *name);

/* What they do. False: `d` says why not. */
bool cmd_bake(command_line *line, diag *d);
bool cmd_completion(command_line *line, diag *d);
bool cmd_dump(command_line *line, diag *d);
bool cmd_info(command_line *line, diag *d);
bool cmd_report(command_line *line, diag *d);
bool cmd_rom(command_line *line, diag *d);
bool cmd_verify(command_line *line, diag *d);
bool cmd_view(command_line *line, diag *d);
void rom_list(void);

/* What there is, to stdout or stderr; and what one of them does, to stdout. */
void help_list(FILE *to);
void help_print(const command *c);

#endif
