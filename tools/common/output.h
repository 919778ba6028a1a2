/* SPDX-License-Identifier: MIT */
/*
 * Files that a command writes: whole or not at all, and never one that it has read.
 *
 * A file is written under a name of its own beside the place where it belongs and then renamed, so
 * that others see the old one or the whole new one. Where the user names a link, what the link
 * points to is replaced and the link stays. What is no regular file (a pipe, a device) is written
 * as it is.
 */
#ifndef PELT_TOOLS_COMMON_OUTPUT_H
#define PELT_TOOLS_COMMON_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "common/diag.h"

typedef struct output_file {
    const char *path;
    const void *bytes;
    size_t size_bytes;
} output_file;

/* Notes a file that was read; one that does not exist is no matter. */
void output_protect(const char *path);

/* A whole file that output_write never replaces, malloc'ed with one NUL byte behind; DIAG_IO. */
bool read_file(void **bytes, size_t *size_bytes, const char *path, diag *d);

/* Whether all paths can be written: none is a folder or a file that was read (whatever its name),
 * no two are one place. DIAG_USAGE or DIAG_IO. Reads `path` only. */
bool output_check(const output_file *files, size_t count, diag *d);

/* Writes all or none, in this order. */
bool output_write(const output_file *files, size_t count, diag *d);

/* Removes what output_write has put there: a later step failed. */
void output_remove(const output_file *files, size_t count);

/* Whether `path` is standard output under another name. */
bool output_is_stdout(const char *path);

/* Whether all of standard output could be written; DIAG_IO. */
bool output_flush(diag *d);

#endif
