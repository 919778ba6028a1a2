/* SPDX-License-Identifier: MIT */
#include "c/c_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"

struct c_macro {
    uint32_t text;         /* offset in macros + 1; 0: a free slot */
    const c_object *owner; /* NULL: reserved */
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* In capitals, '\0' where an identifier of ASCII cannot hold it. */
static char capital(char c)
{
    if (c >= 'a' && c <= 'z')
        return (char)(c - 'a' + 'A');
    return (c >= 'A' && c <= 'Z') || is_digit(c) ? c : '\0';
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

/// Macros that there are /////////////////////////////////////////////////////////////////////////

static const char *text_of(const c_names *names, const struct c_macro *macro)
{
    return (const char *)names->macros.bytes + macro->text - 1;
}

/* The slot of a macro, or the free one where it would be. slot_count is a power of two. */
static struct c_macro *slot_of(const c_names *names, const char *macro)
{
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (const char *c = macro; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    for (uint32_t i = hash;; i++) {
        struct c_macro *slot = &names->slots[i & (names->slot_count - 1)];
        if (slot->text == 0 || strcmp(text_of(names, slot), macro) == 0)
            return slot;
    }
}

static void grow(c_names *names)
{
    c_names larger = *names;
    larger.slot_count = names->slot_count == 0 ? 64 : 2 * names->slot_count;
    larger.slots = diag_calloc(larger.slot_count, sizeof *larger.slots);
    for (uint32_t i = 0; i < names->slot_count; i++)
        if (names->slots[i].text != 0)
            *slot_of(&larger, text_of(names, &names->slots[i])) = names->slots[i];
    free(names->slots);
    *names = larger;
}

static void take(c_names *names, const char *macro, const c_object *owner)
{
    if (2 * names->used >= names->slot_count)
        grow(names);
    struct c_macro *slot = slot_of(names, macro);
    slot->text = (uint32_t)names->macros.count + 1;
    slot->owner = owner;
    names->used++;
    buffer_bytes(&names->macros, macro, strlen(macro) + 1);
}

void c_names_reserve(c_names *names, const char *text)
{
    char macro[C_MACRO_BYTES];
    snprintf(macro, sizeof macro, "%s_%s", names->prefix, text);
    take(names, macro, NULL);
}

void c_names_free(c_names *names)
{
    buffer_free(&names->macros);
    free(names->slots);
}

/// Choice ////////////////////////////////////////////////////////////////////////////////////////

/* The first of an object's macros that is taken, by whom at *owner; false: none is. */
static bool find_conflict(char macro[C_MACRO_BYTES], const c_object **owner, const c_names *names,
                          const c_object *object, const char *stem)
{
    for (const char *const *suffix = object->suffixes; *suffix != NULL; suffix++) {
        snprintf(macro, C_MACRO_BYTES, "%.200s%s", stem, *suffix);
        const struct c_macro *slot = names->slot_count == 0 ? NULL : slot_of(names, macro);
        if (slot == NULL || slot->text == 0)
            continue;
        *owner = slot->owner;
        return true;
    }
    return false;
}

static void take_stem(c_names *names, c_object *object, const char *stem)
{
    char macro[C_MACRO_BYTES];
    snprintf(object->stem, sizeof object->stem, "%.200s", stem);
    for (const char *const *suffix = object->suffixes; *suffix != NULL; suffix++) {
        snprintf(macro, sizeof macro, "%.200s%s", stem, *suffix);
        take(names, macro, object);
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

static void tell(const c_names *names, const c_object *object, const char *macro,
                 const c_object *owner)
{
    char other[300] = "the header itself";
    if (owner != NULL)
        snprintf(other, sizeof other, "%s %u \"%.255s\"", owner->kind, owner->index, owner->name);
    diag_warn(names->file, "%s %u \"%.255s\" and %s both want %s: %s %u gets %s", object->kind,
              object->index, object->name, other, macro, object->kind, object->index, object->stem);
}

static void choose_other(c_names *names, c_object *object)
{
    const c_object *owner = NULL, *ignored;
    char wanted[C_MACRO_BYTES], macro[C_MACRO_BYTES], stem[C_MACRO_BYTES], unused[C_MACRO_BYTES];
    wanted_stem(wanted, names, object);
    find_conflict(macro, &owner, names, object, wanted);
    snprintf(stem, sizeof stem, "%.190s_%u", wanted, object->index);
    for (uint32_t k = 2; find_conflict(unused, &ignored, names, object, stem); k++)
        snprintf(stem, sizeof stem, "%.180s_%u_%u", wanted, object->index, k);
    take_stem(names, object, stem);
    tell(names, object, macro, owner);
}

void c_names_choose(c_names *names, c_object *objects, uint32_t count)
{
    const c_object *ignored;
    char stem[C_MACRO_BYTES], macro[C_MACRO_BYTES];
    for (uint32_t i = 0; i < count; i++) {
        wanted_stem(stem, names, &objects[i]);
        if (!find_conflict(macro, &ignored, names, &objects[i], stem))
            take_stem(names, &objects[i], stem);
    }
    for (uint32_t i = 0; i < count; i++)
        if (objects[i].stem[0] == '\0')
            choose_other(names, &objects[i]);
}
