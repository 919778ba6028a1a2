/* SPDX-License-Identifier: MIT */
/* Writes the container of a blob. */
#include "blob/writer.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "src/blob/format.h"
#include "pelt.h"

/// Buffers ///////////////////////////////////////////////////////////////////////////////////////

static uint8_t *buffer_grow(byte_buffer *buffer, size_t count)
{
    if (count > buffer->capacity - buffer->count) {
        size_t capacity = buffer->capacity < 256 ? 256 : buffer->capacity;
        while (capacity - buffer->count < count)
            capacity *= 2;
        uint8_t *bytes = diag_calloc(capacity, 1);
        if (buffer->count > 0)
            memcpy(bytes, buffer->bytes, buffer->count);
        free(buffer->bytes);
        buffer->bytes = bytes;
        buffer->capacity = capacity;
    }
    uint8_t *at = buffer->bytes + buffer->count;
    buffer->count += count;
    return at;
}

void buffer_free(byte_buffer *buffer)
{
    free(buffer->bytes);
    *buffer = (byte_buffer){0};
}

void buffer_bytes(byte_buffer *buffer, const void *bytes, size_t count)
{
    if (count > 0)
        memcpy(buffer_grow(buffer, count), bytes, count);
}

void put_bytes(uint8_t *at, uint64_t value, unsigned size, bool big_endian)
{
    for (unsigned i = 0; i < size; i++)
        at[big_endian ? size - 1 - i : i] = (uint8_t)(value >> (8 * i));
}

void buffer_all(byte_buffer *buffer, unsigned bytes, const uint32_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        put_bytes(buffer_grow(buffer, bytes), values[i], bytes, buffer->big_endian);
}

void buffer_i32(byte_buffer *buffer, int32_t value)
{
    buffer_u32(buffer, (uint32_t)value);
}

uint32_t float_bits(double value)
{
    const float f = (float)value + 0.0f;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

void buffer_f32(byte_buffer *buffer, float value)
{
    buffer_u32(buffer, float_bits((double)value));
}

void buffer_f64(byte_buffer *buffer, double value)
{
    uint64_t bits;
    value += 0.0;
    memcpy(&bits, &value, sizeof bits);
    put_bytes(buffer_grow(buffer, 8), bits, 8, buffer->big_endian);
}

void buffer_pad4(byte_buffer *buffer)
{
    while (buffer->count % 4 != 0)
        buffer_u8(buffer, 0);
}

void blob_timeline_put(byte_buffer *buffer, uint32_t form, const uint32_t *times, uint32_t count)
{
    const unsigned bytes = form == FORMAT_FRAMES_8 ? 1 : form == FORMAT_FRAMES_16 ? 2 : 4;
    buffer_u32(buffer, count << 2 | form);
    buffer_all(buffer, bytes, times, form == FORMAT_FRAMES_ALL ? 1 : count);
    buffer_pad4(buffer);
}

/// Pools /////////////////////////////////////////////////////////////////////////////////////////

#define POOL_LISTS 8192u /* lists of items, by the low bits of their hash */

struct pool_item {
    uint32_t offset, count, hash, next; /* next: 1 + the next item of its list; 0: none */
};

uint32_t pool_add(buffer_pool *pool, const void *bytes, size_t count)
{
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * 16777619u;
    if (pool->lists == NULL)
        pool->lists = diag_calloc(POOL_LISTS, sizeof *pool->lists);
    uint32_t *list = &pool->lists[hash % POOL_LISTS];
    for (uint32_t i = *list; i != 0; i = pool->items[i - 1].next) {
        const struct pool_item *item = &pool->items[i - 1];
        if (item->hash == hash && item->count == count &&
            (count == 0 || memcmp(pool->buffer->bytes + item->offset, bytes, count) == 0))
            return item->offset;
    }
    const uint32_t offset = (uint32_t)pool->buffer->count;
    pool->items = diag_grow(pool->items, pool->item_count, sizeof *pool->items);
    pool->items[pool->item_count++] = (struct pool_item){offset, (uint32_t)count, hash, *list};
    *list = pool->item_count;
    buffer_bytes(pool->buffer, bytes, count);
    return offset;
}

void pool_free(buffer_pool *pool)
{
    free(pool->items);
    free(pool->lists);
    *pool = (buffer_pool){0};
}

/// The container ///////////////////////////////////////////////////////////////////////////////

byte_buffer *blob_section_add(blob_writer *writer, uint32_t tag, uint16_t flags)
{
    blob_section *section = &writer->sections[writer->section_count++];
    *section = (blob_section){.tag = tag, .flags = flags};
    section->data.big_endian = writer->big_endian;
    return &section->data;
}

bool blob_finish(byte_buffer *out, blob_writer *writer)
{
    uint64_t total = sizeof(format_header) + writer->section_count * sizeof(format_section);
    uint64_t offset = total;
    for (uint32_t i = 0; i < writer->section_count; i++) {
        buffer_pad4(&writer->sections[i].data);
        total += writer->sections[i].data.count;
    }
    if (total > INT32_MAX)
        return false;

    *out = (byte_buffer){.big_endian = writer->big_endian};
    buffer_u32(out, FORMAT_MAGIC);
    buffer_u16(out, PELT_FORMAT_VERSION, writer->encoding);
    buffer_u32(out, (uint32_t)total);
    buffer_u32(out, 0); /* the CRC, which is computed below */
    buffer_i32(out, writer->unit_shift);
    buffer_u32(out, writer->section_count, 0, 0);
    for (uint32_t i = 0; i < writer->section_count; i++) {
        const blob_section *section = &writer->sections[i];
        buffer_u32(out, section->tag);
        buffer_u16(out, 1, section->flags);
        buffer_u32(out, (uint32_t)offset, (uint32_t)section->data.count);
        offset += section->data.count;
    }
    for (uint32_t i = 0; i < writer->section_count; i++)
        buffer_bytes(out, writer->sections[i].data.bytes, writer->sections[i].data.count);
    put_bytes(out->bytes + FORMAT_CRC_OFFSET, format_crc(out->bytes, (uint32_t)total), 4,
              out->big_endian);
    return true;
}

void blob_writer_cut(blob_writer *writer, uint32_t count)
{
    while (writer->section_count > count)
        buffer_free(&writer->sections[--writer->section_count].data);
}

void blob_writer_free(blob_writer *writer)
{
    blob_writer_cut(writer, 0);
}
