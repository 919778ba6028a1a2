// SPDX-License-Identifier: MIT
// A fox walks on an ST7789 display of 240 x 240 pixels, on SPI. Another display: change panel() and
// start_display().
#include <SPI.h>

#include "walk.h"

// Where the display is connected; set them to your wiring.
static const int PIN_SELECT = 10, PIN_DATA = 9, PIN_RESET = 8;
static const uint32_t SPI_HERTZ = 24000000;

static void send(uint8_t command, const uint8_t *data, int count)
{
    digitalWrite(PIN_DATA, LOW);
    SPI.transfer(command);
    digitalWrite(PIN_DATA, HIGH);
    for (int i = 0; i < count; i++)
        SPI.transfer(data[i]);
}

// All that pelt asks of a display: these pixels, there.
static void panel(void *, int x, int y, int width, int height, const void *pixels)
{
    const uint16_t *rgb565 = static_cast<const uint16_t *>(pixels);
    const int right = x + width - 1, bottom = y + height - 1;
    const uint8_t columns[4] = {uint8_t(x >> 8), uint8_t(x), uint8_t(right >> 8), uint8_t(right)};
    const uint8_t lines[4] = {uint8_t(y >> 8), uint8_t(y), uint8_t(bottom >> 8), uint8_t(bottom)};
    SPI.beginTransaction(SPISettings(SPI_HERTZ, MSBFIRST, SPI_MODE3));
    digitalWrite(PIN_SELECT, LOW);
    send(0x2A, columns, 4);
    send(0x2B, lines, 4);
    send(0x2C, nullptr, 0);
    for (int i = 0; i < width * height; i++)
        SPI.transfer16(rgb565[i]);
    digitalWrite(PIN_SELECT, HIGH);
    SPI.endTransaction();
}

static void start_display()
{
    const uint8_t rgb565 = 0x55, upright = 0;
    pinMode(PIN_SELECT, OUTPUT);
    pinMode(PIN_DATA, OUTPUT);
    pinMode(PIN_RESET, OUTPUT);
    digitalWrite(PIN_SELECT, HIGH);
    digitalWrite(PIN_RESET, LOW);
    delay(10);
    digitalWrite(PIN_RESET, HIGH);
    delay(120);
    SPI.begin();
    SPI.beginTransaction(SPISettings(SPI_HERTZ, MSBFIRST, SPI_MODE3));
    digitalWrite(PIN_SELECT, LOW);
    send(0x11, nullptr, 0); // awake
    delay(120);
    send(0x3A, &rgb565, 1);
    send(0x36, &upright, 1);
    send(0x21, nullptr, 0); // its panels show colours inverted otherwise
    send(0x29, nullptr, 0); // on
    digitalWrite(PIN_SELECT, HIGH);
    SPI.endTransaction();
}

void setup()
{
    Serial.begin(115200);
    start_display();
    walk_open();
}

void loop()
{
    walk_show(panel);
}
