/* SPDX-License-Identifier: MIT */
/* A font of capital letters, digits and a few signs: 5 x 7 pixels. */
#ifndef FONT_H
#define FONT_H

#include <stdint.h>

#define FONT_WIDTH 5
#define FONT_HEIGHT 7
#define FONT_COUNT 43u

/* The n-th: a byte a row from the top, the leftmost pixel in bit 4. */
extern const uint8_t font_glyphs[FONT_COUNT][FONT_HEIGHT];

/* Which a character is, small letters like capitals; FONT_COUNT: there is none, leave a blank. */
uint32_t font_find(char character);

/* The same as rows, or NULL. */
const uint8_t *font_glyph(char character);

#endif
