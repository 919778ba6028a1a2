/* SPDX-License-Identifier: MIT */
/* Reads the header and section table of a blob. */
#include "blob/table.h"

uint32_t blob_word(const uint8_t *at, bool big_endian)
{
    uint32_t word = 0;
    for (unsigned i = 0; i < 4; i++)
        word |= (uint32_t)at[big_endian ? 3 - i : i] << (8 * i);
    return word;
}

/* Reads two 16-bit fields that follow each other. */
static void read_halves(uint16_t *first, uint16_t *second, const uint8_t *at, bool big_endian)
{
    const uint32_t word = blob_word(at, big_endian);
    *first = (uint16_t)(big_endian ? word >> 16 : word);
    *second = (uint16_t)(big_endian ? word : word >> 16);
}

bool blob_table_read(blob_table *out, const uint8_t *bytes, size_t count)
{
    *out = (blob_table){0};
    if (count < sizeof out->header)
        return false;
    const uint32_t magic = blob_word(bytes, false);
    if (magic != FORMAT_MAGIC && magic != FORMAT_MAGIC_SWAPPED)
        return false;
    const bool big = magic == FORMAT_MAGIC_SWAPPED;
    out->big_endian = big;
    out->header.magic = FORMAT_MAGIC;
    read_halves(&out->header.version, &out->header.encoding, bytes + 4, big);
    out->header.blob_bytes = blob_word(bytes + 8, big);
    out->header.crc = blob_word(bytes + 12, big);
    out->header.unit_shift = (int32_t)blob_word(bytes + 16, big);
    out->header.section_count = blob_word(bytes + 20, big);

    const size_t fit = (count - sizeof out->header) / sizeof *out->sections;
    while (out->section_count < out->header.section_count && out->section_count < fit &&
           out->section_count < FORMAT_MAX_SECTIONS) {
        const uint8_t *at = bytes + sizeof out->header + out->section_count * sizeof *out->sections;
        format_section *section = &out->sections[out->section_count++];
        section->tag = blob_word(at, big);
        read_halves(&section->version, &section->flags, at + 4, big);
        section->offset = blob_word(at + 8, big);
        section->bytes = blob_word(at + 12, big);
    }
    return true;
}

uint32_t blob_section_bytes(const blob_table *table, uint32_t tag)
{
    for (uint32_t i = 0; i < table->section_count; i++)
        if (table->sections[i].tag == tag)
            return table->sections[i].bytes;
    return 0;
}
