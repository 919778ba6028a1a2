/* SPDX-License-Identifier: MIT */
#include "gltf/json.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/*
 * Documented limits: nesting (jansson parses and frees recursively) and values (each costs about 50
 * bytes).
 */
#define JSON_MAX_DEPTH 512
#define JSON_MAX_VALUES (1u << 22)

json_place json_key(const json_place *parent, const char *key)
{
    json_place place;
    snprintf(place.text, sizeof place.text, "%.80s/%.40s", parent->text, key);
    return place;
}

json_place json_item(const json_place *parent, size_t index)
{
    json_place place;
    snprintf(place.text, sizeof place.text, "%.100s/%zu", parent->text, index);
    return place;
}

bool json_fail(diag *d, const json_place *where, const char *format, ...)
{
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return diag_fail(d, DIAG_INVALID, "%s, %s, re-export the file", message,
                     where->text[0] == '\0' ? "/" : where->text);
}

static bool scan_limits(diag *d, const char *text, size_t size_bytes)
{
    size_t depth = 0, values = 1;
    bool in_string = false;
    for (size_t i = 0; i < size_bytes; i++) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\')
                i++;
            else if (c == '"')
                in_string = false;
            continue;
        }
        if (c == '"')
            in_string = true;
        else if (c == '[' || c == '{')
            depth++;
        else if ((c == ']' || c == '}') && depth > 0)
            depth--;
        if (depth > JSON_MAX_DEPTH)
            return diag_fail(
                d, DIAG_INVALID,
                "JSON is nested deeper than %d levels, JSON byte %zu, remove the deep extras",
                JSON_MAX_DEPTH, i);
        values += c == ',' || c == '[' || c == '{';
        if (values > JSON_MAX_VALUES)
            return diag_fail(
                d, DIAG_INVALID,
                "JSON holds more than %u values, JSON byte %zu, move data into buffers",
                JSON_MAX_VALUES, i);
    }
    return true;
}

json_t *json_parse(diag *d, const char *text, size_t size_bytes)
{
    if (size_bytes >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        text += 3;
        size_bytes -= 3;
    }
    if (!scan_limits(d, text, size_bytes))
        return NULL;
    json_error_t error;
    json_t *root =
        json_loadb(text, size_bytes,
                   JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL, &error);
    if (root == NULL) {
        diag_fail(d, DIAG_INVALID,
                  "not valid JSON (%s), JSON byte %d (line %d), re-export the file", error.text,
                  error.position, error.line);
        return NULL;
    }
    if (!json_is_object(root)) {
        diag_fail(d, DIAG_INVALID, "JSON is not an object, JSON byte 0, use a glTF 2.0 file");
        json_decref(root);
        return NULL;
    }
    return root;
}

static bool missing(diag *d, const json_place *where, const char *key, json_need need)
{
    return need == JSON_OPTIONAL || json_fail(d, where, "\"%s\" is missing", key);
}

static bool wrong_type(diag *d, const json_place *where, const char *wanted)
{
    return json_fail(d, where, "must be %s", wanted);
}

static bool read_typed(diag *d, const json_t **out, const json_t *object, const json_place *where,
                       const char *key, json_need need, json_type type, const char *wanted)
{
    const json_t *value = json_object_get(object, key);
    if (value == NULL)
        return missing(d, where, key, need);
    if (json_typeof(value) != type) {
        const json_place place = json_key(where, key);
        return wrong_type(d, &place, wanted);
    }
    *out = value;
    return true;
}

bool json_read_object(diag *d, const json_t **out, const json_t *object, const json_place *where,
                      const char *key, json_need need)
{
    return read_typed(d, out, object, where, key, need, JSON_OBJECT, "an object");
}

bool json_read_array(diag *d, const json_t **out, const json_t *object, const json_place *where,
                     const char *key, json_need need)
{
    return read_typed(d, out, object, where, key, need, JSON_ARRAY, "an array");
}

bool json_read_string(diag *d, const json_t **out, const json_t *object, const json_place *where,
                      const char *key, json_need need)
{
    return read_typed(d, out, object, where, key, need, JSON_STRING, "a string");
}

bool json_read_bool(diag *d, bool *out, const json_t *object, const json_place *where,
                    const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (value == NULL)
        return true;
    if (!json_is_boolean(value)) {
        const json_place place = json_key(where, key);
        return wrong_type(d, &place, "true or false");
    }
    *out = json_is_true(value);
    return true;
}

static bool whole_number(diag *d, uint64_t *out, const json_t *value, const json_place *where,
                         uint64_t max)
{
    if (!json_is_real(value))
        return wrong_type(d, where, "a whole number");
    const double number = json_real_value(value);
    /* Above 2^53 doubles skip whole numbers; nothing in glTF is that large. */
    if (!(number >= 0) || number > 9007199254740992.0 || number != floor(number))
        return json_fail(d, where, "%.17g is not a whole number of use here", number);
    if ((uint64_t)number > max)
        return json_fail(d, where, "%.0f is more than the limit of %llu", number,
                         (unsigned long long)max);
    *out = (uint64_t)number;
    return true;
}

bool json_read_u64(diag *d, uint64_t *out, const json_t *object, const json_place *where,
                   const char *key, json_need need, uint64_t max)
{
    const json_t *value = json_object_get(object, key);
    if (value == NULL)
        return missing(d, where, key, need);
    const json_place place = json_key(where, key);
    return whole_number(d, out, value, &place, max);
}

bool json_read_u32(diag *d, uint32_t *out, const json_t *object, const json_place *where,
                   const char *key, json_need need, uint32_t max)
{
    uint64_t wide = *out;
    if (!json_read_u64(d, &wide, object, where, key, need, max))
        return false;
    *out = (uint32_t)wide;
    return true;
}

static bool index_number(diag *d, uint32_t *out, const json_t *value, const json_place *where,
                         uint32_t count)
{
    uint64_t wide = 0;
    if (!whole_number(d, &wide, value, where, UINT64_MAX))
        return false;
    if (wide >= count)
        return json_fail(d, where, "index %llu is out of range, there are %u",
                         (unsigned long long)wide, count);
    *out = (uint32_t)wide;
    return true;
}

bool json_read_index(diag *d, uint32_t *out, const json_t *object, const json_place *where,
                     const char *key, json_need need, uint32_t count)
{
    const json_t *value = json_object_get(object, key);
    if (value == NULL)
        return missing(d, where, key, need);
    const json_place place = json_key(where, key);
    return index_number(d, out, value, &place, count);
}

bool json_read_numbers(diag *d, double *out, const json_t *object, const json_place *where,
                       const char *key, json_need need, size_t count)
{
    const json_t *array = json_object_get(object, key);
    if (array == NULL)
        return missing(d, where, key, need);
    const json_place place = json_key(where, key);
    if (!json_is_array(array) || json_array_size(array) != count)
        return json_fail(d, &place, "must be an array of %zu numbers", count);
    for (size_t i = 0; i < count; i++)
        if (!json_element_number(d, &out[i], array, &place, i))
            return false;
    return true;
}

bool json_read_number(diag *d, double *out, const json_t *object, const json_place *where,
                      const char *key)
{
    const json_t *value = json_object_get(object, key);
    const json_place place = json_key(where, key);
    if (value == NULL)
        return true;
    if (!json_is_number(value) || !isfinite(json_number_value(value)))
        return wrong_type(d, &place, "a finite number");
    *out = json_number_value(value);
    return true;
}

bool json_element_object(diag *d, const json_t **out, const json_t *array, const json_place *where,
                         size_t index)
{
    *out = json_array_get(array, index);
    if (json_is_object(*out))
        return true;
    const json_place place = json_item(where, index);
    return wrong_type(d, &place, "an object");
}

bool json_element_index(diag *d, uint32_t *out, const json_t *array, const json_place *where,
                        size_t index, uint32_t count)
{
    const json_place place = json_item(where, index);
    return index_number(d, out, json_array_get(array, index), &place, count);
}

bool json_element_number(diag *d, double *out, const json_t *array, const json_place *where,
                         size_t index)
{
    const json_t *value = json_array_get(array, index);
    if (json_is_real(value)) {
        *out = json_real_value(value);
        return true;
    }
    const json_place place = json_item(where, index);
    return wrong_type(d, &place, "a number");
}
