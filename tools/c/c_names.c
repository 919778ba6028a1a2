/* SPDX-License-Identifier: MIT */
#include "c/c_names.h"

#include <ctype.h>
#include <stdio.h>

#include "common/diag.h"

/* The capital of a letter or digit, or '\0' if no identifier of ASCII can hold the character. */
static char capital(char c)
{
    return isalnum((unsigned char)c) ? (char)toupper((unsigned char)c) : '\0';
}

void c_capitals(char out[C_NAME_BYTES], const char *identifier)
{
    size_t length = 0;
    for (; identifier[length] != '\0' && length + 1 < C_NAME_BYTES; length++)
        out[length] = identifier[length] == '_' ? '_' : capital(identifier[length]);
    out[length] = '\0';
}

/* Words in capitals with one '_' between: C++ keeps names with two of them for itself. "" where
 * nothing is left. */
static void to_words(char out[C_NAME_BYTES], const char *name)
{
    size_t length = 0;
    bool gap = false;
    for (; *name != '\0' && length + 2 < C_NAME_BYTES; name++) {
        const char c = capital(*name);
        if (c != '\0' && gap && length > 0)
            out[length++] = '_';
        if (c != '\0')
            out[length++] = c;
        gap = c == '\0';
    }
    out[length] = '\0';
}

/// Macros that are taken /////////////////////////////////////////////////////////////////////////

static void take(c_names *names, const char *macro, json_t *owner)
{
    if (names->owners == NULL)
        names->owners = json_object();
    json_object_set_new(names->owners, macro, owner);
}

void c_names_reserve(c_names *names, const char *text)
{
    char macro[C_MACRO_BYTES];
    snprintf(macro, sizeof macro, "%s_%s", names->prefix, text);
    take(names, macro, json_null());
}

/// Choice ////////////////////////////////////////////////////////////////////////////////////////

/* Returns the owner of the first of an object's macros that is taken, and that macro; NULL: none is. */
static json_t *find_conflict(char macro[C_MACRO_BYTES], const c_names *names,
                             const c_object *object, const char *stem)
{
    json_t *owner = NULL;
    for (const char *const *suffix = object->suffixes; *suffix != NULL && owner == NULL; suffix++) {
        snprintf(macro, C_MACRO_BYTES, "%.200s%s", stem, *suffix);
        owner = json_object_get(names->owners, macro);
    }
    return owner;
}

static void take_stem(c_names *names, c_object *objects, uint32_t index, const char *stem)
{
    c_object *object = &objects[index];
    char macro[C_MACRO_BYTES];
    snprintf(object->stem, sizeof object->stem, "%.200s", stem);
    for (const char *const *suffix = object->suffixes; *suffix != NULL; suffix++) {
        snprintf(macro, sizeof macro, "%.200s%s", stem, *suffix);
        take(names, macro, json_integer(index));
    }
}

static void wanted_stem(char stem[C_MACRO_BYTES], const c_names *names, const c_object *object)
{
    char kind[C_NAME_BYTES], words[C_NAME_BYTES];
    c_capitals(kind, object->kind);
    to_words(words, object->name);
    if (words[0] == '\0')
        snprintf(words, sizeof words, "%u", object->index);
    snprintf(stem, C_MACRO_BYTES, "%s_%s_%s", names->prefix, kind, words);
}

static void choose_other(c_names *names, c_object *objects, uint32_t index)
{
    const c_object *object = &objects[index];
    char wanted[C_MACRO_BYTES], macro[C_MACRO_BYTES], stem[C_MACRO_BYTES], unused[C_MACRO_BYTES];
    char other[300] = "the header itself";
    wanted_stem(wanted, names, object);
    json_t *owner = find_conflict(macro, names, object, wanted);
    if (json_is_integer(owner)) {
        const c_object *first = &objects[json_integer_value(owner)];
        snprintf(other, sizeof other, "%s %u \"%.255s\"", first->kind, first->index, first->name);
    }
    snprintf(stem, sizeof stem, "%.190s_%u", wanted, object->index);
    for (uint32_t k = 2; find_conflict(unused, names, object, stem) != NULL; k++)
        snprintf(stem, sizeof stem, "%.180s_%u_%u", wanted, object->index, k);
    take_stem(names, objects, index, stem);
    diag_warn(names->file, "%s %u \"%.255s\" and %s both want %s: %s %u gets %s", object->kind,
              object->index, object->name, other, macro, object->kind, object->index, object->stem);
}

void c_names_choose(c_names *names, c_object *objects, uint32_t count)
{
    char stem[C_MACRO_BYTES], macro[C_MACRO_BYTES];
    for (uint32_t i = 0; i < count; i++) {
        wanted_stem(stem, names, &objects[i]);
        if (find_conflict(macro, names, &objects[i], stem) == NULL)
            take_stem(names, objects, i, stem);
    }
    for (uint32_t i = 0; i < count; i++)
        if (objects[i].stem[0] == '\0')
            choose_other(names, objects, i);
}
