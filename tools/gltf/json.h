/* SPDX-License-Identifier: MIT */
/* Typed reads from jansson values that know their place, so that every error names a JSON path. A
 * read that fails reports to the diag, where the first failure is kept, and returns a harmless
 * value. Thus a caller can read several members and check the diag's exit_code once, afterwards. */
#pragma once

#include <jansson.h>

#include "common/diag.h"

/* A value and its place. */
typedef struct json_at {
    diag *d;
    json_t *value; /* NULL: absent, or of the wrong type */
    /* A JSON pointer such as /accessors/3/sparse, cut if a hostile file makes it long. */
    char place[128];
} json_at;

/* Parses the text of an object. Nesting and number of values are limited before jansson sees it.
 * Returns NULL after diag_fail, whose message ends with `remedy`. */
json_t *json_parse(diag *d, const char *text, size_t size_bytes, const char *remedy);

/* Calls diag_fail with ", PLACE, re-export the file" after the message. Returns false. */
bool json_fail(const json_at *where, const char *format, ...) DIAG_PRINTF(2, 3);

/* A member of an object, of any type. An absent object has no members. */
json_at json_member(const json_at *object, const char *key);
/* json_get: a member that is an object, an array or a string, or absent. json_need: the same,
 * but it has to be there. */
json_at json_get(const json_at *object, const char *key, json_type type);
json_at json_need(const json_at *object, const char *key, json_type type);

#define JSON_REQUIRED UINT64_MAX /* in place of a default: the member must be present */

/* A whole number in [0, max]; 12.0 counts as one. */
uint32_t json_whole(const json_at *object, const char *key, uint64_t otherwise, uint32_t max);
/* An index below count. */
uint32_t json_index(const json_at *object, const char *key, uint64_t otherwise, uint32_t count);
/* True or false; an absent one is false. */
bool json_flag(const json_at *object, const char *key);
/* A finite number. */
double json_number(const json_at *object, const char *key, double otherwise);
/* Reads exactly `count` finite numbers; if they are absent `out` is left unchanged. */
void json_numbers(double *out, const json_at *object, const char *key, size_t count);

/* Elements of an array: of any type, or an object. */
json_at json_any(const json_at *array, size_t index);
json_at json_element(const json_at *array, size_t index);
uint32_t json_element_index(const json_at *array, size_t index, uint32_t count);
double json_element_number(const json_at *array, size_t index);
