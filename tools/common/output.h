/* SPDX-License-Identifier: MIT */
/* Reads and writes files for every command of the tool. An output is complete or absent, and it
 * never replaces a file that the command has read.
 *
 * A file is written under a temporary name in its folder and then renamed, so that other programs
 * see the old file or the whole new one. If the user names a symbolic link, its target is replaced
 * and the link stays. A pipe or a device is opened and written directly. */
#pragma once

#include "common/diag.h"

typedef struct output_file {
    const char *path;
    const void *bytes;
    size_t size_bytes;
} output_file;

/* Marks an input file, which output_write then refuses to replace. Does nothing if there is no such
 * file. */
void output_protect(const char *path);

/* Reads a whole file and protects it. *bytes is malloc'ed and has one NUL byte behind the last.
 * Fails with DIAG_IO. */
bool read_file(void **bytes, size_t *size_bytes, const char *path, diag *d);

/* Returns whether all paths can be outputs: none is a folder or a protected file, under any name, no
 * two are the same file, and their folders take a file, which is tried. Fails with DIAG_USAGE or
 * DIAG_IO. Only `path` of each file is read. */
bool output_check(const output_file *files, size_t count, diag *d);

/* Writes all files, or none: on failure it removes the files that it has already put in place.
 * Bytes that went to a pipe or device cannot be taken back. */
bool output_write(const output_file *files, size_t count, diag *d);

/* Removes the files that output_write has written, for a caller whose later step failed. */
void output_remove(const output_file *files, size_t count);

/* Returns whether `path` names the same file as standard output. */
bool output_is_stdout(const char *path);

/* Flushes standard output. Returns false, with DIAG_IO, if anything written to it was lost. */
bool output_flush(diag *d);
