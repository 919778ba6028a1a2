/* SPDX-License-Identifier: MIT */
/* Declares the parts of Arduino's header that the sketch uses, for compilers without it. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* As in the real header, these are macros, which a library must survive. */
#define HIGH 1
#define LOW 0
#define OUTPUT 1
#define MSBFIRST 1
#define PI 3.1415926535897932384626433832795
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define abs(x) ((x) > 0 ? (x) : -(x))
#define bit(b) (1UL << (b))

extern "C" {
unsigned long millis(void);
void delay(unsigned long ms);
void pinMode(uint8_t pin, uint8_t mode);
void digitalWrite(uint8_t pin, uint8_t value);
}

struct Print {
    void begin(unsigned long baud);
    size_t println(const char *text);
};
extern Print Serial;

void setup();
void loop();
