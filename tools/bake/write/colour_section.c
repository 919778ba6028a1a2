/* SPDX-License-Identifier: MIT */
/* Writes colours: those of vertices to STRM, and textures to TXTR. */
#include <stdlib.h>

#include "bake/write/sections.h"
#include "common/compare.h"

COMPARE_BY(compare_words, uint32_t, 1)

static void put_colour(byte_buffer *out, uint32_t colour)
{
    for (int c = 0; c < 32; c += 8)
        buffer_u8(out, (uint8_t)(colour >> c));
}

/* One for each vertex, or up to 256 different ones in a table where that is smaller. */
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

static void put_row(byte_buffer *data, const bake_texture *t, const uint16_t *row)
{
    const uint32_t width = 1u << t->bits[0];
    for (uint32_t x = 0; x < width; x++) {
        if (t->texels == PELT_TEXELS_RGB565)
            buffer_u16(data, row[x]);
        else if (t->texels == PELT_TEXELS_I8)
            buffer_u8(data, (uint8_t)row[x]);
        else if (x % 2 == 0)
            buffer_u8(data, (uint8_t)(row[x] | row[x + 1] << 4));
    }
}

/* Equal rows and palettes are stored once. */
void write_textures(sections *out, const bake_textures *textures)
{
    if (textures->count == 0)
        return;
    FREED_BY(buffer_free) byte_buffer data = {.big_endian = out->writer.big_endian};
    FREED_BY(pool_free) buffer_pool pool = {.buffer = &data};
    const uint32_t first = 4u + textures->count * (uint32_t)sizeof(format_texture);
    byte_buffer *to = section_add_optional(out, FORMAT_TEXTURES);
    buffer_u32(to, textures->count);
    for (uint32_t i = 0; i < textures->count; i++) {
        const bake_texture *t = &textures->textures[i];
        FREED_BY(buffer_free) byte_buffer one = {.big_endian = data.big_endian};
        const uint32_t colours = t->texels == PELT_TEXELS_I4   ? 16u
                                 : t->texels == PELT_TEXELS_I8 ? 256u
                                                               : 0u;
        for (uint32_t y = 0; y < 1u << t->bits[1]; y++)
            put_row(&one, t, t->indices + ((size_t)y << t->bits[0]));
        buffer_pad4(&one);
        buffer_u32(to, first + pool_add(&pool, one.bytes, one.count));
        one.count = 0;
        for (uint32_t k = 0; k < colours; k++)
            buffer_u16(&one, t->colours[k]);
        buffer_u32(to, first + (colours == 0u ? 0u : pool_add(&pool, one.bytes, one.count)));
        buffer_u32(to, write_name(out, t->material->image_name));
        buffer_u16(to, colours, (uint16_t)(t->clear == BAKE_NONE ? 0u : t->clear));
        buffer_u8(to, t->texels,
                  (uint8_t)(t->wrap[0] | t->wrap[1] << 2 |
                            (t->clear == BAKE_NONE ? 0u : FORMAT_TEXTURE_CLEAR)),
                  t->bits[0], t->bits[1]);
    }
    buffer_bytes(to, data.bytes, data.count);
}
