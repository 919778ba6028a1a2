/* SPDX-License-Identifier: MIT */
/* Writes text with numbers through board_write(), without a C library. */
#pragma once

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* Like printf(), of which there are only %s, %u, %d and %08x, with an l before the letter or without. A
 * host's compiler checks them; others may have an uint32_t that is no unsigned int but as wide. */
#if __SIZEOF_LONG__ == 8
#define TEXT_FORMAT(at, first) __attribute__((format(printf, at, first)))
#else
#define TEXT_FORMAT(at, first)
#endif
TEXT_FORMAT(1, 2) void board_print(const char *format, ...);
void board_print_list(const char *format, va_list values);

/* Hands the text to a function, piece by piece; a piece does not end with NUL and may be empty. */
typedef void text_sink(void *own, const char *text, size_t bytes);
void text_format(text_sink *sink, void *own, const char *format, va_list values);

/* Writes a line of a report: "key value". */
void board_put_line(const char *key, const char *value);
void board_put_number(const char *key, uint32_t value);

/* The eight digits of %08x, without a NUL. */
void text_hex8(char text[8], uint32_t value);
