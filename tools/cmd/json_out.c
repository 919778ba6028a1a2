/* SPDX-License-Identifier: MIT */
/* Makes JSON, and text of it. */
#include "cmd/json_out.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/output.h"

json_t *json_out_text(const char *text)
{
    json_t *string = json_string(text);
    if (string != NULL)
        return string;
    FREED char *shown = diag_shown(text);
    string = json_string(shown);
    return string;
}

json_t *json_out_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

/* A copy of the first bytes of a text; free() it. */
static char *part_of(const char *text, size_t length)
{
    return memcpy(diag_calloc(length + 1, 1), text, length);
}

json_t *json_out_add(json_t *to, const char *format, ...)
{
    json_t *object = json_is_array(to) ? json_object() : to;
    uint32_t index;
    va_list values;
    va_start(values, format);
    while (*format != '\0') {
        const size_t length = strcspn(format, ":");
        FREED char *name = part_of(format, length);
        const char *text;
        json_t *value;
        format += length + 1;
        switch (*format++) {
        case 'i': value = json_integer(va_arg(values, int)); break;
        case 'u': value = json_integer(va_arg(values, uint32_t)); break;
        case 'x':
            index = va_arg(values, uint32_t);
            value = index == UINT32_MAX ? json_null() : json_integer(index);
            break;
        case 'l': value = json_integer((json_int_t)va_arg(values, uint64_t)); break;
        case 'z': value = json_integer((json_int_t)va_arg(values, size_t)); break;
        case 'b': value = json_boolean(va_arg(values, int)); break;
        case 'n': value = json_out_number(va_arg(values, double)); break;
        case 't':
            text = va_arg(values, const char *);
            value = text == NULL ? json_null() : json_out_text(text);
            break;
        case 'r': value = json_string_nocheck(va_arg(values, const char *)); break;
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

static void drop_hidden(json_t *in)
{
    const char *name;
    void *next;
    json_t *value;
    size_t i;
    json_object_foreach_safe(in, next, name, value)
    {
        drop_hidden(value);
        if (name[0] == '.')
            json_object_del(in, name);
    }
    json_array_foreach(in, i, value) drop_hidden(value);
}

bool json_out_print(json_t *object, diag *d)
{
    drop_hidden(object);
    const bool written =
        json_dumpf(object, stdout, JSON_INDENT(1) | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(15)) ==
        0;
    putchar('\n');
    return output_flush(d) &&
           (written || diag_fail(d, DIAG_IO, "cannot write JSON, standard output, check the disk"));
}

/// Text //////////////////////////////////////////////////////////////////////////////////////////

static void put_value(const json_t *value, const char *spec)
{
    const char *text = json_string_value(value), *quote = *spec == 'q' ? "\"" : "";
    const long long integer = json_integer_value(value);
    char shown[512];
    if (text != NULL && *spec != '\0')
        text = diag_printable(shown, *spec == 'p' ? sizeof shown : DIAG_NAME_BYTES, text);
    if (text != NULL)
        printf("%s%s%s", quote, text, quote);
    else if (*spec == '%')
        printf(spec, json_number_value(value));
    else if (*spec == '!')
        fputs(integer == 1 ? spec + 1 : "", stdout);
    else if (isalpha((unsigned char)*spec))
        fputs(integer == 1 ? "" : spec, stdout);
    else
        printf("%*lld", atoi(spec), integer);
}

static bool is_set(const json_t *value)
{
    return json_is_true(value) || json_is_string(value) || json_number_value(value) != 0 ||
           json_object_size(value) + json_array_size(value) > 0;
}

/* Prints up to the end or the closing sign, which it returns; if `on` is not set it only looks for
 * that. */
static const char *tell(const json_t *in, size_t index, const char *form, bool on)
{
    while (*form != '\0' && *form != '>') {
        const size_t plain = strcspn(form, "{<>");
        if (on)
            fwrite(form, 1, plain, stdout);
        form += plain;
        if (*form != '{' && *form != '<')
            continue;
        const bool is_value = *form++ == '{';
        const size_t length = strcspn(form, is_value ? ":}" : "?!#*");
        FREED char *name = part_of(form, length);
        const json_t *value = json_object_get(in, name);
        form += length;
        const char kind = *form++;
        if (is_value) {
            const size_t more = kind == ':' ? strcspn(form, "}") : 0;
            FREED char *spec = part_of(form, more);
            form += more + (kind == ':');
            if (on && name[0] == '#')
                printf("%*zu", atoi(spec), index);
            else if (on)
                put_value(value, spec);
            continue;
        }
        for (size_t i = 0; on && kind == '*' && i < json_array_size(value); i++)
            tell(json_array_get(value, i), i, form, true);
        const bool is_scope = kind == '*' && json_is_object(value);
        const bool is_shown = kind == '#'   ? value != NULL && !json_is_null(value)
                              : kind == '*' ? is_scope
                                            : is_set(value) == (kind == '?');
        form = tell(is_scope ? value : in, index, form, on && is_shown) + 1;
    }
    return form;
}

void json_out_tell(const json_t *object, const char *form)
{
    tell(object, 0, form, true);
}
