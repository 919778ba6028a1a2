/* SPDX-License-Identifier: MIT */
/* Parses lists of names, patterns and indices. */
#include "common/choice.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PREFIX "name:"
#define PREFIX_LENGTH (sizeof PREFIX - 1)

bool choice_index(uint32_t *index, const char *text, size_t length)
{
    uint64_t value = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        value = value * 10 + (uint64_t)(text[i] - '0');
        if (value > UINT32_MAX)
            value = UINT32_MAX;
    }
    *index = (uint32_t)value;
    return length > 0;
}

uint32_t choice_numbers(double *out, uint32_t most, const char *text)
{
    for (uint32_t count = 1; count <= most; count++, text++) {
        char *end;
        *out = strtod(text, &end);
        if (end == text || !isfinite(*out++) || (*end != '\0' && *end != ','))
            return 0;
        if (*end == '\0')
            return count;
        text = end;
    }
    return 0;
}

const char *choice_name(const char *text)
{
    return strncmp(text, PREFIX, PREFIX_LENGTH) == 0 ? text + PREFIX_LENGTH : text;
}

void choice_plain(char *out, size_t size_bytes, const char *name)
{
    size_t length = 0;
    for (; *name != '\0' && length + 1 < size_bytes; name++)
        if (isalnum((unsigned char)*name))
            out[length++] = (char)tolower((unsigned char)*name);
    out[length] = '\0';
}

static bool is_escape(const char *at)
{
    return at[0] == '\\' && at[1] != '\0' && strchr(",*?\\", at[1]) != NULL;
}

char *choice_cut(char *sign)
{
    if (sign != NULL)
        *sign++ = '\0';
    return sign;
}

bool choice_next(choice *item, const char *list)
{
    const char *at = item->text == NULL ? list : item->text + item->length;
    if (item->text != NULL && *at++ == '\0')
        return false;
    item->text = at;
    while (*at != '\0' && *at != ',')
        at += is_escape(at) ? 2 : 1;
    item->length = (size_t)(at - item->text);
    item->is_index = choice_index(&item->index, item->text, item->length);
    item->literal =
        item->length >= PREFIX_LENGTH && strncmp(item->text, PREFIX, PREFIX_LENGTH) == 0;
    return true;
}

static const char *next_character(const char *name)
{
    do
        name++;
    while (((unsigned char)*name & 0xC0) == 0x80);
    return name;
}

bool choice_takes(const choice *item, const char *name)
{
    const char *at = item->text + (item->literal ? PREFIX_LENGTH : 0);
    const char *const end = item->text + item->length;
    /* The last star of the pattern, and the place in the name up to which it stands. */
    const char *star = NULL, *star_name = NULL;
    if (item->is_index || item->length == 0)
        return false;
    while (*name != '\0' || at < end) {
        const bool escaped = at < end && is_escape(at);
        if (at < end && !item->literal && *at == '*') {
            star = ++at;
            star_name = name;
        } else if (at < end && !item->literal && *at == '?' && *name != '\0') {
            at++;
            name = next_character(name);
        } else if (at < end && *name != '\0' && at[escaped] == *name) {
            at += 1 + escaped;
            name++;
        } else if (star != NULL && *star_name != '\0') {
            at = star; /* it stands for one more character */
            name = ++star_name;
        } else {
            return false;
        }
    }
    return true;
}

uint32_t choice_find(choice_offer *offer, const char *kind, choice_item *item, const void *in,
                     uint32_t count, const char *text, const char *file)
{
    uint32_t index, found = 0, first = UINT32_MAX;
    int64_t number, taken = 0;
    const bool is_index = choice_index(&index, text, strlen(text));
    const char *wanted = choice_name(text);
    for (uint32_t i = 0; i < count; i++) {
        const char *name = item(&number, in, i);
        if (number >= 0)
            choice_add(offer, (uint32_t)number, name);
        if (is_index ? number != (int64_t)index : *wanted == '\0' || strcmp(name, wanted) != 0)
            continue;
        if (found++ == 0) {
            first = i;
            taken = number;
        }
    }
    if (found > 1)
        diag_warn(file, "%u %s are named %.100s, the first of them is taken: %d", (unsigned)found,
                  kind, wanted, (int)taken);
    return first;
}

void choice_add(choice_offer *offer, uint32_t index, const char *name)
{
    const size_t length = strlen(offer->text);
    if (offer->full)
        return;
    offer->full = length + strlen(name) + 24 > sizeof offer->text;
    if (offer->full)
        strcpy(offer->text + length, ", ...");
    else
        snprintf(offer->text + length, sizeof offer->text - length, "%s%u \"%s\"",
                 length > 0 ? ", " : "", (unsigned)index, name);
}
