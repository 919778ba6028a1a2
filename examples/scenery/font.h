/* SPDX-License-Identifier: MIT */
/* A font of capital letters, digits and a few signs: 5 x 7 pixels. */
#pragma once

#include <stdint.h>

#define FONT_WIDTH 5
#define FONT_HEIGHT 7
#define FONT_COUNT 44u

/* The glyphs: one byte for each row from the top, with the leftmost pixel in bit 4. */
extern const uint8_t font_glyphs[FONT_COUNT][FONT_HEIGHT];

/* The index of a character's glyph; small letters are shown as capitals. FONT_COUNT: there is
 * none, and a blank should be shown. */
uint32_t font_find(char character);
