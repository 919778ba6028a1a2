/* SPDX-License-Identifier: MIT */
/* Text on the screen in which each character is an object: it lies over the picture and need not be
 * redrawn. */
#pragma once

#include "overlay.h"

/* Loads the font's tiles, after scene_open(). */
void text_open(void);

/* Shows this text from the next vertical blank on; characters beyond the last object are left
 * out. */
void text_write(const overlay *o);

/* Called in the vertical blank: copies new text to the hardware. */
void text_show(void);
