/* SPDX-License-Identifier: MIT */
#ifndef SHOWCASE_SHOWCASE_H
#define SHOWCASE_SHOWCASE_H

#include <stddef.h>

/* Plays a blob as the command line says, showcase.c; the program's exit status. `memory`, aligned to 8
 * bytes, is all that there is for it. */
int showcase_run(const void *blob, size_t blob_bytes, const char *title, void *memory,
                 size_t memory_bytes);

#endif
