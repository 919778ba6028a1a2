// SPDX-License-Identifier: MIT
// A fox walks on a display of 240 x 240 pixels by the library TFT_eSPI.
#include <TFT_eSPI.h> // its User_Setup.h has the display and its pins

#include "walk.h"

static TFT_eSPI tft;

// All that pelt asks of a display: these pixels, there.
static void panel(void *, int x, int y, int width, int height, const void *pixels)
{
    // The overload for pixels in RAM. That for constants reads flash.
    tft.pushImage(x, y, width, height, static_cast<uint16_t *>(const_cast<void *>(pixels)));
}

void setup()
{
    Serial.begin(115200);
    tft.init();
    tft.setRotation(0);
    tft.setSwapBytes(true); // pixels are numbers here, the display takes their higher byte first
    walk_open();
}

void loop()
{
    walk_show(panel);
}
