/* SPDX-License-Identifier: MIT */
/* Declares what the sketch uses of Bodmer's TFT_eSPI 2.5, with its signatures:
 * https://github.com/Bodmer/TFT_eSPI/blob/master/TFT_eSPI.h */
#pragma once

#include <Arduino.h>

#define TFT_WIDTH 240
#define TFT_HEIGHT 240
#define TAB_COLOUR 0

struct TFT_eSPI {
    TFT_eSPI(int16_t width = TFT_WIDTH, int16_t height = TFT_HEIGHT);
    void init(uint8_t tc = TAB_COLOUR);
    virtual void setRotation(uint8_t r);
    void setSwapBytes(bool swap);
    void pushImage(int32_t x, int32_t y, int32_t w, int32_t h, uint16_t *data);
    void pushImage(int32_t x, int32_t y, int32_t w, int32_t h, const uint16_t *data); // of flash
};
