/* SPDX-License-Identifier: MIT */
/* Writes the bytes of a blob: growing buffers in the target's byte order, and the container around
 * them (header, section table, CRC). src/blob/format.h describes the contents of the sections. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A zeroed buffer is empty and little-endian. */
typedef struct byte_buffer {
    uint8_t *bytes;
    size_t count, capacity;
    bool big_endian;
} byte_buffer;

void buffer_free(byte_buffer *buffer);
void buffer_bytes(byte_buffer *buffer, const void *bytes, size_t count);
/* A number or several, of which the low bits are written. They are computed in any order. */
#define buffer_u8(...) BUFFER_ALL(1, __VA_ARGS__)
#define buffer_u16(...) BUFFER_ALL(2, __VA_ARGS__)
#define buffer_u32(...) BUFFER_ALL(4, __VA_ARGS__)
#define BUFFER_ALL(bytes, buffer, ...)                                                             \
    buffer_all(buffer, bytes, (const uint32_t[]){__VA_ARGS__},                                     \
               sizeof(const uint32_t[]){__VA_ARGS__} / sizeof(uint32_t))
void buffer_all(byte_buffer *buffer, unsigned bytes, const uint32_t *values, size_t count);
void buffer_i32(byte_buffer *buffer, int32_t value);
void buffer_f32(byte_buffer *buffer, float value);
void buffer_f64(byte_buffer *buffer, double value);
void buffer_pad4(byte_buffer *buffer);

/* Writes a timeline in a form of src/blob/format.h: ticks or frames, of FORMAT_FRAMES_ALL the first. */
void blob_timeline_put(byte_buffer *buffer, uint32_t form, const uint32_t *times, uint32_t count);

/* Writes the low `size` bytes of a value to memory. */
void put_bytes(uint8_t *at, uint64_t value, unsigned size, bool big_endian);

/* The bits of a float. Minus zero becomes zero, so that equal values have equal bits. */
uint32_t float_bits(double value);

/* Appends `count` bytes, a multiple of 4, unless equal ones were appended through the pool before;
 * returns their offset. */
typedef struct buffer_pool {
    byte_buffer *buffer;
    struct pool_item *items;
    uint32_t item_count;
    uint32_t *lists; /* by hash: 1 + the first item; 0: none */
} buffer_pool;

uint32_t pool_add(buffer_pool *pool, const void *bytes, size_t count);
void pool_free(buffer_pool *pool);

#define BLOB_MAX_SECTIONS 32u

typedef struct blob_section {
    uint32_t tag;
    uint16_t flags;
    byte_buffer data;
} blob_section;

typedef struct blob_writer {
    bool big_endian;
    uint16_t encoding;
    int32_t unit_shift;
    uint32_t section_count;
    blob_section sections[BLOB_MAX_SECTIONS];
} blob_writer;

/* Adds a new, empty section; the pointer stays valid. */
byte_buffer *blob_section_add(blob_writer *writer, uint32_t tag, uint16_t flags);

/* Writes the finished blob to `out`; returns false if it would exceed 2^31 - 1 bytes. */
bool blob_finish(byte_buffer *out, blob_writer *writer);
/* Takes back all but the first sections. */
void blob_writer_cut(blob_writer *writer, uint32_t count);
void blob_writer_free(blob_writer *writer);
