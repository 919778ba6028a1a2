/* SPDX-License-Identifier: MIT */
/* Reads scripts of keys, see play.h. */
#include "play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINES_MAX 256u

typedef struct action {
    uint32_t picture;
    uint32_t keys; /* keys to hold, if count is 0 */
    bool ends;
    uint32_t count, every; /* number of pictures to keep, and their distance */
} action;

static action actions[LINES_MAX];
static uint32_t action_count, next_action;
static uint32_t held;
static uint32_t keep_next, keep_left, keep_every;

static bool add_key(uint32_t *keys, const char *name)
{
    static const char *const names[] = {"a",  "b",    "select", "start", "right", "left",
                                        "up", "down", "r",      "l",     "x",     "y"};
    for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0) {
            *keys |= 1u << i;
            return true;
        }
    }
    return false;
}

static bool read_number(uint32_t *number, const char *word)
{
    char *end;
    const unsigned long value = strtoul(word, &end, 10);
    *number = (uint32_t)value;
    return *word != '\0' && *end == '\0' && value < UINT32_MAX;
}

static bool read_action(action *a, char *line)
{
    const char *word = strtok(line, " \t");
    if (!read_number(&a->picture, word) || (word = strtok(NULL, " \t")) == NULL)
        return false;
    if (strcmp(word, "hold") == 0) {
        while ((word = strtok(NULL, " \t")) != NULL)
            if (!add_key(&a->keys, word))
                return false;
        return true;
    }
    if (strcmp(word, "end") == 0)
        return a->ends = true;
    a->count = a->every = 1;
    if (strcmp(word, "keep") != 0)
        return false;
    if ((word = strtok(NULL, " \t")) != NULL && !read_number(&a->count, word))
        return false;
    if (word != NULL && (word = strtok(NULL, " \t")) != NULL && !read_number(&a->every, word))
        return false;
    return a->count > 0u && a->every > 0u;
}

bool play_open(const char *path)
{
    char line[256];
    uint32_t number = 0;
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        return false;
    }
    while (fgets(line, sizeof line, file) != NULL) {
        number++;
        line[strcspn(line, "#\r\n")] = '\0';
        if (line[strspn(line, " \t")] == '\0')
            continue;
        if (action_count == LINES_MAX || !read_action(&actions[action_count++], line)) {
            fprintf(stderr, "%s:%u: not understood\n", path, (unsigned)number);
            (void)fclose(file);
            return false;
        }
    }
    return fclose(file) == 0;
}

uint32_t play_at(uint32_t picture, bool *keep)
{
    for (; next_action < action_count && actions[next_action].picture <= picture; next_action++) {
        const action *a = &actions[next_action];
        if (a->ends) {
            exit(0);
        } else if (a->count == 0u) {
            held = a->keys;
        } else {
            keep_next = picture;
            keep_left = a->count;
            keep_every = a->every;
        }
    }
    *keep = keep_left > 0u && picture == keep_next;
    if (*keep) {
        keep_left--;
        keep_next += keep_every;
    }
    return held;
}
