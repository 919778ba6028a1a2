/* SPDX-License-Identifier: MIT */
/* Writes the colours of a mesh: one for each vertex, or up to 256 different ones in a table where that is
 * smaller. */
#include <stdlib.h>

#include "bake/write/sections.h"
#include "common/compare.h"

COMPARE_BY(compare_words, uint32_t, 1)

static void put_colour(byte_buffer *out, uint32_t colour)
{
    for (int c = 0; c < 32; c += 8)
        buffer_u8(out, (uint8_t)(colour >> c));
}

uint32_t write_colours(bool *is_table, byte_buffer *streams, const bake_records *records)
{
    const uint32_t offset = (uint32_t)streams->count;
    FREED uint32_t *table = diag_calloc(records->count, sizeof *table);
    uint32_t count = 0;
    for (uint32_t i = 0; i < records->count; i++)
        table[i] = records->records[i].colour;
    if (records->count > 0)
        qsort(table, records->count, sizeof *table, compare_words);
    for (uint32_t i = 0; i < records->count; i++)
        if (count == 0 || table[count - 1] != table[i])
            table[count++] = table[i];
    *is_table = count > 0 && count <= FORMAT_MAX_TABLE_COLOURS &&
                4 + 4 * count + (records->count + 3) / 4 * 4 < 4 * records->count;
    if (*is_table) {
        buffer_u32(streams, count);
        for (uint32_t i = 0; i < count; i++)
            put_colour(streams, table[i]);
    }
    for (uint32_t i = 0; i < records->count; i++) {
        const uint32_t colour = records->records[i].colour;
        if (*is_table)
            buffer_u8(streams, (uint8_t)((const uint32_t *)bsearch(&colour, table, count,
                                                                   sizeof *table, compare_words) -
                                         table));
        else
            put_colour(streams, colour);
    }
    buffer_pad4(streams);
    return offset;
}
