/* SPDX-License-Identifier: MIT */
/* Macro names out of any names: valid in C, each defined once, every conflict told. */
#pragma once

#include <jansson.h>
#include <stdint.h>

#define C_NAME_BYTES 65   /* of a part of a name, with its NUL */
#define C_MACRO_BYTES 256 /* of a whole one */

/* Something of the model that gives its name to macros: STEM and STEM with each of the suffixes. */
typedef struct c_object {
    const char *kind; /* "mesh", "clip", "joint" */
    uint32_t index;
    const char *name;            /* as in the file */
    const char *const *suffixes; /* "" the first, NULL the last */
    char stem[C_MACRO_BYTES];    /* chosen by c_names_choose */
} c_object;

/* The macros of a header so far, and what each is for. */
typedef struct c_names {
    const char *prefix; /* capitals */
    const char *file;   /* named in warnings */
    /* of each macro: an index of the objects, or null where it is reserved; json_decref() it */
    json_t *owners;
} c_names;

/* PREFIX_TEXT, which belongs to nothing in the file. */
void c_names_reserve(c_names *names, const char *text);

/* Stems PREFIX_KIND_NAME for all objects. Names that nothing else wants are kept as they are; of
 * two with the same macro the first keeps it, the other gets its index behind its name and a warning
 * tells both. */
void c_names_choose(c_names *names, c_object *objects, uint32_t count);

/* Capitals of an identifier. */
void c_capitals(char out[C_NAME_BYTES], const char *identifier);
