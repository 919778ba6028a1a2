/* SPDX-License-Identifier: MIT */
/* Prints the JSON of --json. */
#include "cmd/json_out.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "common/output.h"

#define BYTES_SHOWN 6u /* of a character that is printed as \uXXXX */

json_t *json_out_text(const char *text)
{
    json_t *string = json_string(text);
    if (string != NULL)
        return string;
    const size_t bytes = strlen(text) * BYTES_SHOWN + 1;
    FREED char *shown = diag_calloc(bytes, 1);
    string = json_string(diag_printable(shown, bytes, text));
    return string;
}

json_t *json_out_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *json_out_add(json_t *to, const char *format, ...)
{
    json_t *object = json_is_array(to) ? json_object() : to;
    va_list values;
    va_start(values, format);
    while (*format != '\0') {
        const size_t length = strcspn(format, ":");
        const char *text;
        char name[24];
        json_t *value;
        snprintf(name, sizeof name, "%.*s", (int)length, format);
        format += length + 1;
        switch (*format++) {
        case 'i': value = json_integer(va_arg(values, int)); break;
        case 'u': value = json_integer(va_arg(values, uint32_t)); break;
        case 'l': value = json_integer((json_int_t)va_arg(values, uint64_t)); break;
        case 'z': value = json_integer((json_int_t)va_arg(values, size_t)); break;
        case 'b': value = json_boolean(va_arg(values, int)); break;
        case 'n': value = json_out_number(va_arg(values, double)); break;
        case 't':
            text = va_arg(values, const char *);
            value = text == NULL ? json_null() : json_out_text(text);
            break;
        default: value = va_arg(values, json_t *); break;
        }
        json_object_set_new(object, name, value);
        format += *format == ' ';
    }
    va_end(values);
    if (object != to)
        json_array_append_new(to, object);
    return object;
}

json_t *json_out_warnings(void)
{
    const char *const *messages;
    const size_t count = diag_warnings(&messages);
    json_t *warnings = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(warnings, json_out_text(messages[i]));
    return warnings;
}

bool json_out_print(json_t *object, diag *d)
{
    const bool written = object != NULL && json_dumpf(object, stdout,
                                                      JSON_INDENT(1) | JSON_ENSURE_ASCII |
                                                          JSON_REAL_PRECISION(15)) == 0;
    json_decref(object);
    putchar('\n');
    return output_flush(d) &&
           (written || diag_fail(d, DIAG_IO, "cannot write JSON, standard output, check the disk"));
}
