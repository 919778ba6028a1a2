/* SPDX-License-Identifier: MIT */
/* Writes numbers as text through board_write(), without printf. */
#pragma once

#include <stdint.h>

void board_put_u32(uint32_t value);
void board_put_i32(int32_t value);

/* Writes a line of a report: "key value". */
void board_put_line(const char *key, const char *value);
void board_put_number(const char *key, uint32_t value);

/* Eight digits, lower case, no prefix; board_hex8 writes them to a text without a NUL. */
void board_put_hex8(uint32_t value);
void text_hex8(char text[8], uint32_t value);

/* The same behind a name: a register in the report of a fault. */
void board_put_register(const char *name, uint32_t value);

/* value / 10^decimals with all its decimals (0..9): (-1234, 2) is -12.34. */
void board_put_decimal(int32_t value, unsigned decimals);
