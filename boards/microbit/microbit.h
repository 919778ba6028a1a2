/* SPDX-License-Identifier: MIT */
/*
 * A micro:bit's LEDs and buttons, and a display of 128 x 64 at its edge: SSD1306, address 0x3c, SCL
 * on P19, SDA on P20. After the nRF51 series' reference manual, the board's schematic and the
 * display's data sheet. It has run in the emulator only, whose bus answers everything and shows
 * nothing.
 */
#ifndef PELT_BOARD_MICROBIT_H
#define PELT_BOARD_MICROBIT_H

#include <stdbool.h>
#include <stdint.h>

#define BUTTON_A 1u
#define BUTTON_B 2u

/* Before the others. */
void buttons_start(void);
/* Those that are held. */
uint32_t buttons_held(void);

#define LEDS 5 /* by as many */

/* Lights what leds_show said last; an interrupt goes from row to row. */
void leds_start(void);
/* rows[line]: bit 0 is the column at the left. */
void leds_show(const uint8_t rows[LEDS]);

#define OLED_WIDTH 128
#define OLED_HEIGHT 64

/* False where nothing answers. */
bool oled_start(void);
/* Eight lines: a byte for each column from the left, the topmost pixel its lowest bit. False where
 * nothing answers any more. */
bool oled_page(uint32_t page, const uint8_t columns[OLED_WIDTH]);

#endif
