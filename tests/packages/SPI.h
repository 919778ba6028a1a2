/* SPDX-License-Identifier: MIT */
/* Declares the parts of Arduino's SPI.h that the sketch uses. */
#pragma once

#include <Arduino.h>

#define SPI_MODE3 3

struct SPISettings {
    SPISettings(uint32_t hertz, uint8_t order, uint8_t mode);
};

struct SPIClass {
    void begin();
    void beginTransaction(SPISettings settings);
    uint8_t transfer(uint8_t byte);
    uint16_t transfer16(uint16_t word);
    void endTransaction();
};
extern SPIClass SPI;
