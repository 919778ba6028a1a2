/* SPDX-License-Identifier: MIT */
/* Writes the files that consoles, boards and debuggers load. */
#include "rom/container.h"

#include <stdio.h>
#include <string.h>

/// Consoles //////////////////////////////////////////////////////////////////////////////////////

/* A cartridge has a power of two of bytes, and no loader accepts less than the 1 MB that the
 * boot code copies: boards/n64/start.S. */
#define Z64_BYTES 0x200000u

/* A PS-X EXE: boards/psx/start.S. The loaded part consists of whole sectors behind the header. */
#define EXE_SECTOR 2048u
#define EXE_AT_BYTES 0x1cu

static bool end_exe(uint8_t *file, size_t file_bytes, size_t bytes)
{
    if (bytes < EXE_SECTOR)
        return false;
    put_bytes(file + EXE_AT_BYTES, (uint32_t)file_bytes - EXE_SECTOR, 4, false);
    return true;
}

/* A card of the Nintendo DS, boards/nds/header.S; the ARM9's program is last. */
#define NDS_HEADER_BYTES 0x200u
#define NDS_SECTOR 0x200u
#define NDS_AT_CAPACITY 0x14u /* the card holds 128 KB times two to the power of this */
#define NDS_AT_ARM9 0x20u     /* its offset in the card */
#define NDS_AT_ARM9_BYTES 0x2cu
#define NDS_AT_BYTES 0x80u
#define NDS_AT_LOGO 0xc0u
#define NDS_AT_LOGO_SUM 0x15cu
#define NDS_AT_HEADER_SUM 0x15eu

/* CRC-16 of IBM, as used in Modbus. */
static uint16_t crc16(const uint8_t *bytes, size_t count)
{
    unsigned sum = 0xffff;
    for (size_t i = 0; i < count; i++) {
        sum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ ((sum & 1u) != 0u ? 0xa001u : 0u);
    }
    return (uint16_t)sum;
}

static bool end_nds(uint8_t *file, size_t file_bytes, size_t bytes)
{
    if (bytes < NDS_HEADER_BYTES)
        return false;
    const uint32_t arm9 = file[NDS_AT_ARM9] | (uint32_t)file[NDS_AT_ARM9 + 1] << 8;
    if (arm9 < NDS_HEADER_BYTES || bytes < arm9)
        return false;
    unsigned capacity = 0;
    while (file_bytes > (size_t)131072u << capacity)
        capacity++;
    put_bytes(file + NDS_AT_CAPACITY, capacity, 1, false);
    put_bytes(file + NDS_AT_ARM9_BYTES, (uint32_t)file_bytes - arm9, 4, false);
    put_bytes(file + NDS_AT_BYTES, (uint32_t)file_bytes, 4, false);
    put_bytes(file + NDS_AT_LOGO_SUM, crc16(file + NDS_AT_LOGO, NDS_AT_LOGO_SUM - NDS_AT_LOGO), 2,
              false);
    put_bytes(file + NDS_AT_HEADER_SUM, crc16(file, NDS_AT_HEADER_SUM), 2, false);
    return true;
}

/// Boards ////////////////////////////////////////////////////////////////////////////////////////

/* A drive that programs the flash itself takes blocks of 512 bytes, each with a page of 256. */
#define UF2_PAGE 256u
#define UF2_DATA 476u
#define UF2_HAS_FAMILY 0x2000u
#define UF2_RP2040 0xe48bff56u
#define UF2_RP2350_ARM 0xe48bff59u
#define UF2_RP2350_RISCV 0xe48bff5au

/* The family of the chip, which the drive checks. The image of an RP2350 has a mark in its first
 * 4 KB: boards/rp2350/image_def.S. */
static uint32_t uf2_family(const uint8_t *image, size_t bytes)
{
    static const uint8_t arm[8] = {0xd3, 0xde, 0xff, 0xff, 0x42, 1, 0x21, 0x10};
    static const uint8_t riscv[8] = {0xd3, 0xde, 0xff, 0xff, 0x42, 1, 0x01, 0x11};
    for (size_t i = 0; i + sizeof arm <= bytes && i < 4096; i += 4) {
        if (memcmp(image + i, arm, sizeof arm) == 0)
            return UF2_RP2350_ARM;
        if (memcmp(image + i, riscv, sizeof riscv) == 0)
            return UF2_RP2350_RISCV;
    }
    return UF2_RP2040;
}

static void put_uf2(byte_buffer *out, uint32_t address, const uint8_t *image, size_t bytes)
{
    const uint32_t count = (uint32_t)((bytes + UF2_PAGE - 1) / UF2_PAGE);
    const uint32_t family = uf2_family(image, bytes);
    for (uint32_t i = 0; i < count; i++) {
        const size_t left = bytes - (size_t)i * UF2_PAGE;
        const uint32_t head[8] = {0x0a324655u, 0x9e5d5157u, UF2_HAS_FAMILY, address + i * UF2_PAGE,
                                  UF2_PAGE,    i,           count,          family};
        uint8_t data[UF2_DATA] = {0};
        memcpy(data, image + (size_t)i * UF2_PAGE, left < UF2_PAGE ? left : UF2_PAGE);
        for (int k = 0; k < 8; k++)
            buffer_u32(out, head[k]);
        buffer_bytes(out, data, sizeof data);
        buffer_u32(out, 0x0ab16f30u);
    }
}

/* A line of Intel's format, whose bytes sum up to 0. */
#define HEX_DATA 16u
#define HEX_END_LINE 1u
#define HEX_HIGH_LINE 4u /* a line with the upper half of the addresses that follow */

static void put_hex_line(byte_buffer *out, unsigned kind, unsigned address, const uint8_t *data,
                         unsigned count)
{
    char text[16 + 2 * HEX_DATA];
    unsigned sum = count + (address >> 8) + address + kind;
    int length = snprintf(text, sizeof text, ":%02X%04X%02X", count, address, kind);
    for (unsigned i = 0; i < count; i++) {
        length += snprintf(text + length, sizeof text - (size_t)length, "%02X", data[i]);
        sum += data[i];
    }
    length += snprintf(text + length, sizeof text - (size_t)length, "%02X\r\n", -sum & 0xffu);
    buffer_bytes(out, text, (size_t)length);
}

static void put_hex(byte_buffer *out, uint32_t address, const uint8_t *image, size_t bytes)
{
    for (size_t i = 0; i < bytes;) {
        const uint32_t at = address + (uint32_t)i;
        const size_t left = bytes - i, to_line = HEX_DATA - at % HEX_DATA;
        const unsigned count = (unsigned)(left < to_line ? left : to_line);
        const uint8_t high[2] = {(uint8_t)(at >> 24), (uint8_t)(at >> 16)};
        if (i == 0 || at % 0x10000u == 0)
            put_hex_line(out, HEX_HIGH_LINE, 0, high, 2);
        put_hex_line(out, 0, at & 0xffffu, image + i, count);
        i += count;
    }
    put_hex_line(out, HEX_END_LINE, 0, NULL, 0);
}

/// All of them ///////////////////////////////////////////////////////////////////////////////////

/* Either a text of its own, or the image in a multiple of so many bytes, whose header `end` sets; that
 * returns false if the image is too short for one. An image for a Game Boy Advance has its header and
 * checksum already: boards/gba/start.S. */
static const struct kind {
    const char *name;
    void (*put)(byte_buffer *out, uint32_t address, const uint8_t *image, size_t bytes);
    size_t multiple;
    bool (*end)(uint8_t *file, size_t file_bytes, size_t bytes);
} kinds[] = {{"gba", .multiple = 1},
             {"z64", .multiple = Z64_BYTES},
             {"exe", .multiple = EXE_SECTOR, .end = end_exe},
             {"nds", .multiple = NDS_SECTOR, .end = end_nds},
             {"uf2", .put = put_uf2},
             {"hex", .put = put_hex},
             {"bin", .multiple = 1},
             {0}};

bool container_make(byte_buffer *out, const char *kind, uint32_t address, const uint8_t *image,
                    size_t bytes, diag *d)
{
    const struct kind *of = kinds;
    while (of->name != NULL && strcmp(of->name, kind) != 0)
        of++;
    if (of->name == NULL)
        return diag_fail(d, DIAG_USAGE,
                         "no kind of file %s, command line, see tools/rom/container.h", kind);
    if (of->put != NULL) {
        of->put(out, address, image, bytes);
        return true;
    }
    buffer_bytes(out, image, bytes);
    while (out->count % of->multiple != 0)
        buffer_u8(out, 0);
    return of->end == NULL || of->end(out->bytes, out->count, bytes) ||
           diag_fail(d, DIAG_INVALID, "no image, it has no header, build it again");
}
