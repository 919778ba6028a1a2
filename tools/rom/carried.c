/* SPDX-License-Identifier: MIT */
/* Finds the files that are linked into the tool. */
#include "rom/carried.h"

#include <stdlib.h>
#include <string.h>

extern const uint8_t carried_files[];

/* Moves to the file behind `file`, or to the first if that is zeroed. Returns false at the end. */
static bool next(carried_file *file)
{
    const uint8_t *at = file->bytes == NULL ? carried_files : file->bytes + file->count;
    size_t length = CARRIED_NAME_BYTES;
    while (length > 0 && at[length - 1] == ' ')
        length--;
    if (length == 0)
        return false;
    memcpy(file->name, at, length);
    file->name[length] = '\0';
    char count[CARRIED_COUNT_BYTES + 1] = {0};
    memcpy(count, at + CARRIED_NAME_BYTES, CARRIED_COUNT_BYTES);
    file->count = (size_t)strtoul(count, NULL, 10);
    file->bytes = at + CARRIED_NAME_BYTES + CARRIED_COUNT_BYTES;
    return true;
}

bool carried_find(carried_file *file, const char *name)
{
    *file = (carried_file){.bytes = NULL};
    while (next(file))
        if (strcmp(file->name, name) == 0)
            return true;
    return false;
}
