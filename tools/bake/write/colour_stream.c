/* SPDX-License-Identifier: MIT */
/* Writes the colours of a mesh: one for each vertex, or a table where that is smaller. Up to 256
 * different colours are all in the table. If there are more, a colour of the table replaces others
 * that differ from it by a step of 1/255 in some channels, provided that is no more than two steps
 * on a screen. */
#include <stdlib.h>

#include "bake/write/sections.h"
#include "src/blob/format.h"

#define BRIGHT 32u /* linear; from here on a step is at most two steps of sRGB */

typedef struct colour_use {
    uint32_t colour; /* R in the low byte */
    uint32_t count;
} colour_use;

static int compare_colours(const void *left, const void *right)
{
    const colour_use *a = left, *b = right;
    return (a->colour > b->colour) - (a->colour < b->colour);
}

/* Orders by frequency, the most frequent first. */
static int compare_uses(const void *left, const void *right)
{
    const colour_use *a = left, *b = right;
    return a->count != b->count ? (a->count < b->count) - (a->count > b->count)
                                : compare_colours(left, right);
}

/* Collects the different colours of the records at uses[0..]; returns how many there are. */
static uint32_t count_colours(colour_use *uses, const bake_records *records)
{
    uint32_t different = 0;
    for (uint32_t i = 0; i < records->count; i++)
        uses[i] = (colour_use){records->records[i].colour, 1};
    if (records->count > 0)
        qsort(uses, records->count, sizeof *uses, compare_colours);
    for (uint32_t i = 0; i < records->count; i++) {
        if (different > 0 && uses[different - 1].colour == uses[i].colour)
            uses[different - 1].count++;
        else
            uses[different++] = uses[i];
    }
    return different;
}

static bool stands_for(uint32_t a, uint32_t b, bool merges)
{
    for (int c = 0; c < 32; c += 8) {
        const uint32_t x = a >> c & 255, y = b >> c & 255;
        const uint32_t off = x > y ? x - y : y - x;
        if (off > (merges && x >= BRIGHT && y >= BRIGHT ? 1u : 0u))
            return false;
    }
    return true;
}

/* The first entry of the table that can stand for a colour; `count` if there is none. */
static uint32_t find(const uint32_t *table, uint32_t count, uint32_t colour, bool merges)
{
    uint32_t at = 0;
    while (at < count && !stands_for(table[at], colour, merges))
        at++;
    return at;
}

/* Fills the table and returns its length; 0 if the colours do not fit. */
static uint32_t make_table(uint32_t table[FORMAT_MAX_TABLE_COLOURS], bool *merges,
                           const bake_records *records)
{
    FREED colour_use *uses = diag_calloc(records->count, sizeof *uses);
    const uint32_t different = count_colours(uses, records);
    uint32_t count = 0;
    *merges = different > FORMAT_MAX_TABLE_COLOURS;
    if (different > 0)
        qsort(uses, different, sizeof *uses, compare_uses);
    for (uint32_t i = 0; i < different; i++) {
        if (*merges && find(table, count, uses[i].colour, true) < count)
            continue;
        if (count == FORMAT_MAX_TABLE_COLOURS) {
            count = 0;
            break;
        }
        table[count++] = uses[i].colour;
    }
    return count;
}

static void put_colour(byte_buffer *out, uint32_t colour)
{
    for (int c = 0; c < 32; c += 8)
        buffer_u8(out, (uint8_t)(colour >> c));
}

uint32_t write_colours(bool *is_table, byte_buffer *streams, const bake_records *records)
{
    uint32_t table[FORMAT_MAX_TABLE_COLOURS];
    const uint32_t offset = (uint32_t)streams->count;
    bool merges;
    const uint32_t count = make_table(table, &merges, records);
    *is_table = count > 0 && 4 + 4 * count + (records->count + 3) / 4 * 4 < 4 * records->count;
    if (*is_table) {
        buffer_u32(streams, count);
        for (uint32_t i = 0; i < count; i++)
            put_colour(streams, table[i]);
    }
    for (uint32_t i = 0; i < records->count; i++) {
        const uint32_t colour = records->records[i].colour;
        if (*is_table)
            buffer_u8(streams, (uint8_t)find(table, count, colour, merges));
        else
            put_colour(streams, colour);
    }
    buffer_pad4(streams);
    return offset;
}
