/* SPDX-License-Identifier: MIT */
/* The showcase's program, which image and host tests call. */
#pragma once

#include <stddef.h>

/* Plays a blob as the command line says (showcase.c) and returns the program's exit status.
 * `memory`, aligned to 8 bytes, is all the memory that it may use. */
int showcase_run(const void *blob, size_t blob_bytes, const char *title, void *memory,
                 size_t memory_bytes);
