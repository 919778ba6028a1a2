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

/* Begins new text, which replaces the old when it is finished. Characters are 6 pixels apart. */
void text_clear(void);
void text_put(uint32_t line, uint32_t column, const char *text);

/* Right-aligned: its last digit stands in this column. */
void text_put_number(uint32_t line, uint32_t last_column, uint32_t number);

/* That was all: shown from the next vertical blank on. */
void text_finish(void);

/* In the vertical blank: copies finished text to the hardware. */
void text_show(void);

#endif
