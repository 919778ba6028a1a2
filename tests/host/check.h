/* SPDX-License-Identifier: MIT */
/* Counts the checks of one test program and names those that fail; and draws numbers. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static unsigned checks_passed, checks_failed;

/* Of a test that names its failure itself. */
static inline void check_count(bool ok)
{
    checks_passed += ok;
    checks_failed += !ok;
}

__attribute__((format(printf, 2, 3))) static inline bool check(bool ok, const char *format, ...)
{
    va_list arguments;
    check_count(ok);
    if (!ok) {
        va_start(arguments, format);
        fputs("FAIL ", stdout);
        vprintf(format, arguments);
        putchar('\n');
        va_end(arguments);
    }
    return ok;
}

/* A number below `below`, of a row that is the same in every run. */
static inline uint32_t check_draw(uint32_t below)
{
    static uint32_t state = 12345;
    state = state * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)state * below >> 32);
}

/* Prints the last line, which tests/lib.sh reads; returns the exit status. */
static inline int check_end(void)
{
    printf("%u passed, %u failed\n", checks_passed, checks_failed);
    return checks_failed == 0 && checks_passed > 0 ? 0 : 1;
}
