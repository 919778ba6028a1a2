// SPDX-License-Identifier: MIT
// A fox walks on a display of 240 x 240 pixels by the Adafruit GFX library.
#include <Adafruit_ST7789.h> // or another display of the Adafruit GFX library in 16 bits of colour

#include "walk.h"

// Where the display is connected; set them to your wiring.
static const int8_t PIN_SELECT = 10, PIN_DATA = 9, PIN_RESET = 8;
static Adafruit_ST7789 display(PIN_SELECT, PIN_DATA, PIN_RESET);

// All that pelt asks of a display: these pixels, there.
static void panel(void *, int x, int y, int width, int height, const void *pixels)
{
    // The overload for pixels in RAM sends them at once; that for constants sends one by one.
    display.drawRGBBitmap(int16_t(x), int16_t(y), static_cast<uint16_t *>(const_cast<void *>(pixels)),
                          int16_t(width), int16_t(height));
}

void setup()
{
    Serial.begin(115200);
    display.init(WIDTH, HEIGHT);
    display.setRotation(0);
    walk_open();
}

void loop()
{
    walk_show(panel);
}
