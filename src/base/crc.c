/* SPDX-License-Identifier: MIT */
/* The CRC-32 of a blob, which opening compares with the stored one. */
#include "pelt.h"

/* A weak definition gives way to a function of the same name in the program, for example one that
 * uses the chip's CRC unit. */
#if defined(__GNUC__) && defined(__ELF__)
#define PELT_WEAK __attribute__((weak))
#else
#define PELT_WEAK
#endif

/* The word as if read in little-endian order: its first byte in memory is the lowest. */
static inline uint32_t little(uint32_t word)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return word;
#else
    const uint8_t *b = (const uint8_t *)&word;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
#endif
}

static inline uint32_t take_four_bits(uint32_t crc)
{
    static const uint32_t table[16] = {
        0x00000000u, 0x1DB71064u, 0x3B6E20C8u, 0x26D930ACu, 0x76DC4190u, 0x6B6B51F4u,
        0x4DB26158u, 0x5005713Cu, 0xEDB88320u, 0xF00F9344u, 0xD6D6A3E8u, 0xCB61B38Cu,
        0x9B64C2B0u, 0x86D3D2D4u, 0xA00AE278u, 0xBDBDF21Cu,
    };
    return (crc >> 4) ^ table[crc & 15u];
}

/* Makes two lookups for each byte: 64 bytes of table instead of 1 KB, and seven instructions a byte
 * on a Cortex-M4. */
uint32_t PELT_WEAK pelt_crc32_update(uint32_t crc, const uint32_t *words, uint32_t count)
{
    crc = ~crc;
    for (uint32_t i = 0; i < count; i++) {
        crc ^= little(words[i]);
#ifdef __OPTIMIZE_SIZE__
        for (unsigned k = 0; k < 8u; k++)
            crc = take_four_bits(crc);
#else
        crc = take_four_bits(take_four_bits(take_four_bits(take_four_bits(crc))));
        crc = take_four_bits(take_four_bits(take_four_bits(take_four_bits(crc))));
#endif
    }
    return ~crc;
}
