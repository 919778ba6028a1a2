/* SPDX-License-Identifier: MIT */
/*
 * Typed reads out of jansson values that know where they are, so that every error names its JSON
 * path.
 */
#ifndef PELT_TOOLS_GLTF_JSON_H
#define PELT_TOOLS_GLTF_JSON_H

#include <jansson.h>
#include <stdint.h>

#include "common/diag.h"

/* A JSON pointer such as /accessors/3/sparse; cut short where a hostile file makes it long. */
typedef struct json_place {
    char text[128];
} json_place;

json_place json_key(const json_place *parent, const char *key);
json_place json_item(const json_place *parent, size_t index);

typedef enum json_need { JSON_OPTIONAL, JSON_REQUIRED } json_need;

/*
 * Parses; depth and number of values are limited before jansson sees the text. NULL after
 * diag_fail.
 */
json_t *json_parse(diag *d, const char *text, size_t size_bytes);

/* diag_fail with ", WHERE, re-export the file" after the message. Returns false. */
bool json_fail(diag *d, const json_place *where, const char *format, ...) DIAG_PRINTF(3, 4);

/*
 * Members of `object`, which stands at `where`. An optional member that is absent leaves `out` as
 * it is and is no failure; a member of the wrong type is one.
 */
bool json_read_object(diag *d, const json_t **out, const json_t *object, const json_place *where,
                      const char *key, json_need need);
bool json_read_array(diag *d, const json_t **out, const json_t *object, const json_place *where,
                     const char *key, json_need need);
bool json_read_string(diag *d, const json_t **out, const json_t *object, const json_place *where,
                      const char *key, json_need need);
bool json_read_bool(diag *d, bool *out, const json_t *object, const json_place *where,
                    const char *key);
/* A finite number. */
bool json_read_number(diag *d, double *out, const json_t *object, const json_place *where,
                      const char *key);
/* Whole numbers in [0, max]; 12.0 is one. */
bool json_read_u64(diag *d, uint64_t *out, const json_t *object, const json_place *where,
                   const char *key, json_need need, uint64_t max);
bool json_read_u32(diag *d, uint32_t *out, const json_t *object, const json_place *where,
                   const char *key, json_need need, uint32_t max);
/* An index below count. */
bool json_read_index(diag *d, uint32_t *out, const json_t *object, const json_place *where,
                     const char *key, json_need need, uint32_t count);
/* Exactly count finite numbers. */
bool json_read_numbers(diag *d, double *out, const json_t *object, const json_place *where,
                       const char *key, json_need need, size_t count);

/* Elements of an array that stands at `where`. */
bool json_element_object(diag *d, const json_t **out, const json_t *array, const json_place *where,
                         size_t index);
bool json_element_index(diag *d, uint32_t *out, const json_t *array, const json_place *where,
                        size_t index, uint32_t count);
bool json_element_number(diag *d, double *out, const json_t *array, const json_place *where,
                         size_t index);

#endif
