/* SPDX-License-Identifier: MIT */
/* Arduino's calls for a program that is linked, not run. */
#include <SPI.h>

Print Serial;
SPIClass SPI;
static volatile unsigned long sink;

unsigned long millis(void) { return sink; }
void delay(unsigned long ms) { sink = ms; }
void pinMode(uint8_t pin, uint8_t mode) { sink = pin + mode; }
void digitalWrite(uint8_t pin, uint8_t value) { sink = pin + value; }
void Print::begin(unsigned long baud) { sink = baud; }
size_t Print::println(const char *text) { return (size_t)text[0]; }
SPISettings::SPISettings(uint32_t hertz, uint8_t order, uint8_t mode) { sink = hertz + order + mode; }
void SPIClass::begin() {}
void SPIClass::beginTransaction(SPISettings) {}
uint8_t SPIClass::transfer(uint8_t byte) { return (uint8_t)(sink = byte); }
uint16_t SPIClass::transfer16(uint16_t word) { return (uint16_t)(sink = word); }
void SPIClass::endTransaction() {}

extern "C" int main(void)
{
    setup();
    for (;;)
        loop();
}
