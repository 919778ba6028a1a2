/* SPDX-License-Identifier: MIT */
/* A CRC-32 for tests and examples: checksums that boards print and the host compares. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The CRC-32 (as in zlib) of bytes that follow those of `crc`; start with 0. */
static inline uint32_t crc32_add(uint32_t crc, const uint8_t *bytes, size_t count)
{
    static const uint32_t by_nibble[16] = {0x00000000u, 0x1DB71064u, 0x3B6E20C8u, 0x26D930ACu,
                                           0x76DC4190u, 0x6B6B51F4u, 0x4DB26158u, 0x5005713Cu,
                                           0xEDB88320u, 0xF00F9344u, 0xD6D6A3E8u, 0xCB61B38Cu,
                                           0x9B64C2B0u, 0x86D3D2D4u, 0xA00AE278u, 0xBDBDF21Cu};
    crc = ~crc;
    while (count-- != 0u) {
        crc ^= *bytes++;
        crc = crc >> 4 ^ by_nibble[crc & 15u];
        crc = crc >> 4 ^ by_nibble[crc & 15u];
    }
    return ~crc;
}

/* The same for words, whose lowest byte comes first on every machine. */
static inline uint32_t crc32_add_words(uint32_t crc, const int32_t *words, size_t count)
{
    for (; count != 0u; count--, words++) {
        const uint32_t w = (uint32_t)*words;
        const uint8_t bytes[4] = {(uint8_t)w, (uint8_t)(w >> 8), (uint8_t)(w >> 16),
                                  (uint8_t)(w >> 24)};
        crc = crc32_add(crc, bytes, sizeof bytes);
    }
    return crc;
}
