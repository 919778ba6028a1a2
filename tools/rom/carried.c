/* SPDX-License-Identifier: MIT */
/* Finds the files that are linked into the tool. */
#include "rom/carried.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const uint8_t carried_files[];

bool carried_find(carried_file *file, const char *name)
{
    char wanted[CARRIED_NAME_BYTES + 1];
    snprintf(wanted, sizeof wanted, "%-*s", CARRIED_NAME_BYTES, name);
    for (const uint8_t *at = carried_files; *at != ' '; at = file->bytes + file->count) {
        file->count = (size_t)strtoul((const char *)at + CARRIED_NAME_BYTES, NULL, 10);
        file->bytes = at + CARRIED_NAME_BYTES + CARRIED_COUNT_BYTES;
        if (memcmp(at, wanted, CARRIED_NAME_BYTES) == 0)
            return true;
    }
    return false;
}
