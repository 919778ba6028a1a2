/* SPDX-License-Identifier: MIT */
/* Draws triangles, see raster.h. */
#include "raster.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "lines.h"
#include "plane.h"

enum { CHANNEL_R, CHANNEL_G, CHANNEL_B, CHANNEL_DEPTH, CHANNEL_COUNT };

typedef struct surface {
    const raster_vertex *origin;
    channel channels[CHANNEL_COUNT];
} surface;

/// Small triangles //////////////////////////////////////////////////////////////////////////////

/*
 * Decides whether one packed plane is exact enough for the whole triangle: see PACKED_REACH. x, y
 * are the middle pixel, which is always inside, so that its colours are in range. A triangle half a
 * pixel thick has changes of at most 1024 of 256 a pixel, 132,000 of its depth: the error of its
 * reciprocal, 2^-15 of them, is below 1/10 of a step over the reach, and 100 of its depth.
 */
static inline bool find_middle(int32_t *x, int32_t *y, const lines *l, const raster_vertex *a,
                               const raster_vertex *b, const raster_vertex *c, int32_t area)
{
    const int32_t left = earlier(earlier(a->x, b->x), c->x), right = later(later(a->x, b->x), c->x);
    const int32_t wide = right - left;
    const int32_t tall = l->low - l->top;
    /* This is negative if a depth is below 256 or above RASTER_MAX_DEPTH - 256. */
    const int32_t depths = (a->depth - 256) | (b->depth - 256) | (c->depth - 256) |
                           (RASTER_MAX_DEPTH - 256 - a->depth) |
                           (RASTER_MAX_DEPTH - 256 - b->depth) |
                           (RASTER_MAX_DEPTH - 256 - c->depth);

    *x = (left + right) >> 5;
    *y = (l->top + l->low) >> 5;
    return wide + tall <= 2 * PACKED_REACH * 16 && depths >= 0 &&
           (area < 0 ? -area : area) >= 8 * later(wide, tall);
}

/* The inner loop, for count >= 1 pixels. */
static inline void shade_span(uint16_t *colours, uint16_t *depths, int32_t count, shade at,
                              shade step)
{
    do {
        const uint32_t depth = at.depth >> 16;

        if (depth > *depths) {
            *depths = (uint16_t)depth;
            *colours = (uint16_t)((at.colour & PACKED_RB) >> 16 | (at.colour & PACKED_G));
        }
        colours++;
        depths++;
        at.colour += step.colour;
        at.depth += step.depth;
    } while (--count > 0);
}

/* x, y: the pixel at which the channels are computed. */
static void draw_small(const raster_band *band, lines *lines_of, const divisor *d,
                       const raster_vertex *a, const raster_vertex *b, const raster_vertex *c,
                       int32_t x, int32_t y)
{
    const channel red = find_channel(d, a->r, b->r, c->r);
    const channel green = find_channel(d, a->g, b->g, c->g);
    const channel blue = find_channel(d, a->b, b->b, c->b);
    const channel depth = find_channel(d, a->depth, b->depth, c->depth);
    lines l = *lines_of;
    int32_t row = (l.first - band->first_line) * band->width;
    shade at, step, down;

    step.colour = pack_change(red.per_x, green.per_x, blue.per_x);
    down.colour = pack_change(red.per_y, green.per_y, blue.per_y);
    step.depth = depth.per_x * 16u;
    down.depth = depth.per_y * 16u;
    at.colour =
        pack_value(value_at(&red, a, x, y), value_at(&green, a, x, y), value_at(&blue, a, x, y));
    at.depth = value_at(&depth, a, x, y);
    /* Moves from the middle to the first pixel of the first line. */
    at.colour += down.colour * (uint32_t)(l.first - y) - step.colour * (uint32_t)x;
    at.depth += down.depth * (uint32_t)(l.first - y) - step.depth * (uint32_t)x;
    for (; l.count > 0; l.count--) {
        int32_t first, past;

        next_line(&l, &first, &past, band->width);
        if (first < past) {
            shade from = at;

            from.colour += step.colour * (uint32_t)first;
            from.depth += step.depth * (uint32_t)first;
            shade_span(band->colours + row + first, band->depths + row + first, past - first, from,
                       step);
        }
        at.colour += down.colour;
        at.depth += down.depth;
        row += band->width;
    }
}

/// Other triangles //////////////////////////////////////////////////////////////////////////////

static uint32_t integer_root(uint32_t value)
{
    uint32_t root = 0;
    uint32_t bit = 1u << 30;

    for (; bit != 0u; bit >>= 2) {
        if (value >= root + bit) {
            value -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
    }
    return root;
}

static int32_t limit(int32_t value, int32_t most)
{
    return value > most ? most : value < -most ? -most : value;
}

/*
 * One brightness per facet, from the slope of its depths, lit from the upper left as in camera.c.
 * px, py are 64 times the tangents of the facet's angles to the picture plane.
 */
static void surface_facet(surface *s, int32_t steepness)
{
    const channel *depth = &s->channels[CHANNEL_DEPTH];
    const int32_t px = limit((int32_t)depth->per_x / (steepness / 64 + 1), 4096);
    const int32_t py = limit((int32_t)depth->per_y / (steepness / 64 + 1), 4096);
    const int32_t length = (int32_t)integer_root((uint32_t)(px * px + py * py + 64 * 64));
    const int32_t lit = (128 * px + 166 * py + 146 * 64) / length; /* 256 facing the light */
    const uint32_t brightness = (uint32_t)(lit < -256 ? 64 : 160 + lit * 3 / 8);

    for (int i = 0; i < CHANNEL_DEPTH; i++) {
        channel *ch = &s->channels[i];

        ch->origin = (ch->origin >> 8) * (brightness > 255u ? 255u : brightness);
        ch->per_x = 0;
        ch->per_y = 0;
    }
}

/* Draws pixels [first, past) of a line; channels are computed anew every PACKED_REACH pixels. */
static void shade_long(const surface *s, uint16_t *colours, uint16_t *depths, int32_t line,
                       int32_t first, int32_t past, shade step)
{
    const channel *c = s->channels;
    const uint32_t last = (uint32_t)(past - 1 - first);
    uint32_t values[CHANNEL_COUNT];
    uint32_t high = 0; /* of colours at both ends: a bit from 24 up means out of range */
    shade at;

    for (int i = 0; i < CHANNEL_COUNT; i++) {
        values[i] = value_at(&c[i], s->origin, first, line);
        high |= i == CHANNEL_DEPTH ? 0u : values[i] | (values[i] + c[i].per_x * 16u * last);
    }
    at.depth = values[CHANNEL_DEPTH];
    if ((high >> 24) != 0u || ((at.depth | (at.depth + step.depth * last)) >> 31) != 0u) {
        /* The triangle is so thin that its slopes mean nothing. */
        at.colour = pack_value(c[0].origin, c[1].origin, c[2].origin);
        at.depth = c[CHANNEL_DEPTH].origin;
        step.colour = step.depth = 0;
        shade_span(colours + first, depths + first, past - first, at, step);
        return;
    }
    for (; first < past; first += PACKED_REACH) {
        for (int i = 0; i < CHANNEL_COUNT; i++)
            values[i] = value_at(&c[i], s->origin, first, line);
        at.colour = pack_value(values[0], values[1], values[2]);
        at.depth = values[CHANNEL_DEPTH];
        shade_span(colours + first, depths + first, earlier(past - first, PACKED_REACH), at, step);
    }
}

static void draw_other(const raster_band *band, lines *lines_of, const divisor *d,
                       const raster_vertex *a, const raster_vertex *b, const raster_vertex *c,
                       bool faceted)
{
    lines l = *lines_of;
    int32_t row = (l.first - band->first_line) * band->width;
    channel *ch;
    surface s;
    shade step;

    s.origin = a;
    ch = s.channels;
    ch[CHANNEL_R] = find_channel(d, a->r, b->r, c->r);
    ch[CHANNEL_G] = find_channel(d, a->g, b->g, c->g);
    ch[CHANNEL_B] = find_channel(d, a->b, b->b, c->b);
    ch[CHANNEL_DEPTH] = find_channel(d, a->depth, b->depth, c->depth);
    if (faceted)
        surface_facet(&s, band->steepness);
    step.colour = pack_change(ch[CHANNEL_R].per_x, ch[CHANNEL_G].per_x, ch[CHANNEL_B].per_x);
    step.depth = ch[CHANNEL_DEPTH].per_x * 16u;
    for (; l.count > 0; l.count--) {
        int32_t first, past;

        next_line(&l, &first, &past, band->width);
        if (first < past)
            shade_long(&s, band->colours + row, band->depths + row, l.first, first, past, step);
        l.first++;
        row += band->width;
    }
}

static void paint(const raster_band *band, lines *lines_of, uint16_t colour)
{
    lines l = *lines_of;
    uint16_t *row = band->colours + (l.first - band->first_line) * band->width;

    for (; l.count > 0; l.count--, row += band->width) {
        int32_t first, past;

        next_line(&l, &first, &past, band->width);
        for (; first + 4 <= past; first += 4)
            row[first] = row[first + 1] = row[first + 2] = row[first + 3] = colour;
        for (; first < past; first++)
            row[first] = colour;
    }
}

/// Triangles ////////////////////////////////////////////////////////////////////////////////////

void raster_triangle(const raster_band *band, const raster_vertex *a, const raster_vertex *b,
                     const raster_vertex *c, uint32_t flags)
{
    const int32_t area = (b->x - a->x) * (c->y - a->y) - (c->x - a->x) * (b->y - a->y);
    int32_t x, y;
    divisor d;
    lines l;

    if (area == 0 || (area > 0 && (flags & RASTER_TWO_SIDED) == 0u) ||
        (a->outside | b->outside | c->outside) != 0u || !find_lines(&l, band, a, b, c))
        return; /* y points down: counter-clockwise is negative */
    if ((flags & RASTER_PAINT) != 0u) {
        paint(band, &l, raster_colour(a->r, a->g, a->b));
        return;
    }
    find_divisor(&d, a, b, c, area);
    if ((flags & RASTER_FACETED) == 0u && find_middle(&x, &y, &l, a, b, c, area))
        draw_small(band, &l, &d, a, b, c, x, y);
    else
        draw_other(band, &l, &d, a, b, c, (flags & RASTER_FACETED) != 0u);
}

void raster_clear_depths(const raster_band *band)
{
    memset(band->depths, 0, (size_t)band->width * (size_t)band->line_count * sizeof *band->depths);
}
