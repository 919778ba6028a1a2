/* SPDX-License-Identifier: MIT */
/* Counts the checks of one test program and names those that fail. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

static unsigned passed, failed;

__attribute__((format(printf, 2, 3))) static inline bool check(bool ok, const char *format, ...)
{
    va_list arguments;
    passed += ok;
    failed += !ok;
    if (!ok) {
        va_start(arguments, format);
        fputs("FAIL ", stdout);
        vprintf(format, arguments);
        putchar('\n');
        va_end(arguments);
    }
    return ok;
}

/* Prints the last line, which tests/lib.sh reads; returns the exit status. */
static inline int check_end(void)
{
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}
