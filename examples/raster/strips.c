/* SPDX-License-Identifier: MIT */
/* Draws a picture in strips, see strips.h. */
#include "strips.h"

#include <string.h>

#include "mono.h"

bool strips_open(strips *s, int32_t width, int32_t height, int32_t lines, uint32_t buffers,
                 void *memory, size_t memory_bytes)
{
    memset(s, 0, sizeof *s);
    if (width < 1 || width > RASTER_MAX_SIZE || height < 1 || height > RASTER_MAX_SIZE ||
        lines < 1 || lines > height || buffers < 1u || buffers > 2u)
        return false;
    const size_t buffer_bytes = (size_t)STRIPS_BUFFER_BYTES(width, lines) * buffers;
    if (memory_bytes < buffer_bytes)
        return false;
    s->width = width;
    s->height = height;
    s->lines = lines;
    s->count = STRIPS_COUNT(height, lines);
    s->buffers = (uint16_t *)memory;
    s->buffer_count = buffers;
    s->bins = (uint32_t *)(void *)((uint8_t *)memory + buffer_bytes);
    s->have_words = (uint32_t)((memory_bytes - buffer_bytes) / 4u);
    return true;
}

/// Bins /////////////////////////////////////////////////////////////////////////////////////////

/* There is one for either width of indices, as this is all that triangles cost that face away. */
static inline __attribute__((always_inline)) void fill_bins(const strips *s, portrait_part part)
{
    /* line * per_line >> 20 = line / lines, exactly for a line < 2^10 and strips of up to 2^10. */
    const uint32_t per_line = (1u << 20) / (uint32_t)s->lines + 1u;
    const uint32_t words = s->words;
    const int32_t height = s->height;
    uint32_t *bins = s->bins;

    for (uint32_t i = 0; i < part.triangle_count; i++) {
        const uint32_t triangle = part.first_triangle + i;
        const raster_vertex *corners[3];
        int32_t first, past;

        portrait_corners(corners, &part, i);
        if (raster_lines(&first, &past, corners[0], corners[1], corners[2], height, part.flags)) {
            uint32_t strip = (uint32_t)first * per_line >> 20;
            const uint32_t last = (uint32_t)(past - 1) * per_line >> 20;
            uint32_t *bin = bins + strip * words + (triangle >> 5);

            for (; strip <= last; strip++, bin += words)
                *bin |= 1u << (triangle & 31u);
        }
    }
}

void strips_begin(strips *s, const portrait *bodies)
{
    portrait_part part;
    uint32_t triangles = 0;

    s->bodies = bodies;
    for (portrait_first(&part, bodies); part.body != NULL; portrait_next(&part))
        triangles = part.first_triangle + part.triangle_count;
    s->words = (triangles + 31u) / 32u;
    if (s->words > s->have_words / (uint32_t)s->count)
        s->words = 0;
    if (s->words == 0u)
        return;
    memset(s->bins, 0, (size_t)s->words * (uint32_t)s->count * 4u);
    for (portrait_first(&part, bodies); part.body != NULL; portrait_next(&part))
        if (part.indices16 != NULL)
            fill_bins(s, part);
        else
            fill_bins(s, part);
}

/// Strips ///////////////////////////////////////////////////////////////////////////////////////

/* The bits of triangles [from, end) of a bin; both lie in the same word, or `end` begins the
 * next. */
static uint32_t bits_of(const uint32_t *bin, uint32_t from, uint32_t end)
{
    const uint32_t past = end - (from & ~31u);
    uint32_t bits = bin[from >> 5] >> (from & 31u) << (from & 31u);

    return past >= 32u ? bits : bits & ((1u << past) - 1u);
}

static void draw_binned(const strips *s, const raster_band *band, const uint32_t *bin)
{
    portrait_part part;

    for (portrait_first(&part, s->bodies); part.body != NULL; portrait_next(&part)) {
        const uint32_t end = part.first_triangle + part.triangle_count;
        uint32_t from = part.first_triangle;

        for (; from < end; from = (from | 31u) + 1u) {
            uint32_t bits = bits_of(bin, from, end);

            while (bits != 0u) {
                const uint32_t lowest = bits & (0u - bits);
                const uint32_t triangle = (from | 31u) - (uint32_t)__builtin_clz(lowest);
                const raster_vertex *corners[3];

                bits ^= lowest;
                if ((part.flags & RASTER_PAINT) == 0u) {
                    portrait_triangle(band, &part, triangle - part.first_triangle);
                    continue;
                }
                portrait_corners(corners, &part, triangle - part.first_triangle);
                /* what is in bins is to be seen */
                raster_paint(band, corners[0], corners[1], corners[2]);
            }
        }
    }
}

void strips_draw(const strips *s, int32_t index, uint32_t buffer, raster_band *strip)
{
    const int32_t first_line = index * s->lines;
    const size_t half = STRIPS_BUFFER_BYTES((size_t)s->width, (size_t)s->lines) / 4u;

    strip->colours = s->buffers + 2u * half * buffer;
    strip->depths = strip->colours + half;
    strip->width = s->width;
    strip->first_line = first_line;
    strip->line_count = s->height - first_line < s->lines ? s->height - first_line : s->lines;
    strip->steepness = s->bodies != NULL ? camera_steepness(&s->bodies->cam) : 1;
    if (s->background != NULL)
        s->background(strip, s->own);
    else
        mono_clear(strip);
    if (s->bodies != NULL && s->words == 0u) {
        portrait_draw(s->bodies, strip);
    } else {
        raster_clear_depths(strip);
        if (s->bodies != NULL)
            draw_binned(s, strip, s->bins + (size_t)s->words * (uint32_t)index);
    }
    if (s->overlay != NULL)
        s->overlay(strip, s->own);
}

void strips_show(strips *s, raster_panel *panel)
{
    raster_band strip;

    for (int32_t i = 0; i < s->count; i++) {
        strips_draw(s, i, s->next_buffer, &strip);
        panel(0, (int)strip.first_line, (int)strip.width, (int)strip.line_count, strip.colours);
        s->next_buffer = s->next_buffer + 1u < s->buffer_count ? s->next_buffer + 1u : 0u;
    }
}
