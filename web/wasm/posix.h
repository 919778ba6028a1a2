/* SPDX-License-Identifier: MIT */
/* The part of POSIX that the tool uses and wasi-libc lacks. Every source of the module includes it
 * first. */
#pragma once

#include <sys/types.h>

mode_t umask(mode_t mask);
int fchmod(int file, mode_t rights);
int dup(int file);
int dup2(int from, int to);
int mkstemp(char *path);

/* The tool is a function of the module: run.c. */
int tool_main(int argc, char **argv);
#define main tool_main
