/* SPDX-License-Identifier: MIT */
/* Text with numbers, see text.h. */
#include "text.h"

#include "board.h"

#define U32_DIGITS 10u

void text_hex8(char text[8], uint32_t value)
{
    for (unsigned i = 0; i < 8u; i++)
        text[i] = "0123456789abcdef"[value >> (28u - 4u * i) & 15u];
}

static void format_number(text_sink *sink, void *own, char letter, uint32_t value)
{
    char text[U32_DIGITS];
    unsigned first = U32_DIGITS;
    if (letter == 'x') {
        text_hex8(text, value);
        sink(own, text, 8);
        return;
    }
    if (letter == 'd' && (int32_t)value < 0) {
        sink(own, "-", 1);
        value = 0u - value;
    }
    do {
        text[--first] = (char)('0' + value % 10u);
        value /= 10u;
    } while (value != 0u);
    sink(own, text + first, U32_DIGITS - first);
}

void text_format(text_sink *sink, void *own, const char *format, va_list values)
{
    for (;;) {
        const char *end = format;
        while (*end != '\0' && *end != '%')
            end++;
        sink(own, format, (size_t)(end - format));
        if (*end == '\0')
            return;
        end++;
        if (*end == 's') {
            const char *const text = va_arg(values, const char *);
            size_t bytes = 0;
            while (text[bytes] != '\0')
                bytes++;
            sink(own, text, bytes);
        } else {
            while (*end == '0' || *end == '8')
                end++;
            if (*end == 'l') {
                end++;
                format_number(sink, own, *end, (uint32_t)va_arg(values, unsigned long));
            } else {
                format_number(sink, own, *end, va_arg(values, unsigned));
            }
        }
        format = end + 1;
    }
}

static void sink_of_board(void *own, const char *text, size_t bytes)
{
    (void)own;
    board_write(text, bytes);
}

void board_print_list(const char *format, va_list values)
{
    text_format(sink_of_board, NULL, format, values);
}

void board_print(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    board_print_list(format, values);
    va_end(values);
}

void board_put_line(const char *key, const char *value)
{
    board_print("%s %s\n", key, value);
}

void board_put_number(const char *key, uint32_t value)
{
    board_print("%s %lu\n", key, (unsigned long)value);
}
