/* SPDX-License-Identifier: MIT */
/* Lines of text over a picture that is drawn in strips. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "text.h"

#define OVERLAY_LINES 20
#define OVERLAY_COLUMNS 40
#ifndef OVERLAY_SHADE
#define OVERLAY_SHADE 0x2104u /* dark grey in RGB 5-6-5, or as a board's pixels have it */
#endif

typedef struct overlay {
    char lines[OVERLAY_LINES][OVERLAY_COLUMNS + 1];
    int used;   /* lines from the top */
    int column; /* characters of the last one */
    int bottom; /* lines from this one on are at the picture's lower edge */
    bool shown;
    uint32_t writes; /* how often the text was begun anew */
} overlay;

/* Text is cut where a line, or the last line, is full; characters that the font lacks are blank. */
void overlay_clear(overlay *o);
/* As board_print(). A line begins with \n, the first one, too. */
TEXT_FORMAT(2, 3) void overlay_print(overlay *o, const char *format, ...);
/* The lines that follow go to the lower edge. */
void overlay_at_bottom(overlay *o);

/* Draws the part of the text that lies on `count` lines of the picture from y on. */
void overlay_draw(const overlay *o, uint16_t *pixels, int width, int height, int y, int count);

/* Draws all of it over one colour, a few lines at a time. width: at most 320; height: a multiple of 4 */
void overlay_send(const overlay *o, int width, int height, uint16_t colour,
                  void (*panel)(int y, int height, const uint16_t *rgb565));
