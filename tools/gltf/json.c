/* SPDX-License-Identifier: MIT */
/* Reads JSON through jansson, with limits. */
#include "gltf/json.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The documented limits of nesting (jansson parses and frees recursively) and of values (each takes
 * about 50 bytes). */
#define JSON_MAX_DEPTH 512
#define JSON_MAX_VALUES (1u << 22)

bool json_fail(const json_at *where, const char *format, ...)
{
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return diag_fail(where->d, DIAG_INVALID, "%s, %s, re-export the file", message,
                     where->place[0] == '\0' ? "/" : where->place);
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

static void *allocate(size_t bytes)
{
    return diag_calloc(bytes, 1);
}

json_t *json_parse(diag *d, const char *text, size_t size_bytes, const char *remedy)
{
    if (size_bytes >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        text += 3;
        size_bytes -= 3;
    }
    if (!scan_limits(d, text, size_bytes))
        return NULL;
    json_error_t error;
    json_set_alloc_funcs(allocate, free); /* jansson would call a lack of memory bad JSON */
    json_auto_t *root =
        json_loadb(text, size_bytes,
                   JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL, &error);
    if (root == NULL) {
        diag_fail(d, DIAG_INVALID, "not valid JSON (%s), JSON byte %d (line %d), %s", error.text,
                  error.position, error.line, remedy);
        return NULL;
    }
    if (!json_is_object(root)) {
        diag_fail(d, DIAG_INVALID, "JSON is not an object, JSON byte 0, %s", remedy);
        return NULL;
    }
    return json_incref(root);
}

static json_at wrong_type(const json_at *at, const char *wanted)
{
    json_at nothing = *at;
    nothing.value = NULL;
    json_fail(at, "must be %s", wanted);
    return nothing;
}

/* The value, if it has this type; otherwise the read fails. */
static json_at typed(const json_at *at, json_type type)
{
    static const char *const names[] = {
        [JSON_OBJECT] = "an object", [JSON_ARRAY] = "an array", [JSON_STRING] = "a string"};
    return at->value != NULL && json_typeof(at->value) == type ? *at : wrong_type(at, names[type]);
}

json_at json_member(const json_at *object, const char *key)
{
    json_at at = {.d = object->d, .value = json_object_get(object->value, key)};
    snprintf(at.place, sizeof at.place, "%.80s/%.40s", object->place, key);
    return at;
}

json_at json_get(const json_at *object, const char *key, json_type type)
{
    const json_at at = json_member(object, key);
    return at.value == NULL ? at : typed(&at, type);
}

static void missing(const json_at *object, const char *key)
{
    json_fail(object, "\"%s\" is missing", key);
}

json_at json_need(const json_at *object, const char *key, json_type type)
{
    const json_at at = json_get(object, key, type);
    if (at.value == NULL) /* a value of the wrong type has been reported already */
        missing(object, key);
    return at;
}

/* Returns UINT64_MAX after a failure. */
static uint64_t whole_number(const json_at *at)
{
    const double number = json_real_value(at->value);
    /* Above 2^53 doubles skip whole numbers, and no number of glTF is that large. */
    if (!json_is_real(at->value))
        wrong_type(at, "a whole number");
    else if (!(number >= 0) || number > 9007199254740992.0 || number != floor(number))
        json_fail(at, "%.17g is not a whole number in the allowed range", number);
    else
        return (uint64_t)number;
    return UINT64_MAX;
}

static uint32_t index_number(const json_at *at, uint32_t count)
{
    const uint64_t number = whole_number(at);
    if (number < count)
        return (uint32_t)number;
    json_fail(at, "index %llu is out of range, there are %u", (unsigned long long)number, count);
    return 0;
}

/* Whether there is a number; if not, and it is required, the read fails. */
static bool has_number(const json_at *at, const json_at *object, const char *key,
                       uint64_t otherwise)
{
    if (at->value == NULL && otherwise == JSON_REQUIRED)
        missing(object, key);
    return at->value != NULL;
}

uint32_t json_whole(const json_at *object, const char *key, uint64_t otherwise, uint32_t max)
{
    const json_at at = json_member(object, key);
    if (!has_number(&at, object, key, otherwise))
        return (uint32_t)otherwise;
    const uint64_t number = whole_number(&at);
    if (number <= max)
        return (uint32_t)number;
    json_fail(&at, "%llu is more than the limit of %u", (unsigned long long)number, max);
    return 0;
}

uint32_t json_index(const json_at *object, const char *key, uint64_t otherwise, uint32_t count)
{
    const json_at at = json_member(object, key);
    return has_number(&at, object, key, otherwise) ? index_number(&at, count) : (uint32_t)otherwise;
}

bool json_flag(const json_at *object, const char *key)
{
    const json_at at = json_member(object, key);
    if (at.value != NULL && !json_is_boolean(at.value))
        wrong_type(&at, "true or false");
    return json_is_true(at.value);
}

double json_number(const json_at *object, const char *key, double otherwise)
{
    const json_at at = json_member(object, key);
    if (at.value == NULL)
        return otherwise;
    if (!json_is_real(at.value)) /* jansson refuses numbers that a double cannot hold */
        wrong_type(&at, "a number");
    return json_real_value(at.value);
}

void json_numbers(double *out, const json_at *object, const char *key, size_t count)
{
    const json_at array = json_member(object, key);
    if (array.value == NULL)
        return;
    if (!json_is_array(array.value) || json_array_size(array.value) != count)
        json_fail(&array, "must be an array of %zu numbers", count);
    else
        for (size_t i = 0; i < count; i++)
            out[i] = json_element_number(&array, i);
}

json_at json_any(const json_at *array, size_t index)
{
    json_at at = {.d = array->d, .value = json_array_get(array->value, index)};
    snprintf(at.place, sizeof at.place, "%.100s/%zu", array->place, index);
    return at;
}

json_at json_element(const json_at *array, size_t index)
{
    const json_at at = json_any(array, index);
    return typed(&at, JSON_OBJECT);
}

uint32_t json_element_index(const json_at *array, size_t index, uint32_t count)
{
    const json_at at = json_any(array, index);
    return index_number(&at, count);
}

double json_element_number(const json_at *array, size_t index)
{
    const json_t *value = json_array_get(array->value, index);
    if (json_is_real(value))
        return json_real_value(value);
    const json_at at = json_any(array, index);
    wrong_type(&at, "a number");
    return 0;
}
