/* SPDX-License-Identifier: MIT */
/*
 * Things of a file as the command line says them. Digits alone are an index; all else is a name, and
 * `name:` before a name that could be something else. Lists have commas between, and in their names
 * `*` stands for any characters, `?` for one; a backslash before one of `,*?\` takes it as it is.
 * After `name:` only commas and backslashes are special.
 */
#ifndef PELT_TOOLS_COMMON_CHOICE_H
#define PELT_TOOLS_COMMON_CHOICE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/diag.h"

/* Digits alone; an index beyond 32 bits is UINT32_MAX. */
bool choice_index(uint32_t *index, const char *text, size_t length);

/* Finite numbers with commas between, and nothing else: how many, or 0 where it is anything else or
 * there are more than `most`. */
uint32_t choice_numbers(double *out, uint32_t most, const char *text);

/* The name that the whole of a text is: without `name:`. */
const char *choice_name(const char *text);

/* An item of a list; `text` is NULL before the first one. */
typedef struct choice {
    const char *text;
    size_t length;
    bool is_index, literal;
    uint32_t index;
} choice;

/* The next item of a list; false at its end. */
bool choice_next(choice *item, const char *list);

bool choice_takes(const choice *item, const char *name);

/* What there is, for the message that says no; cut where the message could not hold it. */
typedef struct choice_offer {
    char text[DIAG_MESSAGE_BYTES - 300];
    bool full;
} choice_offer;

void choice_add(choice_offer *offer, uint32_t index, const char *name);

#endif
