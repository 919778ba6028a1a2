/* SPDX-License-Identifier: MIT */
/* An ST7789 of 240 x 240 on SPI0, at the pins of Pimoroni's display packs for the Pico. On the pack
 * of 320 x 240 it uses 240 x 240; the pack of 240 x 135 shows only the middle of the picture. */
#pragma once

#include <stdint.h>

#define PANEL_SIDE 240

#define PANEL_DC 16u /* command or data */
#define PANEL_CS 17u
#define PANEL_SCK 18u /* SPI0's pins */
#define PANEL_MOSI 19u
#define PANEL_LIGHT 20u

void panel_start(void);

/* Sends a picture to a part of the panel by DMA. It first waits for the transfer before, then
 * returns at once.
 * rgb565  [height][width], not to be changed until the next call, or panel_wait(), returns */
void panel_send(int x, int y, int width, int height, const uint16_t *rgb565);

void panel_wait(void);
