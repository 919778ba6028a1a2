/* SPDX-License-Identifier: MIT */
/*
 * How far a command is: one line on stderr that is rewritten and gone in the end. Only on a terminal,
 * and only of what takes longer than a second.
 */
#ifndef PELT_TOOLS_COMMON_PROGRESS_H
#define PELT_TOOLS_COMMON_PROGRESS_H

#include <stdint.h>

/* `done` of `total` steps of a loop; `what` outlives it. */
void progress(const char *what, uint64_t done, uint64_t total);

/* A loop inside of one of these steps. */
void progress_within(uint64_t done, uint64_t total);

/* Nothing is shown any more: before other output. */
void progress_clear(void);

#endif
