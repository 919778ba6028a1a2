/* SPDX-License-Identifier: MIT */
/* A micro:bit's LEDs and buttons, and a display of 128 x 64 at its edge: SSD1306, address 0x3c, SCL
 * on P19, SDA on P20. Written after the nRF51 series' reference manual, the board's schematic and
 * the display's data sheet. It has run only in the emulator, whose bus acknowledges everything and
 * shows nothing. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define BUTTON_A 1u
#define BUTTON_B 2u

/* Must be called before buttons_held(). */
void buttons_start(void);
/* The buttons that are held. */
uint32_t buttons_held(void);

#define LEDS 5 /* rows, and columns */

/* Starts lighting the pattern of leds_show; an interrupt switches from row to row. */
void leds_start(void);
/* rows[line]: bit 0 is the leftmost column. */
void leds_show(const uint8_t rows[LEDS]);

#define OLED_WIDTH 128
#define OLED_HEIGHT 64

/* Returns false if no display answers. */
bool oled_start(void);
/* Writes page 0 to 7, counted from the top, of eight lines each: a byte for each column from the left, with
 * the topmost pixel as its lowest bit. Returns false if the display does not answer any more. */
bool oled_page(uint32_t page, const uint8_t columns[OLED_WIDTH]);
