/* SPDX-License-Identifier: MIT */
/* Interpolates colours and depths over the plane of a triangle, for triangle.c. */
#ifndef PELT_DRAW_PLANE_H
#define PELT_DRAW_PLANE_H

#include <stdint.h>

#include "../base/fixed.h"
#include "lines.h"
#include "pelt/draw.h"

/* A packed colour: red 5.6, blue 5.5, green 6.5 bits, from the top. Sums of packed colours and of
 * packed changes are right as long as each channel of the result is in range, whatever is borrowed
 * between channels on the way, so one addition steps all three. To keep roundings in range, colours
 * are mapped from 0 ... 255 to 4 ... 251 of 256 (green 2 ... 253), which changes them by up to half
 * a displayed step. */
#define PACKED_RB 0xF81F0000u
#define PACKED_G 0x000007E0u

/* Changes are off by at most half of 1/32 of a step at each of this many pixels. With the half
 * step above and the rounding of a start a colour is less than one step off. */
#define PACKED_REACH 24

/* The values at the centre of a pixel: packed colour, and depth in Q16. */
typedef struct shade {
    uint32_t colour, depth;
} shade;

/* A channel over the plane, Q16: value at the origin vertex, and change per 1/16 pixel. Arithmetic
 * on them is modulo 2^32: in a thin triangle the two slopes are huge and cancel. */
typedef struct channel {
    uint32_t origin;
    uint32_t per_x, per_y;
} channel;

/* Differences from the origin vertex, in 1/16 pixel, and the divisor of their slopes. */
typedef struct divisor {
    int32_t bx, by, cx, cy;
    int32_t reciprocal;
    uint32_t shift;
} divisor;

/* Computes the divisor for the slopes of a channel over the plane. Differences of positions are
 * below 2^15, of channels below 2^15, so each numerator, twice the area of a triangle in such a
 * box, is at most 2^30. One division: reciprocal = 2^31 / (area as 16 significant bits). */
static inline void find_divisor(divisor *d, const pelt_draw_vertex *a, const pelt_draw_vertex *b,
                                const pelt_draw_vertex *c, int32_t area)
{
    const uint32_t size = (uint32_t)(area < 0 ? -area : area);
    const uint32_t zeros = fx_clz_of(size);
    const int32_t quotient = (int32_t)(0x7FFFFFFFu / ((size << zeros) >> 16));
    d->bx = b->x - a->x;
    d->by = b->y - a->y;
    d->cx = c->x - a->x;
    d->cy = c->y - a->y;
    d->reciprocal = area < 0 ? -quotient : quotient;
    d->shift = 31u - zeros; /* 31 + (16 - zeros) - 16 bits of fraction */
}

/* The product >> shift, modulo 2^32; |a| <= 2^30, |b| < 2^16, shift < 32. Two products of 32 bits take less
 * than one of 64 on a core that lacks the long multiplication. */
static inline uint32_t high_part(int32_t a, int32_t b, uint32_t shift)
{
    const uint32_t size = (uint32_t)(b < 0 ? -b : b);
    const uint32_t n = (uint32_t)(b < 0 ? -a : a);
    const uint32_t high = (uint32_t)((int32_t)n >> 16) * size; /* within 2^30 */
    const uint32_t low = (n & 0xFFFFu) * size;
    if (shift < 16u)
        return (high << (16u - shift)) + (low >> shift);
    return (uint32_t)((int32_t)(high + (low >> 16)) >> (shift - 16u));
}

static inline channel find_channel(const divisor *d, int32_t a, int32_t b, int32_t c)
{
    channel ch;
    b -= a;
    c -= a;
    ch.origin = (uint32_t)a * 65536u + 0x8000u;
    ch.per_x = high_part(b * d->cy - c * d->by, d->reciprocal, d->shift);
    ch.per_y = high_part(c * d->bx - b * d->cx, d->reciprocal, d->shift);
    return ch;
}

/* The value of a channel at the centre of a pixel. */
static inline uint32_t value_at(const channel *ch, const pelt_draw_vertex *origin, int32_t x,
                                int32_t y)
{
    return ch->origin + ch->per_x * (uint32_t)(x * 16 + 8 - origin->x) +
           ch->per_y * (uint32_t)(y * 16 + 8 - origin->y);
}

/* Packs values in Q16. Colours in 0 ... 255 are exact; those up to 1024 outside leave carries
 * behind. */
static inline uint32_t pack_value(uint32_t r, uint32_t g, uint32_t b)
{
    const int32_t red = (((int32_t)r >> 7) * 31 + (4 << 14) + (1 << 10)) >> 11;
    const int32_t green = (((int32_t)g >> 7) * 63 + (2 << 15) + (1 << 11)) >> 12;
    const int32_t blue = (((int32_t)b >> 7) * 31 + (4 << 14) + (1 << 11)) >> 12;
    return ((uint32_t)red << 21) + ((uint32_t)blue << 11) + (uint32_t)green;
}

/* Packs changes: from Q16 per 1/16 pixel, modulo 2^32, to changes per pixel. */
static inline uint32_t pack_change(uint32_t r, uint32_t g, uint32_t b)
{
    const int32_t red = (int32_t)(r * 31u + (1u << 13)) >> 14;
    const int32_t green = (int32_t)(g * 63u + (1u << 14)) >> 15;
    const int32_t blue = (int32_t)(b * 31u + (1u << 14)) >> 15;
    return ((uint32_t)red << 21) + ((uint32_t)blue << 11) + (uint32_t)green;
}

/// Small triangles ////////////////////////////////////////////////////////////////////////////////

/* The weight of a corner at a point is 1 in the corner and 0 at the others: its changes from a pixel to the
 * next and from a line to the next, Q16, off by less than 2^-16 and below 2, as triangles are half a pixel thick
 * or more; and its value in the middle pixel, Q20. */
typedef struct corner_weight {
    int32_t x, y, middle;
} corner_weight;

/* Packed colours and depths: at the centre of pixel 0 of a line, and changes per pixel and line; and the
 * weights of corners b and c. */
typedef struct planes {
    shade at, step, down;
    corner_weight b, c;
} planes;

/* The change of a channel by such weights, Q16 per 1/16 pixel, or in all. values: a, b - a, c - a. */
static inline uint32_t change_of(const int32_t values[3], int32_t b, int32_t c)
{
    return (uint32_t)((values[1] * b + values[2] * c) >> 4);
}

static inline uint32_t middle_of(const int32_t values[3], const corner_weight *b,
                                 const corner_weight *c)
{
    return (uint32_t)values[0] * 65536u + 0x8000u + change_of(values, b->middle, c->middle);
}

/* x, y: the middle pixel; line: the one of p->at. */
static inline void find_planes(planes *p, const divisor *d, const pelt_draw_vertex *a,
                               const pelt_draw_vertex *b, const pelt_draw_vertex *c, int32_t x,
                               int32_t y, int32_t line)
{
    const channel depth = find_channel(d, a->depth, b->depth, c->depth);
    const uint32_t shift = d->shift - 4u; /* an area of 8 times a side is at least 64 */
    const int32_t from_x = x * 16 + 8 - a->x, from_y = y * 16 + 8 - a->y;
    const int32_t red[3] = {a->r, b->r - a->r, c->r - a->r};
    const int32_t green[3] = {a->g, b->g - a->g, c->g - a->g};
    const int32_t blue[3] = {a->b, b->b - a->b, c->b - a->b};
    corner_weight to_b = {d->cy * d->reciprocal >> shift, -d->cx * d->reciprocal >> shift, 0};
    corner_weight to_c = {-d->by * d->reciprocal >> shift, d->bx * d->reciprocal >> shift, 0};
    to_b.middle = to_b.x * from_x + to_b.y * from_y;
    to_c.middle = to_c.x * from_x + to_c.y * from_y;
    p->step.colour = pack_change(change_of(red, to_b.x, to_c.x), change_of(green, to_b.x, to_c.x),
                                 change_of(blue, to_b.x, to_c.x));
    p->down.colour = pack_change(change_of(red, to_b.y, to_c.y), change_of(green, to_b.y, to_c.y),
                                 change_of(blue, to_b.y, to_c.y));
    p->at.colour = pack_value(middle_of(red, &to_b, &to_c), middle_of(green, &to_b, &to_c),
                              middle_of(blue, &to_b, &to_c));
    p->at.colour += p->down.colour * (uint32_t)(line - y) - p->step.colour * (uint32_t)x;
    p->at.depth = value_at(&depth, a, 0, line);
    p->step.depth = depth.per_x * 16u;
    p->down.depth = depth.per_y * 16u;
    p->b = to_b;
    p->c = to_c;
}

/* Decides whether one packed plane is exact enough for the whole triangle: see PACKED_REACH, and
 * whether it lies within the picture's width. x, y are the middle pixel. A triangle half a pixel
 * thick has changes of at most 1024 of 256 a pixel, 132,000 of its depth: the error of its
 * reciprocal, 2^-15 of them, is below 1/10 of a step over the reach, and 100 of its depth. */
static inline bool find_middle(int32_t *x, int32_t *y, const band_lines *l, int32_t width,
                               const pelt_draw_vertex *a, const pelt_draw_vertex *b,
                               const pelt_draw_vertex *c, int32_t area)
{
    const int32_t left = earlier(earlier(a->x, b->x), c->x), right = later(later(a->x, b->x), c->x);
    const int32_t wide = right - left;
    const int32_t tall = l->bottom->y - l->top->y;
    /* This is negative if a depth is below 256 or above PELT_DEPTH_MAX - 256. */
    const int32_t depths = (a->depth - 256) | (b->depth - 256) | (c->depth - 256) |
                           (PELT_DEPTH_MAX - 256 - a->depth) | (PELT_DEPTH_MAX - 256 - b->depth) |
                           (PELT_DEPTH_MAX - 256 - c->depth);
    *x = (left + right) >> 5;
    *y = (l->bottom->y + l->top->y) >> 5;
    return wide + tall <= 2 * PACKED_REACH * 16 && (left | depths | (width * 16 - right)) >= 0 &&
           (area < 0 ? -area : area) >= 8 * later(wide, tall);
}

#endif
