/* SPDX-License-Identifier: MIT */
/*
 * Typed reads out of jansson values that know where they are, so that every error names its JSON
 * path. A read that fails says so to the diag, where the first failure wins, and returns something
 * harmless: whoever reads several members asks for the diag's exit_code once, behind them.
 */
#ifndef PELT_TOOLS_GLTF_JSON_H
#define PELT_TOOLS_GLTF_JSON_H

#include <jansson.h>
#include <stdint.h>

#include "common/diag.h"

/* A value and where it stands. */
typedef struct json_at {
    diag *d;
    json_t *value;   /* NULL: absent, or of the wrong type */
    char place[128]; /* a JSON pointer such as /accessors/3/sparse; cut short where a hostile file
                        makes it long */
} json_at;

/*
 * Parses; depth and number of values are limited before jansson sees the text. NULL after
 * diag_fail.
 */
json_t *json_parse(diag *d, const char *text, size_t size_bytes);

/* diag_fail with ", WHERE, re-export the file" after the message. Returns false. */
bool json_fail(const json_at *where, const char *format, ...) DIAG_PRINTF(2, 3);

/* A member of an object, whatever it is. An absent object has no members. */
json_at json_member(const json_at *object, const char *key);
/* A member that is an object, an array or a string, or absent; one that has to be there. */
json_at json_get(const json_at *object, const char *key, json_type type);
json_at json_need(const json_at *object, const char *key, json_type type);

#define JSON_REQUIRED UINT64_MAX /* in place of a value for a member that is absent */

/* A whole number in [0, max]; 12.0 is one. */
uint32_t json_whole(const json_at *object, const char *key, uint64_t otherwise, uint32_t max);
/* An index below count. */
uint32_t json_index(const json_at *object, const char *key, uint64_t otherwise, uint32_t count);
bool json_flag(const json_at *object, const char *key, bool otherwise);
/* A finite number. */
double json_number(const json_at *object, const char *key, double otherwise);
/* Exactly count finite numbers; `out` is left as it is where they are absent. */
void json_numbers(double *out, const json_at *object, const char *key, size_t count);

/* Elements of an array: whatever it is, or of a type. */
json_at json_any(const json_at *array, size_t index);
json_at json_element(const json_at *array, size_t index, json_type type);
uint32_t json_element_index(const json_at *array, size_t index, uint32_t count);
double json_element_number(const json_at *array, size_t index);

#endif
