/* SPDX-License-Identifier: MIT */
/*
 * Files that the tool carries: those of build/carried/ when it was linked. tools/rom/carry makes one
 * of them all, carried_files.S has it in the tool: for each file its name in CARRIED_NAME_BYTES, its bytes
 * as a decimal number in CARRIED_COUNT_BYTES, both with spaces behind, and its bytes; at the end a
 * name of spaces.
 */
#ifndef PELT_TOOLS_ROM_CARRIED_H
#define PELT_TOOLS_ROM_CARRIED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CARRIED_NAME_BYTES 48
#define CARRIED_COUNT_BYTES 16

typedef struct carried_file {
    char name[CARRIED_NAME_BYTES + 1];
    const uint8_t *bytes;
    size_t count;
} carried_file;

/* False where the tool does not carry it. */
bool carried_find(carried_file *file, const char *name);

#endif
