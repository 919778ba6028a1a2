/* SPDX-License-Identifier: MIT */
/* Files that the tool carries: those that were in build/carried/ when it was linked.
 * tools/rom/carry joins them, and carried_files.S puts the result into the tool. For each file
 * there is its name in CARRIED_NAME_BYTES, its size as a decimal number in CARRIED_COUNT_BYTES,
 * both padded with spaces, and its bytes; a name of spaces ends the list. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CARRIED_NAME_BYTES 48
#define CARRIED_COUNT_BYTES 16

typedef struct carried_file {
    const uint8_t *bytes;
    size_t count;
} carried_file;

/* Returns false if the tool does not carry the file. */
bool carried_find(carried_file *file, const char *name);
