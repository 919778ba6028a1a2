/* SPDX-License-Identifier: MIT */
/* The tables of commands and options as text; tools/man makes the manual page of it. */
#ifndef PELT_TOOLS_CMD_HELP_H
#define PELT_TOOLS_CMD_HELP_H

#include <stdio.h>

#include "cmd/commands.h"

void help_list(FILE *to);          /* all commands */
void help_print(const command *c); /* one command with its options, to stdout */

#endif
