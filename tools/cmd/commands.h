/* SPDX-License-Identifier: MIT */
/* Subcommands of the tool, one per cmd_*.c; argv starts after the subcommand's name. They return
 * the exit status: 0 ok, 1 invalid input, 2 usage, 3 input or output failed. */
#ifndef PELT_TOOLS_CMD_COMMANDS_H
#define PELT_TOOLS_CMD_COMMANDS_H

int cmd_bake(int argc, char **argv);
int cmd_dump(int argc, char **argv);
int cmd_info(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_rom(int argc, char **argv);
int cmd_verify(int argc, char **argv);
int cmd_view(int argc, char **argv);

#endif
