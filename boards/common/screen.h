/* SPDX-License-Identifier: MIT */
/* The console's own screen, on boards with DISPLAY in their board.mk. */
#ifndef PELT_BOARD_SCREEN_H
#define PELT_BOARD_SCREEN_H

#include <stdint.h>

#define SCREEN_WIDTH  320
#define SCREEN_HEIGHT 240

void screen_start(void);

/*
 * Shows a picture in the middle of the screen from the next vertical blank on, and waits for it.
 * pixels  [height][width], RGB 5-6-5; at most as large as the screen, an even number of pixels
 */
void screen_show(const uint16_t *pixels, int width, int height);

#endif
