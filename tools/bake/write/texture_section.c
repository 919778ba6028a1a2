/* SPDX-License-Identifier: MIT */
/* Writes textures to TXTR. */
#include "bake/write/sections.h"

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
        buffer_u16s(to, colours, (uint16_t)(t->clear == BAKE_NONE ? 0u : t->clear));
        buffer_u8s(to, t->texels,
                   (uint8_t)(t->wrap[0] | t->wrap[1] << 2 |
                             (t->clear == BAKE_NONE ? 0u : FORMAT_TEXTURE_CLEAR)),
                   t->bits[0], t->bits[1]);
    }
    buffer_bytes(to, data.bytes, data.count);
}
