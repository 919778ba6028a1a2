/* SPDX-License-Identifier: MIT */
/* Parses the command line's references to things of a file, for every command. Digits alone are an
 * index; all else is a name, and `name:` marks a name that could be mistaken for something else. A
 * list has commas between its items. In its names `*` stands for any characters and `?` for one; a
 * backslash takes the next character as it is if that is one of `,*?\`. After `name:` only commas
 * and backslashes are special. */
#pragma once

#include "common/diag.h"

/* Parses an index, which is digits alone; an index beyond 32 bits becomes UINT32_MAX. */
bool choice_index(uint32_t *index, const char *text, size_t length);

/* Parses finite numbers with commas between. Returns how many there are, or 0 if the text has
 * anything else or more than `most` numbers. */
uint32_t choice_numbers(double *out, uint32_t most, const char *text);

/* The name in a text that is a single name: without `name:`. */
const char *choice_name(const char *text);

/* Ends a text at a sign in it and returns what is behind the sign; of NULL, NULL. */
char *choice_cut(char *sign);

/* Writes the letters and digits of a name, small: programs disagree on the rest of it. */
void choice_plain(char *out, size_t size_bytes, const char *name);

/* An item of a list; `text` is NULL before the first item. */
typedef struct choice {
    const char *text;
    size_t length;
    bool is_index, literal;
    uint32_t index;
} choice;

/* Moves to the next item of a list; returns false at its end. */
bool choice_next(choice *item, const char *list);

/* Whether an item that is a name or a pattern takes this name; false for an index. */
bool choice_takes(const choice *item, const char *name);

/* A list of the available names for an error message, cut where the message is full. */
typedef struct choice_offer {
    char text[DIAG_MESSAGE_BYTES - 300];
    bool full;
} choice_offer;

/* The name of a thing and its number, which is negative if it has none. */
typedef const char *choice_item(int64_t *number, const void *in, uint32_t index);

/* The first of `count` things that the text names: an index, a name, or `name:` and a name. UINT32_MAX: there is
 * none. It warns if there are several of the name. All that have a number are offered. */
uint32_t choice_find(choice_offer *offer, const char *kind, choice_item *item, const void *in,
                     uint32_t count, const char *text, const char *file);

/* Adds one to the list; behind the last that has room stands "...". */
void choice_add(choice_offer *offer, uint32_t index, const char *name);
