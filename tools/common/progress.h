/* SPDX-License-Identifier: MIT */
/* Shows the progress of a command in one line on stderr, which is rewritten and removed in the end.
 * It appears only on a terminal, and only if the command takes longer than a second. */
#pragma once

#include <stdint.h>

/* Reports `done` of `total` steps of a loop; the text `what` must outlive it. */
void progress(const char *what, uint64_t done, uint64_t total);

/* Reports a loop within one of these steps. */
void progress_within(uint64_t done, uint64_t total);

/* Removes the line until the next report, before other output. */
void progress_clear(void);
