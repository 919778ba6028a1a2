/* SPDX-License-Identifier: MIT */
/* Numbers as text, see text.h. */
#include "text.h"

#include "board.h"

#define U32_DIGITS 10u

/* Writes decimal digits of value, at least `minimum` of them (<= U32_DIGITS), right-aligned in
 * text. */
static unsigned digits(char text[U32_DIGITS], uint32_t value, unsigned minimum)
{
    unsigned count = 0;
    do {
        count++;
        text[U32_DIGITS - count] = (char)('0' + value % 10u);
        value /= 10u;
    } while (value != 0u || count < minimum);
    return count;
}

static uint32_t magnitude_after_sign(int32_t value)
{
    if (value >= 0)
        return (uint32_t)value;
    board_write("-", 1);
    return 0u - (uint32_t)value;
}

void board_put_u32(uint32_t value)
{
    char text[U32_DIGITS];
    const unsigned count = digits(text, value, 1);
    board_write(text + U32_DIGITS - count, count);
}

void board_put_i32(int32_t value)
{
    board_put_u32(magnitude_after_sign(value));
}

void board_put_line(const char *key, const char *value)
{
    board_puts(key);
    board_puts(" ");
    board_puts(value);
    board_puts("\n");
}

void board_put_number(const char *key, uint32_t value)
{
    char text[U32_DIGITS + 1u] = "";
    const unsigned count = digits(text, value, 1);
    board_put_line(key, text + U32_DIGITS - count);
}

void text_hex8(char text[8], uint32_t value)
{
    for (unsigned i = 0; i < 8u; i++)
        text[i] = "0123456789abcdef"[value >> (28u - 4u * i) & 15u];
}

void board_put_hex8(uint32_t value)
{
    char text[8];
    text_hex8(text, value);
    board_write(text, sizeof text);
}

void board_put_register(const char *name, uint32_t value)
{
    board_puts(name);
    board_put_hex8(value);
}

void board_put_decimal(int32_t value, unsigned decimals)
{
    char text[U32_DIGITS];
    const unsigned count = digits(text, magnitude_after_sign(value), decimals + 1u);
    board_write(text + U32_DIGITS - count, count - decimals);
    if (decimals != 0u) {
        board_write(".", 1);
        board_write(text + U32_DIGITS - decimals, decimals);
    }
}
