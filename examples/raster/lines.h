/* SPDX-License-Identifier: MIT */
/* Computes which pixels of a band a triangle covers, for raster.c. */
#ifndef RASTER_LINES_H
#define RASTER_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "raster.h"

/* The place at which an edge crosses the centre of a line, and its change per line, Q16 pixels. */
typedef struct edge {
    int32_t x;
    int32_t slope;
} edge;

/* The lines of a triangle in a band; either edge may be the left one. */
typedef struct lines {
    edge side;                  /* from the upper to the lowest corner */
    edge upper, lower;          /* from the middle corner */
    int32_t first;              /* line of the picture */
    int32_t count, upper_count; /* number of lines, and of those along `upper` */
    int32_t top, low;           /* of the corners, 1/16 pixel */
} lines;

static inline int32_t later(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static inline int32_t earlier(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* The first line, or pixel of a line, whose centre is at or after this: in 1/16 or 1/65536
 * pixel. */
static inline int32_t first_line_at(int32_t y)
{
    return (y + 7) >> 4;
}

static inline int32_t first_pixel_at(int32_t x)
{
    return (x + 0x7FFF) >> 16;
}

/*
 * The edge from `top` downwards, at the centre of `line`, which lies between the two. The same two
 * vertices give the same numbers for every triangle and band, so there are no cracks. |dx| < 2^15
 * and 0 <= offset <= dy, so |slope * offset| <= |dx| * 2^16 < 2^31.
 */
static inline edge edge_at(const raster_vertex *top, const raster_vertex *bottom, int32_t line)
{
    const int32_t offset = line * 16 + 8 - top->y;
    edge e;

    e.slope = (bottom->x - top->x) * 65536 / (bottom->y - top->y);
    e.x = top->x * 4096 + ((e.slope * offset) >> 4);
    return e;
}

/* Returns false if the band has no line of the triangle. */
static inline bool find_lines(lines *l, const raster_band *band, const raster_vertex *a,
                              const raster_vertex *b, const raster_vertex *c)
{
    const raster_vertex *top = a, *middle = b, *bottom = c, *swap;
    const int32_t band_end = band->first_line + band->line_count;

    if (middle->y < top->y)
        swap = top, top = middle, middle = swap;
    if (bottom->y < middle->y)
        swap = middle, middle = bottom, bottom = swap;
    if (middle->y < top->y)
        swap = top, top = middle, middle = swap;
    const int32_t start = later(first_line_at(top->y), band->first_line);
    const int32_t end = earlier(first_line_at(bottom->y), band_end);
    if (start >= end)
        return false;
    const int32_t turn = earlier(later(first_line_at(middle->y), start), end);
    l->top = top->y;
    l->low = bottom->y;
    l->first = start;
    l->count = end - start;
    l->upper_count = turn - start;
    l->side = edge_at(top, bottom, start);
    l->upper.x = l->upper.slope = 0;
    l->lower = l->upper;
    if (start < turn)
        l->upper = edge_at(top, middle, start);
    if (turn < end)
        l->lower = edge_at(middle, bottom, turn);
    return true;
}

/* Pixels [*first, *past) of the next line; none if *first >= *past. */
static inline void next_line(lines *l, int32_t *first, int32_t *past, int32_t width)
{
    if (l->upper_count-- == 0)
        l->upper = l->lower;
    const int32_t one = first_pixel_at(l->side.x);
    const int32_t other = first_pixel_at(l->upper.x);
    *first = later(earlier(one, other), 0);
    *past = earlier(later(one, other), width);
    l->side.x += l->side.slope;
    l->upper.x += l->upper.slope;
}

#endif
