/* SPDX-License-Identifier: MIT */
#include "common/diag.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static bool warnings_enabled = true;
static unsigned warning_count;

/* Names out of a hostile file must not steer the terminal or forge a second line. */
static void replace_controls(char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7f)
            *text = '?';
}

bool diag_fail(diag *d, int exit_code, const char *format, ...)
{
    if (d->exit_code != DIAG_OK)
        return false;
    d->exit_code = exit_code;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(d->message, sizeof d->message, format, arguments);
    va_end(arguments);
    replace_controls(d->message);
    return false;
}

void diag_print(const diag *d, const char *file)
{
    fprintf(stderr, "pelt: %s: %s\n", file, d->message);
}

void diag_warn(const char *file, const char *format, ...)
{
    if (!warnings_enabled || warning_count > DIAG_MAX_WARNINGS)
        return;
    if (++warning_count > DIAG_MAX_WARNINGS) {
        fprintf(stderr, "pelt: warning: %s: further warnings are not shown\n", file);
        return;
    }
    char message[768];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    replace_controls(message);
    fprintf(stderr, "pelt: warning: %s: %s\n", file, message);
}

void diag_set_warnings(bool enabled)
{
    warnings_enabled = enabled;
}

void *diag_calloc(size_t count, size_t size)
{
    if (count == 0 || size == 0)
        count = size = 1;
    void *memory = count > SIZE_MAX / size ? NULL : calloc(count, size);
    if (memory == NULL) {
        fprintf(stderr, "pelt: out of memory, %zu x %zu bytes wanted, bake a smaller model\n",
                count, size);
        exit(DIAG_INVALID);
    }
    return memory;
}
