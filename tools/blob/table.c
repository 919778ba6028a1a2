/* SPDX-License-Identifier: MIT */
/* Reads the header and section table of a blob. */
#include "blob/table.h"

#include <string.h>

uint32_t blob_word(const uint8_t *at, bool big_endian)
{
    uint32_t word = 0;
    for (unsigned i = 0; i < 4; i++)
        word |= (uint32_t)at[big_endian ? 3 - i : i] << (8 * i);
    return word;
}

/* Reads the words of a structure, in this machine's byte order; the second has two fields of 16 bits. */
static void read_words(void *out, const uint8_t *at, size_t count, bool big_endian)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t word = blob_word(at + 4 * i, big_endian);
        const uint16_t low = (uint16_t)word, high = (uint16_t)(word >> 16);
        const uint16_t halves[2] = {big_endian ? high : low, big_endian ? low : high};
        memcpy((uint32_t *)out + i, i == 1 ? (const void *)halves : &word, sizeof word);
    }
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
    read_words(&out->header, bytes, sizeof out->header / 4, big);
    const size_t fit = (count - sizeof out->header) / sizeof *out->sections;
    while (out->section_count < out->header.section_count && out->section_count < fit &&
           out->section_count < FORMAT_MAX_SECTIONS) {
        const size_t i = out->section_count++;
        read_words(&out->sections[i], bytes + sizeof out->header + i * sizeof *out->sections,
                   sizeof *out->sections / 4, big);
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
