/* SPDX-License-Identifier: MIT */
/* Declares what the sketch uses of Adafruit's libraries for displays, with their signatures:
 * https://github.com/adafruit/Adafruit-GFX-Library/blob/master/Adafruit_SPITFT.h
 * https://github.com/adafruit/Adafruit-ST7735-Library/blob/master/Adafruit_ST7789.h */
#pragma once

#include <Arduino.h>

struct Adafruit_GFX {
    void drawRGBBitmap(int16_t x, int16_t y, const uint16_t bitmap[], int16_t w, int16_t h); // slow
};

struct Adafruit_SPITFT : Adafruit_GFX {
    using Adafruit_GFX::drawRGBBitmap;
    void drawRGBBitmap(int16_t x, int16_t y, uint16_t *pcolors, int16_t w, int16_t h);
};

struct Adafruit_ST7789 : Adafruit_SPITFT {
    Adafruit_ST7789(int8_t cs, int8_t dc, int8_t rst);
    void setRotation(uint8_t m);
    void init(uint16_t width, uint16_t height, uint8_t spiMode = 0);
};
