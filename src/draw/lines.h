/* SPDX-License-Identifier: MIT */
/* Computes which pixels of a band a triangle covers, for triangle.c. */
#ifndef PELT_DRAW_LINES_H
#define PELT_DRAW_LINES_H

#include <stdbool.h>

#include "pelt/draw.h"

#include "../base/inline.h"

/* The place at which an edge crosses the centre of a line, plus 0x7FFF, so that its upper half is the
 * first pixel whose centre is at or after it; and its change per line. Q16 pixels. */
typedef struct edge {
    int32_t x;
    int32_t slope;
} edge;

/* The lines of a triangle in a band. */
typedef struct band_lines {
    edge left, right;
    const pelt_draw_vertex *top, *middle, *bottom;
    bool turns_left;      /* the middle corner is on the left */
    int32_t first, count; /* the next line of the picture; number of lines */
    int32_t before_turn;  /* of the lines, those above the middle corner */
} band_lines;

static inline int32_t later(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static inline int32_t earlier(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t within(int32_t value, int32_t most)
{
    return earlier(later(value, -most), most);
}

/* The first line, or pixel of a line, whose centre is at or after this, in 1/16 pixel. */
static inline int32_t first_centre_at(int32_t y)
{
    return (y + 7) >> 4;
}

/* The edge from `top` downwards, at the centre of `line`, which lies between the two. The same two
 * vertices give the same numbers for every triangle and band, so there are no cracks. |dx| < 2^15
 * and 0 <= offset <= dy, so |slope * offset| <= |dx| * 2^16 < 2^31. */
static inline edge edge_at(const pelt_draw_vertex *top, const pelt_draw_vertex *bottom,
                           int32_t line)
{
    const int32_t offset = line * 16 + 8 - top->y;
    edge e;
    e.slope = (bottom->x - top->x) * 65536 / (bottom->y - top->y);
    e.x = top->x * 4096 + 0x7FFF + ((e.slope * offset) >> 4);
    return e;
}

/* Finds the first line and their number; returns false if the band has none. The edges follow later, as
 * few registers are free as long as colours are computed. */
static inline bool find_lines(band_lines *l, const pelt_band *band, const pelt_draw_vertex *a,
                              const pelt_draw_vertex *b, const pelt_draw_vertex *c)
{
    const pelt_draw_vertex *top = a, *left = b, *right = c;
    if (b->y < a->y || c->y < a->y) {
        top = b->y < c->y ? b : c;
        left = b->y < c->y ? c : a;
        right = b->y < c->y ? a : b;
    }
    l->turns_left = left->y < right->y;
    l->top = top;
    l->middle = l->turns_left ? left : right;
    l->bottom = l->turns_left ? right : left;
    l->first = later(first_centre_at(top->y), band->first_line);
    l->count =
        earlier(first_centre_at(l->bottom->y), band->first_line + band->line_count) - l->first;
    return l->count > 0;
}

/* The edge from or to the middle corner. */
static inline void set_edge(band_lines *l, edge e)
{
    if (l->turns_left)
        l->left = e;
    else
        l->right = e;
}

static inline void start_lines(band_lines *l)
{
    l->left = l->right = edge_at(l->top, l->bottom, l->first);
    l->before_turn = later(first_centre_at(l->middle->y) - l->first, 0);
    if (l->before_turn > 0)
        set_edge(l, edge_at(l->top, l->middle, l->first));
}

/* Pixels [*first, *past) of the next line, none if they are equal. The left edge is the right one if
 * the triangle faces away, or if both were rounded past each other. */
static inline void next_line(band_lines *l, int32_t *first, int32_t *past)
{
    if (l->before_turn-- == 0)
        set_edge(l, edge_at(l->middle, l->bottom, l->first));
    *first = l->left.x >> 16;
    *past = l->right.x >> 16;
    if (PELT_RARE(*first > *past)) {
        const int32_t swap = *first;
        *first = *past;
        *past = swap;
    }
    l->left.x += l->left.slope;
    l->right.x += l->right.slope;
    l->first++;
}

/* Starts at the first line that has pixels; returns false if none has, as most slivers. */
static inline bool start_at_pixels(band_lines *l)
{
    start_lines(l);
    for (; l->count > 0; l->count--) {
        band_lines next = *l;
        int32_t first, past;
        next_line(&next, &first, &past);
        if (first != past)
            return true;
        *l = next;
    }
    return false;
}

#endif
