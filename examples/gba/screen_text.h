/* SPDX-License-Identifier: MIT */
/* Text on the screen, a character an object: it lies over the picture and is not drawn again. */
#ifndef GBA_SCREEN_TEXT_H
#define GBA_SCREEN_TEXT_H

#include "overlay.h"

/* The font's tiles; needs scene_open(). */
void text_open(void);

/* Shows this text from the next vertical blank on; characters for which there are no objects left are
 * not shown. */
void text_write(const overlay *o);

/* In the vertical blank: copies new text to the hardware. */
void text_show(void);

#endif
