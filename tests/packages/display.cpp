/* SPDX-License-Identifier: MIT */
/* Runs a sketch on the host: an ST7789 behind Arduino's calls or a library's, two pictures 400 ms apart. Every
 * pixel of both must have been written once, and both must show a fox in its colours, which has moved.
 *
 *   display OUT.ppm       both pictures, side by side */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <Adafruit_ST7789.h>
#include <SPI.h>
#include <TFT_eSPI.h>

enum { SIZE = 240, PIN_SELECT = 10, PIN_DATA = 9, PICTURES = 2 };

static uint16_t pixels[PICTURES][SIZE][SIZE];
static unsigned written[PICTURES][SIZE][SIZE], picture;
static unsigned long now;
static uint8_t pins[32];
static uint8_t command, window[8];
static unsigned at, x, y, high;
static bool in_transaction, awake, on, wide;
Print Serial;
SPIClass SPI;

static void expect(bool holds, const char *what)
{
    if (!holds) {
        printf("FAIL %s\n", what);
        exit(1);
    }
}

unsigned long millis(void) { return now; }
void delay(unsigned long ms) { now += ms; expect(now < 10000, "waits for ever"); }
void pinMode(uint8_t pin, uint8_t mode) { expect(pin < 32 && mode == OUTPUT, "pins"); }
void digitalWrite(uint8_t pin, uint8_t value) { pins[pin] = value; }
void Print::begin(unsigned long) {}
size_t Print::println(const char *text) { puts(text); return strlen(text); }
SPISettings::SPISettings(uint32_t, uint8_t order, uint8_t mode)
{
    expect(order == MSBFIRST && mode == SPI_MODE3, "SPI's mode");
}
void SPIClass::begin() {}
void SPIClass::beginTransaction(SPISettings) { in_transaction = true; }
void SPIClass::endTransaction() { in_transaction = false; }

static void pixel(unsigned colour)
{
    const unsigned right = window[2] << 8 | window[3], bottom = window[6] << 8 | window[7];
    expect(awake && on && wide, "the display shows nothing yet");
    expect(x <= right && right < SIZE && y <= bottom && bottom < SIZE, "a window off the display");
    pixels[picture][y][x] = (uint16_t)colour;
    written[picture][y][x]++;
    if (++x > right) {
        x = window[0] << 8 | window[1];
        y++;
    }
}

uint8_t SPIClass::transfer(uint8_t byte)
{
    expect(in_transaction && !pins[PIN_SELECT], "the display is not selected");
    if (!pins[PIN_DATA]) {
        command = byte;
        at = 0;
        awake = awake || command == 0x11;
        on = on || command == 0x29;
        x = window[0] << 8 | window[1];
        y = window[4] << 8 | window[5];
    } else if (command == 0x2A || command == 0x2B) {
        window[(command == 0x2A ? 0 : 4) + at++ % 4] = byte;
    } else if (command == 0x3A) {
        wide = byte == 0x55;
    } else if (command == 0x2C && at++ % 2 != 0) {
        pixel(high << 8 | byte);
    } else {
        high = byte;
    }
    return 0;
}

uint16_t SPIClass::transfer16(uint16_t word)
{
    transfer((uint8_t)(word >> 8));
    transfer((uint8_t)word);
    return 0;
}

/* Takes a rectangle that a library's call sends at once. */
static void put(unsigned left, unsigned top, unsigned width, unsigned height, const uint16_t *from)
{
    const uint8_t to[8] = {0, (uint8_t)left, 0, (uint8_t)(left + width - 1),
                           0, (uint8_t)top, 0, (uint8_t)(top + height - 1)};
    memcpy(window, to, sizeof window);
    x = left;
    y = top;
    for (unsigned i = 0; i < width * height; i++)
        pixel(from[i]);
}

TFT_eSPI::TFT_eSPI(int16_t, int16_t) {}
void TFT_eSPI::init(uint8_t) { awake = on = true; }
void TFT_eSPI::setRotation(uint8_t r) { expect(r == 0, "rotation"); }
void TFT_eSPI::setSwapBytes(bool swap) { wide = swap; }
void TFT_eSPI::pushImage(int32_t left, int32_t top, int32_t w, int32_t h, uint16_t *data)
{
    put((unsigned)left, (unsigned)top, (unsigned)w, (unsigned)h, data);
}
Adafruit_ST7789::Adafruit_ST7789(int8_t, int8_t, int8_t) {}
void Adafruit_ST7789::init(uint16_t w, uint16_t h, uint8_t) { awake = on = wide = w == SIZE && h == SIZE; }
void Adafruit_ST7789::setRotation(uint8_t m) { expect(m == 0, "rotation"); }
void Adafruit_SPITFT::drawRGBBitmap(int16_t left, int16_t top, uint16_t *colours, int16_t w, int16_t h)
{
    put((unsigned)left, (unsigned)top, (unsigned)w, (unsigned)h, colours);
}

int main(int, char **argv)
{
    unsigned moved = 0, lit = 0, orange = 0;
    setup();
    for (picture = 0; picture < PICTURES; picture++) {
        now = 1000 + 400 * picture;
        loop();
    }
    FILE *file = fopen(argv[1], "wb");
    expect(file != NULL, argv[1]);
    fprintf(file, "P6 %d %d 255\n", SIZE * PICTURES, SIZE);
    for (unsigned line = 0; line < SIZE; line++)
        for (unsigned i = 0; i < PICTURES * SIZE; i++) {
            const unsigned p = i / SIZE, c = pixels[p][line][i % SIZE];
            const unsigned r = c >> 11, g = c >> 6 & 31, b = c & 31;
            const uint8_t rgb[3] = {(uint8_t)(r << 3), (uint8_t)(g << 3), (uint8_t)(b << 3)};
            fwrite(rgb, 1, 3, file);
            expect(written[p][line][i % SIZE] == 1, "a pixel is not written once");
            lit += c != 0;
            orange += r > g && g > b;
            moved += p == 0 && c != pixels[1][line][i];
        }
    fclose(file);
    printf("lit %u, orange %u, moved %u of %d\n", lit, orange, moved, PICTURES * SIZE * SIZE);
    expect(lit > PICTURES * SIZE * SIZE / 10 && lit < PICTURES * SIZE * SIZE / 2, "no fox");
    expect(orange > lit / 2, "a fox of another colour");
    expect(moved > lit / 8, "it stands still");
    puts("PASS");
    return 0;
}
