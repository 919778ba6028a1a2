/* SPDX-License-Identifier: MIT */
#include "versions.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSIONS_MAX = 16, CELLS_MAX = 16, WORD_BYTES = 24 };

/* Columns, in order: stage, unit, heading. */
static const char *const columns[][3] = {
    {"sample", "cycles_per_frame", "sample"},   {"blend", "cycles_per_frame", "blend"},
    {"joints", "cycles_per_frame", "joints"},   {"palette", "cycles_per_frame", "palette"},
    {"skin", "cycles_per_frame", "skin"},       {"turn", "cycles_per_frame", "turn"},
    {"project", "cycles_per_frame", "project"},
    {"sort", "cycles_per_frame", "sort"},       {"clear", "cycles_per_frame", "clear"},
    {"draw", "cycles_per_frame", "draw"},       {"frame", "cycles_per_frame", "all"},
    {"frame", "per_second", "fps"},
};
enum { COLUMN_COUNT = sizeof columns / sizeof columns[0] };

typedef struct version {
    char name[3][WORD_BYTES]; /* size, precision, normals */
    double cells[CELLS_MAX];
} version;

static version *find(version *versions, uint32_t *count, char name[3][WORD_BYTES])
{
    for (uint32_t i = 0; i < *count; i++)
        if (memcmp(versions[i].name, name, sizeof versions[i].name) == 0)
            return &versions[i];
    if (*count == VERSIONS_MAX)
        return NULL;
    version *v = &versions[(*count)++];
    memset(v, 0, sizeof *v);
    memcpy(v->name, name, sizeof v->name);
    return v;
}

bool put_versions(const char *log)
{
    static version versions[VERSIONS_MAX];
    uint32_t count = 0;

    for (const char *line = log; line != NULL; line = strchr(line, '\n')) {
        char name[3][WORD_BYTES] = {{0}}, stage[WORD_BYTES], unit[WORD_BYTES], value[WORD_BYTES];
        line += *line == '\n' ? 1 : 0;
        if (sscanf(line,
                   "demo\t%23[^\t\n]\t%23[^\t\n]\t%23[^\t\n]\t%23[^\t\n]\t%23[^\t\n]\t%23[^\t\n]",
                   name[0], name[1], name[2], stage, unit, value) != 6)
            continue;
        version *v = find(versions, &count, name);
        for (uint32_t c = 0; v != NULL && c < COLUMN_COUNT; c++)
            if (strcmp(stage, columns[c][0]) == 0 && strcmp(unit, columns[c][1]) == 0)
                v->cells[c] = strtod(value, NULL);
    }
    if (count == 0u)
        return false;
    printf("  cycles a frame, by the console's timers\n  vertices      normals");
    for (uint32_t c = 0; c < COLUMN_COUNT; c++)
        printf(" %8s", columns[c][2]);
    putchar('\n');
    for (uint32_t i = 0; i < count; i++) {
        const version *v = &versions[i];
        printf("  %-8s %-4s %-7s", v->name[0], v->name[1], v->name[2]);
        for (uint32_t c = 0; c < COLUMN_COUNT; c++)
            printf(c + 1u == COLUMN_COUNT ? " %8.1f" : " %8.0f", v->cells[c]);
        putchar('\n');
    }
    putchar('\n');
    return true;
}
