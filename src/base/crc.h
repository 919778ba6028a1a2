/* SPDX-License-Identifier: MIT */
#ifndef PELT_CRC_H
#define PELT_CRC_H

#include <stdint.h>

/* CRC-32 (IEEE 802.3, reflected, as in zlib) of bytes that follow those of `crc`; start with 0. */
uint32_t pelt_crc32(uint32_t crc, const uint8_t *bytes, uint32_t count);

#endif
