/* SPDX-License-Identifier: MIT */
/* Text on the screen, a character an object: it lies over the picture and is not drawn again. */
#ifndef GBA_SCREEN_TEXT_H
#define GBA_SCREEN_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#define TEXT_LINES 10u
#define TEXT_COLUMNS 16u

/* The font's tiles; needs scene_open(). */
void text_open(void);

/* Replaces all text; shown from the next vertical blank on. Characters are 8 pixels high, 6 apart. */
void text_clear(void);
void text_put(uint32_t line, uint32_t column, const char *text);

/* Right-aligned: its last digit stands in this column. */
void text_put_number(uint32_t line, uint32_t last_column, uint32_t number);

/* Copies what was put to the hardware, in the vertical blank. */
void text_show(void);

#endif
