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
    const char *words[PLAY_KEYS + 2] = {NULL};
    uint32_t count = 0;
    for (char *word = strtok(line, " \t"); word != NULL; word = strtok(NULL, " \t")) {
        if (count == sizeof words / sizeof words[0])
            return false;
        words[count++] = word;
    }
    if (count < 2u || !read_number(&a->picture, words[0]))
        return false;
    if (strcmp(words[1], "end") == 0)
        return a->ends = true;
    if (strcmp(words[1], "hold") == 0) {
        for (uint32_t i = 2; i < count; i++)
            if (!add_key(&a->keys, words[i]))
                return false;
        return true;
    }
    a->count = a->every = 1;
    return strcmp(words[1], "keep") == 0 && (count < 3u || read_number(&a->count, words[2])) &&
           (count < 4u || read_number(&a->every, words[3])) && a->count > 0u && a->every > 0u;
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
